"""Background work of the ledger: at-least-once delivery, exactly-once effect.

The stale mark on the list is the queue; a message is only a nudge and may be lost, doubled or
late. An attempt is counted in a transaction of its own, so that even a worker that dies at it
leaves a trace; after five the list is parked and shown to the organiser. Without a broker the same
tasks run inline.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery import Task, shared_task
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from ratings import publishing, replay
from ratings.models import RatingList

logger = logging.getLogger(__name__)

BROKER_ERRORS = (BrokerError, ConnectionError)
MOST_ATTEMPTS = 5
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(minutes=15)


@shared_task(
    name="ratings.tasks.update_list",
    bind=True,
    soft_time_limit=60,
    time_limit=90,
    max_retries=5,
)
def update_list(task: Task[Any, Any], list_id: int) -> None:
    """Bring one list up to date; safe to run twice and to be killed."""
    try:
        if not begin_attempt(list_id):
            return
        updated = replay.update_list(list_id)
    except OperationalError as error:
        note_failure(list_id, error)
        if task.request.is_eager:
            # Inline there is nobody to wait; the sweep tries again.
            raise
        raise task.retry(exc=error, countdown=2**task.request.retries) from error
    except Exception as error:
        note_failure(list_id, error)
        raise
    for marked in updated.marked:
        nudge(marked)


def update_now(list_id: int) -> str | None:
    """Bring a list up to date in this process, parked or not; return the error, if any."""
    try:
        replay.update_list(list_id)
    except Exception as error:  # noqa: BLE001 - the caller goes on with the next list
        note_failure(list_id, error)
        return str(error)
    return None


@shared_task(name="ratings.tasks.sweep")
def sweep() -> int:
    """Nudge every list that is stale and due; return how many."""
    due = lists_due()
    for list_id in due:
        nudge(list_id)
    return len(due)


def lists_due() -> list[int]:
    """Return the lists that are stale, due and not parked, and put off their next nudge.

    The next try stays where it is: the attempt moves it when it is counted, so that a message that
    was lost costs none and one that arrives costs one.
    """
    now = timezone.now()
    with transaction.atomic():
        stale = RatingList.objects.filter(stale_since__isnull=False, failed_at__isnull=True)
        due = stale.filter(
            Q(next_try_at__isnull=True) | Q(next_try_at__lte=now),
            Q(next_nudge_at__isnull=True) | Q(next_nudge_at__lte=now),
        )
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True, no_key=True)
        found = list(due.order_by("pk"))
        for rating_list in found:
            rating_list.next_nudge_at = now + _wait_after(rating_list.attempts)
            rating_list.save(update_fields=["next_nudge_at"])
    return [rating_list.pk for rating_list in found]


def nudge(list_id: int) -> bool:
    """Ask for an update; False when the message was not sent, which loses nothing."""
    try:
        update_list.delay(list_id)
    except BROKER_ERRORS:
        logger.warning(
            "rating list %s: no broker, the sweep will see to it", list_id, exc_info=True
        )
        return False
    except Exception:
        logger.exception("rating list %s: not asked for, the sweep will see to it", list_id)
        return False
    return True


def nudge_after_commit(list_id: int) -> None:
    """Ask for an update once the transaction that marked the list has been committed."""

    def nudge_marked_list() -> None:
        nudge(list_id)

    transaction.on_commit(nudge_marked_list, robust=True)


def begin_attempt(list_id: int) -> bool:
    """Count an attempt, or say that there is nothing to do; one transaction of its own.

    Several messages that arrive while one attempt is due count as one.
    """
    now = timezone.now()
    with transaction.atomic():
        rating_list = (
            RatingList.objects.select_for_update(no_key=True)
            .filter(pk=list_id, stale_since__isnull=False, failed_at__isnull=True)
            .first()
        )
        if rating_list is None:
            return False
        waiting = rating_list.next_try_at is not None and rating_list.next_try_at > now
        if rating_list.attempts and waiting:
            return True
        if rating_list.attempts >= MOST_ATTEMPTS:
            rating_list.failed_at = now
            rating_list.save(update_fields=["failed_at"])
            logger.error("rating list %s: parked after %s attempts", list_id, MOST_ATTEMPTS)
            return False
        rating_list.next_try_at = now + _wait_after(rating_list.attempts)
        rating_list.attempts += 1
        rating_list.save(update_fields=["attempts", "next_try_at"])
    return True


def note_failure(list_id: int, error: BaseException) -> None:
    """Write down why an attempt failed; the fifth parks the list."""
    logger.error("rating list %s: update failed", list_id, exc_info=error)
    try:
        with transaction.atomic():
            rating_list = RatingList.objects.select_for_update(no_key=True).get(pk=list_id)
            rating_list.last_error = f"{type(error).__name__}: {error}"[:300]
            if rating_list.attempts >= MOST_ATTEMPTS:
                rating_list.failed_at = timezone.now()
            rating_list.save(update_fields=["last_error", "failed_at"])
    except DatabaseError:
        logger.exception("rating list %s: the failure could not be written down", list_id)


def try_again(access: ClubAccess, rating_list: RatingList) -> None:
    """Give a parked list new attempts, at an organiser's wish."""
    access.require(Right.MANAGE)
    with transaction.atomic():
        lists = replay.lock_lists(access.club.pk, [rating_list.time_control])
        locked = lists[rating_list.time_control]
        locked.attempts = 0
        locked.failed_at = None
        locked.last_error = ""
        locked.next_try_at = locked.next_nudge_at = None
        locked.pending_since = timezone.now()
        locked.save(
            update_fields=[
                "attempts",
                "failed_at",
                "last_error",
                "next_try_at",
                "next_nudge_at",
                "pending_since",
            ]
        )
        record_act(
            access.club, access.actor, "rating_list_tried_again", subject=locked.time_control
        )
        nudge_after_commit(locked.pk)


def _wait_after(attempts: int) -> timedelta:
    wait: timedelta = FIRST_WAIT * 2**attempts
    return min(wait, LONGEST_WAIT)


@shared_task(name="ratings.tasks.issue_monthly_lists", soft_time_limit=240, time_limit=300)
def issue_monthly_lists() -> int:
    """Issue the lists that clubs want each month; safe at any time, and twice."""
    return publishing.issue_monthly_lists()
