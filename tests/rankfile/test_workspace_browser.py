"""The workspace in a real browser: accessible, and usable without any script."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.urls import reverse
from factories import make_club, make_player

from clubs.models import FidePlayer, Membership, Player, User
from clubs.names import search_form

PASSWORD = "correct horse battery"
PAGES = ("club_manage", "first_steps", "player_list", "player_add", "player_import",
         "club_members", "club_programs", "token_new", "club_policy", "club_audit",
         "club_settings")  # fmt: skip


@pytest.fixture
def club(transactional_db):
    cache.clear()
    club = make_club("Torre")
    owner = User.objects.create_user("ana@example.org", PASSWORD, name="Ana")
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
    Membership.objects.create(club=club, user=owner, role="owner")
    make_player(club, "سارة الخطيب", birth_year=2010)
    return club


def sign_in(page, base=""):
    page.goto(f"{base}/accounts/login/")
    page.fill("[name=login]", "ana@example.org")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/manage/")


def test_every_page_is_accessible_on_a_phone(live_server, page, accessibility_problems, club):
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page)
    player = Player.objects.get()
    addresses = [reverse(name, args=[club.slug]) for name in PAGES]
    addresses += [
        reverse(name, args=[club.slug, player.pk])
        for name in ("player_manage", "player_privacy", "player_rating", "player_birth")
    ]

    problems, wide = {}, []
    for address in addresses:
        page.goto(address)
        if found := accessibility_problems(page):
            problems[address] = found
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(address)

    assert problems == {}
    assert wide == []


def test_a_player_is_added_asked_about_and_rated_without_any_script(live_server, chromium, club):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page)

    page.goto(reverse("player_add", args=[club.slug]))
    page.fill("[name=lines]", "سارة الخطيب\nLima, Rui 1500")
    page.click("text=Add the players")
    page.check("[name=line-1][value=leave_out]")
    page.click("text=Add the players")
    page.wait_for_url(re.compile(r"/players/\d+/$"))

    assert page.inner_text("h1") == "Lima, Rui"
    assert "1500" in page.inner_text(".answer")
    page.click("text=Give a rating")
    page.fill("[name=rating]", "1550")
    page.fill("[name=reason]", "Jury")
    page.click("text=See what it does")
    page.click("text=Give the rating")
    page.wait_for_url(re.compile(r"/players/\d+/$"))
    assert "1550" in page.inner_text(".answer")
    context.close()


def test_a_player_of_the_fide_list_is_found_and_taken_by_keyboard(
    live_server, page, accessibility_problems, club
):
    for number, name in ((1901234, "Sousa, Ana"), (1901235, "Sousa, Rui")):
        FidePlayer.objects.create(
            fide_id=number, name=name, search_name=search_form(name), birth_year=1990, rapid=1580
        )
    sign_in(page)
    page.goto(reverse("player_add", args=[club.slug]))
    page.get_by_label("One player per line").press_sequentially("Lima, Rui 1700\nsousa")
    page.get_by_text("2 players in the FIDE list match.").wait_for()
    assert accessibility_problems(page) == []
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)

    lines = page.get_by_label("One player per line")
    assert lines.input_value() == "Lima, Rui 1700\nSousa, Rui 1990 1901235"
    assert page.locator("[data-line]").count() == 0
    page.get_by_role("button", name="Add the players").click()
    page.wait_for_url("**/players/?sort=newest")
    assert set(Player.objects.filter(fide_id__isnull=False).values_list("name", "fide_id")) == {
        ("Sousa, Rui", 1901235)
    }
