"""Keizer standings worked by hand, and evenings with whoever is here."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from support.pairing_events import RandomEvent, event_of
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.keizer import KeizerLine, KeizerRules, Source, keizer_standings, values_of
from tournaments.pairing.keizer_pairing import pair_evening
from tournaments.pairing.records import PairingState, ProposedBye, ProposedPairing
from tournaments.results import ByeKind, Colour


def scores(standings: object) -> list[tuple[int, int, int]]:
    """Rank, value and score of each row."""
    return [(row.rank, row.value, row.score) for row in standings.rows]  # type: ignore[attr-defined]


def test_values_fall_by_one_and_the_first_is_worth_three_times_the_last() -> None:
    """35 players: 52 down to 18 (half of the field, rounded up, for the last)."""
    values = values_of(35, KeizerRules())

    assert (values[0], values[-1], len(values)) == (52, 18, 35)
    assert list(values_of(3, KeizerRules(lowest_value=10))) == [12, 11, 10]


def test_a_win_brings_the_opponents_value_and_a_draw_half_of_it() -> None:
    """Values 5, 4, 3, 2. 1 beats 2: 5 + 4; 2: 4; 3 draws 4: 3 + 1; 4: 2 + 1½. The order stays."""
    record = event_of({1: "2w1", 2: "1b0", 3: "4w=", 4: "3b="}, rounds=9)

    standings = keizer_standings(record)

    assert scores(standings) == [(1, 5, 900), (2, 4, 400), (3, 3, 400), (4, 2, 350)]
    assert (standings.is_settled, standings.turns) == (True, 1)


def test_values_follow_the_standings_until_the_order_stays() -> None:
    """Both outsiders win: first 4 (2 + 5) and 3 (3 + 4) with 7 each, then 3 leads with value 5.

    With values 5, 4, 3, 2 for 3, 4, 1, 2 the scores are 5 + 2, 4 + 3, 3, 2 and the order stays.
    """
    record = event_of({1: "4w0", 2: "3w0", 3: "2b1", 4: "1b1"}, rounds=9)

    standings = keizer_standings(record)

    assert scores(standings) == [(3, 5, 700), (4, 4, 700), (1, 3, 300), (2, 2, 200)]
    assert (standings.is_settled, standings.turns) == (True, 2)


def test_an_order_that_swings_for_ever_is_ended_and_said_so() -> None:
    """1 beats 2, 2 beats 3, 3 beats 1: whoever is made first makes the one who beat him first."""
    record = event_of({1: "2w1 3w0 .", 2: "1b0 . 3w1", 3: ". 1b1 2b0"}, rounds=9)

    standings = keizer_standings(record)

    assert not standings.is_settled
    assert [row.exact for row in standings.rows] == sorted(
        (row.exact for row in standings.rows), reverse=True
    )


def test_rounds_without_a_game_bring_a_part_of_ones_own_value() -> None:
    """Own value 3 of 1 counts once, then 4/6 for U, 4/6 for F, 2/6 for H, nothing for Z."""
    record = event_of({1: "U F H Z", 2: ". . . ."}, rounds=9)
    rules = KeizerRules(lowest_value=2)

    first = keizer_standings(record, rules).rows[0]

    assert first.score == 300 + 200 + 200 + 100
    assert first.lines == (
        KeizerLine(1, Source.PAIRING_BYE, None, 3, 4),
        KeizerLine(2, Source.CLUB_DUTY, None, 3, 4),
        KeizerLine(3, Source.EXCUSED, None, 3, 2),
        KeizerLine(4, Source.ABSENT, None, 3, 0),
    )
    assert [line.score for line in first.lines] == [200, 200, 100, 0]


def test_only_so_many_absences_are_paid() -> None:
    record = event_of({1: "H H H", 2: ". . ."}, rounds=9)

    row = keizer_standings(record, KeizerRules(paid_absences=2)).rows[0]

    assert [line.source for line in row.lines] == [
        Source.EXCUSED,
        Source.EXCUSED,
        Source.EXCUSED_UNPAID,
    ]


def test_standings_after_an_earlier_round_do_not_know_the_later_one() -> None:
    record = event_of({1: "2w1 2b0", 2: "1b0 1w1"}, rounds=9)

    assert [row.rank for row in keizer_standings(record, after_round=1).rows] == [1, 2]
    assert keizer_standings(record).rows[0].lines[1].source is Source.LOSS


def test_those_who_are_here_play_their_neighbours() -> None:
    record = event_of(dict.fromkeys(range(1, 8), ""), rounds=30)
    absences = {2: ByeKind.HALF_POINT, 5: ByeKind.FULL_POINT}

    proposed = pair_evening(PairingState(record, 1, absences))

    # Five are here: the last one is free, 1 plays 3, 4 plays 6.
    assert [pairing.ranks for pairing in proposed.pairings] == [{1, 3}, {4, 6}]
    assert proposed.byes == (ProposedBye(7),)
    assert proposed.absences == (
        ProposedBye(2, ByeKind.HALF_POINT),
        ProposedBye(5, ByeKind.FULL_POINT),
    )


def test_the_bye_goes_to_the_last_of_those_who_had_the_fewest() -> None:
    record = event_of({1: "2w1", 2: "1b0", 3: "U"}, rounds=30)

    assert pair_evening(PairingState(record, 2)).byes == (ProposedBye(2),)


def test_two_players_rest_from_each_other_and_then_turn_the_colours() -> None:
    table = {1: "2w1 3b1", 2: "1b0 4w1", 3: "4w= 1w0", 4: "3b= 2b0"}
    near = pair_evening(PairingState(event_of(table, rounds=30), 3))
    later = {rank: f"{row} . . . ." for rank, row in table.items()}
    far = pair_evening(PairingState(event_of(later, rounds=30), 7))

    # Round 3: only 1-4 and 2-3 have not met. Long after: neighbours again, colours turned round.
    assert {pairing.ranks for pairing in near.pairings} == {frozenset({1, 4}), frozenset({2, 3})}
    assert ProposedPairing(2, 1) in far.pairings


def test_the_distance_gives_way_when_nobody_else_is_here() -> None:
    record = event_of({1: "2w1", 2: "1b0"}, rounds=30)

    assert pair_evening(PairingState(record, 2)).pairings == (ProposedPairing(2, 1),)


def test_a_forbidden_pair_never_gives_way() -> None:
    record = event_of({1: "", 2: ""}, rounds=30)
    record = replace(record, forbidden_pairs=((frozenset({1, 2}), 1, 30),))

    with pytest.raises(NoLegalPairing) as none:
        pair_evening(PairingState(record, 1))

    assert none.value.facts["present"] == [1, 2]


def test_one_player_makes_no_evening() -> None:
    record = event_of({1: "", 2: ""}, rounds=30)

    with pytest.raises(TooFewPlayers):
        pair_evening(PairingState(record, 1, {2: ByeKind.HALF_POINT}))


@pytest.mark.parametrize("seed", range(15))
def test_a_season_of_changing_attendance_always_finds_a_round(seed: int) -> None:
    """Everybody here plays or is free, and colours stay balanced though attendance is not."""
    event = RandomEvent(seed, players=8 + seed, rounds=12)
    chance = random.Random(seed)
    for number in range(1, 13):
        absences = {rank: ByeKind.HALF_POINT for rank in event.cells if chance.randrange(100) < 35}
        state = PairingState(event.record(), number, absences)
        proposed = pair_evening(state, KeizerRules(rematch_distance=4))
        seated = sorted(rank for pairing in proposed.pairings for rank in pairing.ranks)
        seated += [bye.rank for bye in proposed.byes]
        assert sorted(seated) == sorted(event.cells.keys() - absences.keys())
        event.play(proposed)
    standings = keizer_standings(event.record())
    assert len(standings.rows) == 8 + seed
    whites = {
        rank: sum(
            1 if cell.colour is Colour.WHITE else -1
            for cell in cells
            if cell and cell.outcome.is_played
        )
        for rank, cells in event.cells.items()
    }
    assert max(map(abs, whites.values())) <= 3
