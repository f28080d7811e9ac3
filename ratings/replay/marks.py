"""Locks and stale marks: the row of a list is the lock and the queue of its replay.

Lists of a club are locked in one order: standard, rapid, blitz. A use case that locks more locks
the club first, then events, lists and players, and reads a row again once it holds it. ``no_key``
keeps a lock from standing in the way of rows that merely point at the one that is locked.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Club
from ratings.models import TIME_CONTROL_LABELS, RatingList
from ratings.rules import TimeControl

LOCK_ORDER = tuple(TIME_CONTROL_LABELS)
# The nudge after commit comes first; the sweep looks after a list only when it was lost.
GRACE = timedelta(seconds=10)
MOST_CAUSES = 50


def lock_club(club_id: int) -> None:
    """Lock the row of a club, which gives out its running numbers."""
    Club.objects.select_for_update(no_key=True).only("pk").get(pk=club_id)


def lock_lists(club_id: int, time_controls: Sequence[str] = LOCK_ORDER) -> dict[str, RatingList]:
    """Lock lists of a club in the one order and return them by time control.

    One query a list: the order in which a single query locks its rows is nowhere promised.
    """
    lists = {}
    for time_control in LOCK_ORDER:
        if time_control in time_controls:
            lists[time_control] = RatingList.objects.select_for_update(no_key=True).get(
                club=club_id, time_control=time_control
            )
    return lists


def lock_list(list_id: int) -> RatingList:
    """Lock one list; its club's standard list must be held already. One query."""
    return RatingList.objects.select_for_update(no_key=True).get(pk=list_id)


def lock_standard_beside(list_id: int) -> RatingList:
    """Lock the standard list of a list's club, which may be the list itself; one query."""
    return RatingList.objects.select_for_update(no_key=True).get(
        club__in=RatingList.objects.filter(pk=list_id).values("club"),
        time_control=TimeControl.STANDARD,
    )


def mark_stale(rating_list: RatingList, day: date, cause: dict[str, Any]) -> None:
    """Mark a locked list stale from a day on; new inputs give a parked list new tries.

    ``cause`` names what changed, in ids and words (``RatingRevision.cause``).
    """
    now = timezone.now()
    if rating_list.stale_since is None or rating_list.failed_at is not None:
        rating_list.pending_since = now
    if rating_list.stale_since is None or day < rating_list.stale_since:
        rating_list.stale_since = day
    causes = [*rating_list.stale_causes, {**cause, "day": day.isoformat()}]
    rating_list.stale_causes = causes[-MOST_CAUSES:]
    rating_list.attempts = 0
    rating_list.failed_at = None
    rating_list.last_error = ""
    rating_list.next_try_at = now + GRACE
    rating_list.next_nudge_at = None
    rating_list.save(
        update_fields=[
            "stale_since",
            "stale_causes",
            "attempts",
            "failed_at",
            "last_error",
            "next_try_at",
            "next_nudge_at",
            "pending_since",
        ]
    )


def clear_mark(rating_list: RatingList) -> None:
    """Say that a locked list is true again."""
    rating_list.stale_since = None
    rating_list.stale_causes = []
    rating_list.attempts = 0
    rating_list.next_try_at = None
    rating_list.next_nudge_at = None
    rating_list.pending_since = None
    rating_list.failed_at = None
    rating_list.last_error = ""
    rating_list.replayed_at = timezone.now()
    rating_list.save(
        update_fields=[
            "stale_since",
            "stale_causes",
            "attempts",
            "next_try_at",
            "next_nudge_at",
            "pending_since",
            "failed_at",
            "last_error",
            "replayed_at",
        ]
    )
