"""Issuing a rating list: a numbered, dated snapshot that no correction ever edits.

What corrections have changed since the list before is written down with the new one, with their
causes, so that a number that moved without a game is explained.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, the_product_in
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from clubs.models import Club, Player
from clubs.today import today_in
from clubs.webhooks import record_webhook_event
from ratings.models import (
    PublishedList,
    PublishedListRow,
    RatingChange,
    RatingList,
    RatingRevision,
)
from ratings.queries import NEWEST_FIRST, current_k
from ratings.replay import lock_lists

logger = logging.getLogger(__name__)

BATCH = 1000
LONGEST_NOTE = 200
CAUSE_FACTS = ("kind", "event_key", "event_name", "reason")


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A line of the list to be; ``previous_rating`` None is new on it."""

    player: Player
    rank: int
    rating: int
    previous_rating: int | None
    games: int
    k_factor: int


@dataclass(frozen=True, slots=True)
class PlannedList:
    """What would be issued; ``corrections`` as ``PublishedList`` keeps them."""

    number: int
    as_of: date
    previous: PublishedList | None
    rows: tuple[PlannedRow, ...]
    corrections: tuple[dict[str, Any], ...]

    @property
    def new(self) -> int:
        """How many are on the list who were not on the one before."""
        return sum(row.previous_rating is None for row in self.rows)

    @property
    def changed(self) -> int:
        """How many have another rating than on the list before."""
        return sum(row.previous_rating not in (None, row.rating) for row in self.rows)


def plan_list(rating_list: RatingList, as_of: date) -> PlannedList:
    """Return the list that would be issued as of the end of a day; six queries."""
    previous = rating_list.published_lists.order_by("-number").first()
    listed: dict[int, int] = {}
    if previous is not None:
        listed = dict(previous.rows.values_list("player_id", "rating"))
    standing = _in_force(rating_list, as_of)
    players = {
        player.pk: player
        for player in Player.objects.filter(
            club=rating_list.club_id,
            pk__in=[player for player, row in standing.items() if row.after is not None],
            merged_into__isnull=True,
            archived_at__isnull=True,
        )
    }
    return PlannedList(
        number=1 if previous is None else previous.number + 1,
        as_of=as_of,
        previous=previous,
        rows=tuple(_ranked(standing, players, listed, as_of)),
        corrections=tuple(_corrections(rating_list, previous, listed)),
    )


def _in_force(rating_list: RatingList, day: date) -> dict[int, RatingChange]:
    """Return everybody's last row at the end of a day, by player; one query."""
    newest = (
        RatingChange.objects.filter(
            player=OuterRef("player"), rating_list=rating_list, last_day__lte=day
        )
        .order_by(*NEWEST_FIRST)
        .values("pk")[:1]
    )
    rows = RatingChange.objects.filter(pk__in=rating_list.ratings.values(newest=Subquery(newest)))
    return {
        row.player_id: row for row in rows.only("player_id", "after", "games_after", "peak_after")
    }


def _ranked(
    standing: Mapping[int, RatingChange],
    players: Mapping[int, Player],
    listed: Mapping[int, int],
    as_of: date,
) -> Iterable[PlannedRow]:
    """Yield the lines in order, equal ratings on an equal rank."""
    rated = [
        (row.after, player, row)
        for player_id, player in players.items()
        if (row := standing[player_id]).after is not None
    ]
    rated.sort(key=lambda item: (-item[0], item[1].search_name, item[1].pk))
    rank = 0
    last: int | None = None
    for place, (rating, player, row) in enumerate(rated, start=1):
        rank = rank if rating == last else place
        last = rating
        k = current_k(
            rating=rating,
            games=row.games_after,
            peak=row.peak_after,
            birth_year=player.birth_year,
            year=as_of.year,
        )
        assert k is not None
        yield PlannedRow(player, rank, rating, listed.get(player.pk), row.games_after, k.k_base)


def _corrections(
    rating_list: RatingList, previous: PublishedList | None, listed: Mapping[int, int]
) -> Iterable[dict[str, Any]]:
    """Yield whom corrections would have given another rating on the list before, and their causes.

    A player who has come onto it or fallen from it is among them. Two queries.
    """
    if previous is None:
        return
    standing = _in_force(rating_list, previous.as_of)
    moved = {
        player: (listed.get(player), row.after)
        for player, row in standing.items()
        if listed.get(player) != row.after
    }
    moved |= {player: (rating, None) for player, rating in listed.items() if player not in standing}
    causes = _causes(rating_list, previous.issued_at, moved)
    for player, (was, now) in sorted(moved.items()):
        if player in causes:
            yield {"player": player, "was": was, "now": now, "causes": causes[player]}


