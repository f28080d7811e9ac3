"""The live list: who is on it, in which order, and what has changed since the last published one.

What the public cannot see of a player, it cannot search, sort or filter by either: a filter by age
that finds a player tells his age.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from clubs.access import ClubAccess
from clubs.models import NameForm, Player
from clubs.paging import Page, page_of
from clubs.player_queries import find_players
from clubs.public_fields import sees_private_facts
from clubs.whole_numbers import whole_number
from ratings.models import PublishedList, PublishedListRow, Rating, RatingChange, RatingList
from ratings.player_page.people import Person, person
from ratings.queries import current_k
from ratings.rules import KFactor, TimeControl, regime_for
from ratings.rules.k_factor import JUNIOR_AGE, JUNIOR_UNDER, NEWCOMER_GAMES, TOP_RATING

ACTIVE = timedelta(days=365)
VETERAN_FROM = 50
GROUPS = ("juniors", "women", "veterans")
MOST_GAMES_ASKED = 10_000
BEST_FIRST = "-rating"
# Order by what a head of the table sorts; names settle ties, and the key makes each place unique.
ORDERS = {
    "rating": "shown_rating",
    "games": "games",
    "last": "shown_day",
    "change": "shown_change",
    "name": "sort_name",
    "k": "shown_k",
}
LAST_IN_SORT = "\U0010ffff"
LONG_AGO = date(1, 1, 1)
NEW_ON_THE_LIST = -100_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks of a list."""

    search: str = ""
    sort: str = BEST_FIRST
    active: bool = False
    group: str = ""
    fewest_games: int = 0
    after: str = ""
    before: str = ""
    everything: bool = False

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Asked:
        """Return what an address says; what it does not know is left alone."""
        sort = parameters.get("sort", "")
        games = whole_number(parameters.get("games", "").strip()) or 0
        group = parameters.get("group", "")
        return cls(
            search=" ".join(parameters.get("q", "")[:100].replace("\0", "").split()),
            sort=sort if sort.removeprefix("-") in ORDERS else BEST_FIRST,
            active=parameters.get("active") == "1",
            group=group if group in GROUPS else "",
            fewest_games=min(games, MOST_GAMES_ASKED),
            after=parameters.get("after", ""),
            before=parameters.get("before", ""),
            everything=parameters.get("all") == "1",
        )

    def query(self, **changes: str) -> str:
        """Return the address's query with some parts changed; empty parts are left out."""
        parts = {
            "q": self.search,
            "sort": "" if self.sort == BEST_FIRST else self.sort,
            "active": "1" if self.active else "",
            "group": self.group,
            "games": str(self.fewest_games or ""),
        } | changes
        return urlencode({key: value for key, value in parts.items() if value})

    @property
    def is_narrowed(self) -> bool:
        """Whether anybody is left out by a search or filter."""
        return bool(self.search or self.active or self.group or self.fewest_games)


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of a list; ``change`` None is new since the last published list.

    ``place`` is shared by equal ratings and counts the whole list, whatever is filtered; None for
    one without a rating.
    """

    place: int | None
    player: Player
    person: Person
    rating: int | None
    games: int
    pool_games: int
    k: KFactor | None
    last_day: date | None
    change: int | None


@dataclass(frozen=True, slots=True)
class LiveList:
    """A page of the live list; ``total`` counts the rated players of the whole list.

    ``games_needed`` is how many an unrated player needs for a first rating today.
    """

    rating_list: RatingList
    asked: Asked
    page: Page[Rating]
    rows: tuple[ListRow, ...]
    total: int
    published: PublishedList | None
    games_needed: int

    @property
    def shows_years(self) -> bool:
        """Whether two players of one page bear one name, so that the year tells them apart."""
        names = [row.person.name for row in self.rows]
        return len(names) != len(set(names))


def load_list(access: ClubAccess, rating_list: RatingList, asked: Asked, today: date) -> LiveList:
    """Return a page of the live list, or all of it where everything is asked; three queries."""
    published = latest_list(rating_list)
    rows = listed(access, rating_list, published)
    if asked.sort.removeprefix("-") == "k":
        rows = with_k(rows, today.year)
    wanted = narrowed(rows, access, asked, today)
    order = order_of(asked.sort)
    if asked.everything:
        page: Page[Rating] = Page(list(wanted.order_by(*_ordering(order))), "", "")
    else:
        page = page_of(wanted, order, after=asked.after, before=asked.before)
    places, total = places_on(rows)
    shown = tuple(_row(rating, access, places, today) for rating in page.rows)
    needed = regime_for(TimeControl(rating_list.time_control), today).first_rating.games_needed
    return LiveList(rating_list, asked, page, shown, total, published, needed)


def latest_list(rating_list: RatingList) -> PublishedList | None:
    """Return the list that was published last; one query."""
    return rating_list.published_lists.order_by("-number").first()


def listed(
    access: ClubAccess, rating_list: RatingList, published: PublishedList | None
) -> QuerySet[Any]:
    """Return everybody on a list whom this visitor may see, with what a page sorts by."""
    frozen = PublishedListRow.objects.filter(
        published_list=published, player=OuterRef("player")
    ).values("rating")[:1]
    rows = (
        Rating.objects.filter(
            rating_list=rating_list,
            player__merged_into__isnull=True,
            player__archived_at__isnull=True,
        )
        .select_related("player")
        .annotate(
            listed_rating=Subquery(frozen),
            shown_rating=Coalesce("rating", 0),
            shown_day=Coalesce("last_day", LONG_AGO),
            shown_change=Coalesce(F("rating") - F("listed_rating"), NEW_ON_THE_LIST),
            sort_name=_sort_name(access),
        )
    )
    return rows.filter(player__is_hidden=False) if access.is_public else rows


def with_k(rows: QuerySet[Any], year: int) -> QuerySet[Any]:
    """Return the rows with the K that ``k_factor`` gives an event of this year; 0 without one."""
    reached, is_senior = Q(rating__gte=TOP_RATING), Q(rating__gte=JUNIOR_UNDER)
    reached |= Q(peak__gte=TOP_RATING)
    is_senior |= Q(peak__gte=JUNIOR_UNDER)
    is_junior = Q(player__birth_year__gte=year - JUNIOR_AGE) & ~is_senior
    found: QuerySet[Any] = rows.annotate(
        shown_k=Case(
            When(rating__isnull=True, then=0),
            When(reached, then=10),
            When(is_junior | Q(games__lt=NEWCOMER_GAMES), then=40),
            default=20,
            output_field=IntegerField(),
        )
    )
    return found


def _sort_name(access: ClubAccess) -> Case | F:
    """Return what names are sorted by: a name that is not shown whole gives no hint of itself."""
    if not access.is_public:
        return F("player__search_name")
    return Case(
        When(_unveiled(), then=F("player__search_name")),
        default=Value(LAST_IN_SORT),
        output_field=TextField(),
    )


def _unveiled() -> Q:
    return Q(player__name_form=NameForm.FULL, player__pseudonymised_at__isnull=True)


def narrowed(rows: QuerySet[Any], access: ClubAccess, asked: Asked, today: date) -> QuerySet[Any]:
    """Return the rows that a search and filters leave; a search finds the unrated as well."""
    if asked.search:
        rows = rows.filter(player__in=find_players(access, asked.search))
    else:
        rows = rows.filter(rating__isnull=False)
    if asked.active:
        played = RatingChange.objects.filter(
            player=OuterRef("player"),
            rating_list=OuterRef("rating_list"),
            last_day__gte=today - ACTIVE,
            event_key__isnull=False,
        )
        rows = rows.filter(Exists(played))
    if asked.group:
        rows = rows.filter(_in_group(access, asked.group, today))
    return rows.filter(games__gte=asked.fewest_games) if asked.fewest_games else rows


def _in_group(access: ClubAccess, group: str, today: date) -> Q:
    if group == "women":
        return Q(player__sex="w") & (_unveiled() if access.is_public else Q())
    if group == "juniors":
        by_age = Q(player__birth_year__gte=today.year - JUNIOR_AGE)
    else:
        by_age = Q(player__birth_year__lte=today.year - VETERAN_FROM)
    if sees_private_facts(access):
        return by_age
    if not access.club.shows_birth_years:
        return Q(pk__in=[])
    return by_age & Q(
        player__shows_birth_year=True,
        player__is_hidden=False,
        player__pseudonymised_at__isnull=True,
    )


def has_age_groups(access: ClubAccess) -> bool:
    """Whether this visitor may filter by age at all."""
    return sees_private_facts(access) or access.club.shows_birth_years


def order_of(sort: str) -> tuple[str, ...]:
    """Return the keys of an order, the last one unique."""
    field = ORDERS[sort.removeprefix("-")]
    sign = "-" if sort.startswith("-") else ""
    keys = [f"{sign}{field}"]
    if field == "sort_name":
        return (*keys, f"{sign}player_id")
    if field != "shown_rating":
        keys.append("-shown_rating")
    return (*keys, "sort_name", "player_id")


def _ordering(keys: tuple[str, ...]) -> list[Any]:
    return [F(key[1:]).desc() if key.startswith("-") else F(key).asc() for key in keys]


def places_on(rows: QuerySet[Any]) -> tuple[dict[int, int], int]:
    """Return the place of each rating on the whole list, and how many are rated; one query."""
    counts = (
        rows.filter(rating__isnull=False)
        .order_by("-rating")
        .values("rating")
        .annotate(how_many=Count("pk"))
        .values_list("rating", "how_many")
    )
    places, total = {}, 0
    for rating, how_many in counts:
        places[rating] = total + 1
        total += how_many
    return places, total


def _row(rating: Any, access: ClubAccess, places: Mapping[int, int], today: date) -> ListRow:
    player = rating.player
    k = current_k(
        rating=rating.rating,
        games=rating.games,
        peak=rating.peak,
        birth_year=player.birth_year,
        year=today.year,
    )
    change = None
    if rating.rating is not None and rating.listed_rating is not None:
        change = rating.rating - rating.listed_rating
    return ListRow(
        place=places.get(rating.rating),
        player=player,
        person=person(player, access),
        rating=rating.rating,
        games=rating.games,
        pool_games=rating.pool_games,
        k=k,
        last_day=rating.last_day,
        change=change,
    )
