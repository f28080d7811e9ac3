"""A player's history as JSON, CSV and feed, and the picture of a shared link."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from clubs.access import club_for
from ratings.csv_text import csv_text
from ratings.lists.downloads import download, picture
from ratings.pictures import Figure, Picture
from ratings.player_page.feed import player_feed_xml
from ratings.player_page.files import (
    EVENT_COLUMNS,
    GAME_COLUMNS,
    event_rows,
    game_rows,
    history_body,
    load_history,
)
from ratings.player_page.load import load_cards
from ratings.player_page.people import person, player_for


def player_json(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return everything the page shows; ``list`` and ``row`` narrow it."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    body = history_body(
        access,
        player,
        timezone.localdate(),
        time_control=request.GET.get("list", "")[:8],
        row=request.GET.get("row", "")[:30],
    )
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


def player_csv(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the history rows of all lists as a table."""
    access = club_for(request.user, slug)
    whole = load_history(access, player_for(access, player_id))
    text = csv_text(EVENT_COLUMNS, event_rows(whole))
    return download(text, "text/csv; charset=utf-8", f"{slug}-{player_id}-events.csv")


def player_games_csv(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the games behind the history rows as a table."""
    access = club_for(request.user, slug)
    whole = load_history(access, player_for(access, player_id))
    text = csv_text(GAME_COLUMNS, game_rows(whole))
    return download(text, "text/csv; charset=utf-8", f"{slug}-{player_id}-games.csv")


def player_feed(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the newest rating changes and corrections as an Atom feed."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    xml = player_feed_xml(access, player, settings.BASE_URL, request.path)
    return HttpResponse(xml, content_type="application/atom+xml; charset=utf-8")


def player_picture(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the picture that goes with a shared link to the player's page."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    cards = load_cards(access, player, timezone.localdate())
    figures = [Figure(card.label, card.rating, card.last_change) for card in cards]
    return picture(Picture(person(player, access).picture_name, access.club.name, figures))
