"""The adapters: what engines refuse, break or answer wrongly must come out as a clear error."""

from __future__ import annotations

import stat
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

from support.pairing_events import available_engines, event_of, points_with
from tournaments.event_record import EventRecord
from tournaments.pairing.engine import (
    BbpPairings,
    GacruxInChild,
    PairingEngine,
    pair_round,
)
from tournaments.pairing.errors import EngineFailed, EngineTimedOut, NoLegalPairing, WrongState
from tournaments.pairing.records import PairingState, ProposedBye, ProposedPairing
from tournaments.results import ByeKind, Colour

ENGINES = available_engines()
engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())

FOUR = {1: "3w1", 2: "4b1", 3: "1b0", 4: "2w0"}


def executable(folder: Path, body: str) -> str:
    """Write a program that stands for an outside engine; returns its path."""
    path = folder / "engine"
    path.write_text(f"#!{sys.executable}\n{textwrap.dedent(body)}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_an_outside_engine_reads_the_field_and_its_answer_is_used(tmp_path: Path) -> None:
    path = executable(
        tmp_path,
        """
        import sys
        assert sys.argv[1:3] == ["-r", "--dutch"] and sys.argv[4] == "-p", sys.argv
        text = open(sys.argv[3]).read()
        players = [line for line in text.splitlines() if line.startswith("001")]
        assert len(players) == 4 and "152 W" in text and "142 3" in text, text
        print("Some engine 1.2")
        print(2)
        print("3 4")
        print("2 1")
        """,
    )

    proposed = pair_round(PairingState(event_of(FOUR, rounds=3), 2), BbpPairings(path))

    # Board order is ours, whatever order the engine answers in.
    assert proposed.pairings == (ProposedPairing(2, 1), ProposedPairing(3, 4))
    assert (proposed.engine_name, proposed.engine_version) == ("bbpPairings", "Some engine 1.2")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("import sys; sys.stderr.write('out of luck'); sys.exit(5)", "exit_status"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "exit_status"),
        ("raise RuntimeError('boom')", "exit_status"),
        ("import sys; sys.stderr.write('Invalid line'); sys.exit(3)", "refused_input"),
        ("print('hello')", "unreadable_answer"),
        ("pass", "unreadable_answer"),
        ("print('v'); print(2); print('1 2')", "unreadable_answer"),
        ("print('v'); print(2); print('1 2'); print('3 four')", "unreadable_answer"),
        ("print('v'); print(2); print('1 2'); print('3 4 1')", "unreadable_answer"),
        ("print('v'); print(2); print('1 2'); print('3 1')", "answer_does_not_fit"),
        ("print('v'); print(2); print('1 2'); print('3 9')", "answer_does_not_fit"),
        ("print('v'); print(3); print('1 2'); print('3 0'); print('4 0')", "answer_does_not_fit"),
        ("print('v'); print(1); print('1 2')", "answer_does_not_fit"),
        ("import sys; sys.stdout.write('1 2\\n' * 2_000_000)", "unreadable_answer"),
    ],
)
def test_a_broken_engine_is_an_error_of_the_engine(tmp_path: Path, body: str, reason: str) -> None:
    engine = BbpPairings(executable(tmp_path, body))

    with pytest.raises(EngineFailed) as failure:
        pair_round(PairingState(event_of(FOUR, rounds=3), 2), engine)

    assert failure.value.facts["reason"] == reason
    assert failure.value.facts["engine"] == "bbpPairings"


def test_an_engine_that_is_not_there_is_an_error_of_the_engine(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed) as failure:
        pair_round(PairingState(event_of(FOUR, rounds=3), 2), BbpPairings(str(tmp_path / "none")))

    assert failure.value.facts["reason"] == "not_startable"


