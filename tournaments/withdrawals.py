"""Players leave an event and come back; the missed rounds stay zero-point byes."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.entries import lock_entry, save_entry
from tournaments.models import Bye, Entry, Pairing, Round
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import delete_round, refuse_started
from tournaments.results import ByeKind, Result
from tournaments.round_boards import result_of_withdrawal
from tournaments.told_results import tell_of_results

PAIR_AGAIN, FORFEIT = "pair_again", "forfeit"


@transaction.atomic
def withdraw_entry(
    access: ClubAccess,
    entry: Entry,
    *,
    from_round: int,
    paired: str = "",
    version: int | None = None,
) -> Entry:
    """Return the entry of a player who leaves: from a round on he is not paired.

    Where he is paired already, that is not silently kept: refused with ``already_paired`` until
    ``paired`` says ``pair_again`` (the round must not have begun) or ``forfeit`` (his opponents win
    without play; nobody wins against who has left as well). Scores and earlier rounds stay as they
    are.
    """
    entry = lock_entry(access, entry, Right.PAIRING, version=version)
    _refuse_round(entry, from_round)
    boards = _boards_from(entry, from_round)
    if decided := [board for board in boards if _was_decided(board)]:
        last = max(board.round.number for board in decided)
        raise Refused(
            "already_played",
            _("The player has a result in round %(round)s. Withdraw the player from a later round.")
            % {"round": last},
            facts={"round": last, "from_round": last + 1},
        )
    allocated = entry.byes.filter(round_number__gte=from_round, kind=ByeKind.PAIRING_ALLOCATED)
    rounds = sorted(
        {board.round.number for board in boards}
        | set(allocated.values_list("round_number", flat=True))
    )
    if rounds and paired not in (PAIR_AGAIN, FORFEIT):
        raise Refused(
            "already_paired",
            _("The player is paired already. Pair the round again, or let the opponent win."),
            facts={"rounds": rounds, "choices": [PAIR_AGAIN, FORFEIT]},
        )
    round_ = None
    if rounds and paired == PAIR_AGAIN:
        round_ = _round_to_pair_again(entry, rounds)
    elif rounds:
        allocated.update(kind=ByeKind.ZERO_POINT)
    entry.byes.filter(round_number__gte=from_round).exclude(
        round_number__in=entry.tournament.rounds.values("number")
    ).delete()
    entry.withdrawn_after = from_round - 1
    if round_ is None:
        _write_forfeits(access, entry, boards)
    save_entry(
        access, entry, "entry_withdrawn", "withdrawn_after", from_round=from_round, paired=paired
    )
    if round_ is not None:
        delete_round(access, round_)
        pair_round(access, entry.tournament)
    return entry


def _refuse_round(entry: Entry, from_round: int) -> None:
    last = entry.tournament.rounds_planned + 1
    if not 1 <= from_round <= last:
        message = _("A round from 1 to %(last)s.") % {"last": last}
        problem = Problem("round_range", message, "from_round", {"round": from_round})
        raise InvalidInput("withdrawal_invalid", message, problems=[problem])


def _round_to_pair_again(entry: Entry, rounds: list[int]) -> Round:
    """Return the one round that may be paired again, or refuse."""
    round_ = entry.tournament.rounds.get(number=rounds[-1])
    round_.tournament = entry.tournament
    if len(rounds) > 1:
        raise Refused(
            "several_rounds_paired",
            _("The player is paired in several rounds. Let the opponents win, or undo the rounds."),
            facts={"rounds": rounds, "choices": [FORFEIT]},
        )
    refuse_started(round_)
    return round_


def _boards_from(entry: Entry, first: int) -> list[Pairing]:
    """Return the boards of a player from a round on; one query."""
    boards = (entry.white_pairings.all() | entry.black_pairings.all()).filter(
        round__number__gte=first
    )
    return list(boards.select_related("round", "white", "black").order_by("round__number"))


def _was_decided(board: Pairing) -> bool:
    """Whether a board has a result that does not come from somebody's leaving."""
    forfeit = result_of_withdrawal(board.white, board.black, board.round.number)
    return not Result(board.result).is_open and board.result != forfeit


def _write_forfeits(access: ClubAccess, entry: Entry, boards: list[Pairing]) -> None:
    """Give boards without a game the result that follows from who has left by now, or none."""
    now = timezone.now()
    changed = []
    for board in boards:
        white = entry if board.white_id == entry.pk else board.white
        black = entry if board.black_id == entry.pk else board.black
        result = result_of_withdrawal(white, black, board.round.number)
        if result != board.result:
            board.previous_result, board.result = board.result, result.value
            board.version += 1
            board.changed_at, board.changed_by_label = now, access.actor.label
            changed.append(board)
    Pairing.objects.bulk_update(
        changed, ["result", "previous_result", "version", "changed_at", "changed_by_label"]
    )
    tell_of_results(access, entry.tournament, changed)


@transaction.atomic
def return_entry(
    access: ClubAccess, entry: Entry, *, from_round: int, version: int | None = None
) -> Entry:
    """Return the entry of a player who comes back with a round; the missed ones stay Z (F14).

    Games of that round and later ones that were lost by his leaving are to be played again. The
    round must not have begun, nor have been published without him.
    """
    entry = lock_entry(access, entry, Right.PAIRING, version=version)
    if entry.withdrawn_after is None:
        return entry
    tournament = entry.tournament
    boards = _boards_from(entry, entry.withdrawn_after + 1)
    first_possible = _first_possible(entry, boards)
    if not first_possible <= from_round <= tournament.rounds_planned:
        message = _("A round from %(first)s to %(last)s.") % {
            "first": first_possible,
            "last": tournament.rounds_planned,
        }
        problem = Problem("round_range", message, "from_round", {"round": from_round})
        raise InvalidInput("return_invalid", message, problems=[problem])
    known = set(entry.byes.values_list("round_number", flat=True))
    paired = {board.round.number for board in boards}
    missed = range(entry.withdrawn_after + 1, from_round)
    Bye.objects.bulk_create(
        Bye(
            club_id=tournament.club_id,
            tournament=tournament,
            entry=entry,
            round_number=number,
            kind=ByeKind.ZERO_POINT,
        )
        for number in missed
        if number not in known | paired
    )
    lost = [
        board for board in boards if board.round.number >= from_round and not _was_decided(board)
    ]
    entry.withdrawn_after = None
    _write_forfeits(access, entry, lost)
    save_entry(access, entry, "entry_returned", "withdrawn_after", from_round=from_round)
    return entry


def _first_possible(entry: Entry, boards: list[Pairing]) -> int:
    """Return the first round a player may come back with; ``boards`` are his since he left."""
    left_after = entry.withdrawn_after or 0
    own = {board.round.number for board in boards}
    later = entry.tournament.pairings.filter(
        round__number__gt=left_after, round__state=Round.State.PUBLISHED
    ).select_related("round", "white", "black")
    closed = {
        board.round.number
        for board in later
        if board.round.number not in own or _was_decided(board)
    }
    return max(closed, default=left_after) + 1
