"""A whole event at once: every player rated against the start ratings of the others.

Nobody's rating moves during the event, so the order of the games changes nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ratings.rules.change import EventGames, PeriodChange, rating_change
from ratings.rules.errors import RulesError
from ratings.rules.games import Game, LeftOut
from ratings.rules.initial import InitialRating, PoolEvent, initial_rating
from ratings.rules.k_factor import BORROWED_K
from ratings.rules.performance import Performance, performance_rating
from ratings.rules.regimes import Regime


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """A player at the start of the event; ``k_base`` may be None for who has no rating."""

    id: str
    rating: int | None
    k_base: int | None = None
    standard_rating: int | None = None


@dataclass(frozen=True, slots=True)
class EventGame:
    """A board of the event, scores in hundredths; ``left_out`` as in ``Game``."""

    white: str
    black: str
    white_score: int
    black_score: int
    left_out: LeftOut | None = None


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What the event did to one player: a change for a rated one, else a (first) rating."""

    start_rating: int | None
    change: PeriodChange | None
    initial: InitialRating | None
    performance: Performance | None


def rate_event(
    players: Iterable[EventPlayer], games: Iterable[EventGame], *, regime: Regime, on: date
) -> dict[str, PlayerResult]:
    """Return the result of every player, by id and in the order given.

    >>> from ratings.rules.regimes import regime_for
    >>> from ratings.rules.time_controls import TimeControl
    >>> day = date(2026, 11, 30)
    >>> results = rate_event(
    ...     [EventPlayer("A", 1800, 20), EventPlayer("B", 1600, 40)],
    ...     [EventGame("A", "B", 0, 100)],
    ...     regime=regime_for(TimeControl.STANDARD, day),
    ...     on=day,
    ... )
    >>> results["A"].change.change, results["B"].change.change
    (-15, 30)

    Raises RulesError for a player listed twice, a rated player without K, or a game that names
    somebody who does not play or the same player twice.
    """
    listed: dict[str, EventPlayer] = {}
    for player in players:
        if player.id in listed:
            raise RulesError(f"player {player.id!r} is listed twice")
        listed[player.id] = player
    start = {player.id: _start_rating(player, regime) for player in listed.values()}
    own_games: dict[str, list[Game]] = {name: [] for name in listed}
    for game in games:
        if game.white not in listed or game.black not in listed or game.white == game.black:
            raise RulesError(f"no game between {game.white!r} and {game.black!r} is possible")
        own_games[game.white].append(Game(start[game.black], game.white_score, game.left_out))
        own_games[game.black].append(Game(start[game.white], game.black_score, game.left_out))
    return {
        name: _player_result(player, start[name], own_games[name], regime, on)
        for name, player in listed.items()
    }


def _start_rating(player: EventPlayer, regime: Regime) -> int | None:
    if player.rating is None and regime.borrows_standard:
        return player.standard_rating
    return player.rating


def _player_result(
    player: EventPlayer, start_rating: int | None, games: list[Game], regime: Regime, on: date
) -> PlayerResult:
    performance = performance_rating(games)
    if start_rating is None:
        first = initial_rating([PoolEvent(on, games)], regime=regime, on=on)
        return PlayerResult(None, None, first, performance)
    k_base = BORROWED_K.k_base if player.rating is None else player.k_base
    if k_base is None:
        raise RulesError(f"player {player.id!r} has a rating but no K")
    change = rating_change([EventGames(start_rating, games, regime)], k_base=k_base)
    return PlayerResult(start_rating, change, None, performance)
