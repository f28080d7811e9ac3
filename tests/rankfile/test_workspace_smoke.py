"""Every page of the workspace opens for an owner, and for nobody else."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from factories import (
    make_club,
    make_player,
    make_rating,
    make_user,
    owner_access,
    sign_in,
)

from clubs.membership import invite
from clubs.models import FidePlayer, PlayerMerge
from clubs.tokens import make_token
from clubs.webhooks import make_endpoint
from clubs.workspace import TABS

pytestmark = pytest.mark.django_db


@pytest.fixture
def addresses():
    club = make_club("Torre")
    access = owner_access(club)
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    given = make_rating(ana, 1500, date(2026, 1, 1))
    token, _text = make_token(access, "Laptop", ["read"])
    hook = make_endpoint(access, label="Site", url="https://example.org/", events=["event.closed"])
    merge = PlayerMerge.objects.create(club=club, kept=ana, gone=rui)
    member = club.memberships.get()
    invite(access, "helper", "new@example.org")
    FidePlayer.objects.create(fide_id=99, name="Reis, Ivo", search_name="reis ivo", standard=2000)
    slug = [club.slug]
    numbered = {
        "member_role": member.pk,
        "member_remove": member.pk,
        "member_transfer": member.pk,
        "token_revoke": token.pk,
        "webhook_page": hook.pk,
        "webhook_remove": hook.pk,
        "player_manage": ana.pk,
        "player_privacy": ana.pk,
        "player_birth": ana.pk,
        "player_rating": ana.pk,
        "adjustment_withdraw": given.pk,
        "player_merge": ana.pk,
        "merge_undo": merge.pk,
        "player_pseudonymise": ana.pk,
        "fide_add": 99,
    }
    plain = (
        "club_manage",
        "first_steps",
        "club_audit",
        "club_delete",
        "club_settings",
        "club_members",
        "club_programs",
        "token_new",
        "webhook_new",
        "club_policy",
        "issue_lists",
        "player_list",
        "player_add",
        "player_import",
        "fide_lookup",
        "club_leave",
    )
    pages = {name: reverse(name, args=slug) for name in plain}
    pages |= {name: reverse(name, args=[*slug, pk]) for name, pk in numbered.items()}
    pages["player_merge_with"] = reverse("player_merge_with", args=[*slug, ana.pk, rui.pk])
    return club, pages


def test_every_page_opens_for_an_owner(client, addresses):
    club, pages = addresses
    sign_in(client, club)

    answers = {name: client.get(url).status_code for name, url in pages.items()}

    assert answers == dict.fromkeys(pages, 200)


def test_no_page_is_anything_to_a_stranger(client, addresses):
    _club, pages = addresses
    client.force_login(make_user())

    answers = {name: client.get(url).status_code for name, url in pages.items()}

    assert answers == dict.fromkeys(pages, 404)


def test_a_visitor_is_asked_to_sign_in_and_learns_nothing(client, addresses):
    _club, pages = addresses
    there = pages["club_settings"]
    nowhere = reverse("club_settings", args=["no-such-club"])

    answers = [client.get(url) for url in (there, nowhere)]

    assert [(a.status_code, a.url) for a in answers] == [
        (302, f"/accounts/login/?next={url}") for url in (there, nowhere)
    ]


@pytest.mark.parametrize("name", [name for name, _right, _label in TABS])
def test_every_tab_leads_somewhere(client, addresses, name):
    club, pages = addresses
    sign_in(client, club)

    shown = client.get(reverse(name, args=[club.slug])).text

    assert f'<a href="{pages[name]}" aria-current="page">' in shown


def test_one_heading_and_one_main_button_on_every_page(client, addresses):
    club, pages = addresses
    sign_in(client, club)

    odd = {}
    for name, url in pages.items():
        text = client.get(url).text
        counts = (text.count("<h1"), text.count("btn-main"))
        if counts[0] != 1 or counts[1] > 1:
            odd[name] = counts

    assert odd == {}
