"""Bulk writes of a replay: the rows that differ, their revisions, the current ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from ratings.models import Rating, RatingChange, RatingList, RatingRevision
from ratings.replay.diff import Difference, shown
from ratings.replay.load import COLUMNS, row_values, states_before
from ratings.replay.records import Outcome, Row, State

BATCH = 500
DELETE_BATCH = 5000


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
    """Write what differs; a constant number of queries for each thousand rows.

    ``names`` are those of the live events. ``new_events`` are rated for the first time: their new
    rows are no correction.
    """
    removed = [pk for pk, _ in difference.removed]
    for start in range(0, len(removed), DELETE_BATCH):
        RatingChange.objects.filter(pk__in=removed[start : start + DELETE_BATCH])._raw_delete(
            RatingChange.objects.db
        )
    if difference.changed:
        RatingChange.objects.bulk_create(
            (_change(rating_list, new, pk) for pk, _, new in difference.changed),
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=UPDATED,
        )
    if difference.added:
        RatingChange.objects.bulk_create(
            (_change(rating_list, row) for row in difference.added), batch_size=BATCH
        )
    pairs = _corrected(difference, new_events)
    if pairs:
        RatingRevision.objects.bulk_create(
            _revisions(rating_list, pairs, causes, names), batch_size=BATCH
        )
    _project(rating_list, since, outcome, difference)


UPDATED = [name.removesuffix("_id") for name in COLUMNS if name != "player_id"]


def _change(rating_list: RatingList, row: Row, pk: int | None = None) -> RatingChange:
    return RatingChange(
        pk=pk,
        club_id=rating_list.club_id,
        rating_list_id=rating_list.pk,
        **dict(zip(COLUMNS, row_values(row), strict=True)),
    )


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
    rating_list: RatingList,
    pairs: Sequence[tuple[Row | None, Row | None]],
    causes: Sequence[dict[str, Any]],
    names: dict[int, str],
) -> Iterator[RatingRevision]:
    gone = {cause["event_key"]: cause["event_name"] for cause in causes if "event_key" in cause}
    names = gone | names
    for old, new in pairs:
        row = new or old
        assert row is not None
        cause = cause_of(row, causes)
        yield RatingRevision(
            club_id=rating_list.club_id,
            rating_list_id=rating_list.pk,
            player_id=row.player,
            event_key=row.event_key,
            event_name=names.get(row.event_key or 0, ""),
            adjustment_id=row.adjustment_id,
            old=shown(old),
            new=shown(new),
            cause_report_id=cause.get("report_id"),
            cause_adjustment_id=cause.get("adjustment_id"),
            cause=cause,
            author_label=cause.get("author", ""),
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
        Rating.objects.bulk_create(
            (_rating(rating_list, state, row) for state, row in newest.values()),
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["rating_list", "player"],
            update_fields=["rating", "games", "peak", "pool_games", "last_day", "last_change"],
        )


def _rating(rating_list: RatingList, state: State, row: Row) -> Rating:
    first = row.details.get("first", {})
    return Rating(
        club_id=rating_list.club_id,
        rating_list_id=rating_list.pk,
        player_id=row.player,
        rating=state.rating,
        games=state.games,
        peak=row.peak_after,
        pool_games=first.get("games", 0) if state.rating is None else 0,
        last_day=row.last_day,
        last_change=row.change,
    )
