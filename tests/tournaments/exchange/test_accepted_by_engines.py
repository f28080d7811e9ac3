"""Files of random events, played round by round, are taken by every pairing program there is.

The built-in engine always, and bbpPairings where the machine has it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.pairing_events import RandomEvent, available_engines
from support.pairing_programs import refusal_of
from tournaments.event_record import EventRecord
from tournaments.exchange.write import Dialect, write_exchange_file
from tournaments.pairing.engine import Gacrux, PairingEngine, pair_round
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.results import ByeKind, PointValues

DIALECTS: list[Dialect] = ["trf16", "trf26", "engine"]
ENGINES = available_engines()
POINTS = (PointValues(), PointValues(pairing_bye=50), PointValues(300, 100, 0, 300, 100, 300, 0))


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


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
def test_a_file_of_any_event_is_taken(
    engine: PairingEngine, dialect: Dialect, tmp_path: Path
) -> None:
    refused = {}
    for seed in range(30):
        record, absences = played(seed)
        text = write_exchange_file(record, dialect=dialect, absences=absences)
        if said := refusal_of(engine, text, tmp_path):
            refused[seed] = said

    assert refused == {}
