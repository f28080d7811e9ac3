"""The first rating of a player without one: read, work out, answer."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from ratings.calculator.answers import decimal, points
from ratings.calculator.fide import read_games
from ratings.calculator.reading import EVENTS_LIMIT, Reader, Row
from ratings.rules import (
    DRAW,
    HYPOTHETICAL_GAMES,
    POINTS_FOR_HALF,
    InitialRating,
    PoolEvent,
    Regime,
    TimeControl,
    initial_rating,
    k_factor,
    round_half_up,
)

FIELDS = ("events", "standard_rating")
EVENT_FIELDS = ("date", "games")


@dataclass(frozen=True, slots=True)
class FirstRatingCase:
    """A readable case; ``borrowed`` is the standard rating that makes a first rating needless."""

    regime: Regime
    day: date
    pool: tuple[PoolEvent, ...]
    borrowed: int | None


def read_first_rating(
    reader: Reader, time_control: TimeControl, day: date, value: object
) -> FirstRatingCase:
    """Return the case in ``value``, its events by date; call ``reader.check`` before using it."""
    fields = reader.fields(value, "input", FIELDS)
    regime = reader.regime(time_control, day, "date")
    pool = [
        _read_event(reader, row, regime, day)
        for row in reader.rows(fields, "events", "input", limit=EVENTS_LIMIT)
    ]
    standard = reader.optional_rating(fields, "standard_rating", "input")
    return FirstRatingCase(
        regime=regime,
        day=day,
        pool=tuple(sorted(pool, key=lambda event: event.day)),
        borrowed=standard if regime.borrows_standard else None,
    )


def work_out_first_rating(case: FirstRatingCase) -> InitialRating:
    """Return the first rating that the pool gives."""
    return initial_rating(case.pool, regime=case.regime, on=case.day)


@dataclass(frozen=True, slots=True)
class FirstRatingSteps:
    """The sum of a first rating with games, as a page shows it; scores in hundredths.

    ``hypothetical_sum`` is 0 where the edition adds no opponents. ``added`` is what the score adds
    to the average; ``is_limited`` says that the maximum made the rating lower; ``next_k`` is K in
    the events to come, as far as the games tell.
    """

    opponents_sum: int
    hypothetical_sum: int
    divisor: int
    score: int
    added: int
    is_limited: bool
    next_k: int


def first_rating_steps(result: InitialRating) -> FirstRatingSteps:
    """Return the steps between the pool and the first rating."""
    opponents = [game.opponent or 0 for game in result.games if game.left_out is None]
    divisor, score, hypothetical_sum = result.games_counted, result.score, 0
    if result.terms.hypothetical_rating is not None:
        hypothetical_sum = HYPOTHETICAL_GAMES * result.terms.hypothetical_rating
        divisor += HYPOTHETICAL_GAMES
        score += HYPOTHETICAL_GAMES * DRAW
    added = result.dp
    if added is None:
        added = POINTS_FOR_HALF * ((score - DRAW * divisor) // DRAW)
    exact = round_half_up(sum(opponents) + hypothetical_sum + added * divisor, max(divisor, 1))
    factor = k_factor(
        rating=result.rating or 0,
        peak=None,
        games_before=result.games_counted,
        birth_year=None,
        year=result.regime.first_day.year,
    )
    return FirstRatingSteps(
        opponents_sum=sum(opponents),
        hypothetical_sum=hypothetical_sum,
        divisor=divisor,
        score=score,
        added=added,
        is_limited=result.provisional is not None and result.provisional < exact,
        next_k=factor.k_base,
    )


def answer_borrowed(case: FirstRatingCase) -> dict[str, Any]:
    """Return the answer for a player who plays with his standard rating instead."""
    return {
        "regime": case.regime.id,
        "status": "seeded",
        "rating": case.borrowed,
        "reason": "standard_rating",
    }


def answer_first_rating(result: InitialRating) -> dict[str, Any]:
    """Return the answer in the form of the worked cases."""
    answer: dict[str, Any] = {
        "regime": result.regime.id,
        "games_counted": result.games_counted,
        "score": points(result.score),
        "dropped_zero_start": result.dropped_zero_start,
        "dropped_older_than_26_months": result.dropped_older_than_26_months,
        "ra": decimal(result.average),
        "p": decimal(result.percentage),
        "dp": result.dp,
        "ru": decimal(result.performance),
        "rating": result.rating,
        "status": "unrated" if result.rating is None else "rated",
        "reason": result.reason.value if result.reason else None,
    }
    if result.provisional is not None:
        answer["provisional"] = result.provisional
    return answer


def _read_event(reader: Reader, row: Row, regime: Regime, day: date) -> PoolEvent:
    fields = reader.fields(row.value, row.path, EVENT_FIELDS)
    place = f"{row.path}.date"
    event_day = reader.day(fields.get("date"), place)
    if event_day > day and fields.get("date") is not None:
        facts = {"day": event_day.isoformat(), "last": day.isoformat()}
        message = gettext("is %(day)s, after the day of the calculation, %(last)s") % facts
        reader.refuse("event_after_date", message, place, **facts)
    return PoolEvent(event_day, read_games(reader, fields, row.path, regime))
