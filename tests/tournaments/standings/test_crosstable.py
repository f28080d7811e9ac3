"""Crosstables: numbers in the cells lead to lines of the same table, in both orders and forms."""

import pytest

from support.random_events import random_round_robin, random_swiss
from support.small_events import event, field_case_event, player
from tournaments.results import Colour, Outcome
from tournaments.standings.crosstable import Order, crosstable, matrix
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings


def test_a_line_by_standing_names_opponents_by_their_place():
    record = field_case_event()
    table = standings(record, tie_breaks=["BH"], edition=Edition.C07_2026)

    rows = crosstable(record, table)

    assert [(r.number, r.rank, r.starting_rank, r.points) for r in rows] == [
        (1, 1, 1, 350),
        (2, 2, 2, 300),
        (3, 3, 5, 250),
        (4, 4, 3, 200),
        (5, 5, 7, 150),
        (6, 6, 6, 150),
        (7, 7, 4, 50),
    ]
    assert [
        (c.round_number, c.outcome, c.points, c.colour, c.opponent, c.opponent_number)
        for c in rows[2].cells
    ] == [
        (1, Outcome.LOSS, 0, Colour.WHITE, 2, 2),
        (2, Outcome.HALF_POINT_BYE, 50, None, None, None),
        (3, Outcome.PAIRING_ALLOCATED_BYE, 100, None, None, None),
        (4, Outcome.WIN, 100, Colour.BLACK, 4, 7),
    ]


def test_a_line_by_starting_rank_names_opponents_by_their_starting_place():
    record = field_case_event()
    table = standings(record, tie_breaks=["BH"])

    rows = crosstable(record, table, order=Order.STARTING_RANK)

    assert [r.starting_rank for r in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [c.opponent_number for c in rows[0].cells] == [4, 2, 3, 7]


def test_numbers_are_without_gaps_where_starting_ranks_have_some():
    record = event(player(1, "7w1"), player(4, "U"), player(7, "1b0"))
    table = standings(record, tie_breaks=[])

    rows = crosstable(record, table, order=Order.STARTING_RANK)

    assert [(r.number, r.starting_rank) for r in rows] == [(1, 1), (2, 4), (3, 7)]
    assert rows[0].cells[0].opponent_number == 3


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("seed", range(4))
def test_every_cell_is_answered_by_the_opponents_line(order, seed):
    record = random_swiss(seed, players=13, rounds=6, trouble=0.3)
    rows = crosstable(record, standings(record, tie_breaks=["DE", "BH"]), order=order)

    for row in rows:
        for cell in row.cells:
            if cell.opponent_number is not None:
                answer = rows[cell.opponent_number - 1].cells[cell.round_number - 1]
                assert rows[cell.opponent_number - 1].starting_rank == cell.opponent
                assert (answer.opponent_number, answer.opponent) == (row.number, row.starting_rank)


def test_it_ends_with_the_round_of_the_standings():
    record = field_case_event()

    rows = crosstable(record, standings(record, tie_breaks=[], after_round=2))

    assert {len(row.cells) for row in rows} == {2}


def test_a_round_without_a_cell_is_an_absence_in_a_swiss_and_free_in_a_round_robin():
    players = (player(1, "2w1 ."), player(2, "1b0 3w1"), player(3, ". 2b0"))
    swiss, round_robin = event(*players), event(*players, is_round_robin=True)

    cells = [
        crosstable(r, standings(r, tie_breaks=[]), order=Order.STARTING_RANK)[0].cells[1]
        for r in (swiss, round_robin)
    ]

    assert (cells[0].outcome, cells[0].points) == (Outcome.ZERO_POINT_BYE, 0)
    assert cells[1] is None


def test_the_matrix_shows_each_game_twice_and_nothing_on_the_diagonal():
    record = random_round_robin(3, players=5, double=True, forfeits=0)
    table = standings(record, tie_breaks=["SB"])

    rows = matrix(record, table)

    assert [r.starting_rank for r in rows] == [r.starting_rank for r in table.rows]
    for row in rows:
        assert row.games[row.number - 1] is None
        assert row.points == sum(g.points for met in row.games if met for g in met)
        for position, met in enumerate(row.games, start=1):
            if met is not None:
                back = rows[position - 1].games[row.number - 1]
                assert len(met) == len(back) == 2
                assert [g.points + b.points for g, b in zip(met, back, strict=True)] == [100, 100]


def test_the_matrix_of_a_running_event_has_empty_places():
    record = event(
        player(1, "2w1 3b*"), player(2, "1b0 ."), player(3, ". 1w*"), rounds=3, is_round_robin=True
    )

    rows = matrix(
        record, standings(record, tie_breaks=[], after_round=2), order=Order.STARTING_RANK
    )

    assert [[None if g is None else len(g) for g in row.games] for row in rows] == [
        [None, 1, 1],
        [1, None, 0],
        [1, 0, None],
    ]
    assert rows[0].games[2][0].outcome is Outcome.PENDING
