"""The budget of the standings: every tie-break of a large event in at most half a second.

Counted in seconds of the processor, so that nothing else on the machine is measured.
"""

from __future__ import annotations

from datetime import date
from random import Random
from time import process_time

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.results import Colour, Outcome
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.codes import TIE_BREAKS

PLAYERS, ROUNDS, BUDGET = 300, 11, 0.5
RUNS = 3


def measure() -> list[dict[str, object]]:
    """Return one measurement: name, seconds of the fastest run, and budget."""
    record = large_event()
    seconds = []
    for _ in range(RUNS):
        started = process_time()
        standings(record, tie_breaks=list(TIE_BREAKS))
        seconds.append(process_time() - started)
    name = f"standings, {len(TIE_BREAKS)} tie-breaks, {PLAYERS} players, {ROUNDS} rounds"
    return [{"name": name, "seconds": min(seconds), "budget": BUDGET}]


def large_event() -> EventRecord:
    """Return an event with byes and forfeits; opponents by chance, since only the size matters."""
    random = Random(1)  # noqa: S311
    cells: dict[int, list[Cell]] = {rank: [] for rank in range(1, PLAYERS + 1)}
    for _ in range(ROUNDS):
        order = random.sample(range(1, PLAYERS + 1), PLAYERS)
        for rank in order[:10]:
            cells[rank].append(Cell(Outcome(random.choice("HZU"))))
        for white, black in zip(order[10::2], order[11::2], strict=True):
            one, other = random.choice(("10", "10", "==", "==", "01", "01", "+-", "--"))
            cells[white].append(Cell(Outcome(one), black, Colour.WHITE))
            cells[black].append(Cell(Outcome(other), white, Colour.BLACK))
    return EventRecord(
        start_date=date(2026, 4, 1),
        rounds=ROUNDS,
        competitors=tuple(
            Competitor(rank, f"Player {rank}", rating=2500 - 4 * rank, cells=tuple(line))
            for rank, line in cells.items()
        ),
    )
