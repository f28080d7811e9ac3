"""How much our adapter adds to the bare engine, measured in one run: at most 20 %.

Run from the repository: ``python -m benchmarks.bench_pairing``. The engine's own run includes reading its
text; the adapter adds writing that text, putting the boards in order and checking the answer. Each
figure is the best of three, so that what else the machine does is left out.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.pairing.engine import pair_round
from tournaments.pairing.engine_text import engine_field
from tournaments.pairing.gacrux_engine import gacrux_pairs
from tournaments.pairing.records import PairingState
from tournaments.results import Colour, Result

SIZES = ((10, 5), (24, 5), (60, 7), (100, 9), (300, 9))
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def main() -> None:
    """Print one line a size of field."""
    sys.stdout.write("players  rounds   engine ms  adapter ms  overhead\n")
    for players, rounds in SIZES:
        bare, whole = measured(players, rounds)
        sys.stdout.write(
            f"{players:7}  {rounds:6}  {bare * 1000:10.1f}  {whole * 1000:10.1f}"
            f"  {100 * (whole / bare - 1):7.1f}%\n"
        )


def measured(players: int, rounds: int) -> tuple[float, float]:
    """Return the mean seconds a round of the bare engine and of the adapter."""
    chance = random.Random(players)  # noqa: S311 - results of a benchmark
    cells: dict[int, list[Cell | None]] = {rank: [] for rank in range(1, players + 1)}
    bare = whole = 0.0
    for number in range(1, rounds + 1):
        competitors = tuple(Competitor(rank, "", cells=tuple(had)) for rank, had in cells.items())
        record = EventRecord(competitors=competitors, rounds=rounds, initial_colour=Colour.WHITE)
        state = PairingState(record, number)
        field = engine_field(state)
        proposed = pair_round(state)
        bare += best_of_three(lambda text=field.text, n=number: gacrux_pairs(text, n))
        whole += best_of_three(lambda before=state: pair_round(before))
        for pairing in proposed.pairings:
            result = chance.choice(RESULTS)
            cells[pairing.white].append(Cell(result.white, pairing.black, Colour.WHITE))
            cells[pairing.black].append(Cell(result.black, pairing.white, Colour.BLACK))
    return bare / rounds, whole / rounds


def best_of_three(run: Callable[[], object]) -> float:
    """Return the shortest of three runs, in seconds of this process."""
    times = []
    for _ in range(3):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)


if __name__ == "__main__":
    main()
