"""Two rows for the same person become one, and two again if it was a mistake.

Entries, ratings and history go to the row that is kept; the other stays as a row that points at it.
What moved is written down, so the merge can be taken back whole.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import Problem, Refused
from clubs.models import Player, PlayerMerge
from clubs.players import stored_search_name
from ratings.identity import (
    Moved,
    preview_replacement,
    preview_taking_back,
    replace_player,
    replacement_problems,
    take_back_replacement,
)
from ratings.preview import Preview
from ratings.replay import lock_lists
from tournaments.event_lock import lock_events
from tournaments.models import Entry, Tournament

# What the kept row takes over where it has nothing; the year of birth is not among them, because it
# moves ratings and has a preview of its own.
FILLED = ("latin_name", "title", "sex", "federation", "fide_id", "national_id", "email", "phone",
          "note", "family_group")  # fmt: skip


def merge_problems(access: ClubAccess, kept: Player, gone: Player) -> list[Problem]:
    """Return why two rows cannot be one person: both entered one event, or differ for sure."""
    problems = []
    common = Tournament.objects.filter(club=access.club, entries__player=kept).filter(
        entries__player=gone
    )
    for event in common.order_by("number")[:10]:
        text = _("Both are entered in %(event)s. Remove one entry there first.")
        if event.is_closed:
            # No entry leaves a closed event, but a correction puts somebody else in its place.
            text = _("Both are entered in %(event)s. Correct it first: replace one of the two.")
        facts = {"event": event.name, "number": event.number}
        problems.append(Problem("both_entered", text % facts, "", facts))
    if kept.fide_id and gone.fide_id and kept.fide_id != gone.fide_id:
        text = _("They have two FIDE IDs. If one is wrong, remove it first.")
        problems.append(Problem("two_fide_ids", text))
    if not problems:
        problems += replacement_problems(access.club, gone, kept)
    return problems


def preview_merge(access: ClubAccess, kept: Player, gone: Player) -> Preview:
    """Return what merging would move. Raises Refused where the two cannot be one person."""
    access.require(Right.MANAGE)
    _refuse_two_people(access, kept, gone)
    return preview_replacement(access.club, gone, kept)


@transaction.atomic
def merge_players(
    access: ClubAccess,
    kept: Player,
    gone: Player,
    *,
    preview_digest: str | None = None,
    reason: str = "",
) -> PlayerMerge:
    """Return the record of the merge; history is rated again with one person in it.

    Raises Refused, and Outdated where the preview shown no longer holds.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    lock_events(Tournament.objects.filter(club=access.club, entries__player=gone))
    lock_lists(access.club.pk)
    kept, gone = _locked(access, kept, gone)
    _refuse_two_people(access, kept, gone)
    moved = replace_player(access, gone, kept, preview_digest=preview_digest, reason=reason)
    entries = list(Entry.objects.filter(player=gone).values_list("pk", flat=True))
    _move_entries(entries, kept)
    memberships = list(gone.memberships.values_list("pk", flat=True))
    gone.memberships.update(player=kept)
    gone.merged_into = kept
    gone.version += 1
    gone.save(update_fields=["merged_into", "version"])
    filled = _fill(kept, gone)
    merge = PlayerMerge.objects.create(
        club=access.club, kept=kept, gone=gone, merged_by_id=access.actor.user_id,
        moved={
            **moved.as_json(), "entries": entries, "memberships": memberships, "filled": filled
        },
    )  # fmt: skip
    record_act(
        access.club, access.actor, "players_merged", subject=kept.name, player=kept.pk,
        gone=gone.pk, name=gone.name, reason=reason,
    )  # fmt: skip
    return merge


def preview_undo(access: ClubAccess, merge: PlayerMerge) -> Preview:
    """Return what taking a merge back would move."""
    access.require(Right.MANAGE)
    _refuse_undone(merge)
    moved = Moved.from_json(merge.moved)
    return preview_taking_back(access.club, merge.gone, merge.kept, moved)


