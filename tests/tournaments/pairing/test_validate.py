"""Findings about rounds made by hand or elsewhere; expectations follow the articles named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.pairing_events import RandomEvent, event_of
from tournaments.pairing.engine import pair_round
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.records import PairingState, ProposedBye, ProposedPairing, ProposedRound
from tournaments.pairing.validate import (
    BoardDifference,
    Code,
    Finding,
    Grade,
    compare_with_engine,
    validate_round,
)
from tournaments.results import ByeKind

BAD, WARNING, NOTE = Grade.AGAINST_THE_RULES, Grade.WARNING, Grade.INFORMATION

# Two rounds of five: 5 and then 4 had the bye, 4 won by forfeit against 3.
FIVE = {1: "2w1 3b1", 2: "1b0 5b1", 3: "4b- 1w0", 4: "3w+ U", 5: "U 2w0"}
SIX = {1: "4w1 2b=", 2: "5b1 1w=", 3: "6w1 5b1", 4: "1b0 6w1", 5: "2w0 3w0", 6: "3b0 4b0"}


def made(*pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> ProposedRound:
    return ProposedRound(
        round_number=3,
        pairings=tuple(ProposedPairing(white, black) for white, black in pairs),
        byes=tuple(ProposedBye(rank) for rank in byes),
    )


def codes(findings: tuple[Finding, ...]) -> set[tuple[Code, Grade, tuple[int, ...], int | None]]:
    return {(found.code, found.grade, found.ranks, found.board) for found in findings}


def grave(findings: tuple[Finding, ...]) -> set[tuple[Code, tuple[int, ...], int | None]]:
    return {(found.code, found.ranks, found.board) for found in findings if found.grade is not NOTE}


def test_what_the_engine_makes_has_no_grave_finding() -> None:
    for seed in range(60):
        event = RandomEvent(2000 + seed, players=7 + seed % 20, rounds=5)
        for number in range(1, 6):
            state = event.state(number)
            try:
                proposed = pair_round(state)
            except (NoLegalPairing, TooFewPlayers):
                break
            assert grave(validate_round(state, proposed)) == set(), f"event {seed} round {number}"
            event.play(proposed)


FAULTS: dict[str, tuple[ProposedRound, set[tuple[Code, tuple[int, ...], int | None]]]] = {
    "nothing": (made((1, 3), (4, 2), (6, 5)), set()),
    "a stranger": (
        made((1, 9), (4, 2), (6, 5)),
        {(Code.UNKNOWN_PLAYER, (9,), 1), (Code.PLAYER_MISSING, (3,), None)},
    ),
    "against himself": (
        made((1, 1), (4, 2), (6, 5)),
        {(Code.SELF_PAIRING, (1,), 1), (Code.PLAYER_MISSING, (3,), None)},
    ),
    # 3 on two boards; 3 and 6 met in round 1 as well.
    "twice": (
        made((1, 3), (4, 2), (6, 3)),
        {
            (Code.PLAYER_TWICE, (3,), 1),
            (Code.PLAYER_MISSING, (5,), None),
            (Code.REMATCH, (6, 3), 3),
        },
    ),
    "missing": (
        made((1, 3), (4, 2)),
        {(Code.PLAYER_MISSING, (5,), None), (Code.PLAYER_MISSING, (6,), None)},
    ),
    "board and bye": (
        made((1, 3), (4, 2), (6, 5), byes=(1,)),
        {(Code.PLAYER_TWICE, (1,), 1), (Code.NEEDLESS_BYE, (1,), None)},
    ),
    "two byes": (made((1, 3), (4, 2), byes=(5, 6)), {(Code.SEVERAL_BYES, (5, 6), None)}),
    "rematch": (made((1, 2), (4, 3), (6, 5)), {(Code.REMATCH, (1, 2), 1)}),
    # 5 had White twice and 6 Black twice: a third time is against articles 6 and 7.
    "third colour": (
        made((1, 3), (4, 2), (5, 6)),
        {
            (Code.SAME_COLOUR_THREE_TIMES, (5,), 3),
            (Code.COLOUR_DIFFERENCE, (5,), 3),
            (Code.SAME_COLOUR_THREE_TIMES, (6,), 3),
            (Code.COLOUR_DIFFERENCE, (6,), 3),
        },
    ),
}


@pytest.mark.parametrize(("proposed", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_is_found_where_it_is(
    proposed: ProposedRound, expected: set[tuple[Code, tuple[int, ...], int | None]]
) -> None:
    state = PairingState(event_of(SIX, rounds=5), 3)

    assert grave(validate_round(state, proposed)) == expected


def test_a_finding_carries_article_and_facts() -> None:
    state = PairingState(event_of(SIX, rounds=5), 3)

    rematch, *_ = validate_round(state, made((1, 2), (4, 3), (6, 5)))

    assert rematch == Finding(Code.REMATCH, BAD, (1, 2), 1, "C.04.1 2", {"round": 2})


@pytest.mark.parametrize(
    ("bye", "expected"),
    [
        (5, Finding(Code.SECOND_BYE, BAD, (5,), None, "C.04.1 4", {"round": 1})),
        (4, Finding(Code.SECOND_BYE, BAD, (4,), None, "C.04.1 4", {"round": 2})),
        (3, None),
    ],
)
def test_the_bye_is_had_once(bye: int, expected: Finding | None) -> None:
    state = PairingState(event_of(FIVE, rounds=5), 3)
    others = [rank for rank in (1, 2, 3, 4, 5) if rank != bye]
    proposed = made((others[0], others[3]), (others[1], others[2]), byes=(bye,))

    found = [each for each in validate_round(state, proposed) if each.code is Code.SECOND_BYE]

    assert found == ([] if expected is None else [expected])


def test_a_full_point_without_play_bars_from_the_bye() -> None:
    record = event_of({1: "3w1", 2: "F", 3: "1b0"}, rounds=5)
    proposed = replace(made((1, 3), byes=(2,)), round_number=2)

    found = [
        each
        for each in validate_round(PairingState(record, 2), proposed)
        if each.code is Code.BYE_AFTER_FREE_POINT
    ]

    assert found == [Finding(Code.BYE_AFTER_FREE_POINT, BAD, (2,), None, "C.04.1 4", {"round": 1})]


def test_who_is_absent_or_gone_is_not_on_a_board() -> None:
    record = event_of(SIX, rounds=5)
    gone = tuple(
        replace(player, withdrawn_after=2) if player.starting_rank == 6 else player
        for player in record.competitors
    )
    state = PairingState(replace(record, competitors=gone), 3, {2: ByeKind.HALF_POINT})

    found = grave(validate_round(state, made((1, 3), (4, 2), (6, 5))))

    assert found == {(Code.ABSENT_PLAYER, (2,), 2), (Code.WITHDRAWN_PLAYER, (6,), 3)}


def test_a_family_is_a_warning_and_a_forfeited_meeting_only_a_note() -> None:
    record = event_of(FIVE, rounds=5)
    record = replace(record, forbidden_pairs=((frozenset({1, 4}), 3, 3),))
    state = PairingState(record, 3)

    family = validate_round(state, made((1, 4), (2, 3), byes=(5,)))
    forfeit = validate_round(state, made((3, 4), (2, 5), byes=(1,)))

    assert (Code.FORBIDDEN_PAIR, WARNING, (1, 4), 1) in codes(family)
    assert (Code.FORFEIT_MET_AGAIN, NOTE, (3, 4), 1) in codes(forfeit)
    assert (Code.REMATCH, BAD, (2, 5), 2) in codes(forfeit)


def test_a_topscorer_of_the_last_round_may_have_a_third_colour() -> None:
    """C.04.3 article 1.8: more than half of the maximum before the last round."""
    table = {1: "3w1 4w1", 2: "4b0 3w0", 3: "1b0 2b1", 4: "2w1 1b0"}
    last = PairingState(event_of(table, rounds=3), 3)
    not_last = PairingState(event_of(table, rounds=4), 3)
    proposed = made((1, 2), (4, 3))

    assert (Code.TOPSCORER_COLOUR, NOTE, (1,), 1) in codes(validate_round(last, proposed))
    assert (Code.SAME_COLOUR_THREE_TIMES, (1,), 1) in grave(validate_round(not_last, proposed))


def test_notes_tell_of_colours_floats_and_board_order() -> None:
    state = PairingState(event_of(SIX, rounds=5), 3)

    found = codes(validate_round(state, made((5, 4), (2, 3), (1, 6))))

    assert (Code.SCORE_DIFFERENCE, NOTE, (1, 6), 3) in found
    assert (Code.BOARD_ORDER, NOTE, (), None) in found


def test_equal_rounds_compare_equal_in_any_board_order() -> None:
    one, other = made((1, 3), (4, 2), (6, 5)), made((6, 5), (1, 3), (4, 2))

    assert compare_with_engine(one, other).is_equal


def test_differing_boards_are_listed_with_the_engines() -> None:
    ours = made((3, 1), (4, 5), (6, 2))
    theirs = made((1, 3), (4, 2), (6, 5))

    comparison = compare_with_engine(ours, theirs)

    assert comparison.differences == (
        BoardDifference(1, ProposedPairing(3, 1), ProposedPairing(1, 3), colours_only=True),
        BoardDifference(2, ProposedPairing(4, 5), ProposedPairing(4, 2)),
        BoardDifference(3, ProposedPairing(6, 2), ProposedPairing(6, 5)),
    )
    assert not comparison.is_equal


def test_another_bye_alone_is_a_difference() -> None:
    comparison = compare_with_engine(made((1, 2), byes=(3,)), made((1, 3), byes=(2,)))

    assert (comparison.bye_proposed, comparison.bye_engine) == (3, 2)
    assert comparison.differences == (
        BoardDifference(1, ProposedPairing(1, 2), ProposedPairing(1, 3)),
    )


def test_a_board_the_round_does_not_have_is_listed_too() -> None:
    comparison = compare_with_engine(made((1, 2)), made((1, 2), (3, 4)))

    assert comparison.differences == (BoardDifference(2, None, ProposedPairing(3, 4)),)
