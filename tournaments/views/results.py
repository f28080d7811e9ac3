"""Results on a phone: one board after the other, three keys, and an undo that stays.

Every act is an ordinary form. A script asks for the part of the page that changed and keeps looking
for what others enter; two people never overwrite each other without being told.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Outdated, Refused
from clubs.fragments import wants_fragment
from clubs.models import Player
from clubs.parts import Square
from clubs.whole_numbers import whole_number
from tournaments.access import (
    board_named,
    event_for,
    event_named,
    pairing_for,
    round_for,
)
from tournaments.entering_results import enter_result, result_from, undo_result
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.results import Result
from tournaments.running_scores import scores_of_entries
from tournaments.templatetags.results import result_label, result_words
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_version,
    round_squares,
)
from tournaments.views.drafts import draft_page
from tournaments.views.next_step import next_step, step_with_missing

KEYS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
MORE_RESULTS = (
    Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT,
    Result.ADJOURNED, Result.UNRATED_WHITE_WINS, Result.UNRATED_DRAW, Result.UNRATED_BLACK_WINS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardForm:
    """A board that waits for a result, with the points both came with."""

    pairing: Pairing
    white_points: int
    black_points: int
    is_changed: bool = False


@event_page(Right.RESULTS)
@require_GET
def manage_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Return the page of a round: the draft, or the boards with their results."""
    round_ = round_for(access, tournament, round_number)
    if round_.state == Round.State.DRAFT:
        return draft_page(request, access, tournament, round_number)
    tag = page_tag(access, tournament, round_number)
    if wants_fragment(request) and request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    answer = round_page(
        request, access, tournament, round_number,
        saved=whole_number(request.GET.get("saved")),
        change=whole_number(request.GET.get("change")),
    )  # fmt: skip
    if wants_fragment(request):
        answer.headers["ETag"] = tag
    return answer


def page_tag(access: ClubAccess, tournament: Tournament, round_number: int) -> str:
    """Return what stands for the state of a round's boards: it changes when the event does."""
    rights = sorted(access.rights)
    parts = (tournament.pk, tournament.version, round_number, get_language(), rights)
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:24]}"'


def round_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    *,
    status: int = 200,
    saved: int | None = None,
    change: int | None = None,
    **more: Any,
) -> HttpResponse:
    """Return the boards of a round, or the part of the page that changes.

    ``saved`` is the board the undo bar speaks of, ``change`` one whose result is opened again.
    """
    view = load_event_view(tournament, drafts=access.may(Right.PAIRING))
    each = view.round(round_number)
    if each is None:
        return go_to(request, event_url(tournament, "manage_tournament"))
    context = desk_context(
        access, tournament, "rounds",
        rounds=round_squares(view, round_number),
        **round_context(view, each, saved=saved, change=change), **more,
        tag=page_tag(access, tournament, round_number), change=change,
        step=next_step(view) if access.may(Right.PAIRING) else None,
    )  # fmt: skip
    answer = desk_page(request, "results", context, fragment="work", status=status)
    if wants_fragment(request):
        answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#work", "outerHTML"
    return answer


def round_context(
    view: EventView, each: RoundView, *, saved: int | None = None, change: int | None = None
) -> dict[str, Any]:
    """Return what the boards of a round show; no queries."""
    scores = scores_of_entries(view, each.round.number)
    by_number = {board.board_number: board for board in each.pairings}
    changed = None if each.round.checked_at or view.tournament.is_closed else change
    waiting = [
        board
        for board in each.pairings
        if board.result == Result.PENDING or board.board_number == changed
    ]
    return {
        "round": each.round,
        "round_view": each,
        "boards": [
            BoardForm(
                board, scores[board.white_id], scores[board.black_id],
                is_changed=board.result != Result.PENDING,
            )
            for board in waiting
        ],
        "missing": sum(board.result == Result.PENDING for board in each.pairings),
        "entered": [board for board in each.pairings if board not in waiting],
        "squares": [_square(board) for board in each.pairings],
        "keys": KEYS,
        "more_results": MORE_RESULTS,
        "saved": by_number.get(saved) if saved else None,
        "is_locked": each.round.checked_at is not None or view.tournament.is_closed,
    }  # fmt: skip


def _square(board: Pairing) -> Square:
    is_missing = board.result == Result.PENDING
    words = result_label(board.result) or result_words(board.result)
    state = "out" if is_missing else "in"
    return Square(board.board_number, state, words, f"#b{board.board_number}")  # type: ignore[arg-type]


@event_page(Right.RESULTS, event_named)
@require_POST
def enter_board_result(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    board_number: int,
) -> HttpResponse:
    """Store the result that was pressed, and go on with the next missing board."""
    pairing = board_named(tournament, round_number, board_number)
    pressed = request.POST.get("result", "")
    try:
        board = enter_result(access, pairing, pressed, version=posted_version(request))
    except InvalidInput as wrong:
        return _ask_again(request, access, pairing, wrong)
    except Refused as refusal:
        return refused_result(request, access, pairing, pressed, refusal)
    if not wants_fragment(request):
        return _way_to_next(request, tournament, round_number, board_number)
    return saved_part(request, access, board)


