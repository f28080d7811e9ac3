"""Players as this visitor may know them: the names on every page of the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.urls import reverse

from clubs.access import ClubAccess, fetch, visible_players
from clubs.models import Player
from clubs.public_fields import public_player


@dataclass(frozen=True, slots=True)
class Person:
    """A name with its address; no address for one whose page this visitor may not see."""

    id: int
    name: str
    latin_name: str = ""
    title: str = ""
    birth_year: int | None = None
    url: str = ""

    @property
    def picture_name(self) -> str:
        """The name for a picture, whose letters do not reach every script."""
        return self.latin_name or self.name


def player_for(access: ClubAccess, player_id: int) -> Player:
    """Return a player whose page this visitor may see; hidden and unknown answer alike."""
    return fetch(access, visible_players(access), pk=player_id)


def person(player: Player, access: ClubAccess) -> Person:
    """Return a player under the name this visitor may see."""
    seen = public_player(player, access)
    has_page = player.merged_into_id is None and not (access.is_public and player.is_hidden)
    url = reverse("player_page", args=[access.club.slug, player.pk]) if has_page else ""
    return Person(
        player.pk, seen["name"], seen["latin_name"], seen["title"], seen["birth_year"], url
    )


def people(access: ClubAccess, player_ids: Collection[int]) -> dict[int, Person]:
    """Return players of the club by id, in one query; none for an empty question."""
    if not player_ids:
        return {}
    found: Iterable[Player] = Player.objects.filter(club=access.club, pk__in=set(player_ids))
    return {player.pk: person(player, access) for player in found}
