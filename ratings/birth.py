"""Year and day of birth together: the year moves ratings, the day does not."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput
from clubs.models import Player
from clubs.players import change_player, player_problems
from clubs.today import today_in
from ratings.identity import change_birth_year, preview_birth_year
from ratings.preview import Preview
from ratings.replay import lock_lists


def preview_birth(access: ClubAccess, player: Player, birth_year: int | None) -> Preview:
    """Return what another year of birth would move. Raises InvalidInput for an impossible year."""
    access.require(Right.MANAGE)
    _refuse_impossible(access, birth_year)
    return preview_birth_year(player, birth_year)


@transaction.atomic
def change_birth(
    access: ClubAccess,
    player: Player,
    *,
    birth_year: int | None,
    birth_date: date | None,
    version: int | None = None,
    preview_digest: str | None = None,
) -> Player:
    """Return the player with another year or day of birth.

    Raises InvalidInput, and Outdated for an older version of the player or of the preview.
    """
    access.require(Right.MANAGE)
    _refuse_impossible(access, birth_year)
    lock_lists(access.club.pk)
    # A day that no longer fits goes first; a new one comes last, when its year is the player's.
    cleared = {"birth_date": None} if birth_date is None else {}
    player = change_player(access, player, version=version, **cleared)
    player = change_birth_year(access, player, birth_year, preview_digest=preview_digest)
    if birth_date is not None:
        player = change_player(access, player, birth_date=birth_date)
    return player


def _refuse_impossible(access: ClubAccess, birth_year: int | None) -> None:
    if problems := player_problems({"birth_year": birth_year}, today_in(access.club)):
        text = _("The year of birth cannot be right.")
        raise InvalidInput("birth_year_invalid", text, problems=problems)