def test_an_engine_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    marker = tmp_path / "child"
    path = executable(
        tmp_path,
        f"""
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open({str(marker)!r}, "w").write(str(child.pid))
        time.sleep(60)
        """,
    )
    began = time.monotonic()

    with pytest.raises(EngineTimedOut) as late:
        pair_round(PairingState(event_of(FOUR, rounds=3), 2), BbpPairings(path, seconds=1.5))

    assert late.value.facts == {"engine": "bbpPairings", "seconds": 1.5}
    assert time.monotonic() - began < 15
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", marker.read_text()],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    assert state == "" or state.startswith("Z")


def test_the_built_in_engine_can_be_stopped_too() -> None:
    with pytest.raises(EngineTimedOut) as late:
        pair_round(PairingState(event_of(FOUR, rounds=3), 2), GacruxInChild(0.01))

    assert late.value.facts == {"engine": "gacrux", "seconds": 0.01}


@pytest.mark.parametrize("engine", [*ENGINES.values(), GacruxInChild()])
def test_no_legal_pairing_is_a_state_and_names_the_players(engine: PairingEngine) -> None:
    """Three players, everybody has met everybody: the arbiter decides (C.04.3 article 1.9.3)."""
    table = {1: "2w1 3b1 U", 2: "1b0 U 3w1", 3: "U 1w0 2b0"}

    with pytest.raises(NoLegalPairing) as none:
        pair_round(PairingState(event_of(table, rounds=5), 4), engine)

    assert none.value.facts["present"] == [1, 2, 3]
    assert none.value.facts["round_number"] == 4


@engines
def test_a_family_is_kept_apart(engine: PairingEngine) -> None:
    record = event_of(dict.fromkeys(range(1, 7), ""), rounds=5)
    family = replace(record, forbidden_pairs=((frozenset({1, 4}), 1, 5),))

    apart = pair_round(PairingState(family, 1), engine)

    assert pair_round(PairingState(record, 1), engine).pairings[0].ranks == {1, 4}
    assert apart.pairings[0].ranks == {1, 5}


@engines
def test_a_family_may_meet_outside_its_rounds(engine: PairingEngine) -> None:
    record = event_of(dict.fromkeys(range(1, 7), ""), rounds=5)
    later = replace(record, forbidden_pairs=((frozenset({1, 4}), 2, 5),))

    assert pair_round(PairingState(later, 1), engine).pairings[0].ranks == {1, 4}


@engines
def test_a_family_that_fills_the_field_leaves_no_legal_pairing(engine: PairingEngine) -> None:
    record = event_of({1: "", 2: ""}, rounds=3)
    family = replace(record, forbidden_pairs=((frozenset({1, 2}), 1, 3),))

    with pytest.raises(NoLegalPairing):
        pair_round(PairingState(family, 1), engine)


@engines
@pytest.mark.parametrize("initial", list(Colour))
def test_the_drawn_colour_decides_round_one(engine: PairingEngine, initial: Colour) -> None:
    record = event_of(dict.fromkeys(range(1, 6), ""), rounds=5, initial_colour=initial)

    proposed = pair_round(PairingState(record, 1, {2: ByeKind.HALF_POINT}), engine)

    first, second = ProposedPairing(1, 4), ProposedPairing(5, 3)
    if initial is Colour.BLACK:
        first, second = ProposedPairing(4, 1), ProposedPairing(3, 5)
    assert proposed.pairings == (first, second)
    assert proposed.initial_colour is initial
    assert proposed.absences == (ProposedBye(2, ByeKind.HALF_POINT),)


@engines
def test_starting_ranks_may_have_gaps(engine: PairingEngine) -> None:
    """A field of 10, 20, 30, 40 is paired like one of 1, 2, 3, 4."""
    gaps = {10: "30w1", 20: "40b1", 30: "10b0", 40: "20w0"}

    plain = pair_round(PairingState(event_of(FOUR, rounds=3), 2), engine)
    spread = pair_round(PairingState(event_of(gaps, rounds=3), 2), engine)

    assert [(board.white, board.black) for board in spread.pairings] == [
        (10 * board.white, 10 * board.black) for board in plain.pairings
    ]


