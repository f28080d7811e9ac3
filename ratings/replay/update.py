"""Bringing a list up to date: one transaction under the lock of the list.

Delivered twice, the second finds nothing to do; killed halfway, nothing is written and the stale
mark is still there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.utils import timezone

from clubs.webhooks import record_webhook_events
from ratings.models import RatingList, RatingReport
from ratings.replay.chain import replay
from ratings.replay.diff import Difference, compare
from ratings.replay.load import load_inputs, old_rows
from ratings.replay.marks import (
    LOCK_ORDER,
    clear_mark,
    lock_list,
    lock_lists,
    lock_standard_beside,
    mark_stale,
)
from ratings.replay.spread import borrowed_days
from ratings.replay.write import write_difference
from ratings.rules import TimeControl


@dataclass(slots=True)
class Updated:
    """What an update did: by list, the events rated now and the rated ones whose rows moved.

    ``marked`` are the lists that became stale by it and wait for an update of their own.
    """

    rated_events: dict[str, list[int]] = field(default_factory=dict)
    corrected_events: dict[str, list[int]] = field(default_factory=dict)
    marked: list[int] = field(default_factory=list)


def update_list(list_id: int) -> Updated:
    """Replay a list from the day it is stale, and a stale standard list before a rapid or blitz.

    The number of queries does not depend on the number of players or games.
    """
    updated = Updated()
    with transaction.atomic():
        standard = lock_standard_beside(list_id)
        lists = {standard.time_control: standard}
        own = standard
        if standard.pk != list_id:
            if standard.stale_since is not None:
                # A replay of the standard list may reach both others: both are held in order.
                lists |= lock_lists(standard.club_id, LOCK_ORDER[1:])
            own = lock_list(list_id)
            lists[own.time_control] = own
        if standard.stale_since is not None:
            _replay_standard(standard, lists, updated)
        if own.stale_since is not None:
            _replay(own, updated)
            if own.pk in updated.marked:
                updated.marked.remove(own.pk)
        record_webhook_events(standard.club_id, _happened(updated))
    return updated


def _happened(updated: Updated) -> list[tuple[str, dict[str, object]]]:
    """Return what the club's programs are told, in the very transaction that did it."""
    happened: list[tuple[str, dict[str, object]]] = [
        ("event.rated", {"event": key, "time_control": time_control})
        for time_control, keys in updated.rated_events.items()
        for key in keys
    ]
    happened += [
        ("ratings.corrected", {"time_control": time_control, "events": keys})
        for time_control, keys in updated.corrected_events.items()
        if keys
    ]
    return happened


def _replay_standard(standard: RatingList, lists: dict[str, RatingList], updated: Updated) -> None:
    causes = standard.stale_causes
    days = _replay(standard, updated)
    if not days:
        return
    missing = [name for name in LOCK_ORDER if name in days and name not in lists]
    lists |= lock_lists(standard.club_id, missing)
    for time_control, day in sorted(days.items(), key=lambda item: LOCK_ORDER.index(item[0])):
        through = [{**cause, "through": "standard"} for cause in causes]
        mark_stale(lists[time_control], day, *through)
        updated.marked.append(lists[time_control].pk)


def _replay(rating_list: RatingList, updated: Updated) -> dict[str, date]:
    """Replay one locked list; return from which day the lists that borrow from it are stale."""
    since = rating_list.stale_since
    assert since is not None
    inputs = load_inputs(rating_list, since)
    submitted = [report for report in inputs.reports if not report.is_rated]
    outcome = replay(inputs)
    difference = compare(outcome, old_rows(rating_list, since))
    write_difference(
        rating_list,
        since,
        outcome,
        difference,
        causes=rating_list.stale_causes,
        names={report.event_key: report.name for report in inputs.reports},
        new_events={report.event_key for report in submitted if report.revision == 1},
    )
    if submitted:
        RatingReport.objects.filter(
            rating_list=rating_list, is_current=True, status=RatingReport.Status.SUBMITTED
        ).update(status=RatingReport.Status.RATED, rated_at=timezone.now())
    days: dict[str, date] = {}
    if rating_list.time_control == TimeControl.STANDARD:
        days = borrowed_days(rating_list.club_id, since, outcome, difference)
    clear_mark(rating_list)
    _note(updated, rating_list.time_control, {item.event_key for item in submitted}, difference)
    return days


def _note(updated: Updated, time_control: str, rated: set[int], difference: Difference) -> None:
    moved = {new.event_key for _, _, new in difference.changed}
    moved |= {old.event_key for _, old in difference.removed}
    moved |= {row.event_key for row in difference.added}
    updated.rated_events[time_control] = sorted(rated)
    updated.corrected_events[time_control] = sorted(
        key for key in moved if key is not None and key not in rated
    )
