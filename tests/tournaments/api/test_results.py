"""Results over REST: one with its version, many at once, pasted, corrected, locked."""

from __future__ import annotations

import pytest
from factories import make_access
from factories_events import board_of, make_event, make_field, play_round

from support.api_caller import caller_for
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

HERE = "tournaments/1/"
BOARD = f"{HERE}rounds/1/boards/1/"


@pytest.fixture
def tool(club):
    return caller_for(club, scopes=("read", "results"))


@pytest.fixture
def event(club):
    """Eight players at four boards of a published round."""
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200])
    publish_round(access, pair_round(access, event).round)
    return event


def results(tool):
    """Return the results of round 1 by board."""
    boards = tool.get(f"{HERE}rounds/1/").json()["boards"]
    return {each["board"]: each["result"] for each in boards}


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("1-0", "10"),
        ("½-½", "=="),
        ("0-1", "01"),
        ("+-", "+-"),
        ("--", "--"),
        ("W-L", "WL"),
        ("", "**"),
    ],
)
def test_a_result_is_entered_as_people_or_programs_write_it(event, tool, method, written, stored):
    answer = tool.send(method, BOARD, {"result": written})

    assert (answer.status_code, answer.json()["result"]) == (200, stored)
    assert board_of(event, 1, 1).result == stored


def test_two_helpers_never_overwrite_each_other_silently(event, tool):
    seen = tool.get(BOARD)["ETag"]
    first = tool.patch(BOARD, {"result": "1-0"}, If_Match=seen)
    second = tool.patch(BOARD, {"result": "0-1"}, If_Match=seen)

    assert first.status_code == 200
    assert (second.status_code, second.json()["code"]) == (412, "result_changed")
    facts = second.json()["facts"]
    assert (facts["result"], facts["changed_by"], facts["version"]) == ("10", "Tool", 2)
    assert results(tool)[1] == "10"


def test_zero_to_zero_is_asked_about(event, tool):
    asked = tool.patch(BOARD, {"result": "0-0"})
    played = tool.patch(BOARD, {"result": "0-0", "played": True})

    assert (asked.status_code, asked.json()["code"]) == (422, "was_it_played")
    assert asked.json()["facts"] == {"played": "00", "not_played": "--"}
    assert played.json()["result"] == "00"


def test_many_results_are_entered_at_once(event, tool):
    items = [{"board": board, "result": "1-0"} for board in (1, 2, 3)]

    answer = tool.put(f"{HERE}rounds/1/results/", {"results": items})

    assert answer.status_code == 200
    assert results(tool) == {1: "10", 2: "10", 3: "10", 4: "**"}


def test_one_wrong_item_stops_all_and_every_wrong_item_is_named(event, tool):
    items = [
        {"board": 1, "result": "1-0"},
        {"board": 9, "result": "1-0"},
        {"board": 2, "result": "2-0"},
        {"board": 1, "result": "0-1"},
    ]

    answer = tool.put(f"{HERE}rounds/1/results/", {"results": items})

    assert answer.status_code == 422
    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("results[1].board", "board_unknown"),
        ("results[2].result", "result_unknown"),
        ("results[3].board", "board_twice"),
    ]
    assert set(results(tool).values()) == {"**"}


def test_a_misspelt_field_is_named_with_its_path(event, tool):
    items = [{"board": 1, "result": "1-0"}, {"board": 2, "resutl": "1-0"}]

    answer = tool.put(f"{HERE}rounds/1/results/", {"results": items})

    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("results[1].result", "required"),
        ("results[1].resutl", "unknown_field"),
    ]


def test_an_older_version_in_a_bulk_answers_412_with_the_state(event, tool):
    tool.patch(f"{HERE}rounds/1/boards/2/", {"result": "1-0"})
    items = [
        {"board": 1, "result": "1-0", "version": 1},
        {"board": 2, "result": "0-1", "version": 1},
    ]

    answer = tool.put(f"{HERE}rounds/1/results/", {"results": items})

    assert answer.status_code == 412
    assert [item["path"] for item in answer.json()["errors"]] == ["results[1].version"]
    assert answer.json()["facts"]["boards"][0]["result"] == "10"
    assert results(tool)[1] == "**"


def test_results_are_pasted_as_text(event, tool):
    answer = tool.put(f"{HERE}rounds/1/results/", "1 1-0\n2: 0-1\n3 ½-½\n")

    assert answer.status_code == 200
    assert results(tool) == {1: "10", 2: "01", 3: "==", 4: "**"}


def test_a_wrong_line_of_a_text_is_named_and_nothing_entered(event, tool):
    answer = tool.put(f"{HERE}rounds/1/results/", "1 1-0\n7 0-1\n")

    assert answer.status_code == 422
    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("line 2", "board_unknown")
    ]
    assert results(tool)[1] == "**"


