"""Events for the pairing tests: written as text, read from a plain file, or played at random."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, replace
from pathlib import Path

from support.small_events import event, player
from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.exchange.read import read_exchange_file
from tournaments.pairing.engine import BbpPairings, Gacrux, PairingEngine
from tournaments.pairing.records import PairingState, ProposedRound
from tournaments.results import ByeKind, Colour, Outcome, PointValues, Result

DATA = Path(__file__).parents[1] / "data" / "trf"


def available_engines() -> dict[str, PairingEngine]:
    """Every engine of this machine: the built-in one, and bbpPairings where it is configured."""
    engines: dict[str, PairingEngine] = {"gacrux": Gacrux()}
    executable = os.environ.get("RANKFILE_BBP_PAIRINGS")
    if executable:
        engines["bbpPairings"] = BbpPairings(executable)
    return engines


def event_of(table: dict[int, str], *, rounds: int, **fields: object) -> EventRecord:
    """Return an event from rows like ``{1: "3w1 2b= U H ."}``; a dot is a round without a cell."""
    players = (player(rank, row, rating=2000 - rank) for rank, row in table.items())
    return event(*players, rounds=rounds, **{"initial_colour": Colour.WHITE, **fields})


def read_event(name: str) -> EventRecord:
    """Read a sample file."""
    return read_exchange_file((DATA / name).read_bytes()).record


def cut_to(record: EventRecord, rounds: int) -> EventRecord:
    """Return the event as it stood after ``rounds`` rounds."""
    players = tuple(replace(p, cells=p.cells[:rounds]) for p in record.competitors)
    return replace(record, competitors=players)


@dataclass(frozen=True)
class Mix:
    """How much goes wrong in a random event, per hundred players or games and round."""

    forfeits: int = 6
    double_forfeits: int = 2
    half_point_byes: int = 5
    zero_point_byes: int = 3
    full_point_byes: int = 1
    withdrawals: int = 3
    late_entries: int = 10


class RandomEvent:
    """An event that plays itself: absences before a round, results after it."""

    def __init__(
        self, seed: int, *, players: int, rounds: int, mix: Mix | None = None, **fields: object
    ) -> None:
        self.random = random.Random(seed)
        self.mix = mix or Mix()
        self.cells: dict[int, list[Cell | None]] = {rank: [] for rank in range(1, players + 1)}
        self.ratings = sorted(
            (self.random.randint(1000, 2500) for _ in range(players)), reverse=True
        )
        self.withdrawn_after: dict[int, int] = {}
        self.arrives = {
            rank: self.random.choice((2, 3)) if self._happens(self.mix.late_entries) else 1
            for rank in self.cells
        }
        initial = self.random.choice((Colour.WHITE, Colour.BLACK))
        self.fields: dict[str, object] = {"initial_colour": initial, **fields}
        self.rounds = rounds

    def _happens(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def record(self) -> EventRecord:
        """The event as it stands."""
        competitors = tuple(
            Competitor(
                rank,
                f"Player {rank}",
                rating=self.ratings[rank - 1],
                cells=tuple(cells),
                withdrawn_after=self.withdrawn_after.get(rank),
            )
            for rank, cells in self.cells.items()
        )
        return EventRecord(competitors=competitors, rounds=self.rounds, **self.fields)  # type: ignore[arg-type]

    def state(self, number: int) -> PairingState:
        """The state before round ``number``, absences drawn; call once a round, in order."""
        absences: dict[int, ByeKind] = {}
        for rank in self.cells:
            if self.withdrawn_after.get(rank, self.rounds) < number:
                continue
            if self.arrives[rank] > number or self._happens(self.mix.zero_point_byes):
                absences[rank] = ByeKind.ZERO_POINT
            elif self._happens(self.mix.half_point_byes):
                absences[rank] = ByeKind.HALF_POINT
            elif self._happens(self.mix.full_point_byes):
                absences[rank] = ByeKind.FULL_POINT
            elif number > 1 and self._happens(self.mix.withdrawals):
                self.withdrawn_after[rank] = number - 1
        return PairingState(self.record(), number, absences)

    def play(self, proposed: ProposedRound) -> None:
        """Store the round with results at random."""
        for bye in (*proposed.byes, *proposed.absences):
            self.cells[bye.rank].append(Cell(Outcome(bye.kind.value)))
        for pairing in proposed.pairings:
            result = self._result(pairing.white, pairing.black)
            self.cells[pairing.white].append(Cell(result.white, pairing.black, Colour.WHITE))
            self.cells[pairing.black].append(Cell(result.black, pairing.white, Colour.BLACK))

    def _result(self, white: int, black: int) -> Result:
        if self._happens(self.mix.double_forfeits):
            return Result.DOUBLE_FORFEIT
        if self._happens(self.mix.forfeits):
            return self.random.choice((Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT))
        gap = self.ratings[white - 1] - self.ratings[black - 1]
        white_wins = max(10, min(80, 38 + gap // 12))
        draw = min(30, 95 - white_wins)
        drawn = self.random.randrange(100)
        if drawn < white_wins:
            return Result.WHITE_WINS
        return Result.DRAW if drawn < white_wins + draw else Result.BLACK_WINS


def points_with(**values: int) -> PointValues:
    """Return the usual point values with some changed."""
    return replace(PointValues(), **values)
