"""Forms send the version of what they show: nobody overwrites what he has not seen."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from factories_events import board_of, seats_of

from clubs.models import AuditEvent
from support.club_night import Evening, make_evening
from tournaments.boards import swap_colours, swap_players
from tournaments.byes import request_bye
from tournaments.checking import exclude_game
from tournaments.entering_results import enter_result
from tournaments.entries import check_in
from tournaments.event_settings import change_round_settings
from tournaments.models import Bye, Round
from tournaments.results import ByeKind, Result
from tournaments.starting_list import number_starting_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return make_evening(6)


def seen(client: Client, url: str, *, after: str = "") -> dict[str, str]:
    """Return the hidden versions a page would send; ``after`` is what stands before the form."""
    page = client.get(url).content.decode()
    assert after in page
    found = re.findall(r'name="(version[^"]*)" value="(\d+)"', page[page.index(after) :])
    assert found
    return dict(reversed(found))


def test_an_entry_that_changed_meanwhile_is_shown_again(evening: Evening) -> None:
    entry = evening.entries()[0]
    url = evening.url("manage_entry", entry_id=entry.pk)
    client = evening.sign_in()
    form = {"act": "withdraw", "round_number": "1", **seen(client, url)}
    check_in(evening.access, entry)

    answer = client.post(url, form)

    assert answer.status_code == 409
    assert "Somebody changed this entry meanwhile." in answer.content.decode()
    entry.refresh_from_db()
    assert entry.withdrawn_after is None
    assert client.post(url, {**form, **seen(client, url)}).status_code == 303


def test_a_bye_that_somebody_changed_is_not_taken_back(evening: Evening) -> None:
    entry = evening.entries()[0]
    bye = request_bye(evening.access, entry, round_number=2)
    url = evening.url("manage_entry", entry_id=entry.pk)
    client = evening.sign_in()
    form = {"act": "cancel_bye", "bye": str(bye.pk), **seen(client, url, after="Take it back")}
    request_bye(evening.access, entry, round_number=2, kind=ByeKind.ZERO_POINT)

    assert client.post(url, form).status_code == 409
    assert Bye.objects.get().kind == ByeKind.ZERO_POINT


def test_warnings_of_an_older_round_confirm_nothing(evening: Evening) -> None:
    """Colours of a round that is the basis of another: the question is asked, and outdated."""
    evening.play_round()
    evening.play_round(publish=False)
    client = evening.sign_in()
    url = evening.url("change_boards", round_number=1)
    form = {
        "act": "swap_colours", "board": "1",
        **seen(client, evening.url("manage_boards", round_number=1), after="Swap colours"),
    }  # fmt: skip
    asked = client.post(url, form)
    assert asked.status_code == 409
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', asked.content.decode()))
    sent.pop("csrfmiddlewaretoken", None)
    assert sent["confirmed"] == "1"
    swap_colours(evening.access, board_of(evening.event, 1, 1), confirmed=True)
    before = seats_of(evening.event.rounds.get(number=1))

    answer = client.post(url, sent)

    assert answer.status_code == 409
    assert "Somebody changed this round meanwhile." in answer.content.decode()
    assert seats_of(evening.event.rounds.get(number=1)) == before


@pytest.mark.parametrize("act", ["swap", "pair", "bye", "swap_colours"])
def test_boards_by_hand_are_those_that_were_seen(evening: Evening, act: str) -> None:
    round_ = evening.play_round(publish=False)
    client = evening.sign_in()
    page = evening.url("manage_boards", round_number=1)
    form = {
        "act": act, "one": "1", "other": "2", "board": "1", "kind": "Z",
        **seen(client, page, after='id="hand-h"'),
    }  # fmt: skip
    swap_players(evening.access, round_, 5, 6, confirmed=True)
    before = seats_of(round_)

    assert client.post(evening.url("change_boards", round_number=1), form).status_code == 409
    assert seats_of(round_) == before


def test_a_round_that_changed_is_not_undone(evening: Evening) -> None:
    round_ = evening.play_round(publish=False)
    client = evening.sign_in()
    url = evening.url("undo_round", round_number=1)
    form = {"act": "undo", **seen(client, url)}
    swap_players(evening.access, round_, 5, 6, confirmed=True)

    assert client.post(url, form).status_code == 409
    assert Round.objects.count() == 1


@pytest.mark.parametrize("damaged", ["zzz", "9" * 40, "-1", "²"])
def test_a_version_that_cannot_be_read_guards_as_an_old_one_does(
    evening: Evening, damaged: str
) -> None:
    evening.play_round(publish=False)
    client = evening.sign_in()
    url = evening.url("undo_round", round_number=1)

    assert client.post(url, {"act": "undo", "version": damaged}).status_code == 409
    assert Round.objects.count() == 1
    assert client.post(url, {"act": "undo"}).status_code == 303


def test_settings_of_a_round_do_not_overwrite_newer_ones(evening: Evening) -> None:
    round_ = evening.play_round()
    client = evening.sign_in()
    url = evening.url("round_settings", round_number=1)
    form = {"minutes": "5", "increment": "0", **seen(client, url)}
    change_round_settings(evening.access, round_, minutes=3, increment=2)

    answer = client.post(url, form)

    assert answer.status_code == 409
    round_.refresh_from_db()
    assert round_.minutes == 3


def test_a_game_is_kept_out_of_rating_as_it_was_seen(evening: Evening) -> None:
    evening.play_round()
    client = evening.sign_in()
    url = evening.url("manage_board", round_number=1, board_number=1)
    form = {
        "act": "exclude",
        "reason": "clock broke",
        **seen(client, url, after='value="swap_colours"'),
    }
    enter_result(evening.access, board_of(evening.event, 1, 1), Result.BLACK_WINS)

    answer = client.post(url, form)

    assert answer.status_code == 409
    assert board_of(evening.event, 1, 1).excluded_reason == ""
    exclude_game(evening.access, board_of(evening.event, 1, 1), "clock broke")
    shown = seen(client, url, after='value="swap_colours"')
    assert client.post(url, {"act": "include", **shown}).status_code == 303


def test_pasted_results_do_not_overwrite_what_came_after_the_look(evening: Evening) -> None:
    evening.play_round(results=False)
    client = evening.sign_in()
    url = evening.url("paste_results", round_number=1)
    looked = client.post(url, {"text": "1 1-0\n2 0-1", "look": "1"}).content.decode()
    versions = dict(re.findall(r'name="(version-\d+)" value="(\d+)"', looked))
    assert set(versions) == {"version-1", "version-2"}
    enter_result(evening.access, board_of(evening.event, 1, 2), Result.DRAW)

    answer = client.post(url, {"text": "1 1-0\n2 0-1", "enter": "1", **versions})

    damaged = client.post(
        url, {"text": "1 1-0", "enter": "1", "version-1": "zzz", "version-2": "1"}
    )

    assert (answer.status_code, damaged.status_code) == (409, 409)
    assert "Somebody entered results meanwhile." in answer.content.decode()
    assert board_of(evening.event, 1, 1).result == Result.PENDING
    assert board_of(evening.event, 1, 2).result == Result.DRAW


def test_the_starting_list_is_numbered_as_it_was_seen(evening: Evening) -> None:
    client = evening.sign_in()
    url = evening.url("starting_list")
    form = {"order": "draw", **seen(client, url)}
    number_starting_list(evening.access, evening.event, order="rating")

    answer = client.post(url, form)

    assert answer.status_code == 409
    assert AuditEvent.objects.filter(action="list_numbered").count() == 1
