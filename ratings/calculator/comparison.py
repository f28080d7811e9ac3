"""The same games by other ways, so that a page can say why another site shows another number."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ratings.calculator.reading import Reader
from ratings.rules import (
    DRAW,
    LOSS,
    OLD_K,
    WIN,
    EloStep,
    EventGames,
    Game,
    OldRating,
    PeriodChange,
    Regime,
    TimeControl,
    counted_difference,
    elo_change,
    expected_score,
    logistic_expected_score,
    old_rating,
    rating_change,
    regime_for,
    round_half_away,
    rounded_change,
)

# The curve is drawn and listed as far as the table of FIDE goes.
WIDEST_GAP = 800


@dataclass(frozen=True, slots=True)
class OtherWays:
    """Changes in whole points that FIDE's rules do not give.

    ``each_game`` uses FIDE's table but rounds every game; ``plain_elo`` uses the smooth curve and
    rounds every game, with base K and without the 400-point rule, as many sites do.
    """

    each_game: int
    plain_elo: int


def other_ways(rating: int, period: PeriodChange) -> OtherWays:
    """Return what the counted games of a period of one event give by other ways."""
    counted = [step for step in period.steps if step.left_out is None]
    return OtherWays(
        each_game=sum(rounded_change(period.k_used * (step.delta or 0)) for step in counted),
        plain_elo=elo_change(
            rating,
            [(step.opponent, step.score) for step in counted if step.opponent is not None],
            k=period.k_base,
        ).change,
    )


def by_fide(rating: int, games: Sequence[tuple[int, int]], *, k: int, day: date) -> int:
    """Return the change of some standard games by FIDE's rules of a day, in whole points."""
    regime = regime_for(TimeControl.STANDARD, day)
    event = EventGames(rating, [Game(opponent, score) for opponent, score in games], regime)
    return rating_change([event], k_base=k).change


def unrounded(step: EloStep, k: int) -> int:
    """Return what plain Elo gives for a game before its rounding, in hundredths.

    Worked out from the expected score as shown, so that a reader gets the same.

    >>> unrounded(EloStep(opponent=1600, score=100, expected_score=3599, change=13), 20)
    1280
    """
    return round_half_away(k * (100 * step.score - step.expected_score), 100)


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """What a player is expected to score against an opponent, by the table and by the curve.

    ``table`` is in hundredths, ``curve`` in ten-thousandths of a point.
    """

    rating: int
    opponent: int
    difference: int
    counted_difference: int
    table: int
    curve: int


def work_out_expected_scores(reader: Reader, value: object, regime: Regime) -> ExpectedScores:
    """Return the expected scores for two ratings."""
    fields = reader.fields(value, "input", ("rating", "opponent"))
    rating = reader.rating(fields, "rating", "input")
    opponent = reader.rating(fields, "opponent", "input")
    reader.check()
    difference = rating - opponent
    counted = counted_difference(difference, rating, regime)
    return ExpectedScores(
        rating=rating,
        opponent=opponent,
        difference=difference,
        counted_difference=counted,
        table=expected_score(counted),
        curve=logistic_expected_score(difference),
    )


def expected_by_gap(gaps: range) -> list[tuple[int, int, int]]:
    """Return difference, table (hundredths) and curve (ten-thousandths) for some differences."""
    return [(gap, expected_score(gap), logistic_expected_score(gap)) for gap in gaps]


@dataclass(frozen=True, slots=True)
class OldCase:
    """A game of the old article: what it made of it, and what FIDE's rules make of it."""

    score: int
    old: OldRating
    now: int


def old_article(day: date) -> list[OldCase]:
    """Return the three results of an old article that rates 2400 against 2300."""
    rating, opponent = 2400, 2300
    return [
        OldCase(
            score=score,
            old=old_rating(rating, opponent, score),
            now=rating + by_fide(rating, [(opponent, score)], k=OLD_K, day=day),
        )
        for score in (WIN, DRAW, LOSS)
    ]