@engines
@pytest.mark.parametrize(
    "points",
    [
        points_with(win=300, draw=100, pairing_bye=300, half_point_bye=100, full_point_bye=300),
        points_with(win=300, draw=100, pairing_bye=100, half_point_bye=100, full_point_bye=300),
        points_with(pairing_bye=50),
        points_with(pairing_bye=0),
        points_with(half_point_bye=0),
        points_with(full_point_bye=50),
    ],
    ids=["3-1-0", "3-1-0 bye 1", "bye half", "bye nothing", "H nothing", "F half"],
)
def test_an_event_may_value_results_in_its_own_way(engine: PairingEngine, points: object) -> None:
    """Every engine accepts what is written, for all kinds of outcomes."""
    table = {
        1: "2w1 H",
        2: "1b0 5w=",
        3: "4w+ F",
        4: "3b- 6w1",
        5: "6w= 2b=",
        6: "5b= 4b0",
        7: "U .",
    }
    record = event_of(table, rounds=5, points=points)

    proposed = pair_round(PairingState(record, 3, {7: ByeKind.HALF_POINT}), engine)

    assert len(proposed.pairings) == 3


@engines
def test_results_no_table_names_are_accepted_too(engine: PairingEngine) -> None:
    """Both lost, half for one only, unrated, double forfeit, an absence without a bye."""
    table = {1: "2w0 3wW", 2: "1b0 .", 3: "4w= 1bL", 4: "3b0 5w-", 5: "6wD 4b-", 6: "5bD U"}

    proposed = pair_round(PairingState(event_of(table, rounds=5), 3), engine)

    assert len(proposed.pairings) == 3


@pytest.mark.parametrize(
    ("record", "round_number", "absences", "facts"),
    [
        (event_of(FOUR, rounds=1), 2, {}, {"reason": "round_out_of_range", "rounds": 1}),
        (event_of(FOUR, rounds=0), 1, {}, {"reason": "round_out_of_range", "rounds": 0}),
        (event_of(FOUR, rounds=3), 0, {}, {"reason": "round_out_of_range", "rounds": 3}),
        (
            event_of(FOUR, rounds=3),
            3,
            {},
            {"reason": "earlier_round_missing", "missing_round": 2},
        ),
        (
            event_of(FOUR | {1: "3w*", 3: "1b*"}, rounds=3),
            2,
            {},
            {"reason": "results_missing", "round": 1, "ranks": [1, 3]},
        ),
        (
            event_of(dict.fromkeys(FOUR, ""), rounds=3, initial_colour=None),
            1,
            {},
            {"reason": "initial_colour_missing"},
        ),
        (
            event_of(FOUR, rounds=3),
            2,
            {9: ByeKind.ZERO_POINT},
            {"reason": "unknown_player", "rank": 9},
        ),
        (
            event_of(FOUR | {3: "H"}, rounds=3, points=points_with(half_point_bye=30)),
            2,
            {},
            {"reason": "points_not_expressible", "outcome": "H", "points": 30},
        ),
    ],
)
def test_what_cannot_be_paired_yet_is_said_with_the_reason(
    record: EventRecord,
    round_number: int,
    absences: dict[int, ByeKind],
    facts: dict[str, object],
) -> None:
    with pytest.raises(WrongState) as refusal:
        pair_round(PairingState(record, round_number, absences))

    assert facts.items() <= refusal.value.facts.items()


def test_the_engine_says_nothing_on_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    pair_round(PairingState(event_of(FOUR, rounds=3), 2))

    assert capfd.readouterr().out == ""


def test_the_library_is_imported_only_when_a_round_is_paired() -> None:
    code = (
        "import sys; import tournaments.pairing.engine, tournaments.pairing.wrong_result; "
        "print('gacrux' in sys.modules, 'networkx' in sys.modules, 'django' in sys.modules)"
    )

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.split() == ["False", "False", "False"]
