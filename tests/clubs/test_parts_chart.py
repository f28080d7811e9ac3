"""The drawn chart: two sizes, one sentence, marks and names; no style anywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from django.template import Context, Template
from django.utils import translation

from clubs.chart import ChartEvent, ChartSeries, ChartSpec

SERIES = ChartSeries(
    "Rapid",
    1709,
    (
        ChartEvent(date(2026, 4, 16), 1716),
        ChartEvent(date(2026, 9, 3), 1689, corrected=True),
        ChartEvent(date(2026, 11, 19), 1652, corrected=True),
        ChartEvent(date(2026, 11, 26), 1665),
    ),
)
SPEC = ChartSpec(
    main=SERIES,
    others=(ChartSeries("Standard", 1733, (), dashes="dash"), ChartSeries("Blitz", None, ())),
    first_day=date(2025, 12, 1),
    last_day=date(2026, 11, 30),
    until=date(2026, 11, 26),
    caption="One mark for each rated event.",
)


def drawn(spec: ChartSpec) -> str:
    """Return the chart as HTML."""
    return Template("{% load rankfile %}{% chart spec %}").render(Context({"spec": spec}))


def test_the_chart_is_drawn_for_phones_and_for_wide_pages() -> None:
    """Letters keep their size because each width has its own drawing."""
    html = drawn(SPEC)

    assert re.findall(r'<svg class="([a-z-]+)" viewBox="([\d ]+)" role="img"', html) == [
        ("slim-svg", "0 0 358 300"),
        ("wide-svg", "0 0 1056 360"),
    ]
    assert "<figcaption>One mark for each rated event.</figcaption>" in html
    assert "style" not in html


def test_the_sentence_names_first_highest_lowest_and_now() -> None:
    """Who hears the page learns the same; a list without rating is left out."""
    (sentence,) = set(re.findall(r'aria-label="([^"]+)"', drawn(SPEC)))

    assert sentence == (
        "Rapid rating: 1709 on 1 December 2025, highest 1716 on 16 April 2026,"
        " lowest 1652 on 19 November 2026, now 1665. Standard: 1733."
        " The same numbers are in the table below."
    )


def test_marks_and_names_stand_where_the_layout_says() -> None:
    """A corrected event is a square; each list is named with its value at its end."""
    wide = drawn(SPEC).split("<svg")[2]

    assert wide.count('<circle class="c-pt"') == 2
    assert wide.count('<rect class="c-fix"') == 2
    names = re.findall(r'<text class="c-(?:sub|lab)" x="984" y="[\d.]+">([^<]+)</text>', wide)
    assert names == ["Standard", "1733", "Rapid", "1665"]


def test_coordinates_have_a_full_stop_in_every_language() -> None:
    """A decimal comma would break the drawing."""
    with translation.override("tr"):
        html = drawn(SPEC)

    assert not re.search(r'(?:x|y|x1|y1|cx|cy|r)="[\d]+,', html)


def test_two_events_draw_nothing() -> None:
    """The table below is enough."""
    assert drawn(replace(SPEC, main=replace(SERIES, events=SERIES.events[:2]))).strip() == ""
