"""The one-time increase of standard ratings under 2000, of 1 March 2024.

Only for reading FIDE's history; no club rating is ever changed by it.
"""

from ratings.rules.rounding import round_half_up

TARGET = 2000


def increased_rating(rating: int) -> int:
    """Return what a standard rating became: two fifths of the way to 2000, nearest point.

    >>> increased_rating(1000), increased_rating(1500), increased_rating(1998)
    (1400, 1700, 1999)

    Source: FIDE Council decision of December 2023, effective 2024-03-01.
    """
    if rating >= TARGET:
        return rating
    return rating + round_half_up(2 * (TARGET - rating), 5)