def saved_part(request: HttpRequest, access: ClubAccess, board: Pairing) -> HttpResponse:
    """Return what one result changes on the page of a round, or all of it after the last one.

    The board's form goes; heading, square, list and undo bar follow. One query, so that a key
    answers at once on a phone.
    """
    tournament, round_ = board.tournament, board.round
    tournament.club = access.club
    # Sorted here: an order asked of the database takes longer to write than twelve rows to sort.
    boards = Pairing.objects.filter(round=round_.pk, club=access.club.pk).order_by()
    rows = sorted(
        boards.values_list("board_number", "result", "white__player__name", "black__player__name")
    )
    missing = [number for number, result, _white, _black in rows if result == Result.PENDING]
    if not missing or board.result == Result.PENDING or "whole" in request.POST:
        return round_page(request, access, tournament, round_.number, saved=board.board_number)
    names = next(row[2:] for row in rows if row[0] == board.board_number)
    board.white, board.black = (Entry(player=Player(name=name)) for name in names)
    may_pair = access.may(Right.PAIRING)
    step = step_with_missing(tournament, round_.number, missing) if may_pair else None
    before = [row[0] for row in rows if row[0] < board.board_number and row[0] not in missing]
    context = desk_context(
        access, tournament, "rounds", round=round_, board=board, saved=board,
        square=_square(board), missing=len(missing), entered_count=len(rows) - len(missing),
        place=f"afterend:#b{before[-1]}" if before else "afterbegin:#entered",
        tag=page_tag(access, tournament, round_.number), step=step,
    )  # fmt: skip
    return desk_page(request, "results", context, fragment="saved")


def _way_to_next(
    request: HttpRequest, tournament: Tournament, round_number: int, board_number: int
) -> HttpResponse:
    url = event_url(tournament, "manage_round", round_number=round_number)
    return go_to(request, f"{url}?saved={board_number}#work")


def _ask_again(
    request: HttpRequest, access: ClubAccess, pairing: Pairing, wrong: InvalidInput
) -> HttpResponse:
    """Return the round with the board open: a result nobody knows, or 0-0 with its question."""
    tournament = _whole_event(access, pairing.tournament)
    board = pairing_for(access, tournament, pairing.round.number, pairing.board_number)
    return round_page(
        request, access, tournament, board.round.number, status=422, change=board.board_number,
        asked={"board": board, "message": wrong.message, "must_ask": wrong.code == "was_it_played"},
    )  # fmt: skip


def _whole_event(access: ClubAccess, tournament: Tournament) -> Tournament:
    """Return the event with everything a page shows, as it is now."""
    event = event_for(access, tournament.number)
    event.club = access.club
    return event


def refused_result(
    request: HttpRequest, access: ClubAccess, pairing: Pairing, pressed: str, refusal: Refused
) -> HttpResponse:
    """Return what stands in the way of a result: somebody else's, a later round, a lock."""
    tournament = pairing.tournament
    number, board = pairing.round.number, pairing.board_number
    if refusal.code == "later_round_paired":
        url = event_url(tournament, "wrong_result", round_number=number, board_number=board)
        return go_to(request, f"{url}?result={Result(str(refusal.facts['new'])).name}")
    if not isinstance(refusal, Outdated) and refusal.code != "round_checked":
        raise refusal
    tournament = _whole_event(access, tournament)
    return round_page(
        request, access, tournament, number, status=409,
        conflict={
            "message": refusal.message,
            "board": pairing_for(access, tournament, number, board),
            "pressed": _pressed(pressed),
            "can_insist": isinstance(refusal, Outdated),
        },
    )  # fmt: skip


def _pressed(text: str) -> Result | None:
    try:
        return result_from(text)
    except InvalidInput:
        return None


@event_page(Right.RESULTS, event_named)
@require_POST
def undo_board_result(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    board_number: int,
) -> HttpResponse:
    """Bring back the result a board had before; pressed twice, the newer one is back."""
    pairing = board_named(tournament, round_number, board_number)
    try:
        board = undo_result(access, pairing, version=posted_version(request))
    except Refused as refusal:
        return refused_result(request, access, pairing, "", refusal)
    if not wants_fragment(request):
        return _way_to_next(request, tournament, round_number, board_number)
    board.tournament.club = access.club
    context = desk_context(
        access, board.tournament, "rounds", round=board.round, saved=board, is_undone=True
    )
    answer = desk_page(request, "results", context, fragment="undo")
    # The bar answers at once; the boards are asked for by the part of the page that polls.
    answer.headers["HX-Trigger"] = "boardschanged"
    return answer
