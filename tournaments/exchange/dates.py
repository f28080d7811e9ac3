"""Dates as real files write them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FULL = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?:[ T].*)?$")
_FULL_LAST = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T].*)?$")
_SHORT = re.compile(r"(\d{2})([/.-])(\d{2})\2(\d{2})$")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? +(\d{1,2}),? +(\d{4})$")
_DAY_FIRST = re.compile(r"(\d{1,2})\.? +([A-Za-z]{3,9})\.?,? +(\d{4})$")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BIRTH = re.compile(r"(\d{4})(?:[/.-](\d{1,2})[/.-](\d{1,2}))?$")
_BIRTH_LAST = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$")

SLASHES = "YY/MM/DD"
DOTS = "DD.MM.YY"


def read_date(text: str) -> tuple[date | None, str]:
    """Return the date that ``text`` gives and, for a two-digit year, the order that was assumed.

    Two-digit years are read ``YY/MM/DD`` with slashes or hyphens and ``DD.MM.YY`` with dots.

    >>> read_date("25/09/17")
    (datetime.date(2025, 9, 17), 'YY/MM/DD')
    >>> read_date("11.09.26")
    (datetime.date(2026, 9, 11), 'DD.MM.YY')
    >>> read_date("Jun 26, 2020"), read_date("soon")
    ((datetime.date(2020, 6, 26), ''), (None, ''))
    """
    plain = text.strip()
    if match := _FULL.match(plain):
        return valid_date(int(match[1]), int(match[3]), int(match[4])), ""
    if match := _FULL_LAST.match(plain):
        return valid_date(int(match[4]), int(match[3]), int(match[1])), ""
    if match := _SHORT.match(plain):
        first, second, third = int(match[1]), int(match[3]), int(match[4])
        if match[2] == ".":
            return valid_date(_year(third), second, first), DOTS
        return valid_date(_year(first), second, third), SLASHES
    if match := _MONTH_FIRST.match(plain):
        return valid_date(int(match[3]), _month(match[1]), int(match[2])), ""
    if match := _DAY_FIRST.match(plain):
        return valid_date(int(match[3]), _month(match[2]), int(match[1])), ""
    return None, ""


def read_round_dates(
    texts: Iterable[str], start: date | None, end: date | None
) -> tuple[date | None, ...] | None:
    """Return the dates of the rounds, or None if no reading puts them in order within the event.

    All two-digit dates of one record are read in one order; some programs write ``YY.MM.DD`` or
    ``YY.DD.MM`` here although they write ``DD.MM.YYYY`` elsewhere, so the order is found by trial.
    """
    written = [text.strip() for text in texts]
    for order in ("usual", "ymd", "dmy", "ydm"):
        read = [_in_order(text, order) if text else None for text in written]
        days = [day for day in read if day is not None]
        complete = len(days) == sum(1 for text in written if text)
        if complete and days and days == sorted(days) and _within(days, start, end):
            return tuple(read)
    return None


def read_birth(text: str) -> str | None:
    """Return a birth date as ``YYYY/MM/DD`` with zeros for what is unknown, or None if unreadable.

    An empty text means that nothing is known.

    >>> read_birth("1978"), read_birth("1978/00/00"), read_birth("0000/00/00"), read_birth("-")
    ('1978/00/00', '1978/00/00', '', None)
    """
    plain = text.strip()
    if not plain.strip("0/.- "):
        return "" if plain != "-" else None
    if match := _BIRTH.match(plain):
        year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    elif match := _BIRTH_LAST.match(plain):
        year, month, day = int(match[3]), int(match[2]), int(match[1])
    else:
        return None
    if not 1850 <= year <= 2100:
        return None
    if month == 0 or day == 0:
        return f"{year:04}/{month:02}/00" if month <= 12 else None
    return f"{year:04}/{month:02}/{day:02}" if valid_date(year, month, day) else None


def valid_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(two_digits: int) -> int:
    return two_digits + (2000 if two_digits < 70 else 1900)


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _in_order(text: str, order: str) -> date | None:
    match = _SHORT.match(text)
    if match is None or order == "usual":
        return read_date(text)[0]
    first, second, third = int(match[1]), int(match[3]), int(match[4])
    if order == "ymd":
        return valid_date(_year(first), second, third)
    if order == "dmy":
        return valid_date(_year(third), second, first)
    return valid_date(_year(first), third, second)


def _within(days: list[date], start: date | None, end: date | None) -> bool:
    return (start is None or days[0] >= start) and (end is None or days[-1] <= end)
