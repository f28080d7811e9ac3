"""The two roundings of the rating rules, on exact fractions.

Python's ``round`` goes to the even neighbour and would be wrong for both, so no other module
rounds. Fractions are passed as numerator and positive denominator; nothing becomes a float.
"""


def round_half_up(numerator: int, denominator: int) -> int:
    """Return the whole number nearest to the fraction; an exact half goes up.

    >>> round_half_up(5, 2), round_half_up(-5, 2), round_half_up(7, 3)
    (3, -2, 2)
    """
    return (2 * numerator + denominator) // (2 * denominator)


def round_half_away(numerator: int, denominator: int) -> int:
    """Return the whole number nearest to the fraction; an exact half goes away from zero.

    >>> round_half_away(5, 2), round_half_away(-5, 2), round_half_away(-7, 3)
    (3, -3, -2)
    """
    magnitude = (2 * abs(numerator) + denominator) // (2 * denominator)
    return magnitude if numerator >= 0 else -magnitude


def rounded_change(raw_change: int) -> int:
    """Round a rating change in hundredths of a point to whole points, a half away from zero.

    >>> rounded_change(1150), rounded_change(-1150), rounded_change(1149)
    (12, -12, 11)

    Source: FIDE Handbook B.02, article 8.3.4.
    """
    return round_half_away(raw_change, 100)


def percentage_score(score: int, games: int) -> int:
    """Return the fractional score p in hundredths, half a hundredth up.

    ``score`` is in hundredths of a point, ``games`` at least 1.

    >>> percentage_score(500, 8), percentage_score(300, 8)
    (63, 38)

    Source: FIDE Handbook B.01, articles 1.4.7 to 1.4.9.
    """
    return round_half_up(score, games)
