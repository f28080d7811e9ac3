"""Prize lists: main and category prizes, in whole cents, one prize for each player.

Prizes are handed out from the most valuable down; each goes to the best-placed player who may have
it and has none yet. So everybody gets the best prize open to him, and a prize nobody needs moves on
to the next player. What players who are level do with their prizes is a question of its own:
``Sharing``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.event_record import Competitor, EventRecord
    from tournaments.standings.table import Standings, StandingsRow


class Sharing(StrEnum):
    """What happens to the prizes of players with the same points.

    ``BY_PLACE``: the tie-breaks decide; only players whom nothing separates share. ``EQUAL``: their
    prizes are put together and divided equally. ``HORT``: half by place, half equally.
    """

    BY_PLACE = "by-place"
    EQUAL = "equal"
    HORT = "hort"


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """Prizes in cents, best first, and who may have them; every limit is inclusive.

    ``key`` names the group for the caller. Without limits it is the main list. ``rated_up_to`` and
    ``rated_from`` leave out unrated players, ``only_unrated`` everybody else. Years of birth leave
    out players whose year is not known.
    """

    key: str
    prizes: tuple[int, ...]
    born_from: int | None = None
    born_until: int | None = None
    only_women: bool = False
    rated_from: int | None = None
    rated_up_to: int | None = None
    only_unrated: bool = False

    def admits(self, player: Competitor) -> bool:
        """Whether the player may have a prize of this group."""
        if self.only_women and player.sex.lower() not in WOMEN:
            return False
        if self.only_unrated and player.rating is not None:
            return False
        return _is_within(player.rating, self.rated_from, self.rated_up_to) and _is_within(
            birth_year(player), self.born_from, self.born_until
        )


@dataclass(frozen=True, slots=True)
class Award:
    """One player's prize in cents.

    The prizes from ``first_place`` to ``last_place`` of the group went into it; ``is_shared`` says
    that level players divided them.
    """

    starting_rank: int
    group: str
    first_place: int
    last_place: int
    amount: int
    is_shared: bool


@dataclass(frozen=True, slots=True)
class PrizeList:
    """All awards in the order of the standings, and what nobody could be given."""

    awards: tuple[Award, ...]
    not_awarded: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The sum of all awards, in cents."""
        return sum(award.amount for award in self.awards)


WOMEN = frozenset({"w", "f"})


def under_age(age: int, *, year: int) -> int:
    """Return the first year of birth of a youth category: under ``age`` on 1 January of ``year``.

    >>> under_age(18, year=2026)
    2008
    """
    return year - age


def over_age(age: int, *, year: int) -> int:
    """Return the last year of birth of a senior category: ``age`` is reached in ``year``.

    >>> over_age(65, year=2026)
    1961
    """
    return year - age


def birth_year(player: Competitor) -> int | None:
    """Return the year of birth; None where it is not known."""
    text = player.birth[:4]
    return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else None


def prize_list(
    record: EventRecord,
    table: Standings,
    groups: Sequence[PrizeGroup],
    *,
    sharing: Sharing = Sharing.BY_PLACE,
) -> PrizeList:
    """Return who gets what.

    Among prizes of the same amount the earlier group goes first. Everybody shares in one group
    only: a player with a category prize does not divide a main prize. Cents that cannot be divided
    go to the better-placed. The awards and what is not awarded add up to all prizes.

    Raises ValueError for a negative prize, prizes that rise, and two groups with one key.
    """
    _check(groups)
    players = {player.starting_rank: player for player in record.competitors}
    holders, not_awarded = _hand_out(table.rows, players, groups)
    sharers = _joined(table.rows, players, groups, holders, sharing)
    awards: list[Award] = []
    for group in groups:
        members = [row for row in table.rows if sharers.get(row.starting_rank) == group.key]
        awards.extend(_shared_out(group, members, holders, sharing))
    order = {row.starting_rank: row.position for row in table.rows}
    awards.sort(key=lambda award: order[award.starting_rank])
    return PrizeList(tuple(awards), tuple(not_awarded))


def _check(groups: Sequence[PrizeGroup]) -> None:
    keys = [group.key for group in groups]
    for group in groups:
        if keys.count(group.key) > 1:
            raise ValueError(f"Two prize groups are called {group.key!r}.")
        if any(prize < 0 for prize in group.prizes):
            raise ValueError(f"{group.key}: a prize cannot be negative.")
        if list(group.prizes) != sorted(group.prizes, reverse=True):
            raise ValueError(f"{group.key}: a lower place cannot have the higher prize.")


