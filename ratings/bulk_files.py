"""Whole lists and histories for programs, as CSV or one JSON object a line.

They are written while they are read, so memory does not grow with the number of rows. A million
rows pass here: they are read as tuples, without models.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from clubs.access import ClubAccess
from clubs.public_fields import (
    NAME_FIELDS,
    PUBLIC_FIELDS,
    PlayerRow,
    knows_birth_year,
    public_player,
    shown_name,
)
from ratings.csv_text import csv_lines
from ratings.models import Rating, RatingChange, RatingList
from ratings.queries import GameLine
from ratings.shown_k import shown_k_reason

CHUNK = 2000
LIST_COLUMNS = ("place", *PUBLIC_FIELDS, "rating", "games", "last_day", "last_change")
HISTORY_COLUMNS = (
    "player", "name", "kind", "event", "first_day", "last_day", "start_rating", "start_source",
    "game_count", "score", "expected_score", "base_k", "k_reason", "used_k", "raw_change",
    "change", "before", "after", "performance",
)  # fmt: skip
FORMS = ("csv", "jsonl")
# One for all lines: making one costs as much as writing a line.
_as_json = json.JSONEncoder(ensure_ascii=False, default=str).encode


def list_rows(access: ClubAccess, rating_list: RatingList) -> Iterator[tuple[Any, ...]]:
    """Yield the rated players of a live list, best first, as this caller may see them.

    The values stand in the order of ``LIST_COLUMNS``.
    """
    rows = Rating.objects.filter(
        rating_list=rating_list,
        rating__isnull=False,
        player__merged_into__isnull=True,
        player__archived_at__isnull=True,
    )
    if access.is_public:
        rows = rows.filter(player__is_hidden=False)
    values = rows.order_by("-rating", "player_id").values_list(
        "rating", "games", "last_day", "last_change", *_of_player(PlayerRow._fields)
    )
    place, last = 0, None
    for number, (rating, games, last_day, last_change, *player) in enumerate(
        values.iterator(chunk_size=CHUNK), start=1
    ):
        place = place if rating == last else number
        last = rating
        shown = public_player(PlayerRow(*player), access).values()
        yield (place, *shown, rating, games, last_day, last_change)


def history_rows(access: ClubAccess, rating_list: RatingList) -> Iterator[tuple[Any, ...]]:
    """Yield all history rows of a list in the order of the chain.

    The values stand in the order of ``HISTORY_COLUMNS``.
    """
    return _history_rows(access, rating_list, ())


def history_rows_with_games(
    access: ClubAccess, rating_list: RatingList
) -> Iterator[tuple[Any, ...]]:
    """Yield the same rows, and in each the list of its games; opponents by number."""
    fields = GameLine._fields
    for *values, games in _history_rows(access, rating_list, ("games",)):
        # The last field may be missing in a row, and is empty then.
        yield (*values, [dict(zip(fields, (*game, ""), strict=False)) for game in games])


def _history_rows(
    access: ClubAccess, rating_list: RatingList, more: tuple[str, ...]
) -> Iterator[tuple[Any, ...]]:
    rows = RatingChange.objects.filter(rating_list=rating_list)
    if access.is_public:
        rows = rows.filter(player__is_hidden=False)
    columns = ("event_key" if name == "event" else name for name in HISTORY_COLUMNS[2:])
    values = rows.order_by("last_day", "chain_rank", "first_day", "key", "id").values_list(
        *_of_player((*NAME_FIELDS, "shows_birth_year")), "games_before", *columns, *more
    )
    known = len(NAME_FIELDS)
    reason = HISTORY_COLUMNS.index("k_reason")
    for row in values.iterator(chunk_size=CHUNK):
        player = PlayerRow(*row[:known])._replace(shows_birth_year=row[known])
        line = [player.pk, shown_name(player, access), *row[known + 2 :]]
        line[reason] = shown_k_reason(
            line[reason], row[known + 1], knows_year=knows_birth_year(player, access)
        )
        yield tuple(line)


def _of_player(fields: Iterable[str]) -> list[str]:
    return [f"player__{name}" for name in fields]


def as_csv(rows: Iterator[tuple[Any, ...]], columns: tuple[str, ...]) -> Iterator[bytes]:
    """Yield a table in pieces of many lines."""
    yield csv_lines([columns]).encode()
    while piece := list(islice(rows, CHUNK)):
        yield csv_lines(piece).encode()


def as_json_lines(rows: Iterator[tuple[Any, ...]], columns: tuple[str, ...]) -> Iterator[bytes]:
    """Yield one JSON object a row, in pieces of many lines."""
    while piece := list(islice(rows, CHUNK)):
        lines = [_as_json(dict(zip(columns, row, strict=True))) for row in piece]
        yield ("\n".join(lines) + "\n").encode()
