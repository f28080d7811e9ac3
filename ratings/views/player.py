"""The public page of a player, with the games behind every change."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.access import ClubAccess, club_for
from clubs.embedding import embeddable
from clubs.fragments import club_context, render_page, wants_fragment
from clubs.models import Player
from clubs.paging import page_of
from clubs.today import today_in
from ratings.player_page.corrections import corrections
from ratings.player_page.load import chosen_card, load_cards, load_revisions
from ratings.player_page.page import Asked, PlayerPage, load_page, load_row
from ratings.player_page.people import person, player_for
from ratings.player_page.records import load_records

REVISIONS_ON_A_PAGE = 100


@require_safe
def player_page(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show a player's ratings, chart and history; or only what a script asks for of them."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    asked = Asked.read(request.GET)
    target = request.headers.get("HX-Target", "")
    if wants_fragment(request) and target.startswith(("event-", "adjustment-")):
        return _row(request, access, player, asked, target)
    loaded = load_page(access, player, asked, today_in(access.club))
    return render_page(
        request,
        "ratings/player.html",
        page_context(access, player, loaded),
        fragment="ratings/parts/history.html",
    )


def _row(
    request: HttpRequest, access: ClubAccess, player: Player, asked: Asked, name: str
) -> HttpResponse:
    row = load_row(access, player, asked, name, today_in(access.club))
    context = club_context(
        access, "ratings", player=person(player, access), row=row, changes=[row.change]
    )
    return render_page(request, "ratings/parts/history_row_alone.html", context)


def page_context(access: ClubAccess, player: Player, loaded: PlayerPage) -> dict[str, Any]:
    """Return what the page and its picture in shared links need."""
    return club_context(
        access,
        "ratings",
        loaded=loaded,
        ledger_url=reverse("ledger_list", args=[access.club.slug, loaded.asked.time_control]),
        share_text=share_text(loaded),
        base_url=settings.BASE_URL,
        **_person_context(access, player),
    )


def _person_context(access: ClubAccess, player: Player) -> dict[str, Any]:
    """Return who a page is about, and how he looks in a shared link."""
    who = person(player, access)
    picture = reverse("player_picture", args=[access.club.slug, player.pk])
    return {
        "player": who,
        "share_title": gettext("%(player)s · %(club)s")
        % {"player": who.name, "club": access.club.name},
        "share_picture": settings.BASE_URL + picture,
    }


def share_text(loaded: PlayerPage) -> str:
    """Return the ratings in one line, for people who get a link."""
    rated = [
        gettext("%(list)s %(rating)s") % {"list": shown.card.label, "rating": shown.card.rating}
        for shown in loaded.cards
        if shown.card.rating is not None
    ]
    return " · ".join(rated) or gettext("No rating yet.")


@require_safe
def player_records(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show opponents, colours, best results and streaks on one list."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    cards = load_cards(access, player, today_in(access.club))
    chosen = chosen_card(cards, request.GET.get("list", "")[:8])
    everybody = request.GET.get("opponents") == "all"
    most = {"most_opponents": None} if everybody else {}
    records = load_records(access, player, chosen.rating_list, **most)
    context = _subpage(access, player, cards=cards, chosen=chosen, records=records)
    return render_page(request, "ratings/records.html", context)


@require_safe
def player_corrections(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show every correction that touched the player: what, when, old and new."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    page = page_of(
        load_revisions(player),
        ("-pk",),
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
        size=REVISIONS_ON_A_PAGE,
    )
    found = list(corrections(page.rows, with_author=not access.is_public))
    context = _subpage(access, player, page=page, corrections=found)
    return render_page(request, "ratings/corrections.html", context)


def _subpage(access: ClubAccess, player: Player, **more: Any) -> dict[str, Any]:
    return club_context(access, "ratings", **_person_context(access, player), **more)


@require_safe
@embeddable
def player_embed(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show the three ratings of a player in a frame on another site, as the public sees them."""
    access = club_for(AnonymousUser(), slug)
    player = player_for(access, player_id)
    who = person(player, access)
    cards = load_cards(access, player, today_in(access.club))
    context = club_context(
        access, player=who, cards=cards, full_page_url=settings.BASE_URL + who.url
    )
    return render_page(request, "ratings/player_embed.html", context)
