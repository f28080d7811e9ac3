"""Sheets for the wall and the tables: pairings, slips, standings, crosstable, sign-in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubAccess, Right
from tournaments.access import round_for
from tournaments.event_queries import (
    ROUND_ROBINS,
    EventView,
    RoundView,
    event_record,
    keizer_standings_of,
    load_event_view,
    standings_of,
)
from tournaments.models import Entry, Tournament
from tournaments.running_scores import scores_of_entries
from tournaments.standings.crosstable import Order, crosstable, matrix
from tournaments.views.codes import code_of
from tournaments.views.desk import desk_context, desk_page, desk_url, event_page, go_to

# Nine boards and the list of names fit on a page; from twelve on the list gets its own.
LIST_ON_ITS_OWN = 12


@event_page(Right.RESULTS)
@require_GET
def print_pairings(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Return the sheet for the wall: boards in order, and where everybody sits, by name."""
    found = _round(access, tournament, round_number)
    if found is None:
        return go_to(request, desk_url(tournament))
    view, each = found
    code = code_of(live_page(tournament, round_number), _("Live page of the round"))
    context = desk_context(
        access, tournament, "rounds", round=each.round, round_view=each,
        scores=scores_of_entries(view, round_number), seats=seats_by_name(each), code=code,
        on_its_own=len(each.pairings) >= LIST_ON_ITS_OWN,
    )  # fmt: skip
    return desk_page(request, "print_pairings", context)


def live_page(tournament: Tournament, round_number: int) -> str:
    """Return the address of the round's public page, which the code on the wall leads to."""
    path = reverse("tournament_round", args=[tournament.club.slug, tournament.number, round_number])
    return f"{settings.BASE_URL}{path}"


def _round(
    access: ClubAccess, tournament: Tournament, round_number: int
) -> tuple[EventView, RoundView] | None:
    round_for(access, tournament, round_number)
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    each = view.round(round_number)
    return (view, each) if each else None


def seats_by_name(each: RoundView) -> list[tuple[Entry, str, int | None]]:
    """Return entry, colour and board of everybody, by Latin name; a bye has no board."""
    seats: list[tuple[Entry, str, int | None]] = []
    for board in each.pairings:
        seats.append((board.white, "w", board.board_number))
        seats.append((board.black, "b", board.board_number))
    seats += [(bye.entry, "", None) for bye in each.byes]
    return sorted(seats, key=lambda seat: latin_name(seat[0]).casefold())


def latin_name(entry: Entry) -> str:
    """Return the name in Latin letters, which sorts lists for the wall."""
    return entry.player.latin_name or entry.player.name


@event_page(Right.RESULTS)
@require_GET
def print_slips(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Return slips on which players write and sign their results."""
    found = _round(access, tournament, round_number)
    if found is None:
        return go_to(request, desk_url(tournament))
    context = desk_context(access, tournament, "rounds", round=found[1].round, round_view=found[1])
    return desk_page(request, "print_slips", context)


@event_page(Right.RESULTS)
@require_GET
def print_standings(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Return standings and crosstable for the wall, the latter by standing or starting number.

    A Keizer season has its own standings, a round robin the matrix of everybody against everybody.
    """
    view = load_event_view(tournament)
    record = event_record(view)
    table = standings_of(tournament, record=record) if record.competitors else None
    by_start = request.GET.get("order") == "start"
    is_matrix = tournament.format in ROUND_ROBINS
    make = matrix if is_matrix else crosstable
    order = Order.STARTING_RANK if by_start else Order.STANDING
    is_season = tournament.format == Tournament.Format.KEIZER
    season = keizer_standings_of(tournament, record=record) if is_season and table else None
    context = desk_context(
        access, tournament, "standings", table=table, names=view.entry_by_rank, view=view,
        lines=make(record, table, order=order) if table else (),
        season=season, is_matrix=is_matrix, by_start=by_start,
    )  # fmt: skip
    return desk_page(request, "print_standings", context)


@event_page(Right.RESULTS)
@require_GET
def print_sign_in(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Return the sheet on which players sign when they come, with room for newcomers."""
    entries = list(tournament.entries.select_related("player"))
    context = desk_context(
        access, tournament, "entries",
        entries=sorted(entries, key=lambda entry: latin_name(entry).casefold()),
        empty_lines=range(6),
    )  # fmt: skip
    return desk_page(request, "print_sign_in", context)
