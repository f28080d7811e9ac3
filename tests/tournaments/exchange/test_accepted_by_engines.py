"""Files of random events, played round by round, are taken by every pairing program there is.

The built-in engine always, and bbpPairings where the machine has it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from gacrux.trf2json import trf2json

from support.pairing_events import RandomEvent, available_engines
from tournaments.event_record import EventRecord
from tournaments.exchange.write import Dialect, write_exchange_file
from tournaments.pairing.engine import BbpPairings, Gacrux, PairingEngine, pair_round
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.program import run_program
from tournaments.results import ByeKind, PointValues

DIALECTS: list[Dialect] = ["trf16", "trf26", "engine"]
ENGINES = available_engines()
POINTS = (PointValues(), PointValues(pairing_bye=50), PointValues(300, 100, 0, 300, 100, 300, 0))
# How a program says that it has read the file, but nobody can be paired any more.
NOBODY_LEFT = "No valid pairing"


def played(seed: int) -> tuple[EventRecord, dict[int, ByeKind]]:
    """Return an event some rounds along, with the absences of its next round."""
    event = RandomEvent(
        seed, players=7 + seed % 18, rounds=6, points=POINTS[seed % 3], name="Öffentlicher Abend",
        city="Łódź", federation="POL", chief_arbiter="İrem Çelik",
    )  # fmt: skip
    for number in range(1, 2 + seed % 5):
        state = event.state(number)
        try:
            event.play(pair_round(state, Gacrux()))
        except (NoLegalPairing, TooFewPlayers):
            break
    record = event.record()
    return record, dict(event.state(record.rounds_paired + 1).absences)


def read_by(engine: PairingEngine, text: str, folder: Path) -> str:
    """Return what a program says against a file; nothing if it takes it."""
    if not isinstance(engine, BbpPairings):
        reader = trf2json()
        reader.parse_file(text, 0)
        return "" if reader.get_status() == 0 else str(reader.chessjson["status"])
    file = folder / "event.trf"
    file.write_text(text, encoding="utf-8", newline="\n")
    finished = run_program([engine.path, "--dutch", str(file), "-p"], engine="bbp", seconds=30)
    is_read = finished.status == 0 or NOBODY_LEFT in finished.complaint
    return "" if is_read else finished.complaint


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
def test_a_file_of_any_event_is_taken(
    engine: PairingEngine, dialect: Dialect, tmp_path: Path
) -> None:
    refused = {}
    for seed in range(30):
        record, absences = played(seed)
        text = write_exchange_file(record, dialect=dialect, absences=absences)
        if said := read_by(engine, text, tmp_path):
            refused[seed] = said

    assert refused == {}
