"""The address that opens a stored event in the calculator: what if I had drawn round 4?

Only figures go into it. Neither names nor numbers of players, clubs or events do, so nobody finds
back to where they came from.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.urls import reverse

from ratings.calculator_pages.address import (
    DREW,
    LOST,
    MOST_ROWS,
    NOT_PLAYED,
    WON,
    GameRow,
    Parameters,
    Rows,
    address_of,
    rows_of,
)
from ratings.calculator_pages.fide import BORROWED, FIXED_K, OTHER_K
from ratings.calculator_pages.first_rating import MOST_EVENTS
from ratings.models import RatingChange
from ratings.queries import GameLine, game_lines, pooled_lines
from ratings.rules import DRAW, LOSS, WIN, KReason, LeftOut, TimeControl, regime_for
from ratings.shown_k import shown_k_reason

RESULTS = {WIN: WON, DRAW: DREW, LOSS: LOST}
CHOICE_OF_K = {(reason.value, k): choice for choice, (k, reason) in FIXED_K.items()}
# Day and games of each event.
Events = list[tuple[str, list[GameRow]]]
WITH_SUM = (RatingChange.Kind.CHANGE, RatingChange.Kind.LATE)


def calculator_address(change: RatingChange, *, knows_year: bool) -> str:
    """Return the address of the calculator with a history row's games, or nothing.

    A rated event opens in the FIDE tab with its start rating, list, first day and K; games towards
    a first rating open in that tab with the whole pool. Games that an arbiter took out are left
    away. Nothing is returned for a rating by hand, and for a pool whose terms are the club's own or
    that counts a first event without a point: the calculator would give other numbers. Who may not
    know the year of birth gets K as a plain number where it would tell an age. Costs a query unless
    the row came with its ``rating_list``.
    """
    time_control = TimeControl(change.rating_list.time_control)
    if change.kind in WITH_SUM and change.start_rating is not None:
        parameters = [("own", str(change.start_rating)), ("list", str(time_control))]
        parameters += [("date", change.first_day.isoformat()), *_k(change, knows_year=knows_year)]
        parameters += _rows(game_lines(change)).parameters()
        return f"{reverse('calculator')}?{address_of(parameters)}"
    events = _pool(change) if _has_terms_of_fide(change, time_control) else []
    if not 0 < len(events) <= MOST_EVENTS or _counts_a_zero_start(change, events):
        return ""
    parameters = [("list", str(time_control))]
    for number, (day, games) in enumerate(events, 1):
        parameters += [(f"e{number}d", day), *rows_of(games).parameters(f"e{number}")]
    return f"{reverse('calculator_first_rating')}?{address_of(parameters)}"


def _k(change: RatingChange, *, knows_year: bool) -> Parameters:
    reason = shown_k_reason(change.k_reason, change.games_before, knows_year=knows_year)
    if reason == KReason.BORROWED:
        return [("k", BORROWED)]
    choice = CHOICE_OF_K.get((reason, change.base_k or 0))
    return [("k", choice)] if choice else [("k", OTHER_K), ("kown", str(change.base_k))]


def _rows(lines: Iterable[GameLine]) -> Rows:
    games = [
        GameRow(
            "" if line.opponent_rating is None else str(line.opponent_rating),
            NOT_PLAYED if line.left_out == LeftOut.UNPLAYED else RESULTS[line.score],
        )
        for line in lines
        if line.left_out != LeftOut.EXCLUDED
    ]
    return rows_of(games[:MOST_ROWS])


def _has_terms_of_fide(change: RatingChange, time_control: TimeControl) -> bool:
    """Whether a pool follows the edition's own terms."""
    first = change.details.get("first")
    if not first:
        return False
    terms = regime_for(time_control, change.last_day).first_rating
    return bool(first["terms"] == [terms.floor, terms.hypothetical_rating, terms.maximum])


def _counts_a_zero_start(change: RatingChange, events: Events) -> bool:
    """Whether the pool begins without a point and the row counts it all the same.

    The calculator takes the first event it is given for the very first one and leaves it out; in
    the ledger somebody may have played before (rating-rules 7, step 2: once in a lifetime).
    """
    first_day = events[0][0]
    if any(game.result != LOST for day, games in events if day == first_day for game in games):
        return False
    if change.kind != RatingChange.Kind.FIRST:
        return not change.details.get("never_counted")
    of_first_day = [line for line in pooled_lines(change) if line.day.isoformat() == first_day]
    return any(line.left_out is None for line in of_first_day)


def _pool(change: RatingChange) -> Events:
    """Return day and games of each event in the pool, oldest first; events of a day stay apart."""
    if change.kind == RatingChange.Kind.FIRST:
        events = groupby(pooled_lines(change), key=lambda line: (line.event_key, line.day))
        return [
            (day.isoformat(), [_row(game.opponent_rating, game.score) for game in games])
            for (_event, day), games in events
        ]
    return [
        (day, [_row(opponent, score) for opponent, score in games])
        for _event, day, games in change.pool_after
    ]


def _row(opponent: int, score: int) -> GameRow:
    return GameRow(str(opponent), RESULTS[score])
