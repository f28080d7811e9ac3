"""The editions of the tie-break regulations and which of them an event follows.

The two editions differ in one rule of arithmetic: from March 2026 the dummy opponent of a player's
own unplayed round is capped. An event keeps the edition it started with, and may store another
choice announced in advance (article 16.6).
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

IN_FORCE_2026 = date(2026, 3, 1)


class Edition(StrEnum):
    """An edition of FIDE Handbook C.07, named by the year it came into force."""

    C07_2024 = "2024"
    C07_2026 = "2026"

    @property
    def caps_the_dummy(self) -> bool:
        """Whether the dummy opponent has a highest score (articles 16.4.1 and 16.4.2)."""
        return self is Edition.C07_2026


def edition_for(start: date | None) -> Edition:
    """Return the edition in force on the first day of an event; the newest for an unknown day.

    >>> edition_for(date(2026, 2, 28)), edition_for(date(2026, 3, 1))
    (<Edition.C07_2024: '2024'>, <Edition.C07_2026: '2026'>)

    Source: FIDE Handbook C.07, applied from 1 August 2024 and from 1 March 2026.
    """
    if start is not None and start < IN_FORCE_2026:
        return Edition.C07_2024
    return Edition.C07_2026
