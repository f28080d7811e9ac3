"""The list of tie-breaks: code, article, edition, and the function that works it out.

To add a tie-break, write its function in the module of its family, enter it here and in
docs/tie-breaks.md, and name it in ``words``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from tournaments.standings.editions import Edition
from tournaments.standings.tie_breaks import buchholz, counts, koya, ratings
from tournaments.standings.tie_breaks.cuts import Cut
from tournaments.standings.tie_breaks.values import TieBreakValue
from tournaments.standings.tie_breaks.workings import Workings

POINTS = "PTS"
DIRECT_ENCOUNTER = "DE"

Compute = Callable[[Workings, str], dict[int, TieBreakValue]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break; ``compute`` is None for direct encounter, which depends on who is level.

    ``since`` is the first edition that knows it. Where ``is_lower_better`` the smallest value wins.
    """

    code: str
    article: str
    compute: Compute | None
    since: Edition = Edition.C07_2024
    is_lower_better: bool = False


class _WithCut(Protocol):
    def __call__(
        self, workings: Workings, code: str, cut: Cut = ...
    ) -> dict[int, TieBreakValue]: ...


@dataclass(frozen=True, slots=True)
class Modifier:
    """What a modifier leaves out, and its article."""

    cut: Cut
    article: str


CUTS = {
    "C1": Modifier(Cut(1), "14.1"),
    "C2": Modifier(Cut(2), "14.2"),
    "M1": Modifier(Cut(1, 1), "14.3"),
    "M2": Modifier(Cut(2, 2), "14.4"),
}

# Codes of the same thing in older papers.
ALIASES = {"GE": "REP"}


class UnknownTieBreakError(ValueError):
    """Raised for a code that is not in the list; carries the code and the codes allowed."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.allowed = tuple(TIE_BREAKS)
        super().__init__(f"Unknown tie-break {code!r}. Allowed: {', '.join(self.allowed)}.")


class RepeatedTieBreakError(ValueError):
    """Raised for a code that stands twice in an order of tie-breaks."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"Tie-break {code!r} stands twice in the order.")


def canonical_codes(codes: Sequence[str]) -> tuple[str, ...]:
    """Return the codes as this library writes them, in the given order.

    Spaces and small letters are accepted, a hyphen before a modifier too, and older names.

    >>> canonical_codes(["bh-c1", "GE"])
    ('BH/C1', 'REP')

    Raises UnknownTieBreakError and RepeatedTieBreakError, both ValueErrors.
    """
    result: list[str] = []
    for code in codes:
        plain = "".join(code.split()).upper().replace("-", "/")
        plain = ALIASES.get(plain, plain)
        if plain not in TIE_BREAKS:
            raise UnknownTieBreakError(code)
        if plain in result:
            raise RepeatedTieBreakError(code)
        result.append(plain)
    return tuple(result)


def _family(code: str, article: str, compute: _WithCut, modifiers: Sequence[str]) -> list[TieBreak]:
    """Return a tie-break and its cuts."""
    return [
        TieBreak(code, article, compute),
        *(
            TieBreak(
                f"{code}/{modifier}",
                f"{article}, {CUTS[modifier].article}",
                partial(compute, cut=CUTS[modifier].cut),
            )
            for modifier in modifiers
        ),
    ]


_NEW = Edition.C07_2026
_ALL_CUTS = tuple(CUTS)
_LOW_CUTS = ("C1", "C2")

TIE_BREAKS: dict[str, TieBreak] = {
    entry.code: entry
    for entry in (
        TieBreak(POINTS, "–", counts.points),
        TieBreak(DIRECT_ENCOUNTER, "6", None),
        *_family("BH", "8.1", buchholz.buchholz, _ALL_CUTS),
        *_family("FB", "8.3", buchholz.fore_buchholz, _ALL_CUTS),
        TieBreak("AOB", "8.2", buchholz.average_opponents_buchholz),
        *_family("SB", "9.1", buchholz.sonneborn_berger, _LOW_CUTS),
        TieBreak("KS", "9.2", koya.koya),
        TieBreak("WIN", "7.1", counts.wins),
        TieBreak("WON", "7.2", counts.games_won),
        TieBreak("BPG", "7.3", counts.games_with_black),
        TieBreak("BWG", "7.4", counts.games_won_with_black),
        *_family("PS", "7.5", counts.progressive, _LOW_CUTS),
        TieBreak("REP", "7.6", counts.rounds_elected),
        TieBreak("STD", "7.7", counts.standard_points, since=_NEW),
        *_family("ARO", "10.1", ratings.average_rating, _ALL_CUTS),
        TieBreak("TPR", "10.2", ratings.performance),
        TieBreak("PTP", "10.3", ratings.perfect_performance),
        TieBreak("APRO", "10.4", ratings.average_performance),
        TieBreak("APPO", "10.5", ratings.average_perfect_performance),
        TieBreak("RTNG", "10.6", ratings.rating, since=_NEW),
        TieBreak("RTNG/R", "10.6", ratings.rating, since=_NEW, is_lower_better=True),
        TieBreak("TPN", "7.8", counts.pairing_number, since=_NEW, is_lower_better=True),
        TieBreak("TPN/R", "7.8", counts.pairing_number, since=_NEW),
    )
}
