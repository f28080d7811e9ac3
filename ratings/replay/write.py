"""Bulk writes of a replay: the rows that differ, their revisions, the current ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from ratings.models import Rating, RatingChange, RatingList, RatingRevision
from ratings.replay.bulk import insert_rows, update_rows
from ratings.replay.diff import Difference, shown
from ratings.replay.load import COLUMNS, row_values, states_before
from ratings.replay.records import Outcome, Row, State

DELETE_BATCH = 5000
OWNER = ("club_id", "rating_list_id")
RATING_COLUMNS = ("rating", "games", "peak", "pool_games", "last_day", "last_change")
REVISION_COLUMNS = (
    "player_id",
    "event_key",
    "event_name",
    "adjustment_id",
    "old",
    "new",
    "cause_report_id",
    "cause_adjustment_id",
    "cause",
    "author_label",
    "at",
)


def write_difference(
    rating_list: RatingList,
    since: date,
    outcome: Outcome,
    difference: Difference,
    *,
    causes: Sequence[dict[str, Any]],
    names: dict[int, str],
    new_events: set[int],
) -> None:
    """Write what differs; a constant number of queries for each 2,000 rows.

    ``names`` are those of the live events. ``new_events`` are rated for the first time: their new
    rows are no correction.
    """
    removed = [pk for pk, _ in difference.removed]
    for start in range(0, len(removed), DELETE_BATCH):
        RatingChange.objects.filter(pk__in=removed[start : start + DELETE_BATCH])._raw_delete(
            RatingChange.objects.db
        )
    if difference.changed:
        update_rows(
            RatingChange,
            (*COLUMNS[1:], "id"),
            ((*row_values(new)[1:], pk) for pk, _, new in difference.changed),
        )
    owner = rating_list.club_id, rating_list.pk
    if difference.added:
        insert_rows(
            RatingChange,
            (*OWNER, *COLUMNS),
            ((*owner, *row_values(row)) for row in difference.added),
        )
    pairs = _corrected(difference, new_events)
    if pairs:
        revisions = _revisions(pairs, causes, names)
        insert_rows(
            RatingRevision,
            (*OWNER, *REVISION_COLUMNS),
            ((*owner, *revision) for revision in revisions),
        )
    _project(rating_list, since, outcome, difference)


def _corrected(difference: Difference, new_events: set[int]) -> list[tuple[Row | None, Row | None]]:
    """Return old and new of the rows that a correction changed, made or took away."""
    pairs: list[tuple[Row | None, Row | None]] = [
        (old, new) for _, old, new in difference.changed if shown(old) != shown(new)
    ]
    pairs += [(old, None) for _, old in difference.removed]
    pairs += [
        (None, row)
        for row in difference.added
        if row.event_key is not None and row.event_key not in new_events
    ]
    return pairs


def _revisions(
    pairs: Sequence[tuple[Row | None, Row | None]],
    causes: Sequence[dict[str, Any]],
    names: dict[int, str],
) -> Iterator[tuple[Any, ...]]:
    """Return the values of ``REVISION_COLUMNS`` for each row that was corrected."""
    gone = {cause["event_key"]: cause["event_name"] for cause in causes if "event_key" in cause}
    names = gone | names
    now = timezone.now()
    for old, new in pairs:
        row = new or old
        assert row is not None
        cause = cause_of(row, causes)
        yield (
            row.player,
            row.event_key,
            names.get(row.event_key or 0, ""),
            row.adjustment_id,
            shown(old),
            shown(new),
            cause.get("report_id"),
            cause.get("adjustment_id"),
            cause,
            cause.get("author", ""),
            now,
        )


def cause_of(row: Row, causes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what moved a row: its own report or adjustment, else the last change before it."""
    cause: dict[str, Any]
    for cause in reversed(causes):
        own = row.event_key is not None and cause.get("event_key") == row.event_key
        if own or (row.adjustment_id and cause.get("adjustment_id") == row.adjustment_id):
            return cause
    last_day = row.last_day.isoformat()
    found: dict[str, Any] = {}
    for cause in causes:
        if cause["day"] <= last_day:
            found = cause
    return found


def _project(
    rating_list: RatingList, since: date, outcome: Outcome, difference: Difference
) -> None:
    """Bring the current ratings of everybody touched in line with the newest rows."""
    players = difference.players
    newest: dict[int, tuple[State, Row]] = {}
    for player in players:
        state = outcome.states.get(player)
        if state is not None and state.row is not None:
            newest[player] = state, state.row
    without_row = players - set(newest)
    if without_row:
        newest |= states_before(rating_list, without_row, since)
    gone = players - set(newest)
    if gone:
        Rating.objects.filter(rating_list=rating_list, player_id__in=gone).delete()
    if newest:
        insert_rows(
            Rating,
            (*OWNER, "player_id", *RATING_COLUMNS),
            (
                (rating_list.club_id, rating_list.pk, row.player, *_current(state, row))
                for state, row in newest.values()
            ),
            conflict=("rating_list_id", "player_id"),
            updated=RATING_COLUMNS,
        )


def _current(state: State, row: Row) -> tuple[Any, ...]:
    """Return the values of ``RATING_COLUMNS``."""
    pooled = row.details.get("first", {}).get("games", 0) if state.rating is None else 0
    return state.rating, state.games, row.peak_after, pooled, row.last_day, row.change
