"""A player's particulars change together with what they mean for his ratings."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from clubs.access import ClubAccess
from clubs.models import Player
from clubs.players import change_player, lock_player
from ratings.identity import mark_for_birth_year
from ratings.replay import lock_lists

BIRTH = frozenset({"birth_year", "birth_date"})


@transaction.atomic
def change_rated_player(
    access: ClubAccess, player: Player, *, version: int | None = None, **fields: Any
) -> Player:
    """Return the player with some particulars changed; another year of birth rates him anew."""
    if not BIRTH & fields.keys():
        return change_player(access, player, version=version, **fields)
    lock_lists(access.club.pk)
    old_year = lock_player(player).birth_year
    changed = change_player(access, player, version=version, **fields)
    if changed.birth_year != old_year:
        mark_for_birth_year(access, changed)
    return changed
