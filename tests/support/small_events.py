"""Small events written by hand: a line of cells a player, ``4w1`` as in a crosstable."""

from __future__ import annotations

import re
from typing import Any

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.results import Colour, Outcome

_CELL = re.compile(r"(\d+)([wb])(.)")


def player(starting_rank: int, cells: str, *, rating: int | None = 1500, **more: Any) -> Competitor:
    """Return a player with cells such as ``4w1 2b= H U Z .`` (a dot: no cell at all)."""
    return Competitor(
        starting_rank=starting_rank,
        name=f"Player {starting_rank}",
        rating=rating,
        cells=tuple(_cell(text) for text in cells.split()),
        **more,
    )


def event(*players: Competitor, **more: Any) -> EventRecord:
    """Return an event whose number of rounds is that of the longest line, unless given."""
    more.setdefault("rounds", max((len(p.cells) for p in players), default=0))
    return EventRecord(competitors=players, **more)


def _cell(text: str) -> Cell | None:
    if text == ".":
        return None
    found = _CELL.fullmatch(text)
    if found is None:
        return Cell(Outcome(text))
    return Cell(Outcome(found[3]), int(found[1]), Colour(found[2]))


def field_case_event() -> EventRecord:
    """Return the seven players and four rounds of the field cases F09 and F10."""
    return event(
        player(1, "4w1 2b= 3w1 7b1", rating=2000),
        player(2, "5b1 1w= 6w1 3b=", rating=1900),
        player(3, "6w= 7b1 1b0 2w=", rating=1800),
        player(4, "1b0 6b- 7b= 5w0", rating=1700),
        player(5, "2w0 H U 4b1", rating=1600),
        player(6, "3b= 4w+ 2b0 Z", rating=1500),
        player(7, "U 3w0 4w= 1w0", rating=1402),
    )
