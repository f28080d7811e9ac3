"""Rounds over REST: given by a program, paired here, guarded, refused with every violation."""

from __future__ import annotations

import pytest
from factories import make_access
from factories_events import make_event, make_field, play_round

from clubs.models import AuditEvent
from support.api_caller import caller_for
from tournaments.entries import set_family_group
from tournaments.models import Pairing, Round

HERE = "tournaments/1/"


@pytest.fixture
def event(club):
    """Seven players in an event that another program pairs."""
    access = make_access(club)
    event = make_event(access, format="external", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400, 1300])
    return event


BOARDS = [{"white": 1, "black": 4}, {"white": 5, "black": 2}, {"white": 3, "black": 6}]
ROUND_1 = {"number": 1, "engine": "tool 3", "pairings": [*BOARDS, {"white": 7, "black": None}]}


def seats_in(body):
    """Return the boards of an answer as starting ranks, White first."""
    return [
        (each["white"]["starting_rank"], each["black"]["starting_rank"]) for each in body["boards"]
    ]


def test_a_program_sends_its_round_and_the_boards_come_in_the_order_of_the_rules(event, tool):
    version = tool.get(HERE)["ETag"]

    answer = tool.post(f"{HERE}rounds/", ROUND_1, If_Match=version)

    assert answer.status_code == 201
    assert answer["Location"].endswith("/tournaments/1/rounds/1/")
    body = answer.json()
    assert (body["state"], body["engine"]) == ("published", "tool 3")
    seats = [
        (each["white"]["starting_rank"], each["black"]["starting_rank"]) for each in body["boards"]
    ]
    assert seats == [(1, 4), (5, 2), (3, 6)]
    assert [(bye["starting_rank"], bye["kind"]) for bye in body["byes"]] == [(7, "U")]
    assert AuditEvent.objects.filter(action="round_received", actor_label="Tool").count() == 1


def test_the_plain_answer_of_an_engine_is_taken_too(event, tool):
    answer = tool.post(f"{HERE}rounds/?number=1&engine=bbp", "4\r\n1 4\r\n5 2\r\n3 6\r\n7 0\r\n")

    assert answer.status_code == 201
    assert [bye["starting_rank"] for bye in answer.json()["byes"]] == [7]


def test_the_same_round_again_is_given_back_and_another_one_refused(event, tool):
    tool.post(f"{HERE}rounds/", ROUND_1)

    same = tool.post(f"{HERE}rounds/", ROUND_1)
    other = tool.post(
        f"{HERE}rounds/",
        {**ROUND_1, "pairings": [*BOARDS[:2], {"white": 3, "black": 7}, {"white": 6}]},
    )
    skipped = tool.post(f"{HERE}rounds/", {**ROUND_1, "number": 3})

    assert same.status_code == 200
    assert (other.status_code, other.json()["code"]) == (409, "round_exists")
    assert other.json()["facts"] == {"round": 1, "next_round": 2}
    assert (skipped.status_code, skipped.json()["code"]) == (409, "round_out_of_order")
    assert Round.objects.count() == 1


def test_every_violation_is_told_at_once_and_nothing_is_stored(event, tool):
    wrong = [{"white": 1, "black": 1}, {"white": 2, "black": 99}, {"white": 3, "black": 4}]

    answer = tool.post(f"{HERE}rounds/", {"number": 1, "pairings": wrong})

    assert answer.status_code == 422
    codes = {item["code"] for item in answer.json()["errors"]}
    assert {"self_pairing", "unknown_player", "player_missing"} <= codes
    assert all(item["path"].startswith("pairings") for item in answer.json()["errors"])
    assert Pairing.objects.count() == 0


def test_an_older_state_of_the_event_answers_412_with_what_happened(event, tool):
    old = tool.get(HERE)["ETag"]
    tool.post(f"{HERE}byes/", {"starting_rank": 7, "round_number": 1})

    answer = tool.post(f"{HERE}rounds/", ROUND_1, If_Match=old)

    assert (answer.status_code, answer.json()["code"]) == (412, "event_changed")
    assert answer.json()["facts"]["action"] == "bye_requested"
    assert Round.objects.count() == 0


def test_the_same_key_makes_one_round(event, tool):
    answers = [tool.post(f"{HERE}rounds/", ROUND_1, Idempotency_Key="r1") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert answers[1]["Idempotent-Replayed"] == "true"


def test_our_engine_pairs_a_draft_that_the_public_does_not_see(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])

    made = tool.post(f"{HERE}rounds/")
    hidden = caller_for(club, scopes=("read",)).get(f"{HERE}rounds/1/")
    shown = tool.post(f"{HERE}rounds/1/publication/", {}, If_Match=made["ETag"])
    twice = tool.post(f"{HERE}rounds/1/publication/")

    assert (made.status_code, made.json()["state"]) == (201, "draft")
    assert hidden.status_code == 404
    assert (shown.status_code, shown.json()["state"]) == (200, "published")
    assert twice.json() == shown.json()


