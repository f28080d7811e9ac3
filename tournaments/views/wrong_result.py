"""A result of an earlier round was wrong: what it means, and what becomes of later boards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Outdated, Refused
from tournaments.access import pairing_for, works_on_events
from tournaments.entering_results import enter_result
from tournaments.event_queries import load_event_view
from tournaments.models import Pairing, Tournament
from tournaments.results import Result
from tournaments.swapping_boards import correct_and_swap
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_version,
)
from tournaments.wrong_results import (
    KEEP,
    PAIR_AGAIN,
    consequences_of_correction,
    was_used_for_pairing,
)

SWAP = "swap"
# Refusals after which another choice on the same page helps.
SHOWN_HERE = frozenset(
    {"cannot_pair_again", "pairing_warnings", "later_round_paired", "engine_failed",
     "engine_timed_out"}
)  # fmt: skip


@event_page(Right.RESULTS)
def wrong_result(
    request: HttpRequest,
    access: ClubAccess,
    tournament: Tournament,
    round_number: int,
    board_number: int,
) -> HttpResponse:
    """Show what another result means, and correct it: keep the later round, swap, or pair again."""
    pairing = pairing_for(access, tournament, round_number, board_number)
    typed = request.POST.get("result") or request.GET.get("result", "")
    if typed not in Result.__members__:
        return go_to(request, event_url(tournament, "manage_round", round_number=round_number))
    result = Result[typed]
    if request.method != "POST":
        return advice_page(request, access, pairing, result)
    try:
        later = _correct(request, access, pairing, result)
    except (InvalidInput, Outdated) as error:
        status = 422 if isinstance(error, InvalidInput) else 409
        return advice_page(request, access, pairing, result, status=status, error=error)
    except Refused as refusal:
        if refusal.code not in SHOWN_HERE:
            raise
        return advice_page(request, access, pairing, result, status=409, error=refusal)
    if later is None:
        url = event_url(tournament, "manage_round", round_number=round_number)
        return go_to(request, f"{url}?saved={board_number}")
    return go_to(request, event_url(tournament, "manage_boards", round_number=later))


def _correct(
    request: HttpRequest, access: ClubAccess, pairing: Pairing, result: Result
) -> int | None:
    """Correct the result; return the later round whose boards changed, None if they stay."""
    choice = request.POST.get("choice", "")
    version = posted_version(request)
    if choice == SWAP:
        found = consequences_of_correction(access, pairing, result)
        seats = request.POST.get("swap", "")
        correct_and_swap(access, pairing, result, found, seats, version=version)
        return found.later_round
    later = choice if choice in (KEEP, PAIR_AGAIN) else ""
    enter_result(access, pairing, result, version=version, later_rounds=later)
    last = pairing.tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return last if later == PAIR_AGAIN else None


def advice_page(
    request: HttpRequest,
    access: ClubAccess,
    pairing: Pairing,
    result: Result,
    *,
    status: int = 200,
    error: Exception | None = None,
) -> HttpResponse:
    """Return what the correction means for standings and boards, with the choices there are.

    Where no later round rests on the result, it is corrected on the page of its round.
    """
    tournament = pairing.tournament
    if not was_used_for_pairing(tournament, pairing):
        url = event_url(tournament, "manage_round", round_number=pairing.round.number)
        return go_to(request, url)
    found = consequences_of_correction(access, pairing, result)
    view = load_event_view(tournament, drafts=works_on_events(access))
    context = desk_context(
        access, tournament, "rounds", board=pairing, round=pairing.round, result=result,
        consequences=found, names=view.entry_by_rank, error=error,
        can_swap=SWAP in found.choices and access.may(Right.PAIRING),
        can_pair=PAIR_AGAIN in found.choices and access.may(Right.PAIRING),
    )  # fmt: skip
    return desk_page(request, "wrong_result", context, status=status)
