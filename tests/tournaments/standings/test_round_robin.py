"""Round robin: forfeits are games, free rounds are nothing, early withdrawals do not count."""

from support.small_events import event, player
from tournaments.standings.crosstable import crosstable
from tournaments.standings.round_robin import annulled_after, annulled_by_half_rule
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.values import Reason


def test_forfeits_are_games_for_sonneborn_berger_and_counts_but_not_for_ratings():
    record = event(
        player(1, "2w+ . 3b1", rating=1800),
        player(2, "1b- 3w1 .", rating=1700),
        player(3, ". 2b0 1w0", rating=1600),
        is_round_robin=True,
    )

    table = standings(record, tie_breaks=["SB", "KS", "WON", "BPG", "REP", "ARO", "BH"])

    assert {r: [v.value for v in row.values] for r, row in table.row_of.items()} == {
        1: [10_000, 100, 2, 1, 2, 1600, 100],
        2: [0, 0, 1, 0, 1, 1600, 200],
        3: [0, 0, 0, 1, 2, 1750, 300],
    }
    assert table.value(1, "SB").lines[0].reasons == (Reason.FORFEIT_AS_GAME,)
    assert [line.round_number for line in table.value(1, "BH").lines] == [1, 3]


def test_a_player_who_left_before_half_of_his_games_does_not_count():
    record = event(
        player(1, "4w1 . 3w= 2b1 5w+"),
        player(2, "5b0 4w1 . 1w0 3b1"),
        player(3, ". 5w+ 1b= 4b1 2w0"),
        player(4, "1b0 2b0 5w+ 3w0 ."),
        player(5, "2w1 3b- 4b- . 1b-", withdrawn_after=1),
        is_round_robin=True,
    )

    annulled = annulled_by_half_rule(record)
    table = standings(record, tie_breaks=["SB", "WON"], annulled=annulled)

    assert annulled == (5,)
    assert [(r.starting_rank, r.points) for r in table.rows] == [
        (1, 250),
        (2, 200),
        (3, 150),
        (4, 0),
    ]
    assert table.annulled == (5,)
    assert table.value(1, "SB").value == 200 * 100 + 150 * 50
    assert table.value(1, "WON").value == 2


def test_a_player_who_left_later_counts_in_the_table_of_an_earlier_round():
    record = event(
        player(1, "4w1 . 3w= 2b1 5w+"),
        player(2, "5b0 4w1 . 1w0 3b1"),
        player(3, ". 5w+ 1b= 4b1 2w0"),
        player(4, "1b0 2b0 5w+ 3w0 ."),
        player(5, "2w1 3b- 4b- . 1b-", withdrawn_after=1),
        is_round_robin=True,
    )

    assert [annulled_after(record, number) for number in (1, 2, 5, None)] == [
        (), (5,), (5,), (5,),
    ]  # fmt: skip


def test_the_results_of_an_annulled_player_stay_in_the_crosstable():
    record = event(
        player(1, "2w1 3b1"), player(2, "1b0 ."), player(3, ". 1w0", withdrawn_after=2),
        rounds=3, is_round_robin=True,
    )  # fmt: skip
    table = standings(record, tie_breaks=[], annulled=(3,))

    rows = crosstable(record, table)

    assert [(r.number, r.rank, r.starting_rank, r.points) for r in rows] == [
        (1, 1, 1, 100),
        (2, 2, 2, 0),
        (3, None, 3, 0),
    ]
    assert rows[0].cells[1].opponent_number == 3


def test_half_of_the_games_is_enough_to_stay():
    stays = event(
        player(1, "4w1 3b= 2w1 . ."), player(2, "3w1 5b= 1b0 . ."), player(3, "2b0 1w= 5w1 . ."),
        player(4, "1b0 . . . .", withdrawn_after=1), player(5, ". 2w= 3b0 . .", withdrawn_after=3),
        is_round_robin=True,
    )  # fmt: skip

    # Five players make four games each: player 5 has played two of them, player 4 one.
    assert annulled_by_half_rule(stays) == (4,)


def test_a_double_round_robin_asks_for_half_of_both_cycles():
    record = event(
        player(1, "2w1 3b1 . . . ."), player(2, "1b0 . 3w1 . . ."),
        player(3, ". 1w0 2b0 . . .", withdrawn_after=3), rounds=6, is_round_robin=True,
    )  # fmt: skip
    quitter = event(
        player(1, "2w1 3b1 . . . ."), player(2, "1b0 . 3w+ . . ."),
        player(3, ". 1w0 2b- . . .", withdrawn_after=2), rounds=6, is_round_robin=True,
    )  # fmt: skip

    assert annulled_by_half_rule(record) == ()
    assert annulled_by_half_rule(quitter) == (3,)


def test_nobody_is_annulled_in_a_swiss():
    record = event(player(1, "2w1 U"), player(2, "1b0 Z", withdrawn_after=1))

    assert annulled_by_half_rule(record) == ()