def test_warnings_of_hand_work_are_409_until_confirmed(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    boards = tool.post(f"{HERE}rounds/").json()["boards"]
    first = tool.get(f"{HERE}rounds/1/").json()["boards"][0]
    pair = [first["white"]["starting_rank"], first["black"]["starting_rank"]]
    body = {"action": "pair", "players": pair}

    warned = tool.post(f"{HERE}rounds/2/arrange/", body)
    done = tool.post(f"{HERE}rounds/2/arrange/", {**body, "confirmed": True})

    assert (warned.status_code, warned.json()["code"]) == (409, "pairing_warnings")
    assert "rematch" in {item["code"] for item in warned.json()["errors"]}
    assert done.status_code == 200
    assert done.json()["boards"] != boards


def test_a_large_field_is_paired_in_the_background(club, tool, django_capture_on_commit_callbacks):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1000 + n for n in range(62)])

    with django_capture_on_commit_callbacks(execute=True):
        answer = tool.post(f"{HERE}rounds/")
    job = tool.get(f"{HERE}pairing-job/")

    assert answer.status_code == 202
    assert answer["Location"].endswith("/pairing-job/")
    assert (job.json()["state"], job.json()["round_number"]) == ("done", 1)
    assert len(tool.get(f"{HERE}rounds/1/").json()["boards"]) == 31


def test_the_last_round_is_undone_while_it_has_no_result(event, tool):
    tool.post(f"{HERE}rounds/", ROUND_1)

    assert tool.delete(f"{HERE}rounds/1/").status_code == 204
    tool.post(f"{HERE}rounds/", ROUND_1)
    tool.patch(f"{HERE}rounds/1/boards/1/", {"result": "1-0"})
    refused = tool.delete(f"{HERE}rounds/1/")

    assert (refused.status_code, refused.json()["code"]) == (409, "round_has_results")


def test_a_round_robin_is_paired_at_once_and_explained(club, tool):
    access = make_access(club)
    event = make_event(access, format="round_robin", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])

    made = tool.post(f"{HERE}rounds/", {"all_rounds": True})
    shown = tool.post(f"{HERE}publish-all/")

    assert made.status_code == 201
    assert [each["number"] for each in shown.json()] == [1, 2, 3]
    again = tool.post(f"{HERE}rounds/", {"all_rounds": True})
    assert (again.status_code, again.json()["code"]) == (409, "all_rounds_paired")
    table = tool.get(f"{HERE}crosstable/?shape=matrix").json()
    assert [len(row["games"]) for row in table["rows"]] == [4, 4, 4, 4]


def test_a_swiss_round_is_explained_board_by_board(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event)

    body = tool.get(f"{HERE}rounds/1/explanation/").json()

    assert [each["board"] for each in body["boards"]] == [1, 2]
    assert body["bye"]["player"]["starting_rank"] == 5
    assert {each["reason"] for board in body["boards"] for each in board["neighbours"]} <= {
        "same_half", "quality",
    }  # fmt: skip


def test_boards_made_by_hand_are_not_set_over_those_of_a_colleague(club, tool):
    access = make_access(club)
    event = make_event(access, format="free", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    boards = f"{HERE}rounds/1/boards/"
    first, second = {"white": 1, "black": 2}, {"white": 3, "black": 4}
    before = tool.get(HERE)["ETag"]

    made = tool.put(boards, {"pairings": [first]}, If_Match=before)
    new_round_twice = tool.put(boards, {"pairings": [second]}, If_Match='"v999"')
    grown = tool.put(boards, {"pairings": [first, second]}, If_Match=made["ETag"])
    stale = tool.put(boards, {"pairings": [first]}, If_Match=made["ETag"])

    assert [made.status_code, grown.status_code] == [200, 200]
    assert [made["ETag"] != grown["ETag"], new_round_twice.status_code] == [True, 412]
    assert (stale.status_code, stale.json()["code"]) == (412, "round_changed")
    assert seats_in(tool.get(f"{HERE}rounds/1/").json()) == [(1, 2), (3, 4)]


def test_who_is_of_one_family_is_told_to_those_who_pair_alone(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    entries = make_field(access, event, [1900, 1800, 1700, 1600])
    set_family_group(access, event, [entries[0], entries[2]], "Silva")
    play_round(access, event)

    def reasons(caller):
        boards = caller.get(f"{HERE}rounds/1/explanation/").json()["boards"]
        return {each["reason"] for board in boards for each in board["neighbours"]}

    assert "forbidden" in reasons(tool)
    assert "forbidden" not in reasons(caller_for(club, scopes=("read",)))


@pytest.mark.parametrize("fields", [2, 40])
def test_a_round_costs_the_same_queries_for_any_field(
    club, tool, fields, django_assert_num_queries
):
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1500] * fields)
    play_round(access, event)
    tool.get(HERE)

    # The token, the event, then entries, rounds, boards and byes.
    with django_assert_num_queries(6):
        assert tool.get(f"{HERE}rounds/1/").status_code == 200
