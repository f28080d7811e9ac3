"""The development coefficient K: which line gave it, and the limit K x n <= 700.

Base K and used K are kept apart, so that a K reduced by the limit never looks like the K of a
player who has reached 2400.
"""

from dataclasses import dataclass
from enum import StrEnum

LIMIT = 700
NEWCOMER_GAMES = 30
JUNIOR_AGE = 18
JUNIOR_UNDER = 2300
TOP_RATING = 2400
TOP_K, ESTABLISHED_K, NEWCOMERS_K = 10, 20, 40


class KReason(StrEnum):
    """The line of the regulations that gave the base K."""

    REACHED_2400 = "reached_2400"
    JUNIOR = "junior"
    FEWER_THAN_30_GAMES = "fewer_than_30_games"
    ESTABLISHED = "established"
    BORROWED = "borrowed_standard_rating"


@dataclass(frozen=True, slots=True)
class KFactor:
    """A base K and the line it comes from."""

    k_base: int
    reason: KReason


_REACHED_2400 = KFactor(TOP_K, KReason.REACHED_2400)
_JUNIOR = KFactor(NEWCOMERS_K, KReason.JUNIOR)
_FEWER_THAN_30_GAMES = KFactor(NEWCOMERS_K, KReason.FEWER_THAN_30_GAMES)
_ESTABLISHED = KFactor(ESTABLISHED_K, KReason.ESTABLISHED)

# A first rating taken from the standard list develops like a newcomer's, even above 2400.
BORROWED_K = KFactor(NEWCOMERS_K, KReason.BORROWED)


def k_factor(
    *, rating: int, peak: int | None, games_before: int, birth_year: int | None, year: int
) -> KFactor:
    """Return the base K of a player at the start of an event.

    ``rating``, ``peak`` and ``games_before`` belong to the event's list and to its first day;
    ``year`` is the year of that day. The whole year of the 18th birthday counts as junior, and
    who once reached 2300 is no junior again. ``peak`` None: no other rating is known than
    ``rating``. ``birth_year`` None: not a junior.

    >>> k_factor(rating=2350, peak=2400, games_before=90, birth_year=2010, year=2026).k_base
    10
    >>> k_factor(rating=1900, peak=1900, games_before=90, birth_year=2008, year=2026).reason.value
    'junior'

    Source: FIDE Handbook B.02, article 8.3.3 (standard); rapid and blitz 7.3.3 since 2022-10-01.
    """
    highest = rating if peak is None or peak < rating else peak
    if highest >= TOP_RATING:
        return _REACHED_2400
    if is_junior(birth_year, year) and highest < JUNIOR_UNDER:
        return _JUNIOR
    if games_before < NEWCOMER_GAMES:
        return _FEWER_THAN_30_GAMES
    return _ESTABLISHED


def is_junior(birth_year: int | None, year: int) -> bool:
    """Return whether a player is a junior in a year: the whole year of the 18th birthday counts.

    >>> is_junior(2008, 2026), is_junior(2007, 2026), is_junior(None, 2026)
    (True, False, False)
    """
    return birth_year is not None and year - birth_year <= JUNIOR_AGE


def k_used(k_base: int, games_counted: int) -> int:
    """Return K after the limit: K times the games of the period is at most 700.

    >>> k_used(20, 35), k_used(20, 39), k_used(40, 18)
    (20, 17, 38)

    Source: FIDE Handbook B.02, article 8.3.3.
    """
    if k_base * games_counted <= LIMIT:
        return k_base
    return LIMIT // games_counted
