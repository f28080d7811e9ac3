"""The first page of a club: what comes, what runs, what was, who moved, and the records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from clubs import formatting
from clubs.access import ClubAccess, Right, club_for, of_club
from clubs.fragments import club_context, render_page
from rankfile.club_records import Records, load_records
from ratings.models import TIME_CONTROL_LABELS, PublishedList, Rating, RatingList
from tournaments.access import only_checks_in, works_on_events
from tournaments.event_tables import event_tables, keizer_lines, standings_lines
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.results import Result

PLACES_SHOWN = 5
RUNNING_SHOWN = 3
LISTS_SHOWN = 3
OPEN_RESULTS = [result.value for result in Result if result.is_open]


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event that comes or runs; ``url`` is empty where the visitor may not open it yet.

    ``is_for_arrivals`` means that the page is the one where arrivals are ticked.
    """

    event: Any
    day: tuple[str, str, str] | None
    list_label: str
    url: str
    is_for_arrivals: bool


@require_safe
def club_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club to its visitors, and to its people what waits for them; constant queries."""
    access = club_for(request.user, slug)
    with timezone.override(ZoneInfo(access.club.time_zone)):
        today = timezone.localdate()
        records = load_records(access, today)
        context = club_context(
            access,
            "home",
            **_events(access, today),
            records=records,
            lists=_issued(access),
            labels=TIME_CONTROL_LABELS,
            own=_own_ratings(access),
            **_what_waits(access),
            share_title=access.club.name,
            share_text=gettext("Events, ratings, and the sum behind every change."),
            share_picture=_picture(access, records),
        )
        return render_page(request, "club/home.html", context)


def _picture(access: ClubAccess, records: Records) -> str:
    """Return the picture for shared links: the first list that anybody is on."""
    if not records.peaks:
        return ""
    address = reverse("rating_list_picture", args=[access.club.slug, records.peaks[0].time_control])
    return settings.BASE_URL + address


def _events(access: ClubAccess, today: date) -> dict[str, Any]:
    """Return running events, the next one and the results of the last; five queries."""
    state = Tournament.State
    rows = list(_wanted(access, today))
    running = [_card(access, row) for row in rows if row.state == state.RUNNING]
    coming = sorted(
        (row for row in rows if row.state == state.DRAFT),
        key=lambda row: (row.start_date, row.number),
    )
    last = next((row for row in rows if row.state == state.CLOSED), None)
    return {
        "running": running[:RUNNING_SHOWN],
        "coming": _card(access, coming[0]) if coming else None,
        "last": last,
        "results": _results(access, last) if last else (),
    }


def _wanted(access: ClubAccess, today: date) -> QuerySet[Tournament]:
    events = of_club(access, Tournament)
    if access.is_public:
        events = events.filter(is_public=True)
    state = Tournament.State
    newest = events.filter(state=state.CLOSED).order_by("-end_date", "-start_date", "-number")
    players = (
        Entry.objects.filter(tournament=OuterRef("pk")).values("tournament").annotate(n=Count("pk"))
    )
    rounds = (
        Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.PUBLISHED)
        .values("tournament")
        .annotate(n=Max("number"))
    )
    return (
        events.filter(
            Q(state=state.RUNNING)
            | Q(state=state.DRAFT, start_date__gte=today)
            | Q(pk__in=newest.values("pk")[:1])
        )
        .annotate(
            players=Subquery(players.values("n"), output_field=IntegerField()),
            round_number=Subquery(rounds.values("n"), output_field=IntegerField()),
        )
        .order_by("-start_date", "-number")
    )


def _card(access: ClubAccess, event: Tournament) -> EventCard:
    language = get_language() or "en"
    is_draft = event.state == Tournament.State.DRAFT
    if only_checks_in(access, event):
        name = "manage_entries"
    elif is_draft:
        name = "manage_tournament" if works_on_events(access) else ""
    else:
        name = "tournament_page"
    return EventCard(
        event=event,
        day=formatting.day_parts(event.start_date, language) if event.start_date else None,
        list_label=str(TIME_CONTROL_LABELS.get(event.time_control, "")),
        url=reverse(name, args=[access.club.slug, event.number]) if name else "",
        is_for_arrivals=name == "manage_entries",
    )


def _results(access: ClubAccess, last: Tournament) -> list[tuple[int, Any, str]]:
    """Return place, person and score of the first; four queries."""
    last.club = access.club
    tables = event_tables(access, last)
    language = get_language() or "en"
    if tables.keizer is not None:
        lines = [
            (line.row.place, line.person, formatting.hundredths(line.row.score, language))
            for line in keizer_lines(tables)
        ]
    else:
        lines = [
            (line.row.rank, line.person, formatting.points(line.row.points, language))
            for line in standings_lines(tables)
        ]
    return lines[:PLACES_SHOWN]


def _issued(access: ClubAccess) -> list[PublishedList]:
    lists = of_club(access, PublishedList).select_related("rating_list")
    return list(lists.order_by("-issued_at", "-pk")[:LISTS_SHOWN])


def _own_ratings(access: ClubAccess) -> list[Rating]:
    """Return the ratings of the player this person is in the club, if any."""
    if not access.role or access.actor.user_id is None:
        return []
    return list(
        Rating.objects.filter(
            rating_list__club=access.club,
            player__memberships__user=access.actor.user_id,
            player__memberships__club=access.club,
        )
        .select_related("player", "rating_list")
        .order_by("rating_list_id")
    )


def _what_waits(access: ClubAccess) -> dict[str, Any]:
    """Return what somebody of the club should look at; nothing for visitors and members."""
    if not access.may(Right.RESULTS):
        return {}
    missing = of_club(access, Pairing).filter(
        tournament__state=Tournament.State.RUNNING,
        round__state=Round.State.PUBLISHED,
        result__in=OPEN_RESULTS,
    )
    parked = of_club(access, RatingList).filter(failed_at__isnull=False)
    return {
        "manages": True,
        "open_boards": missing.count(),
        "has_parked": access.may(Right.MANAGE) and parked.exists(),
        "may_create": access.may(Right.MANAGE),
        "base_url": settings.BASE_URL,
    }
