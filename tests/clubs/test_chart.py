"""The layout of the rating chart, against the drawing of the design (its page of a player)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from clubs import chart
from clubs.chart import SLIM, WIDE, ChartEvent, ChartSeries, ChartSpec, Drawing, Size

RAPID = ChartSeries(
    "Rapid",
    1709,
    (
        ChartEvent(date(2025, 12, 4), 1714),
        ChartEvent(date(2026, 1, 15), 1703),
        ChartEvent(date(2026, 2, 12), 1695),
        ChartEvent(date(2026, 3, 12), 1707),
        ChartEvent(date(2026, 4, 16), 1716),
        ChartEvent(date(2026, 5, 14), 1704),
        ChartEvent(date(2026, 6, 11), 1692),
        ChartEvent(date(2026, 9, 3), 1689, corrected=True),
        ChartEvent(date(2026, 9, 17), 1682, corrected=True),
        ChartEvent(date(2026, 10, 1), 1673, corrected=True),
        ChartEvent(date(2026, 10, 15), 1678, corrected=True),
        ChartEvent(date(2026, 10, 29), 1686, corrected=True),
        ChartEvent(date(2026, 11, 12), 1667, corrected=True),
        ChartEvent(date(2026, 11, 19), 1652, corrected=True),
        ChartEvent(date(2026, 11, 26), 1665),
    ),
)
STANDARD = ChartSeries(
    "Standard",
    1737,
    (
        ChartEvent(date(2026, 3, 21), 1749),
        ChartEvent(date(2026, 7, 11), 1741),
        ChartEvent(date(2026, 10, 17), 1733),
    ),
    dashes="dash",
)
BLITZ = ChartSeries(
    "Blitz",
    1579,
    (
        ChartEvent(date(2025, 12, 18), 1570),
        ChartEvent(date(2026, 6, 25), 1589),
        ChartEvent(date(2026, 10, 22), 1598),
    ),
    dashes="dot",
)
SPEC = ChartSpec(
    main=RAPID,
    others=(STANDARD, BLITZ),
    first_day=date(2025, 12, 1),
    last_day=date(2026, 11, 30),
    until=date(2026, 11, 26),
)
# Copied from the design's drawing, not from ours.
SLIM_PATH = (
    "M46 90.0H48.0V84.3H76.4V96.9H95.3V106.0H114.3V92.3H137.9V82.0H156.8V95.7H175.8V109.4H232.5"
    "V112.9H242.0V120.9H251.5V131.1H260.9V125.4H270.4V116.3H279.8V138.0H284.6V155.1H289.3V140.3"
    "H289.3"
)
WIDE_PATH = (
    "M46 106.0H53.7V98.9H161.2V114.6H232.9V126.0H304.6V108.9H394.2V96.0H465.9V113.1H537.6V130.3"
    "H752.7V134.6H788.5V144.6H824.4V157.4H860.2V150.3H896.1V138.9H931.9V166.0H949.8V187.4H967.8"
    "V168.9H967.8"
)
WIDE_STANDARD = "M46 66.0H327.6V48.9H614.4V60.3H865.3V71.7H967.8"
WIDE_BLITZ = "M46 291.7H89.5V304.6H573.5V277.4H878.1V264.6H967.8"


def drawn(spec: ChartSpec, size: Size) -> Drawing:
    """Return a layout that must exist."""
    drawing = chart.draw(spec, size, "en")
    assert drawing is not None
    return drawing


def numbers(path: str) -> list[float]:
    """Return the coordinates of a path."""
    return [float(number) for number in re.findall(r"[\d.]+", path)]


@pytest.mark.parametrize(("size", "path"), [(SLIM, SLIM_PATH), (WIDE, WIDE_PATH)])
def test_the_step_line_is_the_designs(size: Size, path: str) -> None:
    """A rating holds until the next event."""
    drawing = drawn(SPEC, size)

    assert re.sub(r"[\d.]+", "", drawing.main.path) == re.sub(r"[\d.]+", "", path)
    assert numbers(drawing.main.path) == pytest.approx(numbers(path), abs=0.11)


def test_the_other_lists_are_the_designs() -> None:
    """Lists that accompany use the same scale."""
    standard, blitz = drawn(SPEC, WIDE).others

    assert numbers(standard.path) == pytest.approx(numbers(WIDE_STANDARD), abs=0.11)
    assert numbers(blitz.path) == pytest.approx(numbers(WIDE_BLITZ), abs=0.11)
    assert (standard.dashes, blitz.dashes) == ("dash", "dot")


def test_the_scale_is_the_designs() -> None:
    """Four grid lines at round ratings, every second month named, the year once."""
    drawing = drawn(SPEC, WIDE)

    assert [line.text for line in drawing.grid] == ["1600", "1650", "1700", "1750"]
    assert [line.y for line in drawing.grid] == pytest.approx([261.7, 190.3, 118.9, 47.4], abs=0.1)
    names = [tick.text for tick in drawing.ticks]
    assert names == ["Jan 2026", "Mar", "May", "Jul", "Sept", "Nov"]
    assert [tick.x for tick in drawing.ticks] == pytest.approx(
        [125.4, 276.4, 432.6, 588.8, 747.6, 903.7], abs=0.1
    )


def test_phones_name_each_third_month() -> None:
    """There is room for four names only."""
    assert [tick.text for tick in drawn(SPEC, SLIM).ticks] == ["Jan", "Apr", "Jul", "Oct"]


def test_long_charts_name_years() -> None:
    """Ten years of months would not fit."""
    decade = replace(SPEC, first_day=date(2016, 12, 1))

    assert [tick.text for tick in drawn(decade, SLIM).ticks] == ["2019", "2022", "2025"]


def test_every_event_has_a_mark_and_corrected_ones_differ() -> None:
    """A hollow square is a rating that a correction changed."""
    marks = drawn(SPEC, WIDE).marks

    assert len(marks) == 15
    assert [mark.corrected for mark in marks] == [False] * 7 + [True] * 7 + [False]


def test_the_designs_turning_points_are_written() -> None:
    """The lowest, the highest and the largest swings carry their value."""
    written = {mark.text for mark in drawn(SPEC, WIDE).turning_points}

    assert {"1695", "1716", "1686", "1652"} <= written


@pytest.mark.parametrize("size", [SLIM, WIDE])
def test_written_values_never_overlap(size: Size) -> None:
    """Each value has room of its own."""
    marks = drawn(SPEC, size).turning_points

    for one in marks:
        for other in marks:
            assert one is other or abs(one.x - other.x) > 34 or abs(one.y - other.y) > 15


def test_an_unrated_spell_is_a_gap() -> None:
    """Between falling out of the list and a new rating there is no line and no mark."""
    events = (*RAPID.events[:5], ChartEvent(date(2026, 5, 14), None), *RAPID.events[7:])
    drawing = drawn(replace(SPEC, main=replace(RAPID, events=events)), WIDE)

    assert drawing.main.path.count("M") == 2
    assert len(drawing.marks) == 13
    assert "H465.9M752.7 " in drawing.main.path


def test_a_newcomer_begins_with_the_first_rating() -> None:
    """Without a rating at the start the line begins at the first event."""
    drawing = drawn(replace(SPEC, main=replace(RAPID, start=None)), WIDE)

    assert drawing.main.path.startswith("M53.7 98.9H161.2")


def test_fewer_than_three_events_have_no_chart() -> None:
    """The table is enough."""
    spec = replace(SPEC, main=replace(RAPID, events=RAPID.events[:2]))

    assert chart.draw(spec, WIDE, "en") is None


def test_small_changes_stay_small() -> None:
    """The scale spans at least a hundred points and never begins at 0."""
    calm = ChartSeries("Rapid", 1500, tuple(replace(e, rating=1501) for e in RAPID.events[:3]))

    lowest, highest = chart.rating_range(replace(SPEC, main=calm, others=()))

    assert highest - lowest >= 100
    assert lowest > 1000


@pytest.mark.parametrize("span", range(100, 2600, 50))
def test_the_grid_has_few_lines(span: int) -> None:
    """Four or five lines where round values allow it; never more than six."""
    assert 3 <= len(chart.grid_ratings(1405, 1405 + span)) <= 6


def test_names_at_the_end_keep_their_distance() -> None:
    """Three lists that end close together are still named one below the other."""
    close = (
        ChartSeries("Standard", 1665, (), dashes="dash"),
        ChartSeries("Blitz", 1668, (), dashes="dot"),
    )
    drawing = drawn(replace(SPEC, others=close), WIDE)

    heights = sorted(line.label_y for line in (drawing.main, *drawing.others))
    assert all(lower - upper >= 33.9 for upper, lower in pairwise(heights))
