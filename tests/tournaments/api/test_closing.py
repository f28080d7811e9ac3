"""Closing over REST: problems, preview, digest, waiting, report, reopening, correcting."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection
from factories import list_of, make_access, make_club
from factories_events import make_event, make_field, play_round

from ratings.api import event_rating
from ratings.models import RatingChange, RatingList, RatingReport
from ratings.replay import update_list
from support.api_caller import Caller, caller_for
from tournaments.models import Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

HERE = "tournaments/1/"


@pytest.fixture
def event(club):
    """Four players, one round played: White won on both boards."""
    access = make_access(club)
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, usual=Result.WHITE_WINS)
    return event


def test_a_member_does_not_learn_of_a_draft_from_what_keeps_an_event_open(club):
    access = make_access(club)
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, usual=Result.WHITE_WINS)
    pair_round(access, event)
    member = caller_for(club, scopes=("read",))
    helper = caller_for(club, scopes=("read", "results"))

    told = [who.get(f"{HERE}closing/").json()["problems"] for who in (member, caller_for(club))]
    meaning = helper.get(f"{HERE}rounds/1/boards/1/consequences/?result=0-1").json()

    assert [[each["code"] for each in problems] for problems in told] == [[], ["round_is_draft"]]
    assert (meaning["later_round"], meaning["open_boards"], meaning["choices"]) == (None, [], [])


def close(tool):
    """Close the event with the digest of its preview."""
    preview = tool.get(f"{HERE}closing/preview/").json()["preview"]
    return tool.post(f"{HERE}close/", {"digest": preview["digest"]})


def test_what_is_missing_is_told_with_the_place_to_mend_it(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    publish_round(access, pair_round(access, event).round)

    told = tool.get(f"{HERE}closing/").json()["problems"]
    preview = tool.get(f"{HERE}closing/preview/").json()
    refused = tool.post(f"{HERE}close/", {"digest": "x"})

    assert [(each["code"], each["facts"]) for each in told] == [
        ("result_missing", {"round": 1, "boards": [1]})
    ]
    assert (preview["problems"], preview["preview"]) == (told, None)
    assert (refused.status_code, refused.json()["code"]) == (409, "closing_problems")
    assert [item["code"] for item in refused.json()["errors"]] == ["result_missing"]


def test_the_preview_is_what_is_written(event, tool, django_capture_on_commit_callbacks):
    preview = tool.get(f"{HERE}closing/preview/").json()["preview"]

    with django_capture_on_commit_callbacks(execute=True):
        closed = tool.post(f"{HERE}close/", {"digest": preview["digest"]})

    assert (closed.status_code, closed.json()["rating"]["state"]) == (202, "waiting")
    assert closed["Location"].endswith("/tournaments/1/rating/")
    assert tool.get(f"{HERE}rating/").json()["state"] == "rated"
    report = tool.get(f"{HERE}rating-report/").json()["results"]
    shown = {row["player"]["id"]: row["new"] for row in preview["rows"]}
    assert len(report) == len(shown) == 4
    for row in report:
        stored = {name: value for name, value in row.items() if name != "time_control"}
        assert stored == shown[row["player"]["id"]]


def test_an_event_is_not_closed_on_an_old_preview(event, tool):
    digest = tool.get(f"{HERE}closing/preview/").json()["preview"]["digest"]
    tool.patch(f"{HERE}rounds/1/boards/1/", {"result": "0-1"})

    refused = tool.post(f"{HERE}close/", {"digest": digest})

    assert (refused.status_code, refused.json()["code"]) == (412, "preview_outdated")
    assert Tournament.objects.get().state == Tournament.State.RUNNING
    now = tool.get(f"{HERE}closing/preview/").json()["preview"]["digest"]
    assert refused.json()["facts"]["preview_digest"] == now


def test_a_second_close_gives_the_event_back(event, tool):
    close(tool)

    again = tool.post(f"{HERE}close/", {"digest": "whatever"})

    assert again.status_code == 202
    assert RatingReport.objects.count() == 1


def test_closing_needs_its_own_scope(club, event):
    arranger = caller_for(club, scopes=("read", "results", "pairing", "manage"))

    refused = arranger.post(f"{HERE}close/", {"digest": "x"})

    assert (refused.status_code, refused.json()["facts"]) == (403, {"right": "close"})


def test_the_state_is_polled_by_its_etag(event, tool):
    close(tool)
    first = tool.get(f"{HERE}rating/")
    assert first.json()["state"] == "waiting"
    assert tool.get(f"{HERE}rating/", If_None_Match=first["ETag"]).status_code == 304

    update_list(list_of(event.club).pk)

    after = tool.get(f"{HERE}rating/", If_None_Match=first["ETag"])
    assert (after.status_code, after.json()["state"]) == (200, "rated")
    assert after.json()["lists"][0]["status"] == "rated"


@pytest.mark.django_db(transaction=True)
def test_a_waiting_call_is_answered_when_the_ratings_are_there():
    club = make_club("Waiting")
    access = make_access(club)
    event = make_event(access, rounds_planned=1)
    waiting = list_of(club)
    RatingList.objects.filter(pk=waiting.pk).update(stale_since="2026-11-27")
    RatingReport.objects.create(
        club=club, rating_list=waiting, event_key=event.number, event_name="E", revision=1,
        first_day="2026-11-27", last_day="2026-11-27", digest="x",
    )  # fmt: skip
    tool = caller_for(club)
    done = threading.Timer(0.7, lambda: _finish(waiting.pk))
    done.start()

    began = time.monotonic()
    answer = tool.get(f"tournaments/{event.number}/rating/?wait=20")
    took = time.monotonic() - began
    done.join()

    # It waited, or it would have answered "waiting"; and not to the end of its time.
    assert answer.json()["state"] == "rated"
    assert took < 20


def _finish(list_id):
    RatingList.objects.filter(pk=list_id).update(stale_since=None)
    connection.close()  # The timer's own one.


def test_only_a_few_calls_may_wait_the_others_are_answered_at_once(event, tool):
    close(tool)
    held = [
        event_rating.waiting_calls.acquire(blocking=False) for _ in range(event_rating.MOST_WAITING)
    ]
    assert all(held)
    try:
        began = time.monotonic()
        answer = tool.get(f"{HERE}rating/?wait=20")
        assert time.monotonic() - began < 20
    finally:
        for _each in held:
            event_rating.waiting_calls.release()
    assert answer.json()["state"] == "waiting"


def test_a_closed_event_is_corrected_with_the_wave_shown(event, tool):
    close(tool)
    update_list(list_of(event.club).pk)
    before = RatingChange.objects.get(player__name="P1", event_key=1).after
    correction = {"results": [{"round_number": 1, "board": 1, "result": "0-1"}]}

    direct = tool.patch(f"{HERE}rounds/1/boards/1/", {"result": "0-1"})
    stale = tool.post(f"{HERE}correction/preview/", correction, If_Match='"v1"')
    assert (stale.status_code, stale.json()["code"]) == (412, "event_changed")
    preview = tool.post(f"{HERE}correction/preview/", correction).json()
    corrected = tool.post(
        f"{HERE}correct/", {**correction, "digest": preview["digest"], "reason": "score sheet"}
    )
    update_list(list_of(event.club).pk)

    assert (direct.status_code, direct.json()["code"]) == (409, "event_closed")
    assert direct.json()["facts"]["way_out"] == ["correct_tournament", "reopen_tournament"]
    assert preview["wave"]["games"] == 1
    assert corrected.status_code == 202
    assert RatingChange.objects.get(player__name="P1", event_key=1).after != before
    told = tool.get("corrections/?event=1").json()["results"]
    assert {row["reason"] for row in told} == {"score sheet"}
    assert {row["author"] for row in told} == {"Tool"}
    public = Caller(event.club).get("corrections/?event=1").json()["results"]
    assert {row["author"] for row in public} == {""}


def test_a_correction_needs_a_reason_and_boards_that_exist(event, tool):
    close(tool)
    nowhere = {"results": [{"round_number": 1, "board": 9, "result": "0-1"}]}

    silent = tool.post(f"{HERE}correct/", {"digest": "x"})
    wrong = tool.post(f"{HERE}correction/preview/", nowhere)

    assert [(item["path"], item["code"]) for item in silent.json()["errors"]] == [
        ("reason", "required")
    ]
    assert [(item["path"], item["code"]) for item in wrong.json()["errors"]] == [
        ("boards[1.9]", "board_unknown")
    ]


def test_a_closed_event_is_reopened(event, tool):
    close(tool)
    update_list(list_of(event.club).pk)

    preview = tool.get(f"{HERE}reopening/preview/").json()
    opened = tool.post(f"{HERE}reopen/", {"digest": preview["digest"], "reason": "wrong round"})
    update_list(list_of(event.club).pk)

    assert opened.json()["tournament"]["state"] == "running"
    assert RatingChange.objects.filter(event_key=1).count() == 0
    assert tool.get(f"{HERE}rating/").json()["state"] == "none"


def test_the_public_reads_the_rating_report(event, tool):
    close(tool)
    update_list(list_of(event.club).pk)

    rows = Caller(event.club).get(f"{HERE}rating-report/").json()["results"]

    assert len(rows) == 4
    assert rows[0]["games"][0]["opponent"]["name"].startswith("P")
    assert Caller(event.club).get(f"{HERE}closing/").status_code == 404
