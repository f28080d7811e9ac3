"""Whole numbers as addresses, files and programs write them."""

from __future__ import annotations

MOST_DIGITS = 15


def whole_number(text: str | None, *, most_digits: int = MOST_DIGITS) -> int | None:
    """Return the number written with the digits 0 to 9 alone, None for anything else.

    ``str.isdigit`` is no such check: it takes "²", at which ``int`` fails.

    >>> whole_number("12"), whole_number("-1"), whole_number("9" * 30), whole_number(None)
    (12, None, None, None)
    >>> whole_number("²"), whole_number("١"), whole_number("")
    (None, None, None)
    """
    if not text or not text.isascii() or not text.isdigit() or len(text) > most_digits:
        return None
    return int(text)


def version_number(text: str | None) -> int | None:
    """Return the version that a form names, None where it names none.

    What cannot be read is 0, which nothing has: such a form is outdated, not unguarded.

    >>> version_number("3"), version_number(""), version_number("zzz"), version_number("9" * 40)
    (3, None, 0, 0)
    """
    return (whole_number(text) or 0) if text else None