def _causes(
    rating_list: RatingList, since: datetime, players: Iterable[int]
) -> dict[int, list[dict[str, Any]]]:
    """Return what moved players since a list was issued, each cause once, oldest first."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    revisions = RatingRevision.objects.filter(
        rating_list=rating_list, at__gt=since, player__in=list(players)
    ).order_by("pk")
    for player, cause in revisions.values_list("player_id", "cause"):
        told = {name: cause[name] for name in CAUSE_FACTS if cause.get(name)}
        if told not in found[player]:
            found[player].append(told)
    return found


def issue_list(
    access: ClubAccess, rating_list: RatingList, as_of: date, *, note: str = ""
) -> PublishedList:
    """Issue the list as it stands at the end of a day, under the next number.

    Raises InvalidInput for a day that is to come or before the list before, Refused while ratings
    are being worked out or nobody is rated.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    with transaction.atomic():
        locked = lock_lists(access.club.pk, [rating_list.time_control])[rating_list.time_control]
        planned = plan_list(locked, as_of)
        _refuse(locked, planned, access.club)
        issued = PublishedList.objects.create(
            club=access.club,
            rating_list=locked,
            number=planned.number,
            as_of=as_of,
            note=" ".join(note.split())[:LONGEST_NOTE],
            corrections=list(planned.corrections),
            issued_by_id=access.actor.user_id,
            issued_by_label=access.actor.label[:120],
        )
        PublishedListRow.objects.bulk_create(
            (_stored(issued, row) for row in planned.rows), batch_size=BATCH
        )
        facts: dict[str, Any] = {
            "list": locked.time_control,
            "number": issued.number,
            "as_of": as_of.isoformat(),
            "players": len(planned.rows),
        }
        record_act(access.club, access.actor, "list_issued", subject=str(issued.number), **facts)
        record_webhook_event(access.club, "list.issued", facts)
    return issued


def _stored(issued: PublishedList, row: PlannedRow) -> PublishedListRow:
    return PublishedListRow(
        club_id=issued.club_id,
        published_list=issued,
        player_id=row.player.pk,
        rank=row.rank,
        rating=row.rating,
        previous_rating=row.previous_rating,
        games=row.games,
        k_factor=row.k_factor,
    )


def _refuse(rating_list: RatingList, planned: PlannedList, club: Club) -> None:
    problems = []
    if planned.as_of > today_in(club):
        problems.append(Problem("day_to_come", _("This day is still to come."), "as_of"))
    if planned.previous is not None and planned.as_of < planned.previous.as_of:
        facts = {"number": planned.previous.number, "day": planned.previous.as_of.isoformat()}
        text = _("List %(number)s is dated %(day)s; a new one cannot have an earlier date.") % facts
        problems.append(Problem("before_last_list", text, "as_of", facts))
    if problems:
        raise InvalidInput("list_invalid", _("The list was not issued."), problems=problems)
    if rating_list.stale_since is not None:
        raise Refused(
            "ratings_waiting",
            _("Ratings are being worked out at this moment. Try again when they are done."),
        )
    if not planned.rows:
        raise Refused("nobody_rated", _("Nobody has a rating on this list on that day."))


def issue_monthly_lists() -> int:
    """Issue what clubs want issued each month, as of the end of the month before; return how many.

    Safe to run at any time and any number of times: a list of that day or later is not issued
    again, and one whose ratings are being worked out waits for the next run. A list that cannot be
    issued keeps no other from being issued.
    """
    issued = 0
    wanting = RatingList.objects.filter(club__issues_lists_monthly=True, stale_since__isnull=True)
    for rating_list in wanting.select_related("club").order_by("club_id", "pk"):
        try:
            issued += _issue_once(rating_list)
        except Exception:
            logger.exception("rating list %s: the monthly list was not issued", rating_list.pk)
    return issued


def _issue_once(rating_list: RatingList) -> bool:
    """Issue last month's list unless there is one; the lock keeps two runs apart."""
    as_of = today_in(rating_list.club).replace(day=1) - timedelta(days=1)
    with transaction.atomic():
        lock_lists(rating_list.club_id, [rating_list.time_control])
        if rating_list.published_lists.filter(as_of__gte=as_of).exists():
            return False
        try:
            issue_list(the_product_in(rating_list.club), rating_list, as_of)
        except Refused:
            return False
    return True
