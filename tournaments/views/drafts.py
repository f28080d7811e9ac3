"""A round before it is played: the draft, why each board is so, and changes by hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Refused
from clubs.whole_numbers import whole_number
from tournaments.access import pairing_for, round_for
from tournaments.boards import pair_by_hand, set_bye, swap_colours, swap_players
from tournaments.comparing import ask_engine, judged_round
from tournaments.event_queries import ROUND_ROBINS, EventView, RoundView, load_event_view
from tournaments.models import Round, Tournament
from tournaments.pairing_explanations import EXPLAINED, explain_board, explain_bye
from tournaments.pairing_jobs import ACTIVE, job_of
from tournaments.pairing_rounds import pair_all_rounds, pair_round
from tournaments.pairing_words import REFUSALS, WRONG_STATES, finding_problems, job_failure
from tournaments.publishing import (
    publish_all_rounds,
    publish_round,
    started_refusal,
    undo_round,
    unpublish_round,
)
from tournaments.results import ByeKind
from tournaments.running_scores import scores_of_entries
from tournaments.views.desk import (
    desk_context,
    desk_page,
    desk_url,
    event_page,
    event_url,
    go_to,
    posted_number,
    posted_version,
    round_squares,
)

# After these refusals the round can still be made board by board.
HANDS_MAY_HELP = frozenset({*REFUSALS, *WRONG_STATES, "table_differs"}) - {
    "too_few_players", "results_missing",
}  # fmt: skip


def draft_page(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Return a round's boards as those who pair see them, with one board explained on request."""
    view = load_event_view(tournament, drafts=True)
    each = view.round(round_number)
    if each is None:
        return go_to(request, desk_url(tournament))
    context = desk_context(
        access, tournament, "rounds",
        rounds=round_squares(view, round_number), round=each.round, round_view=each,
        scores=scores_of_entries(view, round_number), view=view,
        can_explain=tournament.format in EXPLAINED,
        is_round_robin=tournament.format in ROUND_ROBINS,
        is_draft=each.round.state == Round.State.DRAFT,
        drafts=sum(other.round.state == Round.State.DRAFT for other in view.rounds),
        **_explanation(request, view, each), **more,
    )  # fmt: skip
    return desk_page(request, "boards", context, status=status)


def _explanation(request: HttpRequest, view: EventView, each: RoundView) -> dict[str, Any]:
    asked = request.GET.get("why", "")
    if view.tournament.format not in EXPLAINED or not asked:
        return {}
    if asked == "bye":
        return {"why_bye": explain_bye(view, each)}
    board = whole_number(asked)
    if board is None:
        return {}
    return {"why": board, "explained": explain_board(view, each, board)}


