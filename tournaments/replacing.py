"""The wrong namesake was picked: another player takes over an entry with everything he played."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.errors import InvalidInput, Problem
from clubs.models import Player
from ratings.preview import Preview
from tournaments.correcting import Correction, correct_tournament, preview_correction
from tournaments.entries import lock_entry, save_entry
from tournaments.models import Entry
from tournaments.seeding import seed_ratings
from tournaments.starting_list import number_entries


def preview_replacing(access: ClubAccess, entry: Entry, player: Player) -> Preview | None:
    """Return the wave of replacing a player after closing; None while the event is open."""
    access.require(Right.MANAGE)
    if not entry.tournament.is_closed:
        return None
    correction = Correction(replaced={entry.starting_rank or 0: player})
    return preview_correction(access, entry.tournament, correction)


def replace_player(
    access: ClubAccess, entry: Entry, player: Player, *, digest: str = "", reason: str = ""
) -> Entry:
    """Return the entry, now of another player; results and byes stay.

    In a closed event the ratings of both and of everybody after them move: ``digest`` is that of
    the preview, and a reason is needed.
    """
    access.require(Right.MANAGE)
    if entry.tournament.is_closed:
        correction = Correction(replaced={entry.starting_rank or 0: player})
        correct_tournament(access, entry.tournament, correction, digest=digest, reason=reason)
        return Entry.objects.select_related("player", "tournament").get(pk=entry.pk)
    return _replace_in_open_event(access, entry, player, reason)


@transaction.atomic
def _replace_in_open_event(access: ClubAccess, entry: Entry, player: Player, reason: str) -> Entry:
    entry = lock_entry(access, entry)
    tournament = entry.tournament
    if player.club_id != access.club.pk or player.merged_into_id is not None:
        raise nothing_here()
    if entry.player_id == player.pk:
        return entry
    if tournament.entries.filter(player=player).exists():
        message = _("%(name)s plays in this event already.") % {"name": player.name}
        problem = Problem("already_entered", message, "player", {"player": player.pk})
        raise InvalidInput("already_entered", message, problems=[problem])
    old = entry.player
    entry.player = player
    entry.rating = seed_ratings(tournament, [player.pk])[player.pk]
    save_entry(
        access, entry, "player_replaced", "player", "rating",
        old={"player": old.pk, "name": old.name}, reason=reason,
    )  # fmt: skip
    number_entries(tournament)
    return Entry.objects.select_related("player", "tournament").get(pk=entry.pk)
