"""Which events a page of the ledger may link to.

The ledger names every event that moved a rating, also one whose page this visitor may not open, and
one that is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django import template

from clubs.access import ClubAccess
from tournaments.access import visible_events

register = template.Library()


class NamesAnEvent(Protocol):
    """A row of the ledger; without a number it has no event."""

    @property
    def event_key(self) -> int | None: ...


@register.simple_tag
def openable_events(access: ClubAccess, rows: Iterable[NamesAnEvent]) -> frozenset[int]:
    """Return the numbers of the events of some rows that this visitor may open; one query."""
    numbers = {row.event_key for row in rows if row.event_key is not None}
    if not numbers:
        return frozenset()
    seen = visible_events(access).filter(number__in=numbers).order_by()
    return frozenset(seen.values_list("number", flat=True))
