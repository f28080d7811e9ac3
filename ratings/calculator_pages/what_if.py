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
from ratings.queries import GameLine, PooledLine, game_lines, pooled_lines
from ratings.rules import DRAW, LOSS, WIN, KReason, LeftOut

RESULTS = {WIN: WON, DRAW: DREW, LOSS: LOST}
CHOICE_OF_K = {(reason.value, k): choice for choice, (k, reason) in FIXED_K.items()}
WITH_SUM = (RatingChange.Kind.CHANGE, RatingChange.Kind.LATE)


def calculator_address(change: RatingChange) -> str:
    """Return the address of the calculator with a history row's games, or nothing.

    A rated event opens in the FIDE tab with its start rating, list, first day and K; a first rating
    in its own tab with the whole pool. Games that an arbiter took out are left away. Nothing is
    returned for a rating by hand. Costs a query unless the row came with its ``rating_list``.
    """
    time_control = change.rating_list.time_control
    if change.kind in WITH_SUM and change.start_rating is not None:
        parameters = [("own", str(change.start_rating)), ("list", time_control)]
        parameters += [("date", change.first_day.isoformat()), *_k(change)]
        parameters += _rows(game_lines(change)).parameters()
        return f"{reverse('calculator')}?{address_of(parameters)}"
    if change.kind == RatingChange.Kind.FIRST:
        parameters = [("list", time_control), *_events(pooled_lines(change))]
        return f"{reverse('calculator_first_rating')}?{address_of(parameters)}"
    if change.kind in (RatingChange.Kind.POOLED, RatingChange.Kind.ZERO_START):
        parameters = [("list", time_control), ("e1d", change.last_day.isoformat())]
        parameters += _rows(game_lines(change)).parameters("e1")
        return f"{reverse('calculator_first_rating')}?{address_of(parameters)}"
    return ""


def _k(change: RatingChange) -> Parameters:
    if change.k_reason == KReason.BORROWED:
        return [("k", BORROWED)]
    choice = CHOICE_OF_K.get((change.k_reason, change.base_k or 0))
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


def _events(lines: Iterable[PooledLine]) -> Parameters:
    """Return the pool of a first rating, event by event; events of one day stay apart."""
    found: Parameters = []
    events = groupby(lines, key=lambda line: (line.event_key, line.day))
    for number, ((_event, day), games) in enumerate(events, 1):
        if number > MOST_EVENTS:
            break
        rows = rows_of(GameRow(str(game.opponent_rating), RESULTS[game.score]) for game in games)
        found += [(f"e{number}d", day.isoformat()), *rows.parameters(f"e{number}")]
    return found
