"""The desk of an event: what comes next, and where everything else is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from clubs.access import ClubAccess, Right
from tournaments.event_queries import ROUND_ROBINS, load_event_view, tie_breaks_of
from tournaments.exporting import ENGINE
from tournaments.models import Round, Tournament
from tournaments.results import Result
from tournaments.time_controls import time_control_for
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    round_squares,
)
from tournaments.views.next_step import next_step

# The files of an event as people know them.
FILE_NAMES: dict[str, str | Promise] = {
    "trf16": "TRF16",
    "trf26": "TRF26",
    ENGINE: gettext_lazy("TRF for pairing programs"),
    "csv": gettext_lazy("Crosstable (CSV)"),
    "csv-players": gettext_lazy("Players (CSV)"),
    "csv-results": gettext_lazy("Results (CSV)"),
    "pgn": gettext_lazy("PGN, without moves"),
    "json": "JSON",
}


@event_page(Right.RESULTS)
@require_GET
def manage_tournament(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Return the desk: the next act, the facts of the event, and the way to all its pages."""
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    context = desk_context(
        access, tournament,
        rounds=round_squares(view), view=view,
        step=next_step(view) if access.may(Right.PAIRING) else None,
        decision=time_control_for(
            tournament.minutes, tournament.increment, tournament.time_control
        ),
        tie_breaks=tie_breaks_of(tournament), dialects=FILE_NAMES,
        is_round_robin=tournament.format in ROUND_ROBINS,
        drafts=sum(each.round.state == Round.State.DRAFT for each in view.rounds),
    )  # fmt: skip
    return desk_page(request, "overview", context)


@event_page(Right.RESULTS)
@require_GET
def manage_rounds(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Lead to the round that is being worked on, or to the desk before the first."""
    rounds = tournament.rounds.order_by("number")
    if not access.may(Right.PAIRING):
        rounds = rounds.filter(state=Round.State.PUBLISHED)
    numbers = list(rounds.values_list("number", flat=True))
    if not numbers:
        return go_to(request, event_url(tournament, "manage_tournament"))
    drafts = list(rounds.filter(state=Round.State.DRAFT).values_list("number", flat=True))
    number = drafts[0] if drafts else _open_round(tournament, numbers)
    return go_to(request, event_url(tournament, "manage_round", round_number=number))


def _open_round(tournament: Tournament, numbers: list[int]) -> int:
    waiting = tournament.pairings.filter(result=Result.PENDING, round__state=Round.State.PUBLISHED)
    first = waiting.order_by("round__number").values_list("round__number", flat=True).first()
    return first or numbers[-1]
