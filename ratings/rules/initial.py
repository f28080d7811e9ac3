"""The first rating of an unrated player, from the pool of games played since he became unrated.

The edition decides the formula: since March 2024 two draws against hypothetical opponents are
added, before that a score of half or more earned 20 points for each half point. The numbers of
the formula come as ``FirstRatingTerms``, because a club may state its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ratings.rules.expectancy import difference_for_score
from ratings.rules.games import DRAW, Game, LeftOut
from ratings.rules.regimes import FirstRatingTerms, Regime
from ratings.rules.rounding import percentage_score, round_half_up

MONTHS = 26
HYPOTHETICAL_GAMES = 2
POINTS_FOR_HALF = 20


class StillUnrated(StrEnum):
    """Why a pool gives no rating yet."""

    FEWER_THAN_5_GAMES = "fewer_than_5_games"
    BELOW_FLOOR = "below_floor"


@dataclass(frozen=True, slots=True)
class PoolEvent:
    """The games of one event in the pool, and the day that dates them (the event's last)."""

    day: date
    games: Sequence[Game]


@dataclass(frozen=True, slots=True)
class PooledGame:
    """A game of the pool; it counts when ``left_out`` is None."""

    day: date
    opponent: int | None
    score: int
    left_out: LeftOut | None


@dataclass(frozen=True, slots=True)
class InitialRating:
    """A first rating, or how far the pool has come, with every step.

    ``average`` (Ra), ``performance`` (Ru) and ``percentage`` (p) are in hundredths, rounded for
    display; ``provisional`` is Ru in whole points, rounded half up from the exact fraction and
    limited by the maximum. All are None while no game counts. ``dp`` is None where the 2022 rule
    adds points instead. ``rating`` is None while ``reason`` says why.
    """

    regime: Regime
    terms: FirstRatingTerms
    games: tuple[PooledGame, ...]
    games_counted: int
    score: int
    dropped_zero_start: int
    dropped_older_than_26_months: int
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    provisional: int | None
    rating: int | None
    reason: StillUnrated | None

    @property
    def is_cut(self) -> bool:
        """Whether the maximum made the first rating lower than the formula alone."""
        maximum = self.terms.maximum
        if maximum is None or self.performance is None:
            return False
        return self.performance >= 100 * maximum + 50


def initial_rating(
    pool: Sequence[PoolEvent],
    *,
    regime: Regime,
    on: date,
    terms: FirstRatingTerms | None = None,
    zero_start_open: bool = True,
) -> InitialRating:
    """Return the first rating that a pool of games gives.

    ``pool`` is in the order of the chain, oldest event first; ``on`` is the last day of the event
    being rated, whose month is the first of the 26. ``terms`` None takes the edition's own
    numbers. ``zero_start_open`` says that the player's very first event on this list is in the
    pool, so that it is dropped if it brought no point; events of one day are one event for this.

    >>> from ratings.rules.regimes import regime_for
    >>> from ratings.rules.time_controls import TimeControl
    >>> day = date(2025, 11, 9)
    >>> pool = [PoolEvent(day, [Game(1902, 50), Game(1877, 50), Game(1884, 100), Game(2012, 0),
    ...                         Game(1832, 100)])]
    >>> first = initial_rating(pool, regime=regime_for(TimeControl.STANDARD, day), on=day)
    >>> first.average, first.percentage, first.dp, first.rating
    (187243, 57, 50, 1922)

    Source: FIDE Handbook B.02, articles 8.2.1 to 8.2.3, since 2024-03-01; before that the edition
    of 2022-01-01.
    """
    terms = terms or regime.first_rating
    games = _judge_games(pool, on=on, zero_start_open=zero_start_open)
    counted = [
        (game.opponent, game.score)
        for game in games
        if game.left_out is None and game.opponent is not None
    ]
    score = sum(score for _, score in counted)
    steps = _formula(counted, score, terms) if counted else None
    reason: StillUnrated | None = None
    if len(counted) < terms.games_needed:
        reason = StillUnrated.FEWER_THAN_5_GAMES
    elif steps is not None and steps.provisional < terms.floor:
        reason = StillUnrated.BELOW_FLOOR
    return InitialRating(
        regime=regime,
        terms=terms,
        games=tuple(games),
        games_counted=len(counted),
        score=score,
        dropped_zero_start=sum(game.left_out is LeftOut.ZERO_START for game in games),
        dropped_older_than_26_months=sum(
            game.left_out is LeftOut.OLDER_THAN_26_MONTHS for game in games
        ),
        average=steps.average if steps else None,
        percentage=steps.percentage if steps else None,
        dp=steps.dp if steps else None,
        performance=steps.performance if steps else None,
        provisional=steps.provisional if steps else None,
        rating=steps.provisional if steps and reason is None else None,
        reason=reason,
    )


def is_in_window(day: date, on: date) -> bool:
    """Return whether a game of ``day`` is young enough to be pooled in the month of ``on``.

    >>> is_in_window(date(2024, 10, 1), date(2026, 11, 30))
    True
    >>> is_in_window(date(2024, 9, 30), date(2026, 11, 30))
    False
    """
    return (on.year - day.year) * 12 + on.month - day.month < MONTHS


def _judge_games(pool: Sequence[PoolEvent], *, on: date, zero_start_open: bool) -> list[PooledGame]:
    zero_start_day = _zero_start_day(pool) if zero_start_open else None
    games = []
    for event in pool:
        dropped = None
        if event.day == zero_start_day:
            dropped = LeftOut.ZERO_START
        elif not is_in_window(event.day, on):
            dropped = LeftOut.OLDER_THAN_26_MONTHS
        for opponent, score, left_out in event.games:
            if left_out is None:
                left_out = LeftOut.UNRATED_OPPONENT if opponent is None else dropped
            games.append(PooledGame(event.day, opponent, score, left_out))
    return games


def _zero_start_day(pool: Sequence[PoolEvent]) -> date | None:
    """Return the day of the first event with a game that counts, if it brought no point."""
    for event in pool:
        if any(_counts(game) for game in event.games):
            same_day = [game for other in pool if other.day == event.day for game in other.games]
            scored = any(game.score for game in same_day if _counts(game))
            return None if scored else event.day
    return None


def _counts(game: Game) -> bool:
    return game.left_out is None and game.opponent is not None


@dataclass(frozen=True, slots=True)
class _Steps:
    average: int
    percentage: int
    dp: int | None
    performance: int
    provisional: int


def _formula(counted: list[tuple[int, int]], score: int, terms: FirstRatingTerms) -> _Steps:
    games = len(counted)
    opponents_sum = sum(opponent for opponent, _ in counted)
    if terms.hypothetical_rating is not None:
        games += HYPOTHETICAL_GAMES
        opponents_sum += HYPOTHETICAL_GAMES * terms.hypothetical_rating
        score += HYPOTHETICAL_GAMES * DRAW
    percentage = percentage_score(score, games)
    half_points_above = (score - DRAW * games) // DRAW
    dp: int | None
    if terms.hypothetical_rating is None and half_points_above >= 0:
        dp, added = None, POINTS_FOR_HALF * half_points_above
    else:
        dp = added = difference_for_score(percentage)
    provisional = round_half_up(opponents_sum + added * games, games)
    return _Steps(
        average=round_half_up(100 * opponents_sum, games),
        percentage=percentage,
        dp=dp,
        performance=round_half_up(100 * (opponents_sum + added * games), games),
        provisional=provisional if terms.maximum is None else min(provisional, terms.maximum),
    )
