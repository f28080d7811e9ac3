"""Who of the club's players is meant by a line of a file; doubtful matches are said, never guessed.

The order is FIDE ID, national ID, then the name in its search form with the year of birth. A number
of zero or a blank matches nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from clubs.access import ClubAccess, of_club
from clubs.models import Player
from clubs.names import search_form


class MatchKind(StrEnum):
    """How sure a match is."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """What matching needs to know of a player."""

    id: int
    name: str
    latin_name: str
    fide_id: int | None
    national_id: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """Whom a line means: one player, several who might be meant, or nobody yet."""

    kind: MatchKind
    players: tuple[KnownPlayer, ...] = ()


@dataclass(slots=True)
class PlayerIndex:
    """The club's players by everything they are matched by."""

    by_fide_id: dict[int, KnownPlayer] = field(default_factory=dict)
    by_national_id: dict[str, list[KnownPlayer]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[str, list[KnownPlayer]] = field(default_factory=lambda: defaultdict(list))

    def add(self, player: KnownPlayer) -> None:
        """Make a player findable."""
        if player.fide_id:
            self.by_fide_id[player.fide_id] = player
        if player.national_id:
            self.by_national_id[player.national_id].append(player)
        for form in {_plain(player.name), _plain(player.latin_name)} - {""}:
            self.by_name[form].append(player)

    def namesakes(self, name: str) -> list[KnownPlayer]:
        """Return everybody of a name, by their own or their Latin one and in any order of words."""
        return self.by_name.get(_plain(name), [])

    def match(
        self,
        *,
        name: str,
        birth_year: int | None = None,
        fide_id: int | None = None,
        national_id: str = "",
    ) -> Match:
        """Return who is meant.

        A FIDE ID decides alone. Equal names are the same person unless two known years of birth or
        two known FIDE IDs differ; several candidates, or an agreement that only one side's missing
        year allows, with a namesake in the club, are doubtful.
        """
        if fide_id and fide_id in self.by_fide_id:
            return Match(MatchKind.SAME, (self.by_fide_id[fide_id],))
        named = self.namesakes(name)
        possible = [
            player
            for player in named
            if not (fide_id and player.fide_id)
            and not (birth_year and player.birth_year and birth_year != player.birth_year)
        ]
        if national_id:
            numbered = self.by_national_id.get(national_id, [])
            same = [player for player in numbered if player in possible]
            if len(same) == 1:
                return Match(MatchKind.SAME, (same[0],))
            if numbered:
                return Match(MatchKind.DOUBTFUL, tuple(numbered))
        agreeing = [player for player in possible if birth_year and player.birth_year == birth_year]
        if len(agreeing) == 1:
            return Match(MatchKind.SAME, (agreeing[0],))
        if len(possible) == 1 and len(named) == 1:
            return Match(MatchKind.SAME, (possible[0],))
        if possible:
            return Match(MatchKind.DOUBTFUL, tuple(possible))
        return Match(MatchKind.NEW)


def _plain(name: str) -> str:
    """Return a name to compare, its words in one order: "Sousa, Ana" and "Ana Sousa" are one."""
    return " ".join(sorted(search_form(name).split()))


def index_of_club(access: ClubAccess) -> PlayerIndex:
    """Return the index of all players of the club; one query."""
    rows = of_club(access, Player).filter(merged_into__isnull=True, pseudonymised_at__isnull=True)
    return index_of(
        KnownPlayer(*row)
        for row in rows.order_by("pk").values_list(
            "id", "name", "latin_name", "fide_id", "national_id", "birth_year"
        )
    )


def index_of(players: Iterable[KnownPlayer]) -> PlayerIndex:
    """Return an index of the given players."""
    index = PlayerIndex()
    for player in players:
        index.add(player)
    return index
