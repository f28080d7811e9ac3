"""A round is shown to everybody, hidden again, or undone."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import Outdated, Refused
from clubs.webhooks import record_webhook_event
from tournaments.event_lock import event_closed, lock_event, save_event
from tournaments.event_queries import ROUND_ROBINS, EventView, load_event_view
from tournaments.models import Round, Tournament
from tournaments.pairing.validate import IMPOSSIBLE, Code, validate_round
from tournaments.pairing_words import finding_problems
from tournaments.results import OPEN_RESULTS, ByeKind
from tournaments.round_state import pairing_state, proposed_round

# What a round may not have when it goes out: somebody at no board, or at one he should not be at.
ATTENDANCE = IMPOSSIBLE | {Code.PLAYER_MISSING, Code.ABSENT_PLAYER}


def lock_round(
    access: ClubAccess, round_: Round, right: Right, *, version: int | None = None
) -> Round:
    """Return a round as it is now, with its event locked; ``version`` is the one the person saw."""
    tournament = lock_event(access, round_.tournament_id, right)
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None:
        raise nothing_here()
    require_round_version(found, version)
    found.tournament = tournament
    return found


def require_round_version(round_: Round, version: int | None) -> None:
    """Raise Outdated where somebody saw another version of a round of a locked event."""
    if version is not None and version != round_.version:
        raise Outdated(
            "round_changed",
            _("Somebody changed this round meanwhile. Look at it again and repeat what you did."),
            facts={"version": round_.version, "state": round_.state},
        )


@transaction.atomic
def publish_round(
    access: ClubAccess, round_: Round, *, version: int | None = None, leave_out: bool = False
) -> Round:
    """Return the round, now visible to everybody; a second tap changes nothing.

    Refused while an earlier round is a draft, and with ``players_not_paired`` when somebody came
    or left since it was paired: pair again or by hand, or ``leave_out`` those who have no board.
    """
    round_ = lock_round(access, round_, Right.PAIRING, version=version)
    tournament = round_.tournament
    if round_.state == Round.State.PUBLISHED:
        return round_
    if tournament.rounds.filter(number__lt=round_.number, state=Round.State.DRAFT).exists():
        raise Refused(
            "earlier_round_is_draft",
            _("Publish the earlier rounds first."),
            facts={"round": round_.number},
        )
    view = load_event_view(tournament, drafts=True)
    refuse_wrong_attendance(view, round_, leave_out=leave_out)
    publish_locked(access, round_, boards=len(view.round(round_.number).pairings))  # type: ignore[union-attr]
    return round_


def refuse_wrong_attendance(view: EventView, round_: Round, *, leave_out: bool) -> None:
    """Refuse a draft that no longer fits who is here."""
    tournament = view.tournament
    round_view = view.round(round_.number)
    if round_view is None or tournament.format in ROUND_ROBINS:
        return
    findings = validate_round(pairing_state(view, round_.number), proposed_round(view, round_view))
    excused = {Code.PLAYER_MISSING} if leave_out else set()
    if tournament.format == Tournament.Format.FREE:
        excused.add(Code.PLAYER_MISSING)
    wrong = [found for found in findings if found.code in ATTENDANCE - excused]
    if wrong:
        raise Refused(
            "players_not_paired",
            _("Somebody came or left since this round was paired. Pair it again or by hand."),
            facts={"round": round_.number, "choices": ["undo_round", "pair_by_hand", "leave_out"]},
            problems=finding_problems(wrong),
        )


def publish_locked(access: ClubAccess, round_: Round, *, boards: int) -> None:
    """Publish a round of a locked event; its programs are told in the same transaction."""
    tournament = round_.tournament
    round_.state = Round.State.PUBLISHED
    round_.published_at = timezone.now()
    round_.version += 1
    round_.save(update_fields=["state", "published_at", "version"])
    if tournament.state == Tournament.State.DRAFT:
        tournament.state = Tournament.State.RUNNING
    save_event(tournament, "state")
    record_act(
        access.club, access.actor, "round_published", subject=tournament.name,
        event_number=tournament.number, round=round_.number, boards=boards,
    )  # fmt: skip
    record_webhook_event(
        access.club, "pairing.published", {"event": tournament.number, "round": round_.number}
    )


@transaction.atomic
def publish_all_rounds(access: ClubAccess, tournament: Tournament) -> list[Round]:
    """Publish all drafts of a round robin at once."""
    tournament = lock_event(access, tournament.pk, Right.PAIRING)
    drafts = list(tournament.rounds.filter(state=Round.State.DRAFT).order_by("number"))
    view = load_event_view(tournament, drafts=True)
    for draft in drafts:
        draft.tournament = tournament
        refuse_wrong_attendance(view, draft, leave_out=False)
    for draft in drafts:
        round_view = view.round(draft.number)
        publish_locked(access, draft, boards=len(round_view.pairings) if round_view else 0)
    return drafts


@transaction.atomic
def unpublish_round(access: ClubAccess, round_: Round, *, version: int | None = None) -> Round:
    """Return the round, a draft again; refused with a result in it or with a later round."""
    round_ = lock_round(access, round_, Right.PAIRING, version=version)
    tournament = round_.tournament
    if round_.state == Round.State.DRAFT:
        return round_
    refuse_started(round_)
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.version += 1
    round_.save(update_fields=["state", "published_at", "version"])
    save_event(tournament)
    record_act(
        access.club, access.actor, "round_hidden", subject=tournament.name,
        event_number=tournament.number, round=round_.number,
    )  # fmt: skip
    return round_


def refuse_started(round_: Round) -> None:
    """Refuse to touch a round that has results or is followed by another."""
    if (refusal := started_refusal(round_)) is not None:
        raise refusal


def started_refusal(round_: Round) -> Refused | None:
    """Return why a round cannot be undone or hidden, or None; ``facts`` lead to the way out."""
    tournament = round_.tournament
    if tournament.is_closed:
        return event_closed(tournament)
    last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    if last is not None and last > round_.number:
        return Refused(
            "later_round_exists",
            _("A later round rests on this one. Undo the later round first."),
            facts={"round": round_.number, "last_round": last},
        )
    if round_.state == Round.State.DRAFT:
        return None
    decided = round_.pairings.exclude(result__in=OPEN_RESULTS)
    if boards := list(decided.values_list("board_number", flat=True)):
        return Refused(
            "round_has_results",
            _("The round has results. Take them back first if it really did not take place."),
            facts={"round": round_.number, "boards": boards},
        )
    return None


@transaction.atomic
def undo_round(access: ClubAccess, round_: Round, *, version: int | None = None) -> None:
    """Take the last round away, draft or published, as long as it has no result.

    Byes that were asked for stay; the one the pairing gave goes.
    """
    round_ = lock_round(access, round_, Right.PAIRING, version=version)
    refuse_started(round_)
    delete_round(access, round_)


def delete_round(access: ClubAccess, round_: Round) -> None:
    """Delete a round of a locked event, and say so in the audit."""
    tournament = round_.tournament
    number, boards = round_.number, round_.pairings.count()
    tournament.byes.filter(round_number=number, kind=ByeKind.PAIRING_ALLOCATED).delete()
    round_.pairings.all().delete()
    round_.delete()
    save_event(tournament)
    record_act(
        access.club, access.actor, "round_undone", subject=tournament.name,
        event_number=tournament.number, round=number, boards=boards,
    )  # fmt: skip
