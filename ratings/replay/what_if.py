"""Replaying with other inputs than those stored, list by list, without writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ratings.models import RatingList
from ratings.replay.chain import replay
from ratings.replay.diff import Difference, compare
from ratings.replay.load import ListChanges, StandardPatch, load_inputs, old_rows, row_values
from ratings.replay.records import Outcome, ReportInput, Row
from ratings.replay.spread import borrowed_days, standard_patch
from ratings.rules import TimeControl


@dataclass(slots=True)
class Simulated:
    """A list as it would be, against how it would be without the changes.

    ``named`` holds the rows of the events asked for, as they are without the changes.
    """

    time_control: str
    reports: dict[int, ReportInput]
    outcome: Outcome
    difference: Difference
    named: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class _Standard:
    """What the standard list lends, and from which days the others would move by it."""

    patch: StandardPatch | None = None
    days: dict[str, date] = field(default_factory=dict)


def simulate(
    lists: Mapping[str, RatingList],
    changes: Mapping[str, ListChanges],
    days: Mapping[str, date],
) -> list[Simulated]:
    """Return every list that the changes reach; ``days`` says from when each changes by itself.

    A list that waits for an update is compared with what that update will make of it, so that a
    preview shows its own changes only.
    """
    pending, changed = _Standard(), _Standard()
    simulated = []
    for time_control in TimeControl:
        rating_list = lists[time_control]
        stale = _earliest(rating_list.stale_since, pending.days.get(time_control))
        moved = _earliest(days.get(time_control), changed.days.get(time_control))
        since = _earliest(stale, moved)
        if since is None:
            continue
        own = changes.get(time_control) or ListChanges()
        named: list[Row] = []
        stored: Iterable[tuple[Any, ...]] = old_rows(rating_list, since)
        if stale is not None:
            outcome = replay(load_inputs(rating_list, since, standard=pending.patch))
            if time_control is TimeControl.STANDARD:
                pending = _lend(rating_list, since, outcome, compare(outcome, stored))
            stored = [(0, *row_values(row)) for row in outcome.rows]
        if moved is None:
            continue
        inputs = load_inputs(
            rating_list, since, changes=own, standard=changed.patch or pending.patch
        )
        outcome = replay(inputs)
        difference = compare(outcome, _watch(stored, set(own.reports), named))
        if time_control is TimeControl.STANDARD:
            changed = _lend(rating_list, since, outcome, difference)
            if pending.patch is not None:
                # Against the database, not against the pending update.
                from_database = compare(outcome, old_rows(rating_list, since))
                changed.patch = standard_patch(outcome, from_database, since)
        reports = {report.event_key: report for report in inputs.reports}
        simulated.append(Simulated(time_control, reports, outcome, difference, named))
    return simulated


def _lend(
    rating_list: RatingList, since: date, outcome: Outcome, difference: Difference
) -> _Standard:
    return _Standard(
        patch=standard_patch(outcome, difference, since),
        days=borrowed_days(rating_list.club_id, since, outcome, difference),
    )


def _watch(
    stored: Iterable[tuple[Any, ...]], event_keys: set[int], named: list[Row]
) -> Iterator[tuple[Any, ...]]:
    for values in stored:
        row = Row(*values[1:])
        if row.event_key in event_keys:
            named.append(row)
        yield values


def _earliest(*days: date | None) -> date | None:
    return min((day for day in days if day is not None), default=None)
