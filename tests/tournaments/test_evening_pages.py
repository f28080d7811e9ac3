"""The organiser's pages through a whole evening, as forms and answers."""

from __future__ import annotations

import pytest

from support.club_night import Evening, make_evening
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return make_evening()


PAGES_BEFORE = (
    "manage_tournament", "tournament_settings", "tournament_delete", "manage_entries",
    "starting_list", "helper_links", "print_sign_in", "print_standings", "close_tournament",
    "free_boards",
)  # fmt: skip


def test_smoke(evening: Evening) -> None:
    client = evening.sign_in()
    for name in PAGES_BEFORE:
        answer = client.get(evening.url(name))
        assert answer.status_code == 200, name
    entry = evening.entries()[0]
    for name in ("manage_entry", "replace_entry"):
        assert client.get(evening.url(name, entry_id=entry.pk)).status_code == 200
    answer = client.post(evening.url("pair_next_round"), {"round": "1"})
    assert answer.status_code == 303
    page = client.get(answer["Location"])
    assert page.status_code == 200
    for why in ("1", "bye", "9", "x"):
        assert client.get(answer["Location"] + f"?why={why}").status_code == 200
    answer = client.post(evening.url("publish_round", round_number=1))
    assert answer.status_code == 303
    round_url = answer["Location"]
    assert client.get(round_url).status_code == 200
    for board in Pairing.objects.all():
        sent = {"result": "10", "version": board.version}
        url = evening.url("enter_board_result", round_number=1, board_number=board.board_number)
        answer = client.post(url, sent)
        assert answer.status_code == 303
        answer = client.post(
            url, sent | {"version": board.version + 1}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        answer = client.post(url, sent | {"result": "01"}, headers={"HX-Request": "true"})
        assert answer.status_code == 409
    for name in (
        "paste_results",
        "check_results",
        "print_pairings",
        "print_slips",
        "manage_boards",
        "undo_round",
        "round_settings",
    ):
        assert client.get(evening.url(name, round_number=1)).status_code == 200, name
    assert (
        client.get(evening.url("manage_board", round_number=1, board_number=1)).status_code == 200
    )
    client.post(evening.url("pair_next_round"), {"round": "2"})
    client.post(evening.url("publish_round", round_number=2))
    url = evening.url("enter_board_result", round_number=1, board_number=1)
    answer = client.post(url, {"result": "01"})
    assert answer.status_code == 303 and "wrong" in answer["Location"]
    assert client.get(answer["Location"]).status_code == 200
    answer = client.get(evening.url("close_tournament"))
    assert answer.status_code == 200
    evening.event.refresh_from_db()
    evening.event.rounds_planned = 2
    evening.event.save()
    for board in Pairing.objects.filter(round__number=2):
        url = evening.url("enter_board_result", round_number=2, board_number=board.board_number)
        assert client.post(url, {"result": "=="}).status_code == 303
    page = client.get(evening.url("close_tournament"))
    assert page.status_code == 200
    digest = page.context["digest"]
    player = evening.entries()[0].player_id
    assert client.get(evening.url("close_tournament") + f"?open=rapid-{player}").status_code == 200
    answer = client.post(evening.url("close_tournament"), {"digest": digest})
    assert answer.status_code == 303
    for name in (
        "close_tournament",
        "correct_tournament",
        "reopen_tournament",
        "manage_tournament",
        "manage_entries",
        "print_standings",
    ):
        assert client.get(evening.url(name)).status_code == 200, name
    for name in (
        "tournament_new",
        "tournament_like_last_time",
        "tournament_import",
        "time_control_list",
    ):
        from django.urls import reverse

        assert client.get(reverse(name, args=[evening.club.slug])).status_code == 200, name
    answer = client.post(evening.url("correct_tournament"), {"result-1.1": "01"})
    assert answer.status_code == 200
