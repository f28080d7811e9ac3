"""A player's history as JSON, CSV and feed, and the picture of a shared link."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.today import today_in
from ratings.lists.downloads import download, picture, stream
from ratings.pictures import Figure, Picture
from ratings.player_page.feed import player_feed_xml
from ratings.player_page.files import (
    corrections_csv,
    events_csv,
    games_csv,
    history_json,
    records_body,
    records_csv,
)
from ratings.player_page.load import load_cards
from ratings.player_page.people import person, player_for


@require_safe
def player_json(request: HttpRequest, slug: str, player_id: int) -> StreamingHttpResponse:
    """Return everything the page shows; ``list`` and ``row`` narrow it."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    pieces = history_json(
        access,
        player,
        today_in(access.club),
        time_control=request.GET.get("list", "")[:8],
        row=request.GET.get("row", "")[:30],
    )
    return StreamingHttpResponse(pieces, content_type="application/json")


@require_safe
def player_records_json(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return opponents, colours, best results and streaks on one list."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    body = records_body(access, player, today_in(access.club), request.GET.get("list", "")[:8])
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


@require_safe
def player_csv(request: HttpRequest, slug: str, player_id: int) -> StreamingHttpResponse:
    """Return the history rows of all lists as a table."""
    access = club_for(request.user, slug)
    pieces = events_csv(access, player_for(access, player_id))
    return stream(pieces, "text/csv; charset=utf-8", f"{slug}-{player_id}-events.csv")


@require_safe
def player_games_csv(request: HttpRequest, slug: str, player_id: int) -> StreamingHttpResponse:
    """Return the games behind the history rows as a table."""
    access = club_for(request.user, slug)
    pieces = games_csv(access, player_for(access, player_id))
    return stream(pieces, "text/csv; charset=utf-8", f"{slug}-{player_id}-games.csv")


@require_safe
def player_corrections_csv(
    request: HttpRequest, slug: str, player_id: int
) -> StreamingHttpResponse:
    """Return what corrections changed as a table."""
    access = club_for(request.user, slug)
    pieces = corrections_csv(player_for(access, player_id))
    return stream(pieces, "text/csv; charset=utf-8", f"{slug}-{player_id}-corrections.csv")


@require_safe
def player_records_csv(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return opponents, colours, best results and streaks on one list as a table."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    text = records_csv(access, player, today_in(access.club), request.GET.get("list", "")[:8])
    return download(text, "text/csv; charset=utf-8", f"{slug}-{player_id}-records.csv")


@require_safe
def player_feed(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the newest rating changes and corrections as an Atom feed."""
    access = club_for(request.user, slug)
    player = player_for(access, player_id)
    xml = player_feed_xml(access, player, settings.BASE_URL, request.path)
    return HttpResponse(xml, content_type="application/atom+xml; charset=utf-8")


@require_safe
def player_picture(_request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Return the picture that goes with a shared link: what the public sees, whoever asks."""
    access = club_for(AnonymousUser(), slug)
    player = player_for(access, player_id)
    cards = load_cards(access, player, today_in(access.club))
    figures = [Figure(card.label, card.rating, card.last_change) for card in cards]
    return picture(Picture(person(player, access).picture_name, access.club.name, figures))
