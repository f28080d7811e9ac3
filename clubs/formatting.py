"""Figures and dates as people write them, in the language they read.

Scores, expected scores and unrounded changes are whole hundredths everywhere in the product; only
here do they become text. Functions take the language's code as Django writes it (``pt-br``).
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time

MINUS = "\N{MINUS SIGN}"
# Day of the week, day and month: the languages' own skeletons shorten the day's name.
WEEK_DAY_PATTERNS = {"pt": "EEEE, d 'de' MMMM", "tr": "d MMMM EEEE"}
FRACTIONS = {0: "", 25: "¼", 50: "½", 75: "¾"}


@lru_cache
def locale_of(language: str) -> Locale:
    """Return the locale for a language's code; plain English is read as British.

    >>> str(locale_of("pt-br")), str(locale_of("en"))
    ('pt_BR', 'en_GB')
    """
    return Locale.parse("en-gb" if language == "en" else language, sep="-")


@lru_cache
def decimal_sign(language: str) -> str:
    """Return the sign between whole and hundredths: a full stop or a comma."""
    return str(locale_of(language).number_symbols["latn"]["decimal"])


def hundredths(value: int, language: str) -> str:
    """Return hundredths as a number with two decimals.

    >>> hundredths(157, "en"), hundredths(-12, "pt-br")
    ('1.57', '−0,12')
    """
    whole, rest = divmod(abs(value), 100)
    return f"{MINUS if value < 0 else ''}{whole}{decimal_sign(language)}{rest:02d}"


def signed_hundredths(value: int, language: str) -> str:
    """Return hundredths with two decimals and their sign; zero has none.

    >>> signed_hundredths(1280, "en"), signed_hundredths(-1120, "tr"), signed_hundredths(0, "en")
    ('+12.80', '−11,20', '0.00')
    """
    return f"{'+' if value > 0 else ''}{hundredths(value, language)}"


def signed(value: int) -> str:
    """Return a whole number with its sign; zero has none.

    >>> signed(13), signed(-7), signed(0)
    ('+13', '−7', '0')
    """
    return f"{'+' if value > 0 else MINUS if value < 0 else ''}{abs(value)}"


def points(value: int, language: str) -> str:
    """Return points, given in hundredths, with quarter fractions where they fit.

    >>> points(250, "en"), points(50, "en"), points(0, "en"), points(1175, "en")
    ('2½', '½', '0', '11¾')
    >>> points(133, "tr")
    '1,33'
    """
    whole, rest = divmod(abs(value), 100)
    if rest not in FRACTIONS:
        return hundredths(value, language)
    figure = f"{whole}{FRACTIONS[rest]}" if whole or not rest else FRACTIONS[rest]
    return f"{MINUS if value < 0 else ''}{figure}"


def day(value: date, language: str) -> str:
    """Return a date for sentences.

    >>> day(date(2026, 11, 26), "en"), day(date(2026, 11, 26), "pt-br")
    ('26 November 2026', '26 de novembro de 2026')
    """
    return format_date(value, "long", locale_of(language))


def short_day(value: date, language: str) -> str:
    """Return a date for tables, without the year.

    >>> short_day(date(2026, 11, 26), "en"), short_day(date(2026, 11, 26), "tr")
    ('26 Nov', '26 Kas')
    """
    return format_skeleton("MMMd", value, locale=locale_of(language))


def week_day(value: date, language: str) -> str:
    """Return a date with its day of the week, for what is near.

    >>> week_day(date(2026, 11, 26), "en")
    'Thursday 26 November'
    """
    locale = locale_of(language)
    pattern = WEEK_DAY_PATTERNS.get(locale.language, "EEEE d MMMM")
    return format_date(value, pattern, locale)


def day_parts(value: date, language: str) -> tuple[str, str, str]:
    """Return weekday, day and month apart, for a date written large.

    >>> day_parts(date(2026, 12, 3), "en"), day_parts(date(2026, 12, 3), "tr")
    (('Thursday', '3', 'December'), ('Perşembe', '3', 'Aralık'))
    """
    locale = locale_of(language)
    weekday, name = (format_date(value, pattern, locale) for pattern in ("cccc", "LLLL"))
    return weekday, str(value.day), name


def month(value: date, language: str) -> str:
    """Return the short name of a month, for scales.

    >>> month(date(2026, 3, 1), "en"), month(date(2026, 3, 1), "pt-br")
    ('Mar', 'mar.')
    """
    return format_date(value, "LLL", locale_of(language))


def clock(value: datetime, language: str) -> str:
    """Return the time of day in 24 hours; ``value`` is already in the reader's time zone.

    >>> clock(datetime(2026, 11, 26, 21, 14), "en")
    '21:14'
    """
    return format_time(value.time(), "HH:mm", locale=locale_of(language))


def sentence(text: str) -> str:
    """Return what somebody typed so that another sentence can follow it.

    >>> sentence("Left the club"), sentence("Who knows?"), sentence("  "), sentence("(sic)")
    ('Left the club.', 'Who knows?', '', '(sic).')
    """
    text = text.strip()
    return text if not text or text[-1] in ".!?…。！？" else f"{text}."
