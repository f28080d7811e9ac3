"""Figures that only the calculator writes: four decimals, and amounts of minutes."""

from __future__ import annotations

from clubs import formatting


def ten_thousandths(value: int, language: str) -> str:
    """Return ten-thousandths as a number with four decimals.

    >>> ten_thousandths(3599, "en"), ten_thousandths(10000, "pt-br")
    ('0.3599', '1,0000')
    """
    whole, rest = divmod(value, 10_000)
    return f"{whole}{formatting.decimal_sign(language)}{rest:04d}"
