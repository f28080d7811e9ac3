"""What reading an exchange file gives: the event, how it was stored, and what was noticed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.exchange.problems import ExchangeFileError, Finding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.event_record import EventRecord
    from tournaments.exchange.time_control_text import TimeControlGuess
    from tournaments.results import ByeKind


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """What a national federation says of a player; ``rating`` None means unrated there."""

    federation: str
    rating: int | None = None
    origin: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class StatedPlayer:
    """What the file states of a player and the event record does not keep.

    ``points`` are in hundredths; None where the file leaves points or rank blank.
    """

    starting_rank: int
    line: int
    points: int | None = None
    rank: int | None = None
    national: tuple[NationalRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class FileCounts:
    """Counts over the file as it stands, before anything was left out or read otherwise.

    ``results`` counts the letters of all entries up to the last one of each line, blank ones as
    ``blank``. ``points_total`` is in hundredths. ``points_differing`` counts the players whose
    points are not the sum of 1, ½ and 0 that the letters give.
    """

    bytes: int = 0
    players: int = 0
    round_columns: int = 0
    games_over_the_board: int = 0
    unrated: int = 0
    non_ascii_names: int = 0
    longest_name: int = 0
    points_total: int = 0
    points_differing: int = 0
    codes: Mapping[str, int] = field(default_factory=dict)
    results: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExchangeFile:
    """A file that has been read; ``record`` gives the event if the file can be used.

    ``absences`` are announced for rounds that are not paired yet, by round and starting rank.
    ``rounds_stated`` tells whether the file itself says how many rounds are planned.
    """

    event: EventRecord
    encoding: str = ""
    newline: str = "none"
    has_bom: bool = False
    counts: FileCounts = field(default_factory=FileCounts)
    players: tuple[StatedPlayer, ...] = ()
    absences: Mapping[tuple[int, int], ByeKind] = field(default_factory=dict)
    time_control: TimeControlGuess | None = None
    pairing_system: str = ""
    tie_breaks: tuple[str, ...] = ()
    rounds_stated: bool = False
    messages: tuple[Finding, ...] = ()
    problems: tuple[Finding, ...] = ()

    @property
    def record(self) -> EventRecord:
        """The event; raises ``ExchangeFileError`` with all problems if the file is refused."""
        if self.problems:
            raise ExchangeFileError(self.problems)
        return self.event

    @property
    def is_refused(self) -> bool:
        """Whether the file has problems that keep it from being used."""
        return bool(self.problems)
