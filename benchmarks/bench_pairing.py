"""The budget of pairing: our adapter adds at most a fifth to the bare engine, measured in one run.

The engine's own run includes reading its text; the adapter adds writing that text, putting the
boards in order and checking the answer. Each round counts with the fastest of three runs.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.pairing.engine import pair_round
from tournaments.pairing.engine_text import engine_field
from tournaments.pairing.gacrux_engine import gacrux_pairs
from tournaments.pairing.records import PairingState
from tournaments.results import Colour, Result

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES, SHARE, RUNS = ((10, 5), (24, 5), (60, 7), (100, 9), (300, 9)), 1.2, 3
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def measure() -> list[dict[str, object]]:
    """Return one measurement a size of field: name, seconds a round, and budget."""
    measurements: list[dict[str, object]] = []
    for players, rounds in SIZES:
        bare, whole = _seconds(players, rounds)
        name = f"pairing a round, {players} players (bare engine {bare:.4f} s)"
        measurements.append({"name": name, "seconds": whole, "budget": bare * SHARE})
    return measurements


def _seconds(players: int, rounds: int) -> tuple[float, float]:
    """Return the mean seconds a round of the bare engine and of the adapter."""
    random = Random(players)  # noqa: S311
    cells: dict[int, list[Cell | None]] = {rank: [] for rank in range(1, players + 1)}
    bare = whole = 0.0
    for number in range(1, rounds + 1):
        competitors = tuple(Competitor(rank, "", cells=tuple(had)) for rank, had in cells.items())
        record = EventRecord(competitors=competitors, rounds=rounds, initial_colour=Colour.WHITE)
        state = PairingState(record, number)
        field = engine_field(state)
        bare += _fastest(lambda text=field.text, n=number: gacrux_pairs(text, n))
        whole += _fastest(lambda before=state: pair_round(before))
        for pairing in pair_round(state).pairings:
            result = random.choice(RESULTS)
            cells[pairing.white].append(Cell(result.white, pairing.black, Colour.WHITE))
            cells[pairing.black].append(Cell(result.black, pairing.white, Colour.BLACK))
    return bare / rounds, whole / rounds


def _fastest(run: Callable[[], object]) -> float:
    seconds = []
    for _ in range(RUNS):
        started = process_time()
        run()
        seconds.append(process_time() - started)
    return min(seconds)


if __name__ == "__main__":
    for measurement in measure():
        print("{name}: {seconds:.4f} s, budget {budget:.4f} s".format(**measurement))
