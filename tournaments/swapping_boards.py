"""A wrong result is corrected together with an exchange of seats in the round paired since."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from tournaments.entering_results import enter_result, refuse_outdated_board
from tournaments.event_lock import lock_event, save_event
from tournaments.event_queries import load_event_view
from tournaments.models import Pairing
from tournaments.results import Result
from tournaments.round_boards import write_boards
from tournaments.wrong_results import KEEP, Consequences


@transaction.atomic
def correct_and_swap(
    access: ClubAccess,
    pairing: Pairing,
    result: Result,
    consequences: Consequences,
    seats: str,
    *,
    version: int | None = None,
) -> Pairing:
    """Return the board with the right result; one of the exchanges offered is made with it.

    ``seats`` says which one by the boards it leads to, as the person saw them (``Swap.seats``). The
    boards of the exchange must not have begun: with a result on one of them it is refused, and the
    result stays as it was.
    """
    access.require(Right.PAIRING)
    if version is not None:
        refuse_outdated_board(access, pairing, version)
    swaps = consequences.advice.swaps if consequences.advice else ()
    swap = next((each for each in swaps if each.seats == seats), None)
    if swap is None:
        message = _("Choose one of the exchanges.")
        problem = Problem("swap_unknown", message, "swap")
        raise InvalidInput("swap_unknown", message, problems=[problem])
    board = enter_result(access, pairing, result, version=version, later_rounds=KEEP)
    tournament = lock_event(access, pairing.tournament_id, Right.PAIRING)
    view = load_event_view(tournament, drafts=True)
    last = view.current_round
    if last is None:
        return board
    new = dict(zip(swap.boards, swap.pairings, strict=True))
    boards = []
    for each in last.pairings:
        pair = new.get(each.board_number)
        stays = (each.white.starting_rank or 0, each.black.starting_rank or 0)
        boards.append((pair.white, pair.black) if pair else stays)
    write_boards(view, last.round, boards)
    save_event(tournament)
    record_act(
        access.club, access.actor, "boards_swapped", subject=tournament.name,
        event_number=tournament.number, round=last.round.number,
        boards=list(swap.boards),
    )  # fmt: skip
    return board
