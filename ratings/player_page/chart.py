"""The chart of a player: the chosen list in ink, the others beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext

from clubs.chart import ChartEvent, ChartSeries, ChartSpec
from ratings.player_page.load import Card, ChartPoint
from ratings.player_page.words import day_text

START_VALUES = ("borrowed", "newcomer")


def chart_spec(
    cards: Sequence[Card],
    chosen: Card,
    points: Sequence[ChartPoint],
    *,
    first_day: date,
    today: date,
) -> ChartSpec:
    """Return what to draw: ``points`` of all lists since ``first_day`` in the chain's order."""
    series = {
        card.time_control: _series(
            card, [point for point in points if point.time_control == card.time_control], chosen
        )
        for card in cards
    }
    others = (series[card.time_control] for card in cards if card is not chosen)
    return ChartSpec(
        main=series[chosen.time_control],
        others=tuple(line for line in others if line.ratings),
        first_day=first_day,
        last_day=today,
        until=today,
        caption=_caption(chosen, series[chosen.time_control]),
        table_id="events",
    )


def _series(card: Card, points: Sequence[ChartPoint], chosen: Card) -> ChartSeries:
    dashes = "" if card is chosen else _dashes(card, chosen)
    return ChartSeries(
        label=card.label,
        start=_start(points[0]) if points else card.rating,
        events=tuple(ChartEvent(point.day, point.after, point.is_corrected) for point in points),
        dashes=dashes,
    )


def _dashes(card: Card, chosen: Card) -> str:
    """Return one pattern for each accompanying list: standard dashed, blitz dotted."""
    if card.time_control == "rapid":
        return "dash" if chosen.time_control == "standard" else "dot"
    return "dash" if card.time_control == "standard" else "dot"


def _start(first: ChartPoint) -> int | None:
    """Return the rating in force before a row: a start value is not one."""
    if first.start_source in START_VALUES and first.peak_before is None:
        return None
    return first.before


def _caption(card: Card, series: ChartSeries) -> str:
    sentences = [gettext("One mark for each rated event.")]
    if any(event.corrected for event in series.events):
        sentences.append(gettext("A hollow square is a rating that a correction changed."))
    if card.peak is not None:
        sentences.append(gettext("Highest ever: %(peak)s.") % {"peak": card.peak})
    if any(event.rating is None for event in series.events):
        sentences.append(gettext("Where the line is broken, the player was unrated."))
    return " ".join(sentences)


def chart_title(card: Card, since: date | None) -> str:
    """Return the heading of the chart: which list, which days."""
    if since is None:
        return gettext("%(list)s, last 12 months") % {"list": card.label}
    return gettext("%(list)s, since %(day)s") % {"list": card.label, "day": day_text(since)}
