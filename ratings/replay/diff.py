"""Comparing a replay with the rows that are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ratings.replay.load import row_values
from ratings.replay.records import REPORT, Outcome, Row, StandardValue, group_of, reference

# What a revision shows of a row, and what makes a change of a row one that players should see.
SHOWN = ("before", "after", "change", "start_rating", "base_k", "used_k", "game_count", "score")


@dataclass(slots=True)
class Difference:
    """What has to be written; ``changed`` holds id, stored row and new row.

    Stored rows come without their games and details, which may be many. ``old_values`` holds, by
    player, what the stored rows put in force.
    """

    added: list[Row] = field(default_factory=list)
    changed: list[tuple[int, Row, Row]] = field(default_factory=list)
    removed: list[tuple[int, Row]] = field(default_factory=list)
    old_values: dict[int, list[StandardValue]] = field(default_factory=dict)

    @property
    def players(self) -> set[int]:
        """Everybody with a row that is written or taken away."""
        found = {row.player for row in self.added}
        found.update(new.player for _, _, new in self.changed)
        found.update(old.player for _, old in self.removed)
        return found

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def compare(outcome: Outcome, stored: Iterable[tuple[Any, ...]]) -> Difference:
    """Return the difference between a replay and the stored rows of the same stretch.

    ``stored`` comes in chain order, each with its id first (``load.old_rows``).
    """
    fresh = {row.cause_key: row for row in outcome.rows}
    difference = Difference()
    values: dict[int, list[StandardValue]] = defaultdict(list)
    for pk, *columns in stored:
        old = Row(*columns)
        values[old.player].append(
            StandardValue(
                group_of(old.last_day, old.chain_rank),
                old.after,
                reference(old.event_key, old.key),
            )
        )
        new = fresh.pop(old.cause_key, None)
        if new is not None and row_values(new) == row_values(old):
            continue
        old.games, old.details, old.pool_after = [], {}, []
        if new is None:
            difference.removed.append((pk, old))
        else:
            difference.changed.append((pk, old, new))
    difference.added = list(fresh.values())
    difference.old_values = {
        player: values[player] for player in difference.players if player in values
    }
    return difference


def shown(row: Row | None) -> dict[str, Any] | None:
    """Return what a revision keeps of a row."""
    return None if row is None else {name: getattr(row, name) for name in SHOWN}


def value_on(day: date, values: Sequence[StandardValue]) -> tuple[int | None, list[Any]] | None:
    """Return the value in force on a day and its row; None where none of ``values`` had begun."""
    place = group_of(day, REPORT)
    for value in reversed(values):
        if value.group < place:
            return value.rating, value.ref
    return None
