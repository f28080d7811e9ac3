"""Games are kept out of rating with a reason, and rounds are locked once they have been checked."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.entering_results import refuse_outdated_board
from tournaments.event_lock import lock_event, save_event
from tournaments.models import Pairing, Round
from tournaments.publishing import lock_round
from tournaments.results import Result

LONGEST_REASON = 60


@transaction.atomic
def exclude_game(
    access: ClubAccess, pairing: Pairing, reason: str, *, version: int | None = None
) -> Pairing:
    """Return a played game that will not be rated, and why; it keeps its points."""
    board = _locked_board(access, pairing, version)
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= LONGEST_REASON:
        message = _("Say in at most %(most)s characters why the game is not rated.") % {
            "most": LONGEST_REASON
        }
        problem = Problem("reason_missing", message, "reason")
        raise InvalidInput("reason_missing", message, problems=[problem])
    if not Result(board.result).is_rated:
        raise Refused(
            "game_not_rated",
            _("This game would not be rated anyway."),
            facts={"result": board.result},
        )
    return _set_exclusion(access, board, reason, "game_excluded")


@transaction.atomic
def include_game(access: ClubAccess, pairing: Pairing, *, version: int | None = None) -> Pairing:
    """Return a game that is rated again."""
    return _set_exclusion(access, _locked_board(access, pairing, version), "", "game_included")


def _locked_board(access: ClubAccess, pairing: Pairing, version: int | None) -> Pairing:
    tournament = lock_event(access, pairing.tournament_id, Right.MANAGE)
    if version is not None:
        refuse_outdated_board(access, pairing, version)
    board = tournament.pairings.select_related("round").get(pk=pairing.pk)
    board.tournament = tournament
    return board


def _set_exclusion(access: ClubAccess, board: Pairing, reason: str, action: str) -> Pairing:
    tournament = board.tournament
    board.excluded_reason = reason
    board.version += 1
    board.save(update_fields=["excluded_reason", "version"])
    save_event(tournament)
    record_act(
        access.club, access.actor, action, subject=tournament.name,
        event_number=tournament.number, round=board.round.number, board=board.board_number,
        reason=reason,
    )  # fmt: skip
    return board


@transaction.atomic
def check_round(access: ClubAccess, round_: Round, *, version: int | None = None) -> Round:
    """Return a round that was compared with the score sheets: its results are locked."""
    round_ = lock_round(access, round_, Right.RESULTS, version=version)
    tournament = round_.tournament
    if round_.checked_at is not None:
        return round_
    pending = round_.pairings.filter(result=Result.PENDING)
    if boards := list(pending.values_list("board_number", flat=True)):
        raise Refused(
            "results_missing",
            _("Enter the missing results before the round is locked."),
            facts={"round": round_.number, "boards": boards},
        )
    return _set_check(access, round_, checked=True, event=tournament.name)


@transaction.atomic
def uncheck_round(access: ClubAccess, round_: Round, *, version: int | None = None) -> Round:
    """Return the round, open for changes again; organisers only."""
    round_ = lock_round(access, round_, Right.MANAGE, version=version)
    if round_.checked_at is None:
        return round_
    return _set_check(access, round_, checked=False, event=round_.tournament.name)


def _set_check(access: ClubAccess, round_: Round, *, checked: bool, event: str) -> Round:
    round_.checked_at = timezone.now() if checked else None
    round_.checked_by_label = access.actor.label if checked else ""
    round_.version += 1
    round_.save(update_fields=["checked_at", "checked_by_label", "version"])
    save_event(round_.tournament)
    record_act(
        access.club, access.actor, "round_checked" if checked else "round_unlocked",
        subject=event, event_number=round_.tournament.number, round=round_.number,
    )  # fmt: skip
    return round_
