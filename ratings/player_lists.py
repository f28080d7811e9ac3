"""The list of players as an organiser works with it: search, filters, order, ratings beside names.

Each page is one query by key and one for the ratings of the players on it, whatever the size of
the club.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from clubs.access import ClubAccess, Right
from clubs.models import Player
from clubs.paging import page_of
from clubs.player_queries import find_players
from ratings.models import TIME_CONTROL_LABELS, Rating
from ratings.queries import lists_of
from ratings.rules.k_factor import JUNIOR_AGE

STATUSES = ("active", "unrated", "juniors", "hidden", "archived")
# Field names by the word in the address; the index player_by_name serves the first two,
# rating_order the orders by rating, whose last key runs against the rating as in the index.
ORDERS: dict[str, tuple[str, ...]] = {
    "name": ("search_name", "pk"),
    "-name": ("-search_name", "-pk"),
    "newest": ("-pk",),
}
RATING_ORDERS = {
    **dict.fromkeys(TIME_CONTROL_LABELS, ("rating", "-player_id")),
    **{f"-{control}": ("-rating", "player_id") for control in TIME_CONTROL_LABELS},
}


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player and his ratings in the order standard, rapid, blitz; None is unrated."""

    player: Player
    ratings: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Lines of one page; ``before`` and ``after`` are cursors, empty at the ends of the list."""

    rows: list[PlayerLine]
    before: str
    after: str


def list_players(
    access: ClubAccess,
    *,
    today: date,
    search: str = "",
    status: str = "active",
    sort: str = "name",
    after: str = "",
    before: str = "",
) -> PlayerPage:
    """Return one page of players with their ratings; two queries, one more for an order by rating.

    An order by rating shows the players who have one on that list. Unknown words of status and
    sort mean the first of each.
    """
    access.require(Right.MANAGE)
    players = players_in(access, status, search, today)
    if sort in RATING_ORDERS:
        rating_list = lists_of(access.club)[sort.removeprefix("-")]
        # A list on its own and one player at a time: so the index rating_order gives the order.
        wanted = Exists(players.filter(pk=OuterRef("player_id")))
        rated = Rating.objects.filter(wanted, rating_list=rating_list, rating__isnull=False)
        rated = rated.select_related("player")
        rows = page_of(rated, RATING_ORDERS[sort], after=after, before=before)
        found = [row.player for row in rows.rows]
        return PlayerPage(with_ratings(access, found), rows.before, rows.after)
    order = ORDERS.get(sort, ORDERS["name"])
    page = page_of(players, order, after=after, before=before)
    return PlayerPage(with_ratings(access, page.rows), page.before, page.after)


def players_in(access: ClubAccess, status: str, search: str, today: date) -> QuerySet[Player]:
    """Return the players of a status that a search finds."""
    players = find_players(access, search, archived=status == "archived")
    if status == "unrated":
        rated = Rating.objects.filter(player=OuterRef("pk"), rating__isnull=False)
        return players.filter(~Exists(rated))
    if status == "juniors":
        return players.filter(birth_year__gte=today.year - JUNIOR_AGE)
    if status == "hidden":
        return players.filter(is_hidden=True)
    return players


def with_ratings(access: ClubAccess, players: Iterable[Player]) -> list[PlayerLine]:
    """Return the players with their current ratings; one query."""
    found = list(players)
    ratings = {
        (player, control): rating
        for player, control, rating in Rating.objects.filter(
            club=access.club, player__in=found
        ).values_list("player_id", "rating_list__time_control", "rating")
    }
    return [
        PlayerLine(
            player, tuple(ratings.get((player.pk, control)) for control in TIME_CONTROL_LABELS)
        )
        for player in found
    ]
