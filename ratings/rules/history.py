"""How an old article rated a game, kept to explain why old figures differ.

K was 10 for everybody, the table the same, and decimals were cut off. No rating uses it.
"""

from dataclasses import dataclass

from ratings.rules.expectancy import expected_score

OLD_K = 10


@dataclass(frozen=True, slots=True)
class OldRating:
    """A rating by the old way: ``expected_score`` and ``exact`` in hundredths."""

    expected_score: int
    exact: int
    new_rating: int


def old_rating(rating: int, opponent: int, score: int) -> OldRating:
    """Return the rating after one game with decimals cut off; ``score`` in hundredths.

    >>> old_rating(2400, 2300, 100)
    OldRating(expected_score=64, exact=240360, new_rating=2403)
    """
    expected = expected_score(rating - opponent)
    exact = 100 * rating + OLD_K * (score - expected)
    return OldRating(expected_score=expected, exact=exact, new_rating=exact // 100)
