"""An event is closed: what is in the way, every change before it happens, and how far it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubAccess, Right
from clubs.errors import Outdated, Refused
from clubs.formatting import points
from clubs.parts import Check
from ratings.queries import lists_of, rows_of_event
from ratings.reports import event_state, live_reports
from ratings.tasks import try_again
from tournaments.closing import ClosingProblem, close_tournament, preview_closing
from tournaments.closing_words import (
    change_tables,
    claim_of,
    games_not_rated,
    lines_of,
)
from tournaments.event_queries import EventView, load_event_view
from tournaments.models import Round, Tournament
from tournaments.results import Result
from tournaments.time_controls import TimeControlDecision, time_control_for
from tournaments.views.desk import desk_context, desk_page, event_page, event_url, go_to

# A worker that is there has rated an event long before; after that the page says that it is away.
WORKER_IS_LATE = timedelta(seconds=30)


@event_page(Right.CLOSE)
def close_event(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Show what closing would do, and do it with the digest of what was shown."""
    if request.method == "POST":
        return _close(request, access, tournament)
    if tournament.is_closed:
        return closed_page(request, access, tournament)
    return closing_page(request, access, tournament)


def _close(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    try:
        close_tournament(access, tournament, request.POST.get("digest", ""))
    except Outdated as outdated:
        return closing_page(request, access, tournament, status=409, outdated=outdated)
    except Refused as refusal:
        if refusal.code != "closing_problems":
            raise
        return closing_page(request, access, tournament, status=409)
    return go_to(request, event_url(tournament, "close_tournament"))


def closing_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Return the list of problems, or the preview with the button that closes."""
    found = preview_closing(access, tournament)
    view = load_event_view(tournament, drafts=True)
    context = desk_context(access, tournament, "close", view=view, **more)
    if found.preview is None:
        context |= {
            "problems": [_to_fix(each) for each in found.problems],
            "worth_a_look": worth_a_look(view), "fine": already_fine(view),
        }  # fmt: skip
        return desk_page(request, "close_blocked", context, status=status)
    people = {entry.player_id: entry.player for entry in view.entries}
    tables = change_tables(found.preview, people)
    context |= {
        "preview": found.preview, "digest": found.digest, "tables": tables,
        "claim": claim_of(found.preview), "not_rated": games_not_rated(view, found.preview),
        "worth_a_look": worth_a_look(view), "fine": already_fine(view),
        **opened_change(request, tables, people),
    }  # fmt: skip
    return desk_page(request, "close", context, status=status)


def opened_change(request: HttpRequest, tables: Any, people: Any) -> dict[str, Any]:
    """Return the change that was asked about (``?open=rapid-17``) with its games."""
    control, _sign, player = request.GET.get("open", "").partition("-")
    for table in tables:
        for line in table.lines:
            if table.time_control == control and str(line.player.pk) == player:
                return {"opened": line, "opened_games": lines_of(line, people)}
    return {}


def _to_fix(problem: ClosingProblem) -> Check:
    url = reverse(problem.target.url_name, kwargs=dict(problem.target.kwargs))
    boards = problem.facts.get("boards")
    if boards:
        url = f"{url}#b{boards[0]}"
    actions = {
        "result_missing": _("Enter the result"),
        "game_adjourned": _("Enter the result"),
        "round_is_draft": _("Look at the draft"),
        "nothing_played": _("Go to the event"),
    }
    action = actions.get(problem.code, _("Change the settings"))
    return Check("bad", problem.message, url=url, action=action, is_main=True)


def worth_a_look(view: EventView) -> list[Check]:
    """Return what does not keep the event open but may be a slip."""
    checks = []
    for each in view.rounds:
        url = event_url(view.tournament, "manage_round", round_number=each.round.number)
        for board in each.pairings:
            if not Result(board.result).is_forfeit:
                continue
            text = _("Round %(round)s, board %(board)s is a forfeit") % {
                "round": each.round.number,
                "board": board.board_number,
            }
            detail = _("%(white)s – %(black)s. The game will not be rated.") % {
                "white": board.white.player.name,
                "black": board.black.player.name,
            }
            place = f"{url}?change={board.board_number}#b{board.board_number}"
            checks.append(Check("mark", text, detail, place, _("Look")))
    return checks


def already_fine(view: EventView) -> list[Check]:
    """Return what has been checked and is right."""
    tournament = view.tournament
    checks = []
    decision = time_control_for(tournament.minutes, tournament.increment, tournament.time_control)
    if decision.time_control:
        words = _rated_as(tournament, decision)
        url = event_url(tournament, "tournament_settings")
        checks.append(Check("ok", words, url=url, action=_("Change")))
    complete = [
        each.round.number
        for each in view.rounds
        if each.round.state == Round.State.PUBLISHED and not each.open_boards
    ]
    if complete:
        rounds = ", ".join(str(number) for number in complete)
        checks.append(Check("ok", _("Complete rounds: %(rounds)s") % {"rounds": rounds}))
    return checks


def _rated_as(tournament: Tournament, decision: TimeControlDecision) -> str:
    label = tournament.get_time_control_display()
    if decision.minutes_for_60_moves is None:
        return _("Rated as %(list)s") % {"list": label}
    return _("%(minutes)s+%(increment)s is %(total)s minutes for 60 moves: rated as %(list)s") % {
        "minutes": tournament.minutes,
        "increment": tournament.increment,
        "total": points(decision.minutes_for_60_moves, get_language() or "en"),
        "list": label,
    }


def closed_page(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, *, status: int = 200
) -> HttpResponse:
    """Return how far the rating of a closed event is, and what can still be done with it."""
    state = event_state(access.club, tournament.number)
    waited = timezone.now() - (tournament.updated_at or timezone.now())
    rows = list(rows_of_event(access.club, tournament.number)) if state == "rated" else []
    reports = live_reports(access.club, tournament.number)
    context = desk_context(
        access, tournament, "close",
        state=state, rows=rows, lists=[report.rating_list for report in reports],
        is_late=state == "waiting" and waited > WORKER_IS_LATE,
        moved=max((row.change for row in rows), key=abs, default=0),
    )  # fmt: skip
    return desk_page(request, "closed", context, fragment="closed_state", status=status)


@event_page(Right.CLOSE)
@require_GET
def closing_state(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Return how far the rating is, for the page that waits."""
    return closed_page(request, access, tournament)


@event_page(Right.MANAGE)
@require_POST
def rate_again(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Give lists that were put aside after several failures new attempts."""
    for rating_list in lists_of(access.club).values():
        if rating_list.failed_at is not None:
            try_again(access, rating_list)
    return go_to(request, event_url(tournament, "close_tournament"))
