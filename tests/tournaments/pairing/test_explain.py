"""What a round's explanation says, on the field cases and by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.pairing_events import event_of, read_event
from tournaments.pairing.colours import ColourReason
from tournaments.pairing.engine import pair_round
from tournaments.pairing.explain import (
    ByeReason,
    Neighbour,
    NeighbourReason,
    PassedBy,
    explain_round,
)
from tournaments.pairing.histories import Float, Strength
from tournaments.pairing.records import PairingState, ProposedPairing
from tournaments.results import ByeKind, Colour

F12 = {1: "3w1 2b= 4w1", 2: "4b1 1w= 5b1", 3: "1b0 5w1 U", 4: "2w0 U 1b0", 5: "U 3b0 2w0"}


def test_the_bye_of_f12_passed_by_those_who_had_it() -> None:
    """F12: 3, 4 and 5 have had it; 2 with the same score could have had it too."""
    state = PairingState(event_of(F12, rounds=5), 4)

    bye = explain_round(state, pair_round(state)).bye

    assert bye is not None
    assert bye.player.rank == 1
    assert bye.passed_by == (
        PassedBy(5, 100, ByeReason.HAD_BYE, {"round": 1}),
        PassedBy(4, 100, ByeReason.HAD_BYE, {"round": 2}),
        PassedBy(3, 200, ByeReason.HAD_BYE, {"round": 3}),
        PassedBy(2, 250, ByeReason.QUALITY, {}),
    )


def test_missed_games_pass_the_bye_on() -> None:
    """rule-c9: 5 missed round 1 and has as few points as 3 and 4, so one of these is free."""
    record = read_event("rule-c9-bye.trf")
    state = PairingState(record, 2)

    bye = explain_round(state, pair_round(state)).bye

    assert bye is not None
    assert (bye.player.rank, bye.player.unplayed_rounds) == (4, 0)
    assert bye.passed_by == (
        PassedBy(5, 0, ByeReason.MORE_UNPLAYED, {"unplayed": 1}),
        PassedBy(3, 0, ByeReason.QUALITY, {}),
    )


def test_a_free_point_passes_the_bye_on() -> None:
    record = event_of({1: "3w1", 2: "F", 3: "1b0", 4: "Z", 5: "Z"}, rounds=5)
    state = PairingState(record, 2, {4: ByeKind.ZERO_POINT, 5: ByeKind.ZERO_POINT})
    proposed = pair_round(state)
    by_hand = replace(proposed, pairings=(ProposedPairing(3, 2),), byes=proposed.byes[:0])

    assert explain_round(state, by_hand).bye is None
    bye = explain_round(state, proposed).bye
    assert bye is not None
    assert bye.player.rank == 3 or PassedBy(2, 100, ByeReason.HAD_FREE_POINT, {"round": 1}) in (
        bye.passed_by
    )


def test_a_board_tells_what_both_brought_along() -> None:
    """Round 4 of F12 on board 1: 2 (2½, colours b w b, due White) against 3 (2, b w)."""
    state = PairingState(event_of(F12, rounds=5), 4)

    board = explain_round(state, pair_round(state)).boards[0]

    assert (board.white.rank, board.white.score, board.black.score) == (2, 250, 200)
    assert board.white.colours == (Colour.BLACK, Colour.WHITE, Colour.BLACK)
    assert (board.white.due_colour, board.white.strength) == (Colour.WHITE, Strength.STRONG)
    assert (board.black.due_colour, board.black.strength) == (Colour.BLACK, Strength.MILD)
    assert board.black.floats == (Float.NONE, Float.UP, Float.DOWN)
    assert (board.colour_reason, board.colour_article) == (
        ColourReason.BOTH_GRANTED,
        "C.04.3 5.2.1",
    )
    assert (board.higher, board.bracket) == (2, 250)
    assert (board.floats_down, board.floats_up) == (2, 3)


def test_the_neighbours_of_a_board_have_reasons() -> None:
    """2 has met 1 in round 2; 3 is his opponent, so below come 4 and 5, both met."""
    state = PairingState(event_of(F12, rounds=5), 4)

    board = explain_round(state, pair_round(state)).boards[0]

    assert board.neighbours == (
        Neighbour(4, 100, NeighbourReason.ALREADY_MET, {"round": 1}),
        Neighbour(5, 100, NeighbourReason.ALREADY_MET, {"round": 3}),
    )


def test_the_first_round_pairs_the_upper_half_against_the_lower() -> None:
    record = event_of(dict.fromkeys(range(1, 9), ""), rounds=5)
    record = replace(record, forbidden_pairs=((frozenset({1, 3}), 1, 5),))
    state = PairingState(record, 1)

    board = explain_round(state, pair_round(state)).boards[0]

    assert (board.white.rank, board.black.rank) == (1, 5)
    assert [(near.rank, near.reason) for near in board.neighbours] == [
        (2, NeighbourReason.SAME_HALF),
        (3, NeighbourReason.FORBIDDEN),
        (4, NeighbourReason.SAME_HALF),
        (6, NeighbourReason.QUALITY),
    ]
    assert board.colour_reason is ColourReason.INITIAL_COLOUR


def test_two_who_must_have_the_same_colour_cannot_meet() -> None:
    """1 and 2 had White twice: both must have Black now (C.04.3 article 2.1.3)."""
    table = {
        1: "5w1 6w1", 2: "6w1 5w1", 3: "7b1 8b1", 4: "8b1 7b1",
        5: "1b0 2b0", 6: "2b0 1b0", 7: "3w0 4w0", 8: "4w0 3w0",
    }  # fmt: skip
    record = event_of(table, rounds=5)
    state = PairingState(record, 3)

    board = explain_round(state, pair_round(state)).boards[0]

    assert board.higher == 1
    assert board.neighbours[0] == Neighbour(2, 200, NeighbourReason.COLOUR_CLASH, {"colour": "b"})


@pytest.mark.parametrize("swap", [False, True])
def test_colours_turned_by_hand_have_no_article(swap: bool) -> None:
    state = PairingState(event_of(dict.fromkeys(range(1, 5), ""), rounds=3), 1)
    proposed = pair_round(state)
    first = proposed.pairings[0]
    turned = ProposedPairing(first.black, first.white) if swap else first
    by_hand = replace(proposed, pairings=(turned, *proposed.pairings[1:]))

    reason = explain_round(state, by_hand).boards[0].colour_reason

    assert reason is (None if swap else ColourReason.INITIAL_COLOUR)