@event_page(Right.PAIRING)
@require_GET
def manage_boards(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Return the boards of a round, drafted or published, with everything that moves them."""
    round_ = round_for(access, tournament, round_number)
    if "compare" not in request.GET or tournament.format not in EXPLAINED:
        return draft_page(request, access, tournament, round_number)
    judged = judged_round(access, round_)
    return draft_page(
        request, access, tournament, round_number,
        judged=judged, findings=finding_problems(judged.findings),
    )  # fmt: skip


@event_page(Right.PAIRING)
@require_POST
def compare_boards(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Ask the engine how it would pair the round, in the background where the field is large."""
    ask_engine(access, round_for(access, tournament, round_number))
    url = event_url(tournament, "manage_boards", round_number=round_number)
    return go_to(request, f"{url}?compare=1#compared")


@event_page(Right.PAIRING)
@require_POST
def pair_next_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Pair the round that the button named; a second tap finds it paired."""
    try:
        paired = pair_round(access, tournament, number=posted_number(request, "round"))
    except Refused as refusal:
        if refusal.code in HANDS_MAY_HELP:
            refusal.facts["hand_link"] = event_url(tournament, "free_boards")
        raise
    if paired.round is None:
        return go_to(request, event_url(tournament, "pairing_progress"))
    url = event_url(tournament, "manage_round", round_number=paired.round.number)
    return go_to(request, url)


@event_page(Right.PAIRING)
@require_POST
def pair_every_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Pair all rounds of a round robin at once."""
    drafts = pair_all_rounds(access, tournament)
    url = event_url(tournament, "manage_round", round_number=drafts[0].number)
    return go_to(request, url)


@event_page(Right.PAIRING)
@require_GET
def pairing_progress(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show how far a large field is; once it is paired, go to the draft."""
    job = job_of(tournament)
    if job is None:
        return go_to(request, desk_url(tournament))
    if job.state == job.State.DONE:
        return go_to(request, event_url(tournament, "manage_round", round_number=job.round_number))
    context = desk_context(
        access, tournament, "rounds", job=job, is_active=job.state in ACTIVE,
        failure=job_failure(job.error_code) if job.error_code else "",
    )  # fmt: skip
    return desk_page(request, "pairing_progress", context, fragment="pairing_job")


@event_page(Right.PAIRING)
@require_POST
def publish(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Show the round to everybody; who has no board is named first."""
    round_ = round_for(access, tournament, round_number)
    try:
        publish_round(
            access, round_, version=posted_version(request),
            leave_out="leave_out" in request.POST,
        )  # fmt: skip
    except Refused as refusal:
        if refusal.code != "players_not_paired":
            raise
        return draft_page(request, access, tournament, round_number, status=409, not_paired=refusal)
    return go_to(request, event_url(tournament, "manage_round", round_number=round_number))


@event_page(Right.PAIRING)
@require_POST
def publish_every_round(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show all drafts of a round robin to everybody."""
    publish_all_rounds(access, tournament)
    return go_to(request, desk_url(tournament))


@event_page(Right.PAIRING)
def undo(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Ask, then take the last round away or hide it again; say at once where that cannot be."""
    round_ = round_for(access, tournament, round_number)
    if request.method != "POST":
        context = desk_context(
            access, tournament, "rounds", round=round_, boards=round_.pairings.count(),
            refusal=started_refusal(round_),
        )  # fmt: skip
        return desk_page(request, "undo_round", context)
    version = posted_version(request)
    if request.POST.get("act") == "hide":
        unpublish_round(access, round_, version=version)
        return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    undo_round(access, round_, version=version)
    return go_to(request, desk_url(tournament))


@event_page(Right.PAIRING)
@require_POST
def change_boards(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Change boards by hand; what the change breaks is shown in grades before it is done.

    Afterwards the round is shown beside what the engine would make.
    """
    round_ = round_for(access, tournament, round_number)
    try:
        _change(request, access, round_)
    except InvalidInput as wrong:
        return draft_page(
            request, access, tournament, round_number, status=422,
            wrong=wrong, typed=request.POST,
        )  # fmt: skip
    except Refused as refusal:
        if refusal.code not in ("pairing_warnings", "colours_used"):
            raise
        return confirm_page(request, access, round_, refusal)
    url = event_url(tournament, "manage_boards", round_number=round_number)
    return go_to(request, f"{url}?compare=1" if tournament.format in EXPLAINED else url)


def _change(request: HttpRequest, access: ClubAccess, round_: Round) -> None:
    act = request.POST.get("act", "")
    one, other = posted_number(request, "one") or 0, posted_number(request, "other") or 0
    confirmed, version = "confirmed" in request.POST, posted_version(request)
    if act == "swap_colours":
        board = posted_number(request, "board") or 0
        pairing = pairing_for(access, round_.tournament, round_.number, board)
        swap_colours(access, pairing, confirmed=confirmed, version=version)
    elif act == "pair":
        pair_by_hand(access, round_, one, other, confirmed=confirmed, version=version)
    elif act == "bye":
        kind = request.POST.get("kind", "")
        chosen = ByeKind(kind) if kind in list(ByeKind) else ByeKind.PAIRING_ALLOCATED
        set_bye(access, round_, one, chosen, confirmed=confirmed, version=version)
    else:
        swap_players(access, round_, one, other, confirmed=confirmed, version=version)


def confirm_page(
    request: HttpRequest, access: ClubAccess, round_: Round, refusal: Refused
) -> HttpResponse:
    """Return the warnings of a change by hand; the same form does it all the same."""
    tournament = round_.tournament
    sent = [
        (name, value)
        for name, value in request.POST.items()
        if name not in ("csrfmiddlewaretoken", "confirmed")
    ]
    view = load_event_view(tournament, drafts=True)
    context = desk_context(
        access, tournament, "rounds", round=round_, refusal=refusal, sent=sent,
        names=view.entry_by_rank,
    )  # fmt: skip
    return desk_page(request, "confirm_boards", context, status=409)
