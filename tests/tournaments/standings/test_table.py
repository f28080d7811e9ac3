"""The table itself: shared ranks, what decided, editions, earlier rounds, bad input."""

from dataclasses import replace
from datetime import date

import pytest

from support.random_events import random_swiss
from support.small_events import event, field_case_event, player
from tournaments.results import PointValues
from tournaments.standings.editions import Edition, edition_for
from tournaments.standings.presets import PRESETS, preset_for
from tournaments.standings.score_sheet import last_round_with_result
from tournaments.standings.table import decision, standings
from tournaments.standings.tie_breaks.codes import (
    TIE_BREAKS,
    RepeatedTieBreakError,
    UnknownTieBreakError,
    canonical_codes,
)


def test_level_players_share_a_rank_and_the_next_rank_is_skipped():
    record = event(
        player(1, "4w1"), player(2, "5w="), player(3, "U"), player(4, "1b0"), player(5, "2b=")
    )

    table = standings(record, tie_breaks=[])

    assert [
        (r.position, r.rank, r.is_shared, r.starting_rank, r.decided_by) for r in table.rows
    ] == [
        (1, 1, True, 1, None),
        (2, 1, True, 3, None),
        (3, 3, True, 2, "PTS"),
        (4, 3, True, 5, None),
        (5, 5, False, 4, "PTS"),
    ]


def test_each_row_names_the_criterion_that_puts_it_below_the_row_above():
    table = standings(field_case_event(), tie_breaks=["DE", "BH/C1"], edition=Edition.C07_2026)

    assert [(r.starting_rank, r.rank, r.decided_by) for r in table.rows] == [
        (1, 1, None),
        (2, 2, "PTS"),
        (5, 3, "PTS"),
        (3, 4, "PTS"),
        (7, 5, "PTS"),
        (6, 6, "BH/C1"),
        (4, 7, "PTS"),
    ]


def test_the_comparison_of_two_players_ends_at_the_criterion_that_decides():
    table = standings(field_case_event(), tie_breaks=["DE", "BH", "SB"], edition=Edition.C07_2026)

    steps = decision(table, 7, 6)

    assert [(s.code, s.first_points, s.second_points, s.decides) for s in steps] == [
        ("PTS", 150, 150, False),
        ("DE", 150, 150, False),
        ("BH", 150, 150, True),
    ]
    assert (steps[2].first.value, steps[2].second.value) == (750, 700)


def test_the_comparison_of_players_whom_nothing_separates_lists_every_criterion():
    record = event(player(1, "2w="), player(2, "1b="))
    table = standings(record, tie_breaks=["DE", "BH"])

    assert [(s.code, s.decides) for s in decision(table, 1, 2)] == [
        ("PTS", False),
        ("DE", False),
        ("BH", False),
    ]


def test_undefined_values_come_last():
    record = event(player(1, "3w1 U"), player(2, "U U"), player(3, "1b0 U"), player(4, "U Z"))

    table = standings(record, tie_breaks=["ARO"])

    assert [r.starting_rank for r in table.rows] == [1, 2, 3, 4]
    assert [r.rank for r in table.rows] == [1, 2, 3, 4]
    assert table.row_of[4].decided_by == "ARO"


def test_final_stages_sort_by_rating_and_by_number_both_ways():
    record = event(
        player(1, "H", rating=1500), player(2, "H", rating=1700), player(3, "H", rating=1600)
    )

    def order(code):
        return [row.starting_rank for row in standings(record, tie_breaks=[code]).rows]

    assert order("RTNG") == [2, 3, 1]
    assert order("RTNG/R") == [1, 3, 2]
    assert order("TPN") == [1, 2, 3]
    assert order("TPN/R") == [3, 2, 1]


@pytest.mark.parametrize(
    ("first_day", "edition"),
    [
        (date(2024, 8, 1), Edition.C07_2024),
        (date(2026, 2, 28), Edition.C07_2024),
        (date(2026, 3, 1), Edition.C07_2026),
        (None, Edition.C07_2026),
    ],
)
def test_the_first_day_chooses_the_edition(first_day, edition):
    assert edition_for(first_day) is edition
    record = replace(field_case_event(), start_date=first_day)
    assert standings(record, tie_breaks=["BH"]).edition is edition


def test_a_stored_edition_goes_before_the_first_day():
    record = replace(field_case_event(), start_date=date(2026, 6, 1))

    table = standings(record, tie_breaks=["BH"], edition=Edition("2024"))

    assert table.value(5, "BH").value == 850


