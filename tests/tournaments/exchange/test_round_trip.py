"""What is written reads back equal, and pairing programs take it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gacrux.trf2json import trf2json
from hypothesis import given, settings
from hypothesis import strategies as st

from support.exchange_events import announced_absences, events
from tournaments.event_record import Competitor, EventRecord
from tournaments.exchange.read import read_exchange_file
from tournaments.exchange.write import Dialect, write_exchange_file
from tournaments.results import ByeKind, PointValues

DIALECTS: list[Dialect] = ["trf16", "trf26", "engine"]


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_what_is_written_reads_back_equal(dialect: Dialect, data: st.DataObject) -> None:
    event = data.draw(events())
    absences = data.draw(announced_absences(event))

    file = read_exchange_file(
        write_exchange_file(event, dialect=dialect, absences=absences).encode()
    )

    assert file.problems == ()
    assert file.record == event
    next_round = event.rounds_paired + 1
    assert file.absences == {(next_round, rank): kind for rank, kind in absences.items()}


@pytest.mark.parametrize("dialect", ["trf26", "engine"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_families_and_virtual_points_read_back_equal(dialect: Dialect, data: st.DataObject) -> None:
    event = data.draw(events())
    ranks = [player.starting_rank for player in event.competitors]
    chosen = st.lists(st.sampled_from(ranks), max_size=3).map(frozenset)
    group = data.draw(chosen)
    accelerated = data.draw(st.lists(st.sampled_from((50, 100)), min_size=1, max_size=4))
    event = replace(
        event,
        forbidden_pairs=((group, 1, event.rounds),) if len(group) > 1 else (),
        virtual_points=tuple((rank, tuple(accelerated)) for rank in sorted(data.draw(chosen))),
    )

    file = read_exchange_file(write_exchange_file(event, dialect=dialect).encode())

    assert file.record == event


def test_national_numbers_and_point_values_read_back_equal() -> None:
    player = Competitor(1, "Fcucspum, Lanbaf", federation="IRL", national_id="914")
    event = EventRecord(
        type_text="Individual: Swiss-System",
        rounds=3,
        points=PointValues(win=300, draw=100, pairing_bye=100, half_point_bye=100,
                           full_point_bye=300, zero_point_bye=50),
        competitors=(player,),
    )  # fmt: skip

    file = read_exchange_file(write_exchange_file(event, dialect="trf26").encode())

    assert file.record == event
    assert [record.number for record in file.players[0].national] == ["914"]


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_the_reference_engine_takes_the_engines_dialect(data: st.DataObject) -> None:
    event = data.draw(events())
    absences = data.draw(announced_absences(event))

    reader = trf2json()
    reader.parse_file(write_exchange_file(event, dialect="engine", absences=absences), 0)

    assert reader.get_status() == 0
    tournament = reader.get_tournament(1)
    assert [player["cid"] for player in tournament["competitors"]] == [
        player.starting_rank for player in event.competitors
    ]
    assert tournament["numRounds"] == event.rounds


@pytest.mark.parametrize("kind", [ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.ZERO_POINT])
def test_an_absence_in_a_cell_counts_in_the_points(kind: ByeKind) -> None:
    event = EventRecord(rounds=2, competitors=(Competitor(1, "A"), Competitor(2, "B")))

    text = write_exchange_file(event, dialect="engine", absences={2: kind})

    line = next(line for line in text.splitlines() if line.startswith("001    2"))
    assert line[80:84] == {"H": " 0.5", "F": " 1.0", "Z": " 0.0"}[kind.value]
