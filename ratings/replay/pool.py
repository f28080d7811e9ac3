"""The pool of an unrated player: pooled games, zero start, first rating (ledger rule 9)."""

from __future__ import annotations

from typing import Any

from ratings.replay.lines import LEFT_OUT
from ratings.replay.records import ChainTerms, Formed, PoolPart, Row, State
from ratings.rules import (
    Game,
    InitialRating,
    LeftOut,
    PoolEvent,
    Regime,
    initial_rating,
    is_in_window,
)


def add_to_pool(
    state: State, row: Row, counted: list[list[int]], *, terms: ChainTerms, regime: Regime
) -> None:
    """Add a report's games to the pool and see whether they give a first rating.

    ``counted`` holds the games against rated opponents, at least one. A first rating that another
    report of the same day has given is worked out again with these games too.
    """
    formed = state.formed
    if formed is None and state.rating is not None:
        # Rated again earlier this day by an event begun before he lost his rating.
        row.flags = ["lapsed"]
        return
    part = PoolPart(row.key, row.last_day, counted)
    pool = (*(state.pool if formed is None else formed.pool), part)
    never_counted = state.never_counted if formed is None else formed.never_counted
    result = initial_rating(
        [PoolEvent(item.day, [Game(game[0], game[1]) for game in item.games]) for item in pool],
        regime=regime,
        on=row.last_day,
        terms=terms.first,
        zero_start_open=never_counted,
    )
    row.details["first"] = _explain(result)
    if result.rating is None:
        _keep_pool(state, row, pool, never_counted, result)
        return
    row.kind = "first"
    row.details["first"]["pool"] = _pool_as_json(result, pool)
    value = max(result.rating, terms.lowest)
    if value > result.rating:
        row.flags.append("minimum")
    if result.is_cut:
        row.flags.append("maximum")
    games = result.games_counted
    if formed is None:
        state.rating = value
        state.games += games
    else:
        # Other reports of this day may have added to the first rating meanwhile.
        standing = state.rating if state.rating is not None else state.kept
        state.rating = value if standing is None else standing + value - formed.rating
        state.games += games - formed.games
    kept, lost = (state.kept, state.lost) if formed is None else (formed.kept, formed.lost)
    state.formed = Formed(pool, never_counted, value, games, kept, lost)
    state.kept = state.lost = None
    state.pool = ()
    state.never_counted = False


def _keep_pool(
    state: State,
    row: Row,
    pool: tuple[PoolPart, ...],
    never_counted: bool,
    result: InitialRating,
) -> None:
    formed = state.formed
    if formed is not None:
        state.rating, state.kept, state.lost = None, formed.kept, formed.lost
        state.games -= formed.games
        state.formed = None
    own_games = result.games[-len(pool[-1].games) :]
    if all(game.left_out is LeftOut.ZERO_START for game in own_games):
        row.kind = "zero_start"
        for line in row.games:
            line[LEFT_OUT] = line[LEFT_OUT] or LeftOut.ZERO_START.value
    kept = tuple(item for item in pool if is_in_window(item.day, row.last_day))
    state.pool = kept
    # The very first event is past once it has left the window.
    state.never_counted = never_counted and len(kept) == len(pool)


def _explain(result: InitialRating) -> dict[str, Any]:
    """Return the steps of a first rating as a history row stores them; hundredths as in the rules.

    ``terms`` are floor, hypothetical opponents and maximum.
    """
    terms = result.terms
    return {
        "games": result.games_counted,
        "games_needed": terms.games_needed,
        "dropped_zero_start": result.dropped_zero_start,
        "dropped_older_than_26_months": result.dropped_older_than_26_months,
        "score": result.score,
        "average": result.average,
        "percentage": result.percentage,
        "dp": result.dp,
        "performance": result.performance,
        "provisional": result.provisional,
        "reason": None if result.reason is None else result.reason.value,
        "terms": [terms.floor, terms.hypothetical_rating, terms.maximum],
    }


def _pool_as_json(result: InitialRating, pool: tuple[PoolPart, ...]) -> list[Any]:
    """Return the pool used: event, day, opponent's rating, score, why a game was dropped.

    Only the row of a first rating carries it: one who stays under the floor for years would
    otherwise carry his whole pool in every row.
    """
    games = iter(result.games)
    shown = []
    for part in pool:
        for _ in part.games:
            game = next(games)
            left_out = None if game.left_out is None else game.left_out.value
            shown.append(
                [part.event_key, part.day.isoformat(), game.opponent, game.score, left_out]
            )
    return shown
