"""Public pages that have nothing to show yet, on a phone and on a desk."""

from __future__ import annotations

import pytest
from django.urls import reverse
from factories import make_club, make_player

from clubs.models import Club


@pytest.fixture
def club(transactional_db) -> Club:
    """A club that has just begun: no event, no list, one player without a game."""
    club = make_club("Brand New")
    make_player(club, "Nobody Yet, Nils")
    return club


def pages_of(club: Club) -> list[str]:
    """Return every kind of public page that can be empty."""
    slug, player = club.slug, club.players.get().pk
    return [
        *(
            reverse(name, args=[slug])
            for name in ("club_home", "tournament_list", "published_lists")
        ),
        *(reverse(name, args=[slug, "rapid"]) for name in ("rating_list", "rating_list_embed")),
        *(
            reverse(name, args=[slug, player])
            for name in ("player_page", "player_records", "player_corrections", "player_embed")
        ),
        reverse("verify_page"),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_empty_pages_break_no_rule_and_say_what_will_stand_there(
    window, club, accessibility_problems, scheme
):
    page = window(color_scheme=scheme)
    for address in pages_of(club):
        answer = page.goto(address)

        assert answer.status == 200, address
        assert accessibility_problems(page) == [], address
        assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert len(page.locator("main").inner_text().split()) > 5, address
