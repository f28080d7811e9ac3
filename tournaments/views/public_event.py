"""The public pages of an event: list, standings, crosstable, rounds, card, rating report."""

from __future__ import annotations

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import ClubAccess, club_for, nothing_here
from clubs.fragments import club_context, render_page
from clubs.paging import page_of
from ratings.queries import rows_of_event
from tournaments.access import entry_for, visible_events, works_on_events
from tournaments.event_changes import event_changes
from tournaments.event_tables import (
    annulled_people,
    card_of,
    columns_of,
    crosstable_lines,
    entered_people,
    event_tables,
    is_round_robin,
    keizer_lines,
    round_lines,
    standings_lines,
)
from tournaments.event_why import criterion, open_values, why_keizer, why_place
from tournaments.exporting import PUBLIC_DIALECTS
from tournaments.models import Tournament
from tournaments.public_explanations import can_be_explained, explain_public_board
from tournaments.views.event_pages import (
    event_page,
    live_event_page,
    number_in,
    public_event_page,
    round_squares,
    standings_squares,
)

EVENTS_ON_A_PAGE = 50
WAITING_SECONDS = 2


@require_safe
def tournament_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's events, newest first."""
    access = club_for(request.user, slug)
    page = page_of(
        visible_events(access).annotate(players=Count("entries")),
        ("-number",),
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
        size=EVENTS_ON_A_PAGE,
    )
    context = club_context(access, "events", page=page, works_on_it=works_on_events(access))
    return render_page(request, "events/list.html", context)


@live_event_page
def tournament_page(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show the standings, after any round, and how each place and value came about."""
    tables = event_tables(access, tournament, after_round=number_in(request, "after"))
    rank = number_in(request, "why")
    page = reverse("tournament_page", args=[access.club.slug, tournament.number])
    table = tables.standings
    return event_page(
        request, access, tournament, "standings", fragment=True,
        tables=tables,
        lines=standings_lines(tables) if tables.keizer is None else (),
        keizer=keizer_lines(tables),
        annulled=annulled_people(tables),
        criteria=[criterion(code) for code in columns_of(table)] if table else (),
        rank=rank,
        why=why_place(tables, rank, request.GET.get("by", "")) if not tables.keizer else None,
        why_season=why_keizer(tables, rank),
        entered=entered_people(tables) if table is None else (),
        squares=standings_squares(tables, page),
        page_address=page,
        after=f"after={table.after_round}&" if table and not tables.is_latest else "",
        dialects=PUBLIC_DIALECTS,
    )  # fmt: skip


@live_event_page
def tournament_crosstable(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show who met whom, by standing or by starting rank."""
    tables = event_tables(access, tournament)
    by_start = request.GET.get("order") == "start"
    return event_page(
        request, access, tournament, "crosstable", fragment=True,
        tables=tables,
        lines=crosstable_lines(tables, by_starting_rank=by_start),
        by_start=by_start,
        is_matrix=is_round_robin(tables),
        dialects=PUBLIC_DIALECTS,
    )  # fmt: skip


@live_event_page
def tournament_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Show the boards of a round with their results, and why two players meet."""
    tables = event_tables(access, tournament)
    lines = round_lines(tables, round_number)
    found = tables.view.round(round_number)
    if lines is None or found is None:
        raise nothing_here()
    board = number_in(request, "why")
    return event_page(
        request, access, tournament, "round", fragment=True, tab="rounds",
        tables=tables, round_number=round_number, round=found.round, lines=lines,
        squares=round_squares(tables, round_number),
        board=board, can_explain=can_be_explained(tables),
        explained=explain_public_board(tables, found, board),
    )  # fmt: skip


@public_event_page
def tournament_report(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show what the event did to everybody's rating; it waits while that is worked out."""
    tables = event_tables(access, tournament)
    changes = event_changes(tables)
    return event_page(
        request, access, tournament, "report", fragment=True,
        tables=tables, changes=changes, waiting_seconds=WAITING_SECONDS,
        ledger_url=changes.tables[0].ledger_url if changes.tables else "",
    )  # fmt: skip


@public_event_page
def tournament_entry(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, rank: int
) -> HttpResponse:
    """Show one player's event: rounds, points, tie-breaks and what each is made of."""
    entry = entry_for(access, tournament, rank)
    tables = event_tables(access, tournament)
    changes = rows_of_event(access.club, tournament.number).filter(player=entry.player_id)
    return event_page(
        request, access, tournament, "entry",
        tables=tables, entry=entry, card=card_of(tables, rank), changes=changes,
        values=open_values(tables, rank) if tables.keizer is None else (),
        season=why_keizer(tables, rank),
        left=next((left for person, left in annulled_people(tables) if person.rank == rank), None),
    )  # fmt: skip
