"""The public pages of an event: list, standings, crosstable, player card, rating report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from clubs.access import ClubAccess, club_for, nothing_here
from clubs.embedding import embeddable
from clubs.fragments import club_context, render_page, wants_fragment
from clubs.paging import page_of
from ratings.models import TIME_CONTROL_LABELS
from ratings.queries import rows_of_event
from ratings.submit import event_state
from tournaments.access import entry_for, event_for, visible_events
from tournaments.event_queries import ROUND_ROBINS
from tournaments.event_tables import (
    EventTables,
    card_of,
    crosstable_lines,
    event_tables,
    matrix_lines,
    round_lines,
    standings_lines,
    why_lines,
)
from tournaments.models import Tournament

POLL_SECONDS = 30


def public_event_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open the club's door and fetch the event; a fragment that has not changed answers 304."""

    def event_tag(request: HttpRequest, access: ClubAccess, tournament: Tournament,
                  *_args: Any, **_kwargs: Any) -> str | None:  # fmt: skip
        if not wants_fragment(request):
            return None
        who = "public" if access.is_public else access.role
        return f'"{tournament.pk}-{tournament.version}-{get_language()}-{who}"'

    conditional = condition(etag_func=event_tag)(view)

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest, slug: str, number: int, **kwargs: Any) -> HttpResponse:
        access = club_for(request.user, slug)
        return conditional(request, access, event_for(access, number), **kwargs)

    return answer


def _context(
    access: ClubAccess, tournament: Tournament, tab: str, tables: EventTables, **more: Any
) -> dict[str, Any]:
    return club_context(
        access,
        "events",
        tournament=tournament,
        tab=tab,
        tables=tables,
        time_control=TIME_CONTROL_LABELS.get(tournament.time_control, ""),
        is_running=tournament.state == Tournament.State.RUNNING,
        poll_seconds=POLL_SECONDS,
        **more,
    )


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


@require_safe
def tournament_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's events, newest first."""
    access = club_for(request.user, slug)
    events = visible_events(access)
    page = page_of(
        events, ("-number",),
        after=request.GET.get("after", ""), before=request.GET.get("before", ""), size=50,
    )  # fmt: skip
    context = club_context(access, "events", page=page)
    return render_page(request, "events/list.html", context)


@public_event_page
def tournament_page(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show the standings, after any round, and how each value came about."""
    tables = event_tables(access, tournament, after_round=_number(request, "after"))
    why = _number(request, "why")
    context = _context(
        access, tournament, "standings", tables,
        lines=standings_lines(tables), why=why_lines(tables, why), why_rank=why,
    )  # fmt: skip
    return render_page(
        request, "events/standings.html", context, fragment="events/parts/standings.html"
    )


@public_event_page
def tournament_crosstable(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show who met whom, by standing or by starting rank."""
    tables = event_tables(access, tournament)
    by_start = request.GET.get("order") == "start"
    is_matrix = tournament.format in ROUND_ROBINS
    make = matrix_lines if is_matrix else crosstable_lines
    lines: Sequence[Any] = make(tables, by_starting_rank=by_start) if tables.standings else ()
    context = _context(
        access, tournament, "crosstable", tables,
        lines=lines, by_start=by_start, is_matrix=is_matrix,
    )  # fmt: skip
    return render_page(
        request, "events/crosstable.html", context, fragment="events/parts/crosstable.html"
    )


@public_event_page
def tournament_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Show the boards of a round with their results."""
    tables = event_tables(access, tournament)
    found = tables.view.round(round_number)
    if found is None:
        raise nothing_here()
    context = _context(
        access, tournament, "rounds", tables,
        round_number=round_number, each=found, lines=round_lines(tables, round_number),
    )  # fmt: skip
    return render_page(request, "events/round.html", context, fragment="events/parts/round.html")


@public_event_page
def tournament_report(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show what the event did to everybody's rating."""
    tables = event_tables(access, tournament)
    rows = list(rows_of_event(access.club, tournament.number))
    by_list = {
        key: (label, [row for row in rows if row.rating_list.time_control == key])
        for key, label in TIME_CONTROL_LABELS.items()
        if any(row.rating_list.time_control == key for row in rows)
    }
    context = _context(
        access, tournament, "report", tables,
        lists=by_list, rating_state=event_state(access.club, tournament.number),
    )  # fmt: skip
    return render_page(request, "events/report.html", context, fragment="events/parts/report.html")


@public_event_page
def tournament_entry(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, rank: int
) -> HttpResponse:
    """Show one player's event: rounds, points, tie-breaks and what each is made of."""
    entry = entry_for(access, tournament, rank)
    tables = event_tables(access, tournament)
    context = _context(access, tournament, "", tables, entry=entry, card=card_of(tables, rank))
    return render_page(request, "events/entry.html", context)


@embeddable
@require_safe
def embed_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the standings inside a page of the club's own site."""
    access = club_for(request.user, slug)
    tournament = event_for(access, number)
    tables = event_tables(access, tournament)
    context = _context(
        access, tournament, "standings", tables, lines=standings_lines(tables), is_embedded=True
    )
    return render_page(request, "events/embed_standings.html", context)
