"""Taking a name away while every rating stays, and showing that it did."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from django.db import transaction

from clubs.access import ClubAccess, Right, of_club
from clubs.models import Player
from clubs.players import pseudonymise_player
from ratings.models import RatingChange, RatingList
from ratings.replay import lock_lists


@dataclass(frozen=True, slots=True)
class Proof:
    """How many history rows the person has, and a digest of the ledger that stayed the same."""

    player: Player
    rows: int
    digest: str


@transaction.atomic
def pseudonymise(access: ClubAccess, player: Player) -> Proof:
    """Return the nameless player with the proof that no rating moved.

    The digest covers every history row of the player and of everybody who met him, before and
    after; if they differed, nothing would be written.
    """
    access.require(Right.MANAGE)
    # A replay that ended between the two digests would look like a rating moved by this.
    lock_lists(access.club.pk)
    before = ledger_digest(access, player)
    nameless = pseudonymise_player(access, player)
    after = ledger_digest(access, nameless)
    if before != after:
        raise AssertionError("making a player anonymous moved a rating")
    rows = of_club(access, RatingChange).filter(player=player).count()
    return Proof(nameless, rows, after)


def ledger_digest(access: ClubAccess, player: Player) -> str:
    """Return a digest of all rows of the events a player is in, and of what is still to be done."""
    own = of_club(access, RatingChange).filter(player=player, event_key__isnull=False)
    events = own.values_list("rating_list_id", "event_key")
    rows = of_club(access, RatingChange).filter(event_key__in=[key for _list, key in events])
    hand = of_club(access, RatingChange).filter(player=player, event_key__isnull=True)
    columns = ("rating_list_id", "event_key", "key", "player_id", "used_k", "before", "after")
    content = [
        *rows.order_by("pk").values_list(*columns),
        *hand.order_by("pk").values_list(*columns),
        *RatingList.objects.filter(club=access.club).order_by("pk").values_list("stale_since"),
    ]
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()
