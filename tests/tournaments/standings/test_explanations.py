"""Every value shows how it arose: its lines lead to it and say why they count as they do."""

import pytest

from support.random_events import random_round_robin, random_swiss
from support.small_events import event, player
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.codes import TIE_BREAKS
from tournaments.standings.tie_breaks.values import Method, Reason

EVENTS = [random_swiss(seed, players=14, rounds=6, trouble=0.3) for seed in range(4)]
EVENTS += [random_round_robin(seed, players=7, double=seed == 1) for seed in range(2)]


@pytest.mark.parametrize("code", list(TIE_BREAKS))
@pytest.mark.parametrize("edition", list(Edition))
def test_the_lines_lead_to_the_value(code, edition):
    for record in EVENTS:
        for row in standings(record, tie_breaks=[code], edition=edition).rows:
            for value in row.values:
                assert follows_from_its_lines(value), (row.starting_rank, value)


def follows_from_its_lines(value):
    counted = [line.counted for line in value.lines if line.is_counted]
    if value.value is None:
        return value.why_undefined is not None and not counted
    if value.why_undefined is not None:
        return False
    match value.method:
        case Method.SUM:
            return value.value == sum(counted) or value.code.startswith("TPN")
        case Method.AVERAGE | Method.AVERAGE_PLUS:
            average = (2 * sum(counted) + len(counted)) // (2 * len(counted))
            return value.value == average + value.addend
        case Method.SEARCH:
            scored = {"1": 100, "W": 100, "=": 50, "D": 50}
            score = sum(scored.get(e.outcome.value, 0) for e in value.lines if e.is_counted)
            return sum(counted) >= score
        case Method.OWN:
            return not value.lines


@pytest.mark.parametrize("code", sorted(set(TIE_BREAKS) - {"DE", "RTNG", "RTNG/R", "TPN", "TPN/R"}))
def test_a_line_that_is_left_out_says_why(code):
    for record in EVENTS:
        for row in standings(record, tie_breaks=[code]).rows:
            for value in row.values:
                assert [e for e in value.lines if not e.is_counted and not e.reasons] == []
                assert [e for e in value.lines if not e.is_counted and e.counted] == []


def test_an_opponent_who_went_home_is_marked():
    record = event(
        player(1, "2w1 3b1 4w1"),
        player(2, "1b0 Z Z"),
        player(3, "4w1 1w0 H"),
        player(4, "3b0 U 1b0"),
    )

    value = standings(record, tie_breaks=["BH"]).value(1, "BH")

    assert [(line.opponent, line.basis, line.reasons) for line in value.lines] == [
        (2, 100, (Reason.DRAW_INSTEAD,)),
        (3, 150, ()),
        (4, 100, ()),
    ]
    assert (value.value, value.unit, value.method) == (350, 100, Method.SUM)


def test_fore_buchholz_marks_the_drawn_last_round():
    record = event(player(1, "2w1 3b1"), player(2, "1b0 U"), player(3, "U 1w0"))

    value = standings(record, tie_breaks=["FB"]).value(1, "FB")

    assert [(line.opponent, line.basis, line.reasons) for line in value.lines] == [
        (2, 100, ()),
        (3, 150, (Reason.LAST_ROUND_DRAWN,)),
    ]
    assert value.value == 250


def test_a_game_without_result_is_named_and_brings_nothing_yet():
    record = event(
        player(1, "2w1 3b*"), player(2, "1b0 4w1"), player(3, "4w= 1w*"), player(4, "3b= 2b0")
    )

    table = standings(record, tie_breaks=["BH", "SB", "ARO"])

    assert table.open_games == 1
    assert [line.reasons for line in table.value(1, "BH").lines] == [(), (Reason.NO_RESULT_YET,)]
    assert [line.counted for line in table.value(1, "SB").lines] == [10_000, 0]
    assert [line.is_counted for line in table.value(1, "ARO").lines] == [True, False]


def test_rating_tie_breaks_are_undefined_when_an_unrated_player_takes_part():
    record = event(player(1, "2w1", rating=1800), player(2, "1b0", rating=None))

    table = standings(record, tie_breaks=["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"])

    assert {(v.value, v.why_undefined) for row in table.rows for v in row.values} == {
        (None, Reason.UNRATED_TAKE_PART)
    }


def test_the_regulations_may_name_a_rating_for_unrated_players():
    record = event(player(1, "2w1", rating=1800), player(2, "1b0", rating=None))

    table = standings(record, tie_breaks=["ARO", "TPR"], unrated_as=1000)

    assert [v.value for v in table.row_of[1].values] == [1000, 1800]
    assert table.value(1, "ARO").lines[0].reasons == (Reason.ASSUMED_RATING,)


def test_a_player_without_a_game_has_no_average():
    record = event(player(1, "2w1 U"), player(2, "1b0 Z"), player(3, "U H"))

    table = standings(record, tie_breaks=["ARO", "TPR", "PTP", "APRO", "AOB", "ARO/C1"])

    assert {(v.value, v.why_undefined) for v in table.row_of[3].values} == {(None, Reason.NO_GAMES)}
    assert (table.value(1, "ARO/C1").value, table.value(1, "ARO").value) == (None, 1500)
