"""Whole lists and histories for programs, as CSV or one JSON object a line.

They are written while they are read, so memory does not grow with the number of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from clubs.access import ClubAccess
from clubs.public_fields import PUBLIC_FIELDS, knows_birth_year, public_player
from ratings.csv_text import csv_text
from ratings.models import Rating, RatingChange, RatingList
from ratings.queries import game_lines
from ratings.shown_k import shown_k_reason

CHUNK = 1000
LIST_COLUMNS = ("place", *PUBLIC_FIELDS, "rating", "games", "last_day", "last_change")
HISTORY_COLUMNS = (
    "player", "name", "kind", "event", "first_day", "last_day", "start_rating", "start_source",
    "game_count", "score", "expected_score", "base_k", "k_reason", "used_k", "raw_change",
    "change", "before", "after", "performance",
)  # fmt: skip
FORMS = ("csv", "jsonl")


def list_rows(access: ClubAccess, rating_list: RatingList) -> Iterator[dict[str, Any]]:
    """Yield the rated players of a live list, best first, as this caller may see them."""
    rows = Rating.objects.filter(
        rating_list=rating_list,
        rating__isnull=False,
        player__merged_into__isnull=True,
        player__archived_at__isnull=True,
    ).select_related("player")
    if access.is_public:
        rows = rows.filter(player__is_hidden=False)
    place, last = 0, None
    for number, row in enumerate(
        rows.order_by("-rating", "player_id").iterator(chunk_size=CHUNK), start=1
    ):
        place = place if row.rating == last else number
        last = row.rating
        yield {
            "place": place,
            **public_player(row.player, access),
            "rating": row.rating,
            "games": row.games,
            "last_day": row.last_day,
            "last_change": row.last_change,
        }


def history_rows(
    access: ClubAccess, rating_list: RatingList, *, with_games: bool
) -> Iterator[dict[str, Any]]:
    """Yield all history rows of a list in the order of the chain; opponents by number."""
    rows = RatingChange.objects.filter(rating_list=rating_list).select_related("player")
    if access.is_public:
        rows = rows.filter(player__is_hidden=False)
    ordered = rows.order_by("last_day", "chain_rank", "first_day", "key", "id").defer(
        "details", "pool_after"
    )
    for row in ordered.iterator(chunk_size=CHUNK):
        body = {
            "player": row.player_id,
            "name": public_player(row.player, access)["name"],
            "event": row.event_key,
            **{name: getattr(row, name) for name in HISTORY_COLUMNS[2:] if name != "event"},
        }
        knows_year = knows_birth_year(row.player, access)
        body["k_reason"] = shown_k_reason(row.k_reason, row.games_before, knows_year=knows_year)
        if with_games:
            body["games"] = [line._asdict() for line in game_lines(row)]
        yield body


def as_text(rows: Iterable[dict[str, Any]], columns: tuple[str, ...], form: str) -> Iterator[bytes]:
    """Yield the file in pieces of many lines."""
    if form == "csv":
        yield csv_text(columns, []).encode()
    piece: list[dict[str, Any]] = []
    for row in rows:
        piece.append(row)
        if len(piece) == CHUNK:
            yield _piece(piece, columns, form)
            piece = []
    if piece:
        yield _piece(piece, columns, form)


def _piece(rows: list[dict[str, Any]], columns: tuple[str, ...], form: str) -> bytes:
    if form == "csv":
        lines = csv_text(columns, ([row[name] for name in columns] for row in rows))
        return lines.partition("\r\n")[2].encode()
    texts = (json.dumps(row, ensure_ascii=False, default=str) for row in rows)
    return "".join(f"{text}\n" for text in texts).encode()
