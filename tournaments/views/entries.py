"""Who plays: ticking who is here, newcomers in one line, check-in, and the starting list."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubAccess, Right, visible_players
from clubs.errors import InvalidInput, Outdated, Refused
from clubs.form_posts import posted_text
from clubs.fragments import wants_fragment
from clubs.models import FidePlayer
from tournaments.access import event_named, event_to_check_in, only_checks_in
from tournaments.byes import leave_out_absent
from tournaments.entries import check_in, enter_players, who_was_here
from tournaments.event_queries import EventView, load_event_view
from tournaments.models import Bye, Entry, Tournament
from tournaments.newcomers import enter_newcomers
from tournaments.results import ByeKind
from tournaments.starting_list import list_is_fixed, number_starting_list
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_numbers,
    posted_version,
    round_squares,
)
from tournaments.views.next_step import next_step


@event_page(Right.RESULTS, event_to_check_in)
@require_GET
def manage_entries(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Return who has entered, who is here, and who may still come."""
    return entries_page(request, access, tournament)


def entries_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Return the page of entries; ``more`` holds what was typed and what is wrong with it."""
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    search = request.GET.get("q", "").strip()[:100]
    can_enter = access.may(Right.MANAGE) and not tournament.is_closed
    people = who_was_here(access, tournament, search=search) if can_enter else []
    context = desk_context(
        access, tournament, "entries",
        view=view, rounds=round_squares(view), rows=entry_rows(view),
        present=sum(entry.checked_in_at is not None for entry in view.entries),
        regulars=[each for each in people if not each.is_entered], search=search,
        rounds_gone=sum(each.round.state == "published" for each in view.rounds),
        step=next_step(view) if access.may(Right.PAIRING) else None,
        only_checks_in=only_checks_in(access, tournament),
        has_fide_list=can_enter and FidePlayer.objects.exists(), **more,
    )  # fmt: skip
    return desk_page(request, "entries", context, status=status)


def entry_rows(view: EventView) -> list[tuple[Entry, list[Bye]]]:
    """Return the entries with the byes they asked for; no queries."""
    byes: dict[int, list[Bye]] = {entry.pk: [] for entry in view.entries}
    for found in view.byes.values():
        for bye in found:
            if bye.kind != ByeKind.PAIRING_ALLOCATED:
                byes[bye.entry_id].append(bye)
    return [(entry, byes[entry.pk]) for entry in view.entries]


def missed_rounds_as(request: HttpRequest) -> ByeKind:
    """Return what the rounds a late entry missed bring him."""
    chosen = request.POST.get("missed_rounds_as", "")
    return ByeKind.HALF_POINT if chosen == ByeKind.HALF_POINT else ByeKind.ZERO_POINT


@event_page(Right.MANAGE)
@require_POST
def enter_ticked(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Enter the players who were ticked."""
    ids = posted_numbers(request, "player")
    players = list(visible_players(access).filter(pk__in=ids))
    enter_players(access, tournament, players, missed_rounds_as=missed_rounds_as(request))
    return go_to(request, event_url(tournament, "manage_entries"))


@event_page(Right.MANAGE)
@require_POST
def add_newcomers(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Add people who are new to the club, one a line; namesakes are asked about first."""
    names = posted_text(request, "names")
    try:
        enter_newcomers(
            access, tournament, names, namesakes_are_new="namesakes_are_new" in request.POST,
            missed_rounds_as=missed_rounds_as(request),
        )  # fmt: skip
    except InvalidInput as wrong:
        return entries_page(
            request, access, tournament, status=422, typed_names=names, wrong_names=wrong
        )
    except Refused as refusal:
        if refusal.code != "namesakes":
            raise
        return entries_page(
            request, access, tournament, status=409, typed_names=names, namesakes=refusal
        )
    return go_to(request, event_url(tournament, "manage_entries"))


@event_page(Right.RESULTS, event_named)
@require_POST
def check_in_entry(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, entry_id: int
) -> HttpResponse:
    """Note that a player is here, or is not; a script gets his row and the count back."""
    named = Entry(pk=entry_id, tournament=tournament)
    entry = check_in(access, named, present="present" in request.POST)
    if not wants_fragment(request):
        return go_to(request, f"{event_url(tournament, 'manage_entries')}#e{entry.pk}")
    byes = [bye for bye in entry.byes.all() if bye.kind != ByeKind.PAIRING_ALLOCATED]
    tournament = entry.tournament
    tournament.club = access.club
    counts = tournament.entries.aggregate(entered=Count("pk"), present=Count("checked_in_at"))
    context = desk_context(access, tournament, "entries", entry=entry, byes=byes, **counts)
    return desk_page(request, "entries", context, fragment="entry_ticked")


@event_page(Right.PAIRING)
@require_POST
def leave_absent_out(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Leave out of the next round who has not been ticked as here."""
    leave_out_absent(access, tournament)
    return go_to(request, event_url(tournament, "manage_entries"))


@event_page(Right.MANAGE)
def starting_list(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Show the order of the starting list, and number it anew while that is possible."""
    if request.method == "POST":
        return _number_list(request, access, tournament)
    return _starting_list_page(request, access, tournament)


def _number_list(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    order: str | list[int] = request.POST.get("order", "rating")
    try:
        if order == "hand":
            order = ids_in_typed_order(request, tournament)
        version = posted_version(request)
        number_starting_list(access, tournament, order=order, version=version)
    except InvalidInput as wrong:
        return _starting_list_page(request, access, tournament, status=422, wrong=wrong)
    except Outdated as outdated:
        tournament.refresh_from_db()
        return _starting_list_page(request, access, tournament, status=409, wrong=outdated)
    return go_to(request, event_url(tournament, "starting_list"))


def ids_in_typed_order(request: HttpRequest, tournament: Tournament) -> list[int]:
    """Return entry ids in the order of the numbers typed beside them; equal ones stay in order."""
    entries = list(tournament.entries.all())

    def place(entry: Entry) -> tuple[int, int]:
        typed = request.POST.get(f"place-{entry.pk}", "").strip()
        stands = entry.starting_rank or len(entries)
        return (int(typed) if typed.isdecimal() and len(typed) < 6 else stands, stands)

    return [entry.pk for entry in sorted(entries, key=place)]


def _starting_list_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = desk_context(
        access, tournament, "entries",
        rows=[
            (entry, request.POST.get(f"place-{entry.pk}", entry.starting_rank))
            for entry in tournament.entries.select_related("player")
        ],
        is_fixed=list_is_fixed(tournament), **more,
    )  # fmt: skip
    return desk_page(request, "starting_list", context, status=status)
