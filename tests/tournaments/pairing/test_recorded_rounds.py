"""Rounds whose pairing is known from outside: the SYN events, the rule samples, the field cases.

SYN and rule samples were paired by bbpPairings 6.0.0; F12 and F14 come with the field cases.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from support.pairing_events import (
    DATA,
    available_engines,
    cut_to,
    event_of,
    points_with,
    read_event,
)
from tournaments.pairing.engine import GacruxInChild, PairingEngine, pair_round
from tournaments.pairing.errors import TooFewPlayers
from tournaments.pairing.records import PairingState, ProposedBye, ProposedPairing, ProposedRound
from tournaments.results import ByeKind

ENGINES = available_engines()
engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())

F12 = {1: "3w1 2b= 4w1", 2: "4b1 1w= 5b1", 3: "1b0 5w1 U", 4: "2w0 U 1b0", 5: "U 3b0 2w0"}
F14 = {
    1: "4w1 2b= 3w1",
    2: "5b1 1w= 6w1",
    3: "6w= 7b1 1b0",
    4: "1b0 6b- 7b=",
    5: "2w0 H U",
    6: "3b= 4w+ 2b0",
    7: "U 3w0 4w=",
}


def as_pairs(proposed: ProposedRound) -> list[list[int]]:
    """Boards in order as the sample files write them, the bye last with 0."""
    boards = [[pairing.white, pairing.black] for pairing in proposed.pairings]
    return boards + [[bye.rank, 0] for bye in proposed.byes]


@engines
@pytest.mark.parametrize("event", ["SYN-1", "SYN-2", "SYN-3"])
def test_every_round_of_a_recorded_event_is_reproduced(event: str, engine: PairingEngine) -> None:
    rounds = json.loads((DATA / event / "rounds.json").read_text())["pairings"]
    final = read_event(f"{event}/final.trf")

    for expected in rounds:
        absences = {int(rank): ByeKind(kind) for rank, kind in expected["absent"].items()}
        # The whole event is given: what came later must not be looked at.
        proposed = pair_round(PairingState(final, expected["round"], absences), engine)

        assert as_pairs(proposed) == expected["pairs"], f"round {expected['round']}"
        assert {bye.rank: bye.kind for bye in proposed.absences} == absences
        assert proposed.initial_colour is final.initial_colour


def test_a_child_process_gives_the_same_round() -> None:
    rounds = json.loads((DATA / "SYN-3" / "rounds.json").read_text())["pairings"]
    final = read_event("SYN-3/final.trf")
    absences = {int(rank): ByeKind(kind) for rank, kind in rounds[4]["absent"].items()}

    proposed = pair_round(PairingState(final, 5, absences), GacruxInChild(60))

    assert as_pairs(proposed) == rounds[4]["pairs"]
    assert (proposed.engine_name, proposed.engine_version) == ("gacrux", "1.11.65")


@engines
@pytest.mark.parametrize(
    ("file", "round_number", "absent", "expected"),
    [
        ("rule-c5-bye.trf", 3, 4, [[1, 5], [3, 2], [6, 0]]),
        ("rule-c9-bye.trf", 2, 5, [[2, 1], [3, 5], [4, 0]]),
    ],
)
def test_the_bye_follows_the_rules_of_2026(
    file: str, round_number: int, absent: int, expected: list[list[int]], engine: PairingEngine
) -> None:
    record = cut_to(read_event(file), round_number - 1)
    if file == "rule-c5-bye.trf":
        state = PairingState(record, round_number, {absent: ByeKind.ZERO_POINT})
    else:
        state = PairingState(record, round_number)

    assert as_pairs(pair_round(state, engine)) == expected


@engines
@pytest.mark.parametrize("bye_value", [100, 50])
def test_the_bye_does_not_go_to_the_same_player_twice(
    bye_value: int, engine: PairingEngine
) -> None:
    """F12, with a bye worth a whole and worth half a point."""
    record = event_of(F12, rounds=5, points=points_with(pairing_bye=bye_value))

    proposed = pair_round(PairingState(record, 4), engine)

    assert as_pairs(proposed) == [[2, 3], [4, 5], [1, 0]]


@engines
def test_a_withdrawn_player_is_on_no_board(engine: PairingEngine) -> None:
    """F14: No 6 has left, six are here, so three boards and no bye."""
    record = event_of(F14, rounds=5)
    left = tuple(
        replace(player, withdrawn_after=3) if player.starting_rank == 6 else player
        for player in record.competitors
    )

    proposed = pair_round(PairingState(replace(record, competitors=left), 4), engine)

    assert proposed.pairings == (
        ProposedPairing(1, 7),
        ProposedPairing(3, 2),
        ProposedPairing(4, 5),
    )
    assert proposed.byes == ()
    assert proposed.absences == (ProposedBye(6, ByeKind.ZERO_POINT),)


@engines
@pytest.mark.parametrize("present", [[], [3]])
def test_nobody_or_one_player_makes_no_round(present: list[int], engine: PairingEngine) -> None:
    """F14: all withdrawn, then all but one."""
    record = event_of(F14, rounds=5)
    left = tuple(
        player if player.starting_rank in present else replace(player, withdrawn_after=3)
        for player in record.competitors
    )

    with pytest.raises(TooFewPlayers) as refusal:
        pair_round(PairingState(replace(record, competitors=left), 4), engine)

    assert refusal.value.facts == {"present": present, "round_number": 4}
