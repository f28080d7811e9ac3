"""A result of an earlier round was entered wrongly, and the next round is on the boards already."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.pairing_events import available_engines, event_of
from tournaments.event_record import Cell, EventRecord
from tournaments.pairing.engine import PairingEngine, pair_round
from tournaments.pairing.errors import NoLegalPairing
from tournaments.pairing.records import PairingState, ProposedPairing
from tournaments.pairing.wrong_result import (
    ChangedOutcome,
    ChangedScore,
    Swap,
    advise_on_wrong_result,
)
from tournaments.results import Outcome

ENGINES = available_engines()
engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())

# Round 1 of eight as entered: the favourites won on all boards.
ENTERED = {
    1: "5w1", 2: "6b1", 3: "7w1", 4: "8b1", 5: "1b0", 6: "2w0", 7: "3b0", 8: "4w0",
}  # fmt: skip


def corrected(record: EventRecord, *outcomes: tuple[int, str]) -> EventRecord:
    """The event with other outcomes of round 1 for the players named."""
    new = {rank: Outcome(letter) for rank, letter in outcomes}
    players = tuple(
        replace(player, cells=(replace(cell, outcome=new[player.starting_rank]),))
        if player.starting_rank in new and isinstance(cell := player.cells[0], Cell)
        else player
        for player in record.competitors
    )
    return replace(record, competitors=players)


@engines
def test_a_correction_says_what_moved_and_what_the_engine_would_do(
    engine: PairingEngine,
) -> None:
    """4-8 was 0-1 in truth: 8 belongs to the winners, 4 to the losers."""
    before = event_of(ENTERED, rounds=5)
    current = pair_round(PairingState(before, 2), engine)
    after = PairingState(corrected(before, (4, "0"), (8, "1")), 2)

    advice = advise_on_wrong_result(before, after, current, engine=engine)

    assert advice.changed == (
        ChangedOutcome(1, 4, Outcome.WIN, Outcome.LOSS),
        ChangedOutcome(1, 8, Outcome.LOSS, Outcome.WIN),
    )
    assert advice.scores == (ChangedScore(4, 100, 0), ChangedScore(8, 0, 100))
    assert advice.differs is True
    assert advice.engine_round == pair_round(after, engine)
    assert advice.repaired == advice.engine_round
    assert advice.open_boards == (1, 2, 3, 4)


@engines
def test_a_correction_that_moves_no_score_changes_no_board(engine: PairingEngine) -> None:
    before = event_of(ENTERED, rounds=5)
    current = pair_round(PairingState(before, 2), engine)

    advice = advise_on_wrong_result(before, PairingState(before, 2), current, engine=engine)

    assert (advice.changed, advice.scores, advice.differs) == ((), (), False)
    assert (advice.repaired, advice.swaps) == (None, ())


def test_boards_that_have_begun_are_left_alone() -> None:
    before = event_of(ENTERED, rounds=5)
    current = pair_round(PairingState(before, 2))
    after = PairingState(corrected(before, (4, "0"), (8, "1")), 2)
    begun = current.pairings[0]

    advice = advise_on_wrong_result(before, after, current, started_boards={1})

    assert advice.open_boards == (2, 3, 4)
    assert advice.repaired is not None
    seated = {rank for pairing in advice.repaired.pairings for rank in pairing.ranks}
    assert seated == set(range(1, 9)) - begun.ranks
    assert advice.repaired.absences == ()
    assert all(1 not in swap.boards for swap in advice.swaps)


def test_nothing_can_be_paired_again_when_all_boards_have_begun() -> None:
    before = event_of(ENTERED, rounds=5)
    current = pair_round(PairingState(before, 2))
    after = PairingState(corrected(before, (4, "0"), (8, "1")), 2)

    advice = advise_on_wrong_result(before, after, current, started_boards={1, 2, 3, 4})

    assert advice.differs is True
    assert (advice.open_boards, advice.repaired, advice.swaps) == ((), None, ())


def test_two_boards_that_need_only_an_exchange_are_named() -> None:
    before = event_of(ENTERED, rounds=5)
    engine_round = pair_round(PairingState(before, 2))
    one, two, *rest = engine_round.pairings
    crossed = replace(
        engine_round,
        pairings=(
            ProposedPairing(one.white, two.black),
            ProposedPairing(two.white, one.black),
            *rest,
        ),
    )

    advice = advise_on_wrong_result(before, PairingState(before, 2), crossed)

    assert advice.swaps == (Swap((1, 2), (one, two)),)


def test_a_board_that_needs_only_its_colours_turned_is_named() -> None:
    before = event_of(ENTERED, rounds=5)
    engine_round = pair_round(PairingState(before, 2))
    one, *rest = engine_round.pairings
    turned = replace(engine_round, pairings=(ProposedPairing(one.black, one.white), *rest))

    advice = advise_on_wrong_result(before, PairingState(before, 2), turned)

    assert advice.swaps == (Swap((1,), (one,)),)


def test_a_correction_may_leave_nothing_legal_to_pair() -> None:
    """A game entered as forfeited was played: all three have met, so the engine has no round."""
    table = {1: "2w1 3b1 U", 2: "1b0 U 3w+", 3: "U 1w0 2b-"}
    before = event_of(table, rounds=5)
    truth = event_of(table | {2: "1b0 U 3w1", 3: "U 1w0 2b0"}, rounds=5)
    current = replace(
        pair_round(PairingState(event_of(ENTERED, rounds=5), 2)),
        round_number=4,
        pairings=(ProposedPairing(3, 2),),
        byes=(),
    )

    advice = advise_on_wrong_result(before, PairingState(truth, 4), current)

    assert isinstance(advice.engine_error, NoLegalPairing)
    assert (advice.differs, advice.engine_round, advice.repaired) == (None, None, None)
    assert [found.code.value for found in advice.findings][:1] == ["player_missing"]