def _hand_out(
    rows: Sequence[StandingsRow],
    players: dict[int, Competitor],
    groups: Sequence[PrizeGroup],
) -> tuple[dict[int, tuple[str, int]], list[tuple[str, int]]]:
    """Return group and place of each holder, as if the order of the rows decided everything."""
    offers = sorted(
        ((-prize, position, place) for position, group in enumerate(groups)
         for place, prize in enumerate(group.prizes, start=1)),
    )  # fmt: skip
    holders: dict[int, tuple[str, int]] = {}
    not_awarded: list[tuple[str, int]] = []
    for negative, position, place in offers:
        group = groups[position]
        for row in rows:
            if row.starting_rank not in holders and group.admits(players[row.starting_rank]):
                holders[row.starting_rank] = (group.key, place)
                break
        else:
            not_awarded.append((group.key, -negative))
    return holders, not_awarded


def _level(row: StandingsRow, sharing: Sharing) -> int:
    """Return what players have in common who share."""
    return row.rank if sharing is Sharing.BY_PLACE else row.points


def _joined(
    rows: Sequence[StandingsRow],
    players: dict[int, Competitor],
    groups: Sequence[PrizeGroup],
    holders: dict[int, tuple[str, int]],
    sharing: Sharing,
) -> dict[int, str]:
    """Return the group in which each player shares.

    Holders share in the group of their prize. A player without one who is level with holders joins
    the group that gives him the most, the earlier one where it is the same.
    """
    sharers = {rank: key for rank, (key, _) in holders.items()}
    prizes = {group.key: group.prizes for group in groups}
    pools: dict[tuple[int, str], list[int]] = {}
    for row in rows:
        if row.starting_rank in holders:
            key, place = holders[row.starting_rank]
            pool = pools.setdefault((_level(row, sharing), key), [0, 0])
            pool[0] += prizes[key][place - 1]
            pool[1] += 1
    for row in rows:
        if row.starting_rank in holders:
            continue
        open_to_him = [
            (pools[_level(row, sharing), group.key], group.key)
            for group in groups
            if (_level(row, sharing), group.key) in pools
            and group.admits(players[row.starting_rank])
        ]
        if open_to_him:
            pool, key = max(open_to_him, key=lambda offer: offer[0][0] // (offer[0][1] + 1))
            pool[1] += 1
            sharers[row.starting_rank] = key
    return sharers


def _shared_out(
    group: PrizeGroup,
    members: Sequence[StandingsRow],
    holders: dict[int, tuple[str, int]],
    sharing: Sharing,
) -> list[Award]:
    """Divide the prizes of one group inside each set of level players."""
    places = {
        row.starting_rank: holders[row.starting_rank][1]
        for row in members
        if row.starting_rank in holders
    }
    own = {rank: group.prizes[place - 1] for rank, place in places.items()}
    by_rank = _level_sets(members, [row.rank for row in members])
    by_points = _level_sets(members, [row.points for row in members])
    if sharing is Sharing.HORT:
        amounts = _halves(_divided(by_rank, own), _divided(by_points, own))
    else:
        amounts = _divided(by_rank if sharing is Sharing.BY_PLACE else by_points, own)
    awards: list[Award] = []
    for level in by_rank if sharing is Sharing.BY_PLACE else by_points:
        won = [places[rank] for rank in level if rank in places]
        awards.extend(
            Award(
                starting_rank=rank,
                group=group.key,
                first_place=min(won),
                last_place=max(won),
                amount=amounts[rank],
                is_shared=len(level) > 1,
            )
            for rank in level
            if amounts[rank]
        )
    return awards


def _level_sets(rows: Sequence[StandingsRow], keys: Sequence[int]) -> list[list[int]]:
    sets: dict[int, list[int]] = {}
    for row, key in zip(rows, keys, strict=True):
        sets.setdefault(key, []).append(row.starting_rank)
    return list(sets.values())


def _divided(sets: Sequence[Sequence[int]], own: dict[int, int]) -> dict[int, int]:
    """Put the prizes of each set together and divide them equally, odd cents to the first."""
    amounts: dict[int, int] = {}
    for members in sets:
        share, rest = divmod(sum(own.get(rank, 0) for rank in members), len(members))
        for index, rank in enumerate(members):
            amounts[rank] = share + (1 if index < rest else 0)
    return amounts


def _halves(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
    """Return half of each, with the odd cents to the better-placed so that none is lost."""
    amounts = {}
    carried = 0
    for rank in first:
        whole, rest = divmod(first[rank] + second[rank] + carried, 2)
        amounts[rank] = whole + rest
        carried = -rest
    return amounts


def _is_within(value: int | None, lowest: int | None, highest: int | None) -> bool:
    if lowest is None and highest is None:
        return True
    if value is None:
        return False
    return (lowest is None or value >= lowest) and (highest is None or value <= highest)