def test_the_event_pays_its_own_points():
    record = event(
        player(1, "2w1 U"),
        player(2, "1b0 3w="),
        player(3, "H 2b="),
        points=PointValues(win=300, draw=100, loss=0, pairing_bye=100, half_point_bye=50),
    )

    table = standings(record, tie_breaks=["WIN", "SB", "BH"], edition=Edition.C07_2026)

    assert {r.starting_rank: r.points for r in table.rows} == {1: 400, 3: 150, 2: 100}
    assert table.value(1, "WIN").value == 1
    # 300 × 100 for the game, 100 × 200 for the bye: the dummy has at most a draw a round.
    assert table.value(1, "SB").value == 30_000 + 20_000


def test_points_named_among_the_tie_breaks_come_first_all_the_same():
    named = standings(field_case_event(), tie_breaks=["BH", "PTS"])

    assert named == standings(field_case_event(), tie_breaks=["BH"])


def test_standings_after_an_earlier_round_are_those_of_an_event_that_ended_there():
    record = random_swiss(7, players=18, rounds=7, trouble=0.3)

    for after in range(1, 7):
        ended = replace(
            record,
            competitors=tuple(
                replace(player, cells=player.cells[:after]) for player in record.competitors
            ),
        )
        assert standings(record, tie_breaks=list(TIE_BREAKS), after_round=after) == standings(
            ended, tie_breaks=list(TIE_BREAKS)
        )


def test_a_round_that_is_only_paired_is_not_in_the_table_yet():
    paired = event(player(1, "2w1 3w*"), player(2, "1b0 U"), player(3, "U 1b*"))
    running = event(
        player(1, "2w1 3w* 4b*"),
        player(2, "1b0 U 3w="),
        player(3, "U 1b* 2b="),
        player(4, "Z Z 1w*"),
    )

    assert last_round_with_result(paired) == 1
    assert standings(paired, tie_breaks=["BH"]).after_round == 1
    assert standings(running, tie_breaks=["BH"]).after_round == 3
    assert standings(running, tie_breaks=["BH"]).open_games == 2


def test_before_the_first_round_everybody_is_level():
    record = event(player(1, ""), player(2, ""), rounds=5)

    table = standings(record, tie_breaks=["DE", "BH/C1", "TPR", "AOB", "PS"])

    assert table.after_round == 0
    assert [(r.rank, r.is_shared, r.points) for r in table.rows] == [(1, True, 0), (1, True, 0)]


def test_an_event_without_players_has_an_empty_table():
    assert standings(event(), tie_breaks=list(TIE_BREAKS)).rows == ()


def test_an_unknown_code_is_refused_with_the_codes_allowed():
    with pytest.raises(
        UnknownTieBreakError, match=r"Unknown tie-break 'XY'\. Allowed: PTS, DE, BH"
    ):
        standings(field_case_event(), tie_breaks=["BH", "XY"])


def test_a_code_may_not_stand_twice():
    with pytest.raises(RepeatedTieBreakError) as refused:
        canonical_codes(["REP", "BH", "GE"])
    assert refused.value.code == "GE"


def test_codes_are_read_as_people_write_them():
    assert canonical_codes([" bh/c1", "SB-C1", "ge"]) == ("BH/C1", "SB/C1", "REP")


@pytest.mark.parametrize("after", [-1, 5])
def test_a_round_that_was_not_paired_is_refused(after):
    with pytest.raises(ValueError, match=f"Round {after} has not been paired; the last one is 4"):
        standings(field_case_event(), tie_breaks=["BH"], after_round=after)


def test_an_opponent_who_is_not_in_the_list_is_named():
    record = event(player(1, "2w1 9b0"), player(2, "1b0 U"))

    with pytest.raises(ValueError, match="Player 1, round 2: opponent 9 is not in the list"):
        standings(record, tie_breaks=["BH"])


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_preset_is_a_list_of_known_codes(name):
    assert canonical_codes(PRESETS[name]) == PRESETS[name]


def test_the_preset_of_a_round_robin_has_no_buchholz():
    assert [c for c in preset_for(is_round_robin=True) if c.startswith(("BH", "FB", "AOB"))] == []
    assert preset_for(is_round_robin=False) == ("DE", "BH/C1", "BH", "SB")
