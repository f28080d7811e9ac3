"""Every page of the organiser's desk: who may open it, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_night import Evening, make_evening
from support.page_text import text_of
from tournaments.exporting import DIALECTS
from tournaments.views.overview import FILE_NAMES

pytestmark = pytest.mark.django_db


def test_the_files_of_an_event_have_names_that_people_know() -> None:
    evening = make_evening(4)

    page = evening.sign_in().get(evening.url("manage_tournament")).content.decode()

    links = re.findall(r'/manage/export/[a-z0-9-]+/">([^<]+)</a>', page)
    assert links == [
        "TRF16", "TRF26", "TRF for pairing programs", "Crosstable (CSV)", "Players (CSV)",
        "Results (CSV)", "PGN, without moves", "JSON",
    ]  # fmt: skip
    assert set(FILE_NAMES) == set(DIALECTS)


FOR_HELPERS = (
    "manage_tournament", "manage_entries", "print_sign_in", "print_standings",
)  # fmt: skip
FOR_ORGANISERS = (
    "tournament_settings", "tournament_delete", "starting_list", "helper_links", "free_boards",
    "close_tournament",
)  # fmt: skip
OF_A_ROUND_FOR_HELPERS = (
    "manage_round", "paste_results", "check_results", "print_pairings", "print_slips",
)  # fmt: skip
OF_A_ROUND_FOR_ORGANISERS = ("manage_boards", "undo_round", "round_settings")
OF_THE_CLUB = (
    "tournament_new",
    "tournament_like_last_time",
    "tournament_import",
    "time_control_list",
)


@pytest.fixture
def evening() -> Evening:
    """Return an evening whose first round is published and half played."""
    evening = make_evening()
    evening.play_round()
    return evening


def answers(evening: Evening, url: str) -> dict[str, int]:
    """Return the status that each kind of person gets at an address."""
    people = {who: evening.sign_in(who) for who in ("organiser", "helper", "stranger")}
    people["anybody"] = Client()
    return {who: client.get(url).status_code for who, client in people.items()}


@pytest.mark.parametrize("name", FOR_HELPERS)
def test_helpers_may_open_what_results_need(evening: Evening, name: str) -> None:
    assert answers(evening, evening.url(name)) == {
        "organiser": 200, "helper": 200, "stranger": 404, "anybody": 302,
    }  # fmt: skip


@pytest.mark.parametrize("name", FOR_ORGANISERS)
def test_only_organisers_open_the_rest(evening: Evening, name: str) -> None:
    assert answers(evening, evening.url(name)) == {
        "organiser": 200, "helper": 403, "stranger": 404, "anybody": 302,
    }  # fmt: skip


@pytest.mark.parametrize("name", OF_A_ROUND_FOR_HELPERS)
def test_helpers_may_open_the_pages_of_a_round(evening: Evening, name: str) -> None:
    assert answers(evening, evening.url(name, round_number=1)) == {
        "organiser": 200, "helper": 200, "stranger": 404, "anybody": 302,
    }  # fmt: skip


@pytest.mark.parametrize("name", OF_A_ROUND_FOR_ORGANISERS)
def test_only_organisers_change_boards(evening: Evening, name: str) -> None:
    assert answers(evening, evening.url(name, round_number=1)) == {
        "organiser": 200, "helper": 403, "stranger": 404, "anybody": 302,
    }  # fmt: skip


@pytest.mark.parametrize("name", OF_THE_CLUB)
def test_only_organisers_make_events(evening: Evening, name: str) -> None:
    assert answers(evening, reverse(name, args=[evening.club.slug])) == {
        "organiser": 200, "helper": 403, "stranger": 404, "anybody": 302,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["manage_entry", "replace_entry"])
def test_only_organisers_open_an_entry(evening: Evening, name: str) -> None:
    entry = evening.entries()[0]

    assert answers(evening, evening.url(name, entry_id=entry.pk)) == {
        "organiser": 200, "helper": 403, "stranger": 404, "anybody": 302,
    }  # fmt: skip


def test_a_draft_is_hidden_from_helpers(evening: Evening) -> None:
    evening.play_round(publish=False)

    assert answers(evening, evening.url("manage_round", round_number=2)) == {
        "organiser": 200, "helper": 404, "stranger": 404, "anybody": 302,
    }  # fmt: skip


def test_the_settings_say_what_stays_visible_of_an_event_that_is_not(evening: Evening) -> None:
    shown = text_of(evening.sign_in().get(evening.url("tournament_settings")))

    assert (
        "Visible to everybody Rated games stay visible all the same: the event's name, its "
        "rounds and the opponents appear in the rating histories of its players."
    ) in shown


def test_an_event_of_another_club_is_not_there(evening: Evening) -> None:
    other = make_evening()
    url = evening.url("manage_tournament")

    assert other.sign_in().get(url).status_code == 404


def test_the_way_to_sign_in_leads_back(evening: Evening) -> None:
    url = evening.url("manage_entries")

    assert (
        Client().get(url)["Location"]
        == f"{reverse('account_login')}?next={url.replace('/', '%2F')}"
    )


def queries(client: Client, url: str) -> int:
    """Return how many queries a page costs; the first look warms caches."""
    client.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


# Literal counts, the same for every number of players: session, person, club with role, event, then
# the four of an event; the preview of closing reads the ledger besides.
COUNTS: dict[str, tuple[Callable[[Evening], str], int]] = {
    "desk": (lambda evening: evening.url("manage_tournament"), 10),
    "entries": (lambda evening: evening.url("manage_entries"), 15),
    "round": (lambda evening: evening.url("manage_round", round_number=1), 11),
    "boards": (lambda evening: evening.url("manage_boards", round_number=1), 10),
    "close": (lambda evening: evening.url("close_tournament"), 28),
    "print": (lambda evening: evening.url("print_pairings", round_number=1), 10),
}


@pytest.mark.parametrize("page", COUNTS)
def test_pages_cost_the_same_queries_for_two_players_and_six(page: str) -> None:
    address, count = COUNTS[page]
    found = {}
    for players in (2, 6):
        evening = make_evening(players)
        evening.play_round()
        found[players] = queries(evening.sign_in(), address(evening))

    assert found == {2: count, 6: count}
