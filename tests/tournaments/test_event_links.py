"""The ledger's pages link to events that the visitor may open, and only name the others."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from factories import make_access, make_club, sign_in
from factories_events import make_evening, make_rated_players, play_game

from clubs.models import Player
from tournaments.closing import close_tournament
from tournaments.correcting import Correction, correct_tournament, preview_correction
from tournaments.models import Tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(django_capture_on_commit_callbacks) -> Tournament:
    """An event of one game, closed and later corrected."""
    access = make_access(make_club("Torre"))
    one, two = make_rated_players(access, [1500, 1600])
    event = make_evening(access, name="Secret Cup", start_date=timezone.localdate())
    play_game(access, event, one, two, Result.DRAW)
    with django_capture_on_commit_callbacks(execute=True):
        close_tournament(access, event)
    event.refresh_from_db()
    correction = Correction(results={(1, 1): Result.WHITE_WINS})
    shown = preview_correction(access, event, correction)
    with django_capture_on_commit_callbacks(execute=True):
        correct_tournament(access, event, correction, digest=shown.digest, reason="Misread.")
    return Tournament.objects.get(pk=event.pk)


def ledger_pages(event: Tournament, client: Client) -> dict[str, str]:
    """Return the pages of the ledger that name the event, and the row that a script asks for."""
    slug = event.club.slug
    player = reverse("player_page", args=[slug, Player.objects.get(name="P1").pk])
    name = f"event-{event.number}"
    script = {"HX-Request": "true", "HX-Target": name}
    return {
        "page": client.get(f"{player}?list=standard").text,
        "opened": client.get(f"{player}?list=standard&open={name}").text,
        "row": client.get(f"{player}?list=standard&open={name}", headers=script).text,
        "corrections": client.get(f"{player}corrections/").text,
        "home": client.get(reverse("club_home", args=[slug])).text,
    }


def linked(event: Tournament, client: Client) -> set[str]:
    """Return the pages that link to the event; all of them name it."""
    address = f'href="{reverse("tournament_page", args=[event.club.slug, event.number])}"'
    pages = ledger_pages(event, client)
    assert all("Secret Cup" in text for text in pages.values())
    return {name for name, text in pages.items() if address in text}


def test_a_public_event_is_linked_everywhere(event: Tournament) -> None:
    assert linked(event, Client()) == {"page", "opened", "row", "corrections", "home"}


def test_an_event_for_members_is_linked_for_them_alone(event: Tournament) -> None:
    Tournament.objects.update(is_public=False)
    member = Client()
    sign_in(member, event.club, "member")

    assert linked(event, Client()) == set()
    assert linked(event, member) == {"page", "opened", "row", "corrections", "home"}


def test_an_event_that_is_gone_is_only_named(event: Tournament) -> None:
    """The ledger keeps what was rated, also where nothing is left to open."""
    Tournament.objects.update(number=event.number + 50)

    assert linked(event, Client()) == set()


@pytest.mark.parametrize("is_public", [True, False])
def test_every_link_of_the_pages_opens(event: Tournament, is_public: bool) -> None:
    """No page sends a visitor to an address that answers 404."""
    Tournament.objects.update(is_public=is_public)
    here = f"/clubs/{event.club.slug}/"
    links = {
        part.split('"')[0].split("#")[0].replace("&amp;", "&")
        for text in ledger_pages(event, Client()).values()
        for part in text.split('href="')[1:]
    }

    found = {link: Client().get(link).status_code for link in links if link.startswith(here)}

    assert len(found) > 20
    assert {link for link, status in found.items() if status != 200} == set()
