"""Reading lists that were issued: their lines, what corrections changed, older and newer ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from clubs.access import ClubAccess, fetch, of_club, visible_players
from clubs.formatting import sentence
from clubs.paging import Page, page_of
from ratings.models import PublishedList, PublishedListRow
from ratings.player_page.corrections import cause_sentence
from ratings.player_page.people import Person, people, person

LISTS_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One line with the name as it may be shown today; ``change`` None is new on the list."""

    row: PublishedListRow
    person: Person

    @property
    def change(self) -> int | None:
        """The difference to the list before."""
        previous = self.row.previous_rating
        return None if previous is None else self.row.rating - previous


@dataclass(frozen=True, slots=True)
class ShownCorrection:
    """Whom corrections gave another rating than the list before says, and why."""

    person: Person
    was: int | None
    now: int | None
    causes: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of an issued list."""

    issued: PublishedList
    page: Page[PublishedListRow]
    lines: Sequence[ShownLine]
    corrections: Sequence[ShownCorrection]
    total: int


def all_lists(access: ClubAccess, *, after: str = "", before: str = "") -> Page[Any]:
    """Return the club's issued lists, newest first, with their number of players; one query."""
    lists = (
        of_club(access, PublishedList).select_related("rating_list").annotate(players=Count("rows"))
    )
    return page_of(lists, ("-pk",), after=after, before=before, size=LISTS_ON_A_PAGE)


def fetch_list(access: ClubAccess, time_control: str, number: int) -> PublishedList:
    """Return one issued list. Raises NotFound."""
    lists = PublishedList.objects.select_related("rating_list")
    return fetch(access, lists, rating_list__time_control=time_control, number=number)


def lines_of(access: ClubAccess, issued: PublishedList) -> QuerySet[PublishedListRow]:
    """Return the lines that this visitor may see, in order; hidden players leave a gap."""
    return issued.rows.filter(player__in=visible_players(access)).select_related("player")


def load_published(
    access: ClubAccess,
    issued: PublishedList,
    *,
    after: str = "",
    before: str = "",
    everything: bool = False,
) -> ShownList:
    """Return a page of an issued list, or all of it; three queries."""
    lines = lines_of(access, issued)
    if everything:
        page = Page(list(lines.order_by("rank", "player_id")), "", "")
    else:
        page = page_of(lines, ("rank", "player_id"), after=after, before=before)
    return ShownList(
        issued=issued,
        page=page,
        lines=[ShownLine(row, person(row.player, access)) for row in page.rows],
        corrections=shown_corrections(access, issued.corrections),
        total=lines.count(),
    )


def shown_corrections(
    access: ClubAccess, stored: Sequence[Mapping[str, Any]]
) -> list[ShownCorrection]:
    """Return what corrections changed, without players this visitor may not see; one query."""
    names = people(access, {item["player"] for item in stored})
    return [
        ShownCorrection(
            names[item["player"]],
            item["was"],
            item["now"],
            [
                f"{cause_sentence(cause)} {sentence(cause.get('reason') or '')}".strip()
                for cause in item["causes"]
            ],
        )
        for item in stored
        if item["player"] in names and names[item["player"]].url
    ]
