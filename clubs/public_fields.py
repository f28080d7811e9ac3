"""The one list of what the public may know of a player (F18).

Pages, exports, embeds, feeds, pictures and the API all read players through these functions; what
is not named here never leaves the club.

Three circles ask. The public sees a player as he wants to be shown: a name that is not shown whole
stands alone, without title, federation or anything else by which a federation's list would find
him. People of the club see whole names and what belongs to them. Years of birth, and whatever tells
them, are for the organisers and for programs that pair; everybody else, members and helpers
included, needs the consent of club and player.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.models import NameForm, Player

PUBLIC_FIELDS = (
    "id", "name", "latin_name", "title", "sex", "federation", "fide_id", "birth_year",
)  # fmt: skip


class PlayerRow(NamedTuple):
    """What these functions read of a player, for long lists that are read without models.

    ``PlayerRow(*row)`` of ``values_list(*PlayerRow._fields)`` stands for a ``Player``.
    """

    pk: int
    name: str
    is_hidden: bool
    pseudonymised_at: datetime | None
    name_form: str
    latin_name: str = ""
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: int | None = None
    birth_year: int | None = None
    shows_birth_year: bool = False


# What the name alone needs.
NAME_FIELDS = PlayerRow._fields[:5]


def shown_name(player: Player | PlayerRow, access: ClubAccess) -> str:
    """Return the player's name as this person may see it: people of the club see all of it."""
    return public_name(player) if access.is_public else player.name


def public_name(player: Player | PlayerRow) -> str:
    """Return the name in the form the player chose.

    The neutral form is the same everywhere for one player, so that tables stay readable, and says
    nothing about him.
    """
    if player.is_hidden or player.pseudonymised_at or player.name_form == NameForm.NEUTRAL:
        return _("Player %(number)s") % {"number": player.pk}
    if player.name_form == NameForm.SHORT:
        return short_name(player.name)
    return player.name


def short_name(name: str) -> str:
    """Return the given name and the initial of the family name.

    >>> short_name("Sousa, Ana Maria"), short_name("Ana Maria Sousa"), short_name("Pelé")
    ('Ana S.', 'Ana S.', 'Pelé')
    """
    family, comma, given = name.partition(",")
    if comma and given.strip() and family.strip():
        return f"{given.split()[0]} {family.strip()[0]}."
    words = name.split()
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else name


def sees_private_facts(access: ClubAccess) -> bool:
    """Whether dates of birth, national numbers and families may be told (F18).

    They are for organisers and for programs that pair; other members know what players know.
    """
    return access.may(Right.MANAGE) or access.may(Right.PAIRING)


def knows_birth_year(player: Player | PlayerRow, access: ClubAccess) -> bool:
    """Whether this person may know the year of birth, and so anything that tells it."""
    if sees_private_facts(access):
        return True
    shows = access.club.shows_birth_years and player.shows_birth_year
    return shows and not player.is_hidden and player.pseudonymised_at is None


def public_player(player: Player | PlayerRow, access: ClubAccess) -> dict[str, Any]:
    """Return what this person may know of a player, under the names of ``PUBLIC_FIELDS``."""
    name = shown_name(player, access)
    stands_alone = name != player.name
    return {
        "id": player.pk,
        "name": name,
        "latin_name": "" if stands_alone else player.latin_name,
        "title": "" if stands_alone else player.title,
        "sex": "" if stands_alone else player.sex,
        "federation": "" if stands_alone else player.federation,
        "fide_id": None if stands_alone else player.fide_id,
        "birth_year": player.birth_year if knows_birth_year(player, access) else None,
    }
