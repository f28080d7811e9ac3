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
MOST_CAUSES = 500
# What two causes have in common when the later one says all that is to be said.
SAME_CAUSE = ("event_key", "adjustment_id", "policy_from", "player", "players")


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


def mark_stale(rating_list: RatingList, day: date, *causes: dict[str, Any]) -> None:
    """Mark a locked list stale from a day on; new inputs give a parked list new tries.

    ``causes`` name what changed, in ids and words (``RatingRevision.cause``). One without a day of
    its own is of that day.
    """
    now = timezone.now()
    if rating_list.stale_since is None or rating_list.failed_at is not None:
        rating_list.pending_since = now
    if rating_list.stale_since is None or day < rating_list.stale_since:
        rating_list.stale_since = day
    new = [{"day": day.isoformat(), **cause} for cause in causes]
    rating_list.stale_causes = _kept([*rating_list.stale_causes, *new])
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


def _kept(causes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the newest cause for each day and event, and at most ``MOST_CAUSES``.

    The one of the earliest day is always among them: every row that moves is of that day or later,
    so none is ever left without a cause.
    """
    newest: dict[tuple[str, ...], dict[str, Any]] = {}
    for cause in causes:
        is_of_an_input = "event_key" in cause or "adjustment_id" in cause
        kind = "" if is_of_an_input else str(cause.get("kind"))
        place = (cause["day"], kind, *(str(cause.get(name)) for name in SAME_CAUSE))
        newest.pop(place, None)
        newest[place] = cause
    kept = list(newest.values())
    if len(kept) <= MOST_CAUSES:
        return kept
    earliest = min(kept, key=lambda cause: str(cause["day"]))
    kept = kept[1 - MOST_CAUSES :]
    return kept if earliest in kept else [earliest, *kept]


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
