"""The rating change of a rated player over one rating period.

A period is a list of events, each with the player's rating at its start. A club rates event by
event (a list of one); a federation's month is a longer list. Either way the hundredths are summed
first, K applies once, and the result is rounded once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ratings.rules.expectancy import expected_score
from ratings.rules.games import Game, LeftOut
from ratings.rules.k_factor import k_used as k_after_limit
from ratings.rules.regimes import Regime
from ratings.rules.rounding import rounded_change

CAP = 400


@dataclass(frozen=True, slots=True)
class EventGames:
    """What a player played in one event, with his rating and the edition at its start."""

    start_rating: int
    games: Sequence[Game]
    regime: Regime


class GameStep(NamedTuple):
    """How one game entered the sum; scores in hundredths.

    A tuple, because a replay makes hundreds of thousands of them. A game left out has ``left_out``
    set and no expected score; ``difference`` stays known where the gap itself was the reason.
    """

    opponent: int | None
    score: int
    difference: int | None
    counted_difference: int | None
    expected_score: int | None
    left_out: LeftOut | None

    @property
    def delta(self) -> int | None:
        """Score minus expected score, in hundredths."""
        return None if self.expected_score is None else self.score - self.expected_score


@dataclass(frozen=True, slots=True)
class EventChange:
    """One event's part of a period; scores and ``raw_change`` in hundredths.

    ``change`` is this part rounded by itself, for display: what counts is the period's.
    """

    regime: Regime
    start_rating: int
    games_counted: int
    score: int
    expected_score: int
    steps: tuple[GameStep, ...]
    raw_change: int

    @property
    def sum_delta(self) -> int:
        """Score minus expected score of the counted games, in hundredths."""
        return self.score - self.expected_score

    @property
    def change(self) -> int:
        """The event's own change in whole points."""
        return rounded_change(self.raw_change)


@dataclass(frozen=True, slots=True)
class PeriodChange:
    """The rating change of a period with all its steps; scores and ``raw_change`` in hundredths."""

    events: tuple[EventChange, ...]
    games_counted: int
    score: int
    expected_score: int
    k_base: int
    k_used: int
    raw_change: int
    change: int

    @property
    def sum_delta(self) -> int:
        """Score minus expected score of the counted games, in hundredths."""
        return self.score - self.expected_score

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """The games of all events in the order given."""
        return tuple(step for event in self.events for step in event.steps)


def counted_difference(difference: int, start_rating: int, regime: Regime) -> int:
    """Return the difference after the 400-point rule, as every edition since 2024 has it.

    The exemption looks at the player's own rating only, so one game may be capped for one side.

    >>> from datetime import date
    >>> from ratings.rules.regimes import regime_for
    >>> from ratings.rules.time_controls import TimeControl
    >>> regime = regime_for(TimeControl.STANDARD, date(2026, 11, 30))
    >>> counted_difference(413, 2813, regime), counted_difference(-413, 2400, regime)
    (413, -400)

    Source: FIDE Handbook B.02, article 8.3.1, since 2024-03-01; exemption since 2025-10-01.
    """
    if -CAP <= difference <= CAP:
        return difference
    if regime.exempt_from is not None and start_rating >= regime.exempt_from:
        return difference
    return CAP if difference > 0 else -CAP


def rating_change(
    events: Iterable[EventGames], *, k_base: int, with_steps: bool = True
) -> PeriodChange:
    """Return the rating change of one period.

    ``with_steps`` False leaves the game records out, for callers that only need the sums.

    >>> from datetime import date
    >>> from ratings.rules.regimes import regime_for
    >>> from ratings.rules.time_controls import TimeControl
    >>> regime = regime_for(TimeControl.STANDARD, date(2026, 11, 30))
    >>> event = EventGames(1800, [Game(1900, 100), Game(1750, 50)], regime)
    >>> period = rating_change([event], k_base=20)
    >>> period.sum_delta, period.raw_change, period.change
    (57, 1140, 11)

    Source: FIDE Handbook B.02, articles 8.3.1 to 8.3.4; rapid and blitz 7.3.1 to 7.3.4.
    """
    sums = [_sum_games(event, with_steps=with_steps) for event in events]
    games_counted = sum([part.games_counted for part in sums])
    score = sum([part.score for part in sums])
    expected = sum([part.expected_score for part in sums])
    k_used = k_after_limit(k_base, games_counted)
    raw_change = k_used * (score - expected)
    return PeriodChange(
        tuple([EventChange(*part, k_used * (part.score - part.expected_score)) for part in sums]),
        games_counted,
        score,
        expected,
        k_base,
        k_used,
        raw_change,
        rounded_change(raw_change),
    )


class _EventSum(NamedTuple):
    """The fields of an ``EventChange`` that are known before K is."""

    regime: Regime
    start_rating: int
    games_counted: int
    score: int
    expected_score: int
    steps: tuple[GameStep, ...]


def _sum_games(event: EventGames, *, with_steps: bool) -> _EventSum:
    own, regime = event.start_rating, event.regime
    excluded_gap = regime.excluded_gap
    upgrade = _farthest_below(event) if regime.one_upgrade else None
    games_counted = score_sum = expected_sum = 0
    steps: list[GameStep] = []
    for opponent, score, left_out in event.games:
        difference = counted = expected = None
        if left_out is not None:
            pass
        elif opponent is None:
            left_out = LeftOut.UNRATED_OPPONENT
        else:
            difference = own - opponent
            if (
                excluded_gap is not None
                and abs(difference) >= excluded_gap
                and max(own, opponent) > regime.excluded_above
            ):
                left_out = LeftOut.GAP_600
            else:
                counted = difference
                if not -CAP <= difference <= CAP:
                    if difference > CAP and regime.one_upgrade:
                        if difference == upgrade:
                            counted, upgrade = CAP, None
                    else:
                        counted = counted_difference(difference, own, regime)
                expected = expected_score(counted)
                games_counted += 1
                score_sum += score
                expected_sum += expected
        if with_steps:
            steps.append(GameStep(opponent, score, difference, counted, expected, left_out))
    return _EventSum(regime, own, games_counted, score_sum, expected_sum, tuple(steps))


def _farthest_below(event: EventGames) -> int:
    """Return the largest gap to a weaker opponent that counts, for the one upgrade of 2022."""
    return max(
        (
            event.start_rating - game.opponent
            for game in event.games
            if game.opponent is not None and game.left_out is None
        ),
        default=0,
    )
