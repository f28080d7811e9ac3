"""Byes that players ask for, with the event's cap and without the last rounds."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.entries import lock_entry, save_entry
from tournaments.event_lock import lock_event, save_event
from tournaments.event_queries import ROUND_ROBINS
from tournaments.models import Bye, Entry, Round, Tournament
from tournaments.results import ByeKind

LONGEST_REASON = 200
ASKED_FOR = (ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.ZERO_POINT)


@transaction.atomic
def request_bye(
    access: ClubAccess,
    entry: Entry,
    *,
    round_number: int,
    kind: ByeKind = ByeKind.HALF_POINT,
    override_reason: str = "",
    version: int | None = None,
) -> Bye:
    """Return the bye of a player in a round he will not play.

    A half-point bye is refused beyond the event's cap and in its last rounds, a full-point bye
    always, unless the organiser gives a reason, which the audit keeps. Asked again, the kind
    changes. Refused once the player is paired in that round.
    """
    entry = lock_entry(access, entry, Right.PAIRING, version=version)
    tournament = entry.tournament
    if kind not in ASKED_FOR:
        message = _("Choose a half-point, full-point or zero-point bye.")
        problem = Problem("bye_kind", message, "kind", {"kind": str(kind)})
        raise InvalidInput("bye_invalid", message, problems=[problem])
    if not 1 <= round_number <= tournament.rounds_planned:
        message = _("A round from 1 to %(last)s.") % {"last": tournament.rounds_planned}
        problem = Problem("round_range", message, "round_number", {"round": round_number})
        raise InvalidInput("bye_invalid", message, problems=[problem])
    override_reason = " ".join(override_reason.split())
    if len(override_reason) > LONGEST_REASON:
        message = _("At most %(most)s characters.") % {"most": LONGEST_REASON}
        problem = Problem("reason_long", message, "reason", {"most": LONGEST_REASON})
        raise InvalidInput("bye_invalid", message, problems=[problem])
    if tournament.format in ROUND_ROBINS:
        raise Refused(
            "no_byes_in_round_robin",
            _("In a round robin every game counts: play it on another day, or enter a forfeit."),
        )
    _refuse_paired(entry, round_number)
    if not override_reason:
        _refuse_beyond_rules(entry, round_number, kind)
    bye, _made = Bye.objects.update_or_create(
        entry=entry,
        round_number=round_number,
        defaults={"kind": kind.value, "tournament": tournament, "club_id": tournament.club_id},
    )
    save_entry(
        access, entry, "bye_requested", round=round_number, kind=kind.value,
        reason=override_reason,
    )  # fmt: skip
    return bye


def _refuse_paired(entry: Entry, round_number: int) -> None:
    boards = entry.tournament.pairings.filter(round__number=round_number)
    board = boards.filter(white=entry).first() or boards.filter(black=entry).first()
    allocated = entry.byes.filter(round_number=round_number, kind=ByeKind.PAIRING_ALLOCATED)
    if board is not None or allocated.exists():
        raise Refused(
            "already_paired",
            _("The player is paired in this round already. Undo the round, or enter a forfeit."),
            facts={
                "round": round_number,
                "board": board.board_number if board else None,
                "choices": ["undo_round", "forfeit"],
            },
        )


def _refuse_beyond_rules(entry: Entry, round_number: int, kind: ByeKind) -> None:
    tournament = entry.tournament
    if kind is ByeKind.FULL_POINT:
        raise Refused(
            "reason_needed",
            _("A full point without play needs a reason, for example a game for the club's team."),
        )
    if kind is not ByeKind.HALF_POINT:
        return
    last_with = tournament.rounds_planned - tournament.last_rounds_without_bye
    if round_number > last_with:
        raise Refused(
            "bye_too_late",
            _("There are no half-point byes after round %(round)s.") % {"round": last_with},
            facts={"round": round_number, "last_round_with_bye": last_with},
        )
    taken = entry.byes.filter(kind=ByeKind.HALF_POINT).exclude(round_number=round_number).count()
    cap = tournament.half_point_bye_cap
    if taken >= cap:
        message = ngettext(
            "A player may take %(cap)s half-point bye in this event.",
            "A player may take %(cap)s half-point byes in this event.",
            cap,
        ) % {"cap": cap}
        raise Refused("bye_cap", message, facts={"cap": cap, "taken": taken})


@transaction.atomic
def cancel_bye(access: ClubAccess, bye: Bye, *, version: int | None = None) -> None:
    """Take back a bye that was asked for, as long as its round has not been paired.

    ``version`` is that of the entry the person saw.
    """
    entry = lock_entry(access, bye.entry, Right.PAIRING, version=version)
    tournament = entry.tournament
    if tournament.rounds.filter(number=bye.round_number, state=Round.State.PUBLISHED).exists():
        raise Refused(
            "round_exists",
            _("This round has been paired. Pair the player by hand instead."),
            facts={"round": bye.round_number},
        )
    current = entry.byes.filter(pk=bye.pk).first()
    if current is None:
        raise nothing_here()
    if current.kind == ByeKind.PAIRING_ALLOCATED:
        raise Refused(
            "bye_of_pairing",
            _("The pairing gave this bye. Change the boards of the round, or undo it."),
            facts={"round": current.round_number, "choices": ["pair_by_hand", "undo_round"]},
        )
    current.delete()
    save_entry(access, entry, "bye_cancelled", round=bye.round_number)


@transaction.atomic
def leave_out_absent(access: ClubAccess, tournament: Tournament) -> list[Entry]:
    """Leave everybody out of the next round who has not checked in; return them.

    They get a zero-point bye for it and can still be paired by hand when they arrive.
    """
    tournament = lock_event(access, tournament.pk, Right.PAIRING)
    next_round = tournament.rounds.count() + 1
    absent = list(
        tournament.entries.filter(checked_in_at__isnull=True, first_round__lte=next_round)
        .exclude(withdrawn_after__lt=next_round)
        .exclude(byes__round_number=next_round)
        .select_related("player")
    )
    Bye.objects.bulk_create(
        Bye(
            club_id=tournament.club_id,
            tournament=tournament,
            entry=entry,
            round_number=next_round,
            kind=ByeKind.ZERO_POINT,
        )
        for entry in absent
    )
    if absent:
        save_event(tournament)
        record_act(
            access.club, access.actor, "absent_left_out", subject=tournament.name,
            event_number=tournament.number, round=next_round,
            players=[entry.player_id for entry in absent],
        )  # fmt: skip
    return absent
