"""Writes the whole hundredths of the rules as decimal text, as the worked cases have them."""


def decimal(amount: int | None, places: int = 2) -> str | None:
    """Return an amount counted in the last decimal place as text; None stays None.

    >>> decimal(92), decimal(-1220), decimal(-5), decimal(3599, 4), decimal(None)
    ('0.92', '-12.20', '-0.05', '0.3599', None)
    """
    if amount is None:
        return None
    whole, rest = divmod(abs(amount), 10**places)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{rest:0{places}}"


def points(score: int) -> str:
    """Return a score as people write it, without needless decimals.

    >>> points(550), points(1700), points(50), points(0)
    ('5.5', '17', '0.5', '0')
    """
    return (decimal(score) or "").rstrip("0").rstrip(".") if score % 100 else str(score // 100)
