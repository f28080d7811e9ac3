"""The first page of a club, for visitors, members and organisers."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from factories import list_of, make_access, make_club, make_player, sign_in
from factories_events import make_event, make_field, play_game, play_round, rate, replay

from clubs.access import ClubAccess
from clubs.models import Membership, Player
from ratings.models import Rating, RatingList
from support.page_tables import tables_of
from tournaments.closing import close_tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club("Torre"))


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def home(access: ClubAccess, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse("club_home", args=[access.club.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def today() -> date:
    return timezone.localdate()


def played_event(access: ClubAccess, committed, *, days_ago: int = 3, **fields):
    """Return a closed and rated event in which 1500 beat 1900."""
    event = make_event(
        access, format="free", rounds_planned=1, start_date=today() - timedelta(days=days_ago),
        **fields,
    )  # fmt: skip
    low, high = make_player(access.club, "Low"), make_player(access.club, "High")
    rate(low, 1500)
    rate(high, 1900)
    play_game(access, event, low, high, Result.WHITE_WINS)
    with committed():
        close_tournament(access, event)
    return event


def test_a_new_club_says_what_will_be_here(access, client):
    assert "This club has just begun" in home(access)
    assert "Make the first event" not in home(access)

    sign_in(client, access.club, "owner")

    shown = home(access, client)
    assert "Make the first event" in shown
    assert reverse("club_manage", args=[access.club.slug]) in shown


def test_a_running_event_leads_to_its_round(access):
    event = make_event(access, name="Thursday", start_date=today())
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    play_round(access, event)

    shown = home(access)

    assert "Running now" in shown
    assert "Round 2 of 5." in shown
    assert "4 players so far" in shown
    assert reverse("tournament_round", args=[access.club.slug, event.number, 2]) in shown


def test_the_next_event_is_announced_and_opens_for_those_who_prepare_it(access, client):
    make_event(access, name="In a month", start_date=today() + timedelta(days=30))
    event = make_event(access, name="In a week", start_date=today() + timedelta(days=7))
    make_event(access, name="Over", start_date=today() - timedelta(days=1))
    hidden = make_event(access, name="Quiet", start_date=today(), is_public=False)

    shown = home(access)

    assert "In a week" in shown
    assert all(name not in shown for name in ("In a month", "Over", hidden.name))
    prepare = reverse("manage_tournament", args=[access.club.slug, event.number])
    assert prepare not in shown
    sign_in(client, access.club, "organiser")
    assert hidden.name in home(access, client)


def test_the_last_event_movers_and_records(access, committed):
    event = played_event(access, committed, name="Upset night")

    shown = home(access)

    movers, results = tables_of(shown)
    # K 20; 400 points apart the lower one is expected to score 0.08: 20 x 0.92 = 18.4.
    assert movers[1:] == [["Low", "+18", "1518"]]
    assert [row[1:] for row in results[1:]] == [["Low", "1"], ["High", "0"]]
    assert "Upset night" in shown
    assert ">400 points<" in shown
    assert "Highest rating, Standard" in shown
    assert '<b class="tab">1900</b>' in shown
    # Both came with 30 games; the later one in the list of players is no better.
    assert '<b class="tab">31</b>' in shown
    assert reverse("tournament_page", args=[access.club.slug, event.number]) in shown


def test_movers_are_those_of_the_last_month(access, committed):
    played_event(access, committed, days_ago=31)

    shown = home(access)

    assert "Moving up" not in shown
    assert ">400 points<" in shown


def test_an_upset_is_forgotten_after_a_year(access, committed):
    played_event(access, committed, days_ago=300)
    assert "Biggest upset" in home(access)
    rating_list = list_of(access.club)
    rating_list.reports.update(
        first_day=today() - timedelta(days=366), last_day=today() - timedelta(days=366)
    )

    assert "Biggest upset" not in home(access)


def test_hidden_players_hold_no_record(access, committed):
    played_event(access, committed)
    low = Player.objects.get(name="Low")
    Player.objects.filter(pk=low.pk).update(is_hidden=True)

    shown = home(access)

    assert "Moving up" not in shown
    assert "Biggest upset" not in shown
    assert "Low" not in shown
    assert f"Player {low.pk}" in shown  # his place in the last event stays, under a neutral name
    assert reverse("player_page", args=[access.club.slug, low.pk]) not in shown


def test_members_see_their_own_ratings(access, client):
    player = make_player(access.club, "Berta")
    rate(player, 1640)
    member = sign_in(client, access.club, "member")
    Membership.objects.filter(user=member).update(player=player)

    shown = home(access, client)

    assert "Your ratings:" in shown
    assert "Standard 1640" in shown
    assert "Open the workspace" not in shown


def test_organisers_see_what_waits(access, client):
    event = make_event(access, start_date=today())
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, {1: Result.PENDING})
    RatingList.objects.filter(club=access.club, time_control="rapid").update(
        failed_at=timezone.now(), stale_since=today()
    )
    sign_in(client, access.club, "organiser")

    shown = home(access, client)

    assert "1 board has no result yet." in shown
    assert "Some ratings could not be worked out." in shown
    assert "1 board has no result yet." not in home(access)


def test_a_private_club_has_no_home_for_strangers(access):
    access.club.is_public = False
    access.club.save()

    assert Client().get(reverse("club_home", args=[access.club.slug])).status_code == 404


@pytest.mark.parametrize("events", [1, 3])
def test_the_page_costs_twelve_queries(access, committed, django_assert_num_queries, events):
    for number in range(events):
        played_event(access, committed, days_ago=3 + number, name=f"Night {number}")
        running = make_event(access, name=f"Running {number}", start_date=today())
        make_field(access, running, [1900, 1800])
        play_round(access, running)
        make_event(access, name=f"Next {number}", start_date=today() + timedelta(days=number))
    replay(access.club)
    assert Rating.objects.filter(rating_list=list_of(access.club)).exists()

    with django_assert_num_queries(12):
        home(access)
