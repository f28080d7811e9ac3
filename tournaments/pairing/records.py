"""What is asked of a pairing engine and what it proposes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.results import ByeKind, Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.event_record import EventRecord


@dataclass(frozen=True, slots=True)
class PairingState:
    """An event before one round.

    ``absences`` names who is not to be paired in ``round_number`` and with which bye; players
    withdrawn before it need not be named. Cells of that round and later ones in ``record`` are
    ignored, so a round that was drawn up already can be paired again. Forbidden pairs and virtual
    points (acceleration) are those of the record.
    """

    record: EventRecord
    round_number: int
    absences: Mapping[int, ByeKind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProposedPairing:
    """One board: two starting ranks, White first."""

    white: int
    black: int

    @property
    def ranks(self) -> frozenset[int]:
        """Both players, whoever has which colour."""
        return frozenset((self.white, self.black))


@dataclass(frozen=True, slots=True)
class ProposedBye:
    """A player without opponent; kind U is the pairing-allocated bye, the others were asked for."""

    rank: int
    kind: ByeKind = ByeKind.PAIRING_ALLOCATED


@dataclass(frozen=True, slots=True)
class ProposedRound:
    """A round nobody has stored yet.

    ``pairings`` are in board order, board 1 first. ``byes`` holds the pairing-allocated bye if
    there is one; ``absences`` everybody else without opponent (H, F, Z), by starting rank.
    """

    round_number: int
    pairings: tuple[ProposedPairing, ...]
    byes: tuple[ProposedBye, ...] = ()
    absences: tuple[ProposedBye, ...] = ()
    engine_name: str = ""
    engine_version: str = ""
    rules: str = ""
    initial_colour: Colour | None = None