@transaction.atomic
def undo_merge(
    access: ClubAccess, merge: PlayerMerge, *, preview_digest: str | None = None
) -> PlayerMerge:
    """Return the merge, taken back: each row has again what it had and still stands.

    Raises Refused when that was done already, and Outdated where the preview no longer holds.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    merge = PlayerMerge.objects.select_for_update(no_key=True).get(pk=merge.pk)
    _refuse_undone(merge)
    moved = merge.moved.get("entries", ())
    lock_events(Tournament.objects.filter(club=access.club, entries__in=moved))
    lock_lists(access.club.pk)
    kept, gone = _locked(access, merge.kept, merge.gone, is_undone=True)
    take_back_replacement(
        access, gone, kept, Moved.from_json(merge.moved), preview_digest=preview_digest
    )
    still_there = Entry.objects.filter(pk__in=moved, player=kept)
    _move_entries(list(still_there.values_list("pk", flat=True)), gone)
    kept.memberships.filter(pk__in=merge.moved.get("memberships", ())).update(player=gone)
    _empty(kept, merge.moved.get("filled", ()), gone)
    gone.merged_into = None
    gone.version += 1
    gone.save(update_fields=["merged_into", "version"])
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    record_act(
        access.club, access.actor, "merge_undone", subject=kept.name, player=kept.pk,
        gone=gone.pk, name=gone.name,
    )  # fmt: skip
    return merge


def _refuse_two_people(access: ClubAccess, kept: Player, gone: Player) -> None:
    if kept.pk == gone.pk:
        raise Refused("same_row", _("Choose another player to merge with."))
    if kept.pseudonymised_at or gone.pseudonymised_at:
        raise Refused("pseudonymised", _("A player without a name cannot be merged."))
    if problems := merge_problems(access, kept, gone):
        raise Refused("two_people", _("These two rows cannot be one person."), problems=problems)


def _refuse_undone(merge: PlayerMerge) -> None:
    if merge.undone_at is not None:
        raise Refused("merge_undone", _("This merge was taken back already."))


def _locked(
    access: ClubAccess, kept: Player, gone: Player, *, is_undone: bool = False
) -> tuple[Player, Player]:
    """Return both rows locked; one that was merged meanwhile is no longer there."""
    rows = Player.objects.select_for_update(no_key=True).filter(club=access.club)
    found = {row.pk: row for row in rows.filter(pk__in=[kept.pk, gone.pk]).order_by("pk")}
    if len(found) < 2 and kept.pk != gone.pk:
        raise nothing_here()
    kept, gone = found[kept.pk], found[gone.pk]
    if kept.merged_into_id is not None or (gone.merged_into_id is not None) != is_undone:
        raise nothing_here()
    return kept, gone


def _move_entries(entries: list[int], player: Player) -> None:
    Entry.objects.filter(pk__in=entries).update(player=player, version=F("version") + 1)
    Tournament.objects.filter(entries__in=entries).update(version=F("version") + 1)


def _fill(kept: Player, gone: Player) -> list[str]:
    """Give the kept row what it lacks and return the names of the fields."""
    filled = [
        name
        for name in FILLED
        if getattr(kept, name) in (None, "") and getattr(gone, name) not in (None, "")
    ]
    for name in filled:
        setattr(kept, name, getattr(gone, name))
    _save(kept)
    return filled


def _empty(kept: Player, filled: Any, gone: Player) -> None:
    """Take from the kept row what the merge gave it, unless it was changed since."""
    for name in filled:
        if getattr(kept, name) == getattr(gone, name):
            setattr(kept, name, None if name == "fide_id" else "")
    _save(kept)


def _save(player: Player) -> None:
    player.search_name = stored_search_name({"name": player.name, "latin_name": player.latin_name})
    player.version += 1
    player.save(update_fields=[*FILLED, "search_name", "version"])