def test_a_later_round_must_be_decided_about(club, event, tool):
    access = make_access(club)
    tool.put(f"{HERE}rounds/1/results/", "1 1-0\n2 1-0\n3 1-0\n4 1-0\n")
    publish_round(access, pair_round(access, event).round)

    refused = tool.patch(BOARD, {"result": "0-1"})
    told = tool.get(f"{BOARD}consequences/?result=0-1")
    kept = tool.patch(BOARD, {"result": "0-1", "later_rounds": "keep"})

    assert (refused.status_code, refused.json()["code"]) == (409, "later_round_paired")
    assert refused.json()["facts"]["choices"] == ["keep", "pair_again"]
    assert told.json()["later_round"] == 2
    assert {player["starting_rank"] for player in told.json()["moved"]} >= {1, 5}
    assert kept.json()["result"] == "01"


def test_an_undo_brings_back_the_result_before(event, tool):
    tool.patch(BOARD, {"result": "1-0"})
    tool.patch(BOARD, {"result": "0-1"})

    assert tool.post(f"{BOARD}undo/").json()["result"] == "10"
    assert tool.post(f"{BOARD}undo/").json()["result"] == "01"


def test_colours_are_turned_and_the_score_stays(club, event):
    tool = caller_for(club)
    before = tool.patch(BOARD, {"result": "1-0"}).json()

    after = tool.post(f"{BOARD}swap-colours/", {}).json()

    assert (after["white"], after["black"]) == (before["black"], before["white"])
    assert after["result"] == "01"


def test_a_game_is_kept_out_of_rating_with_a_reason(club, event):
    tool = caller_for(club)
    tool.patch(BOARD, {"result": "1-0"})

    body = tool.patch(BOARD, {"excluded_reason": "fair play"}).json()

    assert (body["is_rated"], body["excluded_reason"]) == (False, "fair play")
    assert tool.patch(BOARD, {"excluded_reason": ""}).json()["is_rated"] is True


def test_a_checked_round_is_locked(club, event, tool):
    tool.put(f"{HERE}rounds/1/results/", "1 1-0\n2 1-0\n3 1-0\n4 1-0\n")

    assert tool.post(f"{HERE}rounds/1/check/").status_code == 200
    locked = tool.patch(BOARD, {"result": "0-1"})
    opened = caller_for(club).delete(f"{HERE}rounds/1/check/")

    assert (locked.status_code, locked.json()["code"]) == (409, "round_checked")
    assert opened.json()["checked_at"] is None


def test_a_token_without_the_scope_is_told_what_is_missing(club, event):
    reader = caller_for(club, scopes=("read",))

    refused = reader.patch(BOARD, {"result": "1-0"})

    assert (refused.status_code, refused.json()["facts"]) == (403, {"right": "results"})


def test_who_entered_a_result_is_for_people_of_the_club(club, event, tool):
    tool.patch(BOARD, {"result": "1-0"})

    assert tool.get(BOARD).json()["changed_by"] == "Tool"
    assert caller_for(club).get(BOARD).json()["changed_by"] == "Tool"


@pytest.mark.parametrize("boards", [1, 4])
def test_a_bulk_costs_the_same_queries_for_any_number(
    event, tool, boards, django_assert_num_queries
):
    items = [{"board": board, "result": "1-0"} for board in range(1, boards + 1)]
    tool.get(HERE)

    # Token, event, round, entries for the answer; the event locked, its boards, later rounds, the
    # results, the event saved, webhooks, audit; savepoints.
    with django_assert_num_queries(14):
        tool.put(f"{HERE}rounds/1/results/", {"results": items})


def test_a_result_in_an_event_of_another_token_is_not_there(club, event):
    access = make_access(club)
    make_event(access, name="Other")
    one = caller_for(club, event=2)

    assert one.patch(BOARD, {"result": "1-0"}).status_code == 404
    assert one.get("tournaments/2/").status_code == 200


def test_play_goes_on_after_a_wrong_result(club, event, tool):
    access = make_access(club)
    tool.put(f"{HERE}rounds/1/results/", "1 1-0\n2 1-0\n3 1-0\n4 1-0\n")
    play_round(access, event, usual=Result.DRAW)

    assert tool.get(f"{HERE}standings/?after=1").json()["rows"][0]["points"] == 100
    assert tool.get(f"{HERE}standings/").json()["after_round"] == 2


def test_a_keizer_evening_is_never_paired_again_by_the_swiss_engine(club):
    access, tool = make_access(club), caller_for(club)
    season = make_event(access, format="keizer", rounds_planned=9)
    make_field(access, season, [1900, 1800, 1700, 1600])
    play_round(access, season, usual=Result.WHITE_WINS)
    publish_round(access, pair_round(access, season).round)
    board = f"tournaments/{season.number}/rounds/1/boards/1/"
    before = tool.get(f"tournaments/{season.number}/rounds/2/").json()

    asked = tool.patch(board, {"result": "0-1"})
    meaning = tool.get(f"{board}consequences/?result=0-1").json()
    refused = tool.patch(board, {"result": "0-1", "later_rounds": "pair_again"})

    assert (asked.status_code, asked.json()["code"]) == (409, "later_round_paired")
    assert asked.json()["facts"]["choices"] == meaning["choices"] == ["keep"]
    assert (refused.status_code, refused.json()["code"]) == (409, "cannot_pair_again")
    assert tool.get(board).json()["result"] == "10"
    assert tool.get(f"tournaments/{season.number}/rounds/2/").json() == before
    assert tool.patch(board, {"result": "0-1", "later_rounds": "keep"}).status_code == 200
