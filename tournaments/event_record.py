"""The pure picture of an event that pairing, standings and exchange files share.

The database is read into an ``EventRecord`` once, in a constant number of queries; an exchange file
is read into the same record; pairing engines, tie-breaks and file writers take it and nothing else.
Players are named by their starting rank (1..n in a finished list; a file may have gaps).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from tournaments.results import Colour, Outcome, PointValues


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player.

    ``opponent`` is a starting rank and ``colour`` that of this player; both are None for byes.
    A forfeit keeps opponent and colour. A round that has not been paired has no cell at all.
    """

    outcome: Outcome
    opponent: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player of the event as an exchange file or the starting list names him.

    ``rating`` None means unrated. ``birth`` is ``YYYY/MM/DD`` as far as known, zeros for unknown
    parts, or empty. ``cells[r - 1]`` is round r; None where the player was not paired and had no
    bye although the round exists (an absence without points, exported as a zero-point bye).
    """

    starting_rank: int
    name: str
    rating: int | None = None
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: int | None = None
    national_id: str = ""
    birth: str = ""
    cells: tuple[Cell | None, ...] = ()
    withdrawn_after: int | None = None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event with all its players and rounds.

    ``rounds`` is the number of rounds planned, ``cells`` may be shorter while it is running.
    ``initial_colour`` is the colour drawn for the player of the highest starting rank.
    ``forbidden_pairs`` are sets of starting ranks that must not meet (families), for the rounds
    from ``first`` to ``last``. ``virtual_points[rank]`` are accelerated points per round, in
    hundredths. ``round_dates[r - 1]`` may be None.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start_date: date | None = None
    end_date: date | None = None
    type_text: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control_text: str = ""
    rounds: int = 0
    round_dates: tuple[date | None, ...] = ()
    initial_colour: Colour | None = None
    points: PointValues = field(default_factory=PointValues)
    competitors: tuple[Competitor, ...] = ()
    forbidden_pairs: tuple[tuple[frozenset[int], int, int], ...] = ()
    virtual_points: tuple[tuple[int, tuple[int, ...]], ...] = ()
    is_round_robin: bool = False

    @property
    def rounds_paired(self) -> int:
        """The number of the last round in which anybody has a cell."""
        return max((len(player.cells) for player in self.competitors), default=0)
