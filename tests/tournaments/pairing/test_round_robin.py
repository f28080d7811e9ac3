"""Berger tables against the published ones, drawn numbers, and the 50 % rule."""

from __future__ import annotations

import re

import pytest

from support.pairing_events import event_of
from tournaments.pairing.records import ProposedBye, ProposedPairing
from tournaments.pairing.round_robin import (
    WithdrawalEffect,
    berger_table,
    double_berger_table,
    round_robin_rounds,
    withdrawal_effect,
)
from tournaments.results import ByeKind

# The published tables for up to 14 players: http://c.w.fox.tripod.com/chess/berger.html, the same
# in the Vega manual of 2016, appendix C.
PUBLISHED = {
    4: """1-4 2-3; 4-3 1-2; 2-4 3-1""",
    6: """1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7;
          8-7 1-6 2-5 3-4; 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7; 10-7 8-6 9-5 1-4 2-3;
           3-10 4-2 5-1 6-9 7-8; 10-8 9-7 1-6 2-5 3-4; 4-10 5-3 6-2 7-1 8-9; 10-9 1-8 2-7 3-6 4-5;
           5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7; 12-7 8-6 9-5 10-4 11-3 1-2; 2-12 3-1 4-11 5-10 6-9 7-8;
           12-8 9-7 10-6 11-5 1-4 2-3; 3-12 4-2 5-1 6-11 7-10 8-9; 12-9 10-8 11-7 1-6 2-5 3-4;
           4-12 5-3 6-2 7-1 8-11 9-10; 12-10 11-9 1-8 2-7 3-6 4-5; 5-12 6-4 7-3 8-2 9-1 10-11;
           12-11 1-10 2-9 3-8 4-7 5-6; 6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """1-14 2-13 3-12 4-11 5-10 6-9 7-8; 14-8 9-7 10-6 11-5 12-4 13-3 1-2;
           2-14 3-1 4-13 5-12 6-11 7-10 8-9; 14-9 10-8 11-7 12-6 13-5 1-4 2-3;
           3-14 4-2 5-1 6-13 7-12 8-11 9-10; 14-10 11-9 12-8 13-7 1-6 2-5 3-4;
           4-14 5-3 6-2 7-1 8-13 9-12 10-11; 14-11 12-10 13-9 1-8 2-7 3-6 4-5;
           5-14 6-4 7-3 8-2 9-1 10-13 11-12; 14-12 13-11 1-10 2-9 3-8 4-7 5-6;
           6-14 7-5 8-4 9-3 10-2 11-1 12-13; 14-13 1-12 2-11 3-10 4-9 5-8 6-7;
           7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
}


@pytest.mark.parametrize("players", range(3, 15))
def test_the_table_is_the_published_one(players: int) -> None:
    published = PUBLISHED[players + players % 2]

    assert berger_table(players) == tuple(
        tuple((int(white), int(black)) for white, black in re.findall(r"(\d+)-(\d+)", text))
        for text in published.split(";")
    )


@pytest.mark.parametrize("players", range(3, 40))
def test_everybody_meets_everybody_once_and_colours_differ_by_one_at_most(players: int) -> None:
    games = [pair for pairs in berger_table(players) for pair in pairs if max(pair) <= players]

    assert len({frozenset(pair) for pair in games}) == len(games) == players * (players - 1) // 2
    for number in range(1, players + 1):
        whites = sum(1 for white, _ in games if white == number)
        assert abs(2 * whites - (players - 1)) <= 1


@pytest.mark.parametrize("players", [6, 8, 10, 12])
def test_a_double_round_gives_both_colours_and_never_three_in_a_row(players: int) -> None:
    rounds = double_berger_table(players)

    games = [pair for pairs in rounds for pair in pairs]
    assert len(set(games)) == len(games) == players * (players - 1)
    for number in range(1, players + 1):
        colours = "".join(
            "w" if white == number else "b"
            for pairs in rounds
            for white, black in pairs
            if number in (white, black)
        )
        assert "www" not in colours
        assert "bbb" not in colours


def test_only_the_first_half_has_its_last_rounds_exchanged() -> None:
    single = berger_table(6)
    double = double_berger_table(6)

    assert double[:5] == (single[0], single[1], single[2], single[4], single[3])
    assert double[5:] == tuple(tuple((b, w) for w, b in pairs) for pairs in single)
    assert double_berger_table(4)[:3] == berger_table(4)


def test_drawn_numbers_name_the_players_and_the_odd_one_is_free() -> None:
    rounds = round_robin_rounds([7, 3, 9])

    assert [proposed.pairings for proposed in rounds] == [
        (ProposedPairing(3, 9),),
        (ProposedPairing(7, 3),),
        (ProposedPairing(9, 7),),
    ]
    assert [proposed.absences for proposed in rounds] == [
        (ProposedBye(7, ByeKind.ZERO_POINT),),
        (ProposedBye(9, ByeKind.ZERO_POINT),),
        (ProposedBye(3, ByeKind.ZERO_POINT),),
    ]


@pytest.mark.parametrize(
    ("row", "played", "effect"),
    [
        # Five games each: two are less than half of them, three are not.
        ("6w1 4b0 2b- 5w- 3b-", 2, WithdrawalEffect.CANCELLED),
        ("6w1 4b0 2b= 5w- 3b-", 3, WithdrawalEffect.COUNTS),
        # A forfeit that was won is no game completed.
        ("6w1 4b+ 2b= 5w- 3b-", 2, WithdrawalEffect.CANCELLED),
    ],
)
def test_half_of_the_games_decides_what_a_withdrawal_does(
    row: str, played: int, effect: WithdrawalEffect
) -> None:
    record = event_of({1: row, 2: "", 3: "", 4: "", 5: "", 6: ""}, rounds=5, is_round_robin=True)

    withdrawal = withdrawal_effect(record, 1)

    assert (withdrawal.played, withdrawal.scheduled, withdrawal.effect) == (played, 5, effect)


def test_exactly_half_counts() -> None:
    table = {1: "5w1 4b0 . . .", 2: "", 3: "", 4: "", 5: ""}
    record = event_of(table, rounds=5, is_round_robin=True)

    withdrawal = withdrawal_effect(record, 1)

    assert (withdrawal.played, withdrawal.scheduled) == (2, 4)
    assert withdrawal.effect is WithdrawalEffect.COUNTS
    assert withdrawal.opponents == frozenset({4, 5})


def test_a_double_round_robin_counts_both_halves() -> None:
    table = {1: "4w1 3b0 2b1 . . .", 2: "", 3: "", 4: ""}
    record = event_of(table, rounds=6, is_round_robin=True)

    assert withdrawal_effect(record, 1).scheduled == 6
    assert withdrawal_effect(record, 1).effect is WithdrawalEffect.COUNTS
