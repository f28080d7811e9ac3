"""Results pasted as text, the checking pass, and single boards with their rarer acts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Refused
from clubs.form_posts import posted_text
from clubs.whole_numbers import whole_number
from tournaments.access import pairing_for, round_for
from tournaments.checking import check_round, exclude_game, include_game, uncheck_round
from tournaments.event_queries import load_event_view
from tournaments.models import Tournament
from tournaments.result_texts import enter_pasted_results, read_pasted_results
from tournaments.results import Result
from tournaments.views.desk import (
    desk_context,
    desk_page,
    desk_url,
    event_page,
    event_url,
    go_to,
    posted_version,
    round_squares,
)


@event_page(Right.RESULTS)
def paste_results(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Read pasted results, show what was understood, and enter all of them or none."""
    round_ = round_for(access, tournament, round_number)
    text = posted_text(request, "text")
    context: dict[str, Any] = {"round": round_, "text": text, "status": 200}
    if request.method == "POST" and "enter" in request.POST:
        zeros = {"played": True, "not_played": False}.get(request.POST.get("zeros", ""))
        try:
            enter_pasted_results(
                access, round_, text, zeros_were_played=zeros, versions=_versions(request)
            )
        except (InvalidInput, Refused) as error:
            context |= {"error": error, "status": 422 if isinstance(error, InvalidInput) else 409}
        else:
            return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    if request.method == "POST":
        pasted = read_pasted_results(round_, text)
        boards = {board.board_number: board for board in _boards(access, tournament, round_number)}
        context |= {
            "pasted": pasted,
            "rows": [(row, boards[row.board]) for row in pasted.rows],
            "must_ask": any(row.must_ask for row in pasted.rows),
        }
        if pasted.problems and context["status"] == 200:
            context["status"] = 422
    status = context.pop("status")
    return desk_page(
        request, "paste", desk_context(access, tournament, "rounds", **context), status=status
    )


def _versions(request: HttpRequest) -> dict[int, int]:
    """Return the versions of the boards that were shown with the pasted results."""
    found = {
        whole_number(name.removeprefix("version-")): posted_version(request, name)
        for name in request.POST
        if name.startswith("version-")
    }
    return {board: version for board, version in found.items() if board and version is not None}


def _boards(access: ClubAccess, tournament: Tournament, round_number: int) -> tuple[Any, ...]:
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    each = view.round(round_number)
    return each.pairings if each else ()


@event_page(Right.RESULTS)
def check_results(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Go through the boards with the score sheets in hand; then the round is locked."""
    round_ = round_for(access, tournament, round_number)
    if request.method == "POST" and request.POST.get("act") == "unlock":
        uncheck_round(access, round_)
        return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    if request.method == "POST":
        check_round(access, round_, version=posted_version(request))
        return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    each = view.round(round_number)
    if each is None:
        return go_to(request, desk_url(tournament))
    context = desk_context(
        access, tournament, "rounds", round=each.round, round_view=each,
        rounds=round_squares(view, round_number),
        missing=[board for board in each.pairings if board.result == Result.PENDING],
    )  # fmt: skip
    return desk_page(request, "check", context)


@event_page(Right.PAIRING)
def manage_board(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    board_number: int,
) -> HttpResponse:
    """Show one board with its rarer acts: colours, players, and whether it is rated."""
    pairing = pairing_for(access, tournament, round_number, board_number)
    error: InvalidInput | None = None
    if request.method == "POST":
        try:
            version = posted_version(request)
            if request.POST.get("act") == "include":
                include_game(access, pairing, version=version)
            else:
                reason = posted_text(request, "reason")
                exclude_game(access, pairing, reason, version=version)
        except InvalidInput as wrong:
            error = wrong
        else:
            return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    context = desk_context(
        access, tournament, "rounds", board=pairing, round=pairing.round, error=error,
        is_rated=Result(pairing.result).is_rated, typed=request.POST,
    )  # fmt: skip
    return desk_page(request, "board", context, status=422 if error else 200)
