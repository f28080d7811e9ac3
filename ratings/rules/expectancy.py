"""The two tables of the rating rules: difference to expected score, and score to difference.

Neither can be generated: they follow no curve exactly. So they stand here in the handbook's order
and every entry is tested. Scores and percentages are whole hundredths.
"""

from bisect import bisect_left
from functools import cache

from ratings.rules.errors import RulesError

# Table 8.1.2: the largest difference at which the higher-rated player is still expected to score
# 0.50, 0.51, ... 0.99. Beyond the last one it is 1.00.
LARGEST_DIFFERENCE = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip

# Table 8.1.1: the rating difference that goes with a score of 0.50, 0.51, ... 1.00.
DIFFERENCE_FOR_SCORE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)  # fmt: skip


@cache
def expected_score(difference: int) -> int:
    """Return the expected score of one game, in hundredths of a point.

    ``difference`` is the player's rating minus the opponent's, after the 400-point rule
    (``counted_difference``).

    >>> expected_score(0), expected_score(100), expected_score(-100)
    (50, 64, 36)

    Source: FIDE Handbook B.02, article 8.1.2.
    """
    higher = 50 + bisect_left(LARGEST_DIFFERENCE, abs(difference))
    return higher if difference >= 0 else 100 - higher


def table_row(difference: int) -> tuple[int, int | None]:
    """Return the smallest and the largest difference of the table row that a difference is in.

    Both without sign; None for the largest of the last row, which has no end.

    >>> table_row(150), table_row(-3), table_row(900)
    ((146, 153), (0, 3), (736, None))

    Source: FIDE Handbook B.02, article 8.1.2.
    """
    place = bisect_left(LARGEST_DIFFERENCE, abs(difference))
    lowest = LARGEST_DIFFERENCE[place - 1] + 1 if place else 0
    highest = LARGEST_DIFFERENCE[place] if place < len(LARGEST_DIFFERENCE) else None
    return lowest, highest


def difference_for_score(percentage: int) -> int:
    """Return dp, the rating difference that goes with a fractional score.

    ``percentage`` is the score in whole hundredths, 0 to 100 (``percentage_score``).

    >>> difference_for_score(50), difference_for_score(57), difference_for_score(0)
    (0, 50, -800)

    Raises RulesError outside 0 to 100.
    Source: FIDE Handbook B.02, article 8.1.1.
    """
    if not 0 <= percentage <= 100:
        raise RulesError(f"a fractional score lies between 0 and 100, not {percentage}")
    if percentage >= 50:
        return DIFFERENCE_FOR_SCORE[percentage - 50]
    return -DIFFERENCE_FOR_SCORE[50 - percentage]
