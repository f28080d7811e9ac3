"""Reading what a player's page shows: a fixed number of queries, whatever the history's length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, F, FilteredRelation, Min, OuterRef, Q, QuerySet

from clubs.access import ClubAccess, nothing_here
from clubs.models import Player
from clubs.paging import Page, cursor_of, page_of
from clubs.whole_numbers import whole_number
from ratings.models import RatingChange, RatingList, RatingReport, RatingRevision
from ratings.queries import NEWEST_FIRST, current_k, history_on
from ratings.rules import KFactor, TimeControl, regime_for

EVENTS_ON_A_PAGE = 20
REVISIONS_SHOWN = 200
TWELVE_MONTHS = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Card:
    """How a player stands on one list; ``k`` is that of an event that begins now.

    ``rating`` None is unrated: ``pool_games`` then counts the games towards a first rating, of
    ``games_needed``.
    """

    rating_list: RatingList
    rating: int | None
    games: int
    peak: int | None
    pool_games: int
    last_day: date | None
    last_change: int
    games_needed: int
    k: KFactor | None

    @property
    def time_control(self) -> str:
        """The list's value in addresses and files."""
        return self.rating_list.time_control

    @property
    def label(self) -> str:
        """The list's name."""
        return self.rating_list.get_time_control_display()


def load_cards(access: ClubAccess, player: Player, on: date) -> list[Card]:
    """Return the player's three lists in the order standard, rapid, blitz; one query."""
    order = {str(name): place for place, name in enumerate(TimeControl)}
    lists = RatingList.objects.filter(club=access.club).annotate(
        own=FilteredRelation("ratings", condition=Q(ratings__player=player.pk)),
        own_rating=F("own__rating"),
        own_games=F("own__games"),
        own_peak=F("own__peak"),
        own_pool=F("own__pool_games"),
        own_day=F("own__last_day"),
        own_change=F("own__last_change"),
    )
    return [
        Card(
            rating_list=item,
            rating=item.own_rating,
            games=item.own_games or 0,
            peak=item.own_peak,
            pool_games=item.own_pool or 0,
            last_day=item.own_day,
            last_change=item.own_change or 0,
            games_needed=regime_for(TimeControl(item.time_control), on).first_rating.games_needed,
            k=current_k(
                rating=item.own_rating,
                games=item.own_games or 0,
                peak=item.own_peak,
                birth_year=player.birth_year,
                year=on.year,
            ),
        )
        for item in sorted(lists, key=lambda item: order[item.time_control])
    ]


def chosen_card(cards: Iterable[Card], time_control: str) -> Card:
    """Return the list asked for, else the one played last. Raises NotFound for an unknown one."""
    found = {card.time_control: card for card in cards}
    if time_control:
        if time_control not in found:
            raise nothing_here()
        return found[time_control]
    if not found:
        raise nothing_here()
    return max(found.values(), key=lambda card: (card.last_day or date.min, card.games))


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One history row as a chart needs it."""

    time_control: str
    day: date
    key: int
    event_key: int | None
    kind: str
    start_source: str
    peak_before: int | None
    before: int | None
    after: int | None
    is_corrected: bool


def load_chart(player: Player, since: date | None) -> list[ChartPoint]:
    """Return the rows of all three lists from a day on in the order of the chain; one query."""
    corrected = RatingRevision.objects.filter(
        player=player.pk, rating_list=OuterRef("rating_list"), event_key=OuterRef("event_key")
    )
    rows = RatingChange.objects.filter(player=player)
    if since is not None:
        rows = rows.filter(last_day__gte=since)
    values = rows.order_by(*(key.removeprefix("-") for key in NEWEST_FIRST)).values_list(
        "rating_list__time_control", "last_day", "key", "event_key", "kind", "start_source",
        "peak_before", "before", "after", Exists(corrected),
    )  # fmt: skip
    return [ChartPoint(*value) for value in values]


def first_day_of(player: Player) -> date | None:
    """Return the day of the player's oldest history row; one query."""
    day: date | None = RatingChange.objects.filter(player=player).aggregate(day=Min("last_day"))[
        "day"
    ]
    return day


def row_name(change: RatingChange) -> str:
    """Return how addresses name a history row of a player and list: its cause never changes.

    >>> row_name(RatingChange(event_key=12, key=12)), row_name(RatingChange(key=3))
    ('event-12', 'adjustment-3')
    """
    if change.event_key is not None:
        return f"event-{change.event_key}"
    return f"adjustment-{change.key}"


def named_row(name: str) -> Q:
    """Return the condition that finds the history row an address names. Raises NotFound."""
    cause, _, number = name.partition("-")
    key = whole_number(number)
    if cause not in ("event", "adjustment") or key is None:
        raise nothing_here()
    return Q(event_key=key) if cause == "event" else Q(event_key__isnull=True, key=key)


def fetch_row(player: Player, rating_list: RatingList, name: str) -> RatingChange:
    """Return the history row that an address names, in one query. Raises NotFound."""
    row = history_on(player, rating_list).filter(named_row(name)).first()
    if row is None:
        raise nothing_here()
    return row


def load_rows(
    player: Player,
    rating_list: RatingList,
    *,
    after: str = "",
    before: str = "",
    opened: str = "",
    size: int = EVENTS_ON_A_PAGE,
) -> Page[RatingChange]:
    """Return a page of the history, newest first; a row that is ``opened`` is always on it.

    One query, three where the opened row is further back than the page asked for.
    """
    rows = history_on(player, rating_list)
    page = page_of(rows, NEWEST_FIRST, after=after, before=before, size=size)
    if not opened or any(row_name(row) == opened for row in page.rows):
        return page
    first = fetch_row(player, rating_list, opened)
    place = cursor_of(first, NEWEST_FIRST)
    later = page_of(rows, NEWEST_FIRST, after=place, size=size)
    return Page([first, *later.rows], before=place, after=later.after)


def load_revisions(
    player: Player, rating_list: RatingList | None = None
) -> QuerySet[RatingRevision]:
    """Return what corrections changed of the player's rows, the newest first."""
    revisions = RatingRevision.objects.filter(player=player).select_related("rating_list")
    if rating_list is not None:
        revisions = revisions.filter(rating_list=rating_list)
    return revisions.order_by("-pk")


def event_names(rating_list: RatingList, event_keys: Iterable[int]) -> dict[int, str]:
    """Return the names of events as they were reported last; one query, none for none."""
    wanted = set(event_keys)
    if not wanted:
        return {}
    reports = RatingReport.objects.filter(
        rating_list=rating_list, event_key__in=wanted, is_current=True
    )
    return dict(reports.values_list("event_key", "event_name"))
