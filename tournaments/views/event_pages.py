"""What the public pages of an event have in common: door, club's time, tag, context."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from clubs.access import Actor, ClubAccess, club_for
from clubs.fragments import club_context, render_page, wants_fragment
from clubs.parts import Square
from clubs.whole_numbers import whole_number
from ratings.models import TIME_CONTROL_LABELS
from tournaments.access import event_for, works_on_events
from tournaments.event_queries import EventView
from tournaments.event_tables import EventTables
from tournaments.models import Tournament

P = ParamSpec("P")
EventPage = Callable[Concatenate[HttpRequest, ClubAccess, Tournament, P], HttpResponse]
View = Callable[..., HttpResponse]

POLL_SECONDS = 30
# The element that asks again by itself; what it fetches must not move the focus.
POLL = "poll"


def public_event_page(view: EventPage[P]) -> View:
    """Open the club's door and fetch the event; the view gets ``(request, access, event, ...)``.

    Times are those of the club. Reading only.
    """

    @wraps(view)
    @require_safe
    def answer(
        request: HttpRequest, slug: str, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        access = club_for(request.user, slug)
        tournament = event_for(access, number)
        tournament.club = access.club
        with timezone.override(ZoneInfo(access.club.time_zone)):
            return view(request, access, tournament, *args, **kwargs)

    return answer


def live_event_page(view: EventPage[P]) -> View:
    """Open a page whose changing part asks again while the event runs.

    What has not changed is answered with 304 after the two queries that find the event.
    """

    @wraps(view)
    def conditional(
        request: HttpRequest,
        access: ClubAccess,
        tournament: Tournament,
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponse:
        tag = page_tag(request, access, tournament)
        if not wants_fragment(request):
            return view(request, access, tournament, *args, **kwargs)
        if request.headers.get("If-None-Match") == tag:
            return HttpResponse(status=304, headers={"ETag": tag})
        response = view(request, access, tournament, *args, **kwargs)
        response.headers["ETag"] = tag
        return response

    return public_event_page(conditional)


def page_tag(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> str:
    """Return what stands for the state of a page: it changes when the event does."""
    parts = (
        tournament.pk, tournament.version, request.get_full_path(), get_language(), access.role,
    )  # fmt: skip
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:24]}"'


def event_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    page: str,
    *,
    fragment: bool = False,
    tab: str = "",
    **more: Any,
) -> HttpResponse:
    """Return a page of an event by the short name of its template."""
    context = club_context(
        access,
        "events",
        **event_context(tournament),
        **share_context(access, tournament),
        tab=tab or page,
        works_on_it=works_on_events(access),
        tag=page_tag(request, access, tournament),
        poll_url=request.get_full_path(),
        poll_seconds=POLL_SECONDS,
        is_poll=request.headers.get("HX-Trigger") == POLL,
        **more,
    )
    return render_page(
        request,
        f"events/{page}.html",
        context,
        fragment=f"events/parts/{page}.html" if fragment else "",
    )


def event_context(tournament: Tournament) -> dict[str, Any]:
    """Return what every page says of an event in its head."""
    return {
        "tournament": tournament,
        "list_label": TIME_CONTROL_LABELS.get(tournament.time_control, ""),
        "is_running": tournament.state == Tournament.State.RUNNING,
    }


def share_context(access: ClubAccess, tournament: Tournament) -> dict[str, str]:
    """Return title, text and picture for people who are sent a link to the event."""
    has_picture = access.club.is_public and tournament.is_public
    address = reverse("tournament_picture", args=[access.club.slug, tournament.number])
    return {
        "share_title": gettext("%(event)s · %(club)s")
        % {"event": tournament.name, "club": access.club.name},
        "share_text": gettext("Standings, crosstable, rounds, and what it did to the ratings."),
        "share_picture": f"{settings.BASE_URL}{address}" if has_picture else "",
    }


def as_the_public(access: ClubAccess) -> ClubAccess:
    """Return the access of a visitor, for answers that anybody may keep."""
    return ClubAccess(club=access.club, actor=Actor(label=""))


def number_in(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of the address, None where it is missing or damaged."""
    return whole_number(request.GET.get(name), most_digits=4)


def round_squares(tables: EventTables, current: int | None = None) -> list[Square]:
    """Return the rounds of the event: over, being played, still to come."""
    tournament = tables.view.tournament
    return [_square(tables.view, number, current) for number in _all_rounds(tournament, tables)]


def _all_rounds(tournament: Tournament, tables: EventTables) -> range:
    return range(1, max(tournament.rounds_planned, len(tables.view.rounds)) + 1)


def _square(view: EventView, number: int, current: int | None) -> Square:
    found = view.round(number)
    if found is None:
        return Square(number, "later", gettext("not paired yet"))
    tournament = view.tournament
    url = reverse("tournament_round", args=[tournament.club.slug, tournament.number, number])
    if found.open_boards:
        return Square(number, "now", gettext("being played"), url, is_current=number == current)
    return Square(number, "in", gettext("finished"), url, is_current=number == current)


def standings_squares(tables: EventTables, page: str) -> list[Square]:
    """Return the rounds after which the standings can be seen; the latest has no number."""
    shown = tables.standings.after_round if tables.standings else 0
    squares = []
    for number in range(1, tables.last_round + 1):
        url = page if number == tables.last_round else f"{page}?after={number}"
        words = gettext("standings after this round")
        squares.append(Square(number, "in", words, url, is_current=number == shown))
    return squares
