"""Public event pages while they are live, what they cost, and the prize helper."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from factories import make_access, make_club, sign_in
from factories_events import make_event, make_field, play_round

from clubs.access import ClubAccess
from support.imported_events import import_record
from support.page_tables import address, page, tables_of
from support.small_events import field_case_event
from tournaments.closing import close_tournament

pytestmark = pytest.mark.django_db

AFTER_2026 = date(2026, 3, 6)
FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club("Torre"))


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


# Live


def test_a_running_event_asks_again_and_hears_that_nothing_moved(access, django_assert_num_queries):
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    url = address(event, "tournament_page")
    first = Client().get(url, headers=FRAGMENT)
    asked = {**FRAGMENT, "If-None-Match": first.headers["ETag"]}

    with django_assert_num_queries(2):
        again = Client().get(url, headers=asked)
    play_round(access, event)
    moved = Client().get(url, headers=asked)

    assert 'data-hx-trigger="every 30s"' in first.content.decode()
    assert "<html" not in first.content.decode()
    assert (again.status_code, again.content) == (304, b"")
    assert moved.status_code == 200
    assert "after round 2" in moved.content.decode()


def test_a_closed_event_is_calm(access, committed):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    with committed():
        close_tournament(access, event)

    html = page(event, "tournament_page")

    assert "Final standings" in html
    assert "data-hx-trigger" not in html


def test_what_is_fetched_by_itself_leaves_the_focus_alone(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    url = f"{address(event, 'tournament_page')}?why=1"

    pressed = Client().get(url, headers=FRAGMENT).content.decode()
    polled = Client().get(url, headers={**FRAGMENT, "HX-Trigger": "poll"}).content.decode()

    assert "data-focus" in pressed
    assert "data-focus" not in polled


# Queries


PAGES = {
    "tournament_page": (), "tournament_crosstable": (), "tournament_round": (1,),
    "tournament_report": (), "tournament_entry": (1,), "embed_standings": (),
}  # fmt: skip
QUERIES = {
    "tournament_page": 6, "tournament_crosstable": 6, "tournament_round": 6,
    "tournament_report": 9, "tournament_entry": 8, "embed_standings": 6,
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("rounds", [1, 3])
def test_pages_cost_the_same_for_one_and_three_rounds(
    access, committed, django_assert_num_queries, name, rounds
):
    event = make_event(access, rounds_planned=rounds)
    make_field(access, event, [1900 - 50 * n for n in range(2 * rounds)])
    for _ in range(rounds):
        play_round(access, event)
    with committed():
        close_tournament(access, event)

    with django_assert_num_queries(QUERIES[name]):
        page(event, name, *PAGES[name])


@pytest.mark.parametrize("events", [1, 3])
def test_the_list_costs_two_queries(access, django_assert_num_queries, events):
    for number in range(events):
        event = make_event(access, name=f"Night {number}")
        make_field(access, event, [1900, 1800])
        play_round(access, event)

    with django_assert_num_queries(2):
        answer = Client().get(reverse("tournament_list", args=[access.club.slug]))

    assert answer.content.decode().count("2 players") == events


# Prizes


def test_prizes_are_worked_out_from_the_address(access, client):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    sign_in(client, access.club, "organiser")
    query = {"main": "150 100 62.50", "kind1": "rated_up_to", "limit1": "1500", "prizes1": "40",
             "sharing": "by-place"}  # fmt: skip

    html = client.get(address(event, "prize_helper"), query).content.decode()

    assert [(row[1], row[3]) for row in tables_of(html)[0][1:]] == [
        ("Player 1", "150"), ("Player 2", "100"), ("Player 5", "62.50"), ("Player 7", "40"),
        ("Together", "352.50"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"main": "100 x"}, "“x” is not an amount"),
        ({"main": "50 100"}, "The best prize comes first"),
        ({"main": "1", "kind1": "under", "prizes1": "5"}, "Say how old"),
        ({"main": "1", "prizes2": "5"}, "Say who may have these prizes."),
        ({"main": "1", "kind1": "nobody"}, "error-list"),
    ],
)
def test_a_prize_that_cannot_be_is_named(access, client, query, words):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    sign_in(client, access.club, "organiser")

    answer = client.get(address(event, "prize_helper"), query)

    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_prizes_are_for_organisers(access, client):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    assert client.get(address(event, "prize_helper")).status_code == 404
    assert "prizes/" not in page(event, "tournament_page")
    sign_in(client, access.club, "member")
    assert client.get(address(event, "prize_helper")).status_code == 403
