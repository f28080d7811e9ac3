"""Plain Elo: the logistic curve, each game rounded by itself.

The curve is irrational, but a rounded change is decided exactly: where a float comes near a half,
whether K x (score - expected) reaches it is settled by comparing whole powers of ten.
"""

from collections.abc import Iterable
from dataclasses import dataclass

SCALE = 400
TEN_THOUSAND = 10_000

# Far above the error of the float for any K up to 10,000, far below the step to the next rating.
NEAR_A_HALF = 1e-6


@dataclass(frozen=True, slots=True)
class EloStep:
    """One game: ``expected_score`` in ten-thousandths, ``score`` in hundredths."""

    opponent: int
    score: int
    expected_score: int
    change: int


@dataclass(frozen=True, slots=True)
class EloChange:
    """The games against one entered rating and the sum of their rounded changes."""

    k: int
    steps: tuple[EloStep, ...]
    change: int
    new_rating: int


def elo_change(rating: int, games: Iterable[tuple[int, int]], *, k: int) -> EloChange:
    """Return the plain Elo change of some games, each a pair of opponent and score (hundredths).

    No cap, no limit of K, no floor. ``k`` is at least 1.

    >>> elo_change(1500, [(1600, 100)] * 3, k=20).change
    39
    """
    steps = tuple(
        EloStep(
            opponent=opponent,
            score=score,
            expected_score=logistic_expected_score(rating - opponent),
            change=_rounded_change(k, score, opponent - rating),
        )
        for opponent, score in games
    )
    change = sum(step.change for step in steps)
    return EloChange(k=k, steps=steps, change=change, new_rating=rating + change)


def logistic_expected_score(difference: int) -> int:
    """Return the expected score on the logistic curve, in ten-thousandths of a point.

    ``difference`` is the own rating minus the opponent's.

    >>> logistic_expected_score(-100), logistic_expected_score(0), logistic_expected_score(1000)
    (3599, 5000, 9968)
    """
    return -_rounded_change(TEN_THOUSAND, 0, -difference)


def _rounded_change(k: int, score: int, gap: int) -> int:
    """Return K x (score - expected), nearest whole number, a half away from zero.

    ``gap`` is the opponent's rating minus the own one.
    """
    change = k * (score / 100 - 1 / (1 + 10 ** (gap / SCALE)))
    if change < 0:
        return -_rounded_change(k, 100 - score, -gap)
    upper = round(change + 0.5)
    if abs(change + 0.5 - upper) > NEAR_A_HALF:
        return int(change + 0.5)
    return upper if _reaches(k, score, gap, 2 * upper - 1) else upper - 1


def _reaches(k: int, score: int, gap: int, halves: int) -> bool:
    """Return whether K x (score - expected) is at least ``halves`` / 2, without rounding.

    With x = 10 ** (gap / 400) the expected score is 1 / (1 + x), so the question is whether
    a * x >= b for whole a and b; its 400th power has whole numbers only.
    """
    a = 2 * k * score - 100 * halves
    b = 200 * k - a
    if a <= 0:
        return False
    if b <= 0:
        return True
    if gap >= 0:
        return bool(10**gap * a**SCALE >= b**SCALE)
    return bool(a**SCALE >= b**SCALE * 10**-gap)
