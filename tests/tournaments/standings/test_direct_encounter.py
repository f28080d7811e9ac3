"""Direct encounter: complete and incomplete tables, averages, forfeits (C.07 article 6)."""

from support.small_events import event, player
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.values import Reason


def places(record, **options):
    table = standings(record, tie_breaks=["DE"], **options)
    return {r: row.values[0].place for r, row in table.row_of.items()}


def test_the_winner_of_the_only_game_between_two_is_first():
    record = event(
        player(1, "2b0 3w1"), player(2, "1w1 4b0"), player(3, "4w= 1b0"), player(4, "3b= 2w1")
    )

    table = standings(record, tie_breaks=["DE"])

    assert [(row.rank, row.starting_rank) for row in table.rows] == [(1, 4), (2, 2), (3, 1), (4, 3)]
    assert (table.value(2, "DE").value, table.value(2, "DE").place) == (100, 1)
    assert (table.value(4, "DE").value, table.value(4, "DE").why_undefined) == (
        None,
        Reason.NOT_LEVEL,
    )


def test_a_circle_of_wins_stays_level():
    record = event(player(1, "2w1 3b0"), player(2, "1b0 3w1"), player(3, "2b0 1w1"))

    assert places(record) == {1: 1, 2: 1, 3: 1}


def test_a_tie_inside_a_complete_table_is_settled_by_its_own_game():
    # Among themselves 1 has 2½, 3 has 1½, 2 and 4 have 1 each; 2 beat 4.
    record = event(
        player(1, "4w1 2b1 3w= Z Z"),
        player(2, "3w0 1w0 4b1 F H"),
        player(3, "2b1 4w0 1b= F Z"),
        player(4, "1b0 3b1 2w0 F H"),
    )

    assert places(record) == {1: 1, 3: 2, 2: 3, 4: 4}


def test_a_player_is_placed_only_if_no_missing_game_could_change_it():
    # 1 beat 2; 3 has met neither and could still reach two points among them.
    record = event(
        player(1, "2w1 4b0"), player(2, "1b0 5w1"), player(3, "4w1 5b0"), player(4, "3b0 1w1"),
        player(5, "U 3w1"),
    )  # fmt: skip
    table = standings(record, tie_breaks=["DE"])

    level = [row for row in table.rows if row.points == 100]
    assert {row.starting_rank for row in level} == {1, 2, 3, 4}
    assert {row.rank for row in level} == {2}
    assert table.value(1, "DE").notes == (Reason.NOT_ALL_MET,)


def test_two_games_between_the_same_players_count_as_their_average():
    record = event(
        player(1, "2w1 2b= 3w0 3b1"),
        player(2, "1b0 1w= 3b1 3w1"),
        player(3, "U U 2w0 2b0"),
        is_round_robin=True,
    )
    table = standings(record, tie_breaks=["DE"])

    value = table.value(1, "DE")
    assert (value.value, value.unit) == (150, 200)
    assert [(e.counted, e.reasons) for e in value.lines] == [
        (100, (Reason.AVERAGE_OF_GAMES,)),
        (50, (Reason.AVERAGE_OF_GAMES,)),
    ]
    assert places(record) == {1: 1, 2: 2, 3: None}


def test_a_forfeit_is_no_encounter_in_a_swiss_unless_the_event_says_so():
    record = event(player(1, "2w- U"), player(2, "1b+ Z"), player(3, "U U"))

    assert places(record) == {1: 1, 2: 1, 3: None}
    assert places(record, forfeits_count_in_direct_encounter=True) == {1: 2, 2: 1, 3: None}


def test_a_forfeit_is_an_encounter_in_a_round_robin():
    record = event(
        player(1, "2w- 3b1 ."), player(2, "1b+ . 3w0"), player(3, ". 1w0 2b1"), is_round_robin=True
    )

    assert places(record) == {1: 1, 2: 1, 3: 1}
    table = standings(record, tie_breaks=["DE"])
    assert table.value(2, "DE").lines[0].reasons == (Reason.FORFEIT_AS_GAME,)
