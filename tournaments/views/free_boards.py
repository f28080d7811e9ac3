"""Rounds that no engine makes: boards set up by hand, or sent by another program as text."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem, Refused
from clubs.form_posts import posted_text
from tournaments.event_queries import EventView, load_event_view
from tournaments.given_rounds import (
    GIVEN_BY_HAND,
    add_board,
    read_engine_answer,
    remove_board,
    set_round_pairings,
)
from tournaments.models import Round, Tournament
from tournaments.round_state import is_available
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_number,
    round_squares,
)

LONGEST_TEXT = 20_000
SEATS = ("white", "black")


@event_page(Right.PAIRING)
def free_boards(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Set up the next round board by board, or take over the answer of another program."""
    view = load_event_view(tournament, drafts=True)
    last = view.current_round
    number = posted_number(request, "round_number") or _next_number(view)
    error: InvalidInput | Refused | None = None
    if request.method == "POST":
        try:
            round_ = _store(request, access, view, number)
        except (InvalidInput, Refused) as refused:
            error = refused
        else:
            return go_to(request, event_url(tournament, "manage_round", round_number=round_.number))
    context = desk_context(
        access, tournament, "rounds", rounds=round_squares(view, number), number=number,
        free=[entry for entry in view.entries if is_available(entry, number)],
        each=last if last and last.round.number == number else None,
        is_by_hand=tournament.format in GIVEN_BY_HAND, error=error, typed=request.POST,
        wrong={problem.path: problem.message for problem in error.problems} if error else {},
    )  # fmt: skip
    status = 200 if error is None else 422 if isinstance(error, InvalidInput) else 409
    return desk_page(request, "free_boards", context, status=status)


def _next_number(view: EventView) -> int:
    """Return the draft being made, or the round after the last."""
    last = view.current_round
    if last is not None and last.round.state == Round.State.DRAFT:
        return last.round.number
    return len(view.rounds) + 1


def _store(request: HttpRequest, access: ClubAccess, view: EventView, number: int) -> Round:
    tournament = view.tournament
    if request.POST.get("act") == "text":
        pairings, byes = read_engine_answer(_with_count(posted_text(request, "text")))
        return set_round_pairings(
            access, tournament, number, pairings, byes, publish=False,
            confirmed="confirmed" in request.POST,
        )  # fmt: skip
    change = remove_board if request.POST.get("act") == "remove" else add_board
    seats = [posted_number(request, name) for name in SEATS]
    white, black = seats
    if white and black:
        return change(access, tournament, white, black, number=number)
    text = _("Name two players.")
    empty = [name for name, rank in zip(SEATS, seats, strict=True) if not rank]
    problems = [Problem("two_players_needed", text, name) for name in empty]
    raise InvalidInput("pairings_invalid", _("The round was not stored."), problems=problems)


def _with_count(text: str) -> str:
    """Return a program's answer; people leave the count of boards out of the first line."""
    lines = [line for line in text[:LONGEST_TEXT].splitlines() if line.strip()]
    if lines and len(lines[0].split()) != 1:
        lines.insert(0, str(len(lines)))
    return "\n".join(lines)
