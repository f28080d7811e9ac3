"""Everything the player's page shows, for programs and spreadsheets. Scores are in hundredths.

Files are written while the rows are read: neither memory nor the number of queries depends on the
length of the history, only on how many opponents the player has met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from clubs.access import ClubAccess
from clubs.models import Player
from clubs.public_fields import knows_birth_year, public_player
from ratings.csv_text import csv_pieces, csv_text
from ratings.json_text import json_pieces
from ratings.models import RatingChange
from ratings.player_page.cards import shown_card
from ratings.player_page.corrections import Correction, corrections
from ratings.player_page.explain import sentences
from ratings.player_page.load import (
    Card,
    chosen_card,
    load_cards,
    load_revisions,
    named_row,
    row_name,
)
from ratings.player_page.page import title_of
from ratings.player_page.people import Person, people
from ratings.player_page.records import ColourRecord, Opponent, load_records
from ratings.queries import GameLine, first_rating_steps, game_lines, history, pooled_lines
from ratings.shown_k import shown_k_reason

CHUNK = 200

EVENT_COLUMNS = (
    "list", "row", "kind", "event", "event_number", "first_day", "last_day", "start_rating",
    "start_source", "games", "score", "expected_score", "base_k", "k_reason", "used_k",
    "raw_change", "change", "before", "after", "games_after", "peak_after", "average_opponent",
    "performance", "rules", "flags",
)  # fmt: skip
GAME_COLUMNS = (
    "list", "row", "event", "round", "board", "colour", "opponent_id", "opponent",
    "opponent_rating", "score", "difference", "counted_difference", "expected_score", "gain",
    "left_out", "excluded_reason",
)  # fmt: skip
CORRECTION_COLUMNS = (
    "at", "list", "what", "reason", "row", "label", "change_was", "change_is", "rating_was",
    "rating_is",
)  # fmt: skip
RECORD_COLUMNS = (
    "record", "opponent_id", "opponent", "event_number", "event", "day", "games", "wins", "draws",
    "losses", "score", "value",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class History:
    """A player's rows, newest first, each read when it is asked for, once.

    ``names`` are those of everybody met; ``knows_year`` says whether this visitor may know the
    player's year of birth.
    """

    changes: Iterator[RatingChange]
    names: dict[int, Person]
    knows_year: bool


def read_history(
    access: ClubAccess,
    player: Player,
    *,
    time_control: str = "",
    row: str = "",
    with_names: bool = True,
) -> History:
    """Return the history, narrowed to a list or to one row of it; three queries.

    Opponents stand in the rows alone, so these are gone through once for the numbers of everybody
    met and once more for themselves. Without names it is one query.
    """
    rows = history(player)
    if time_control:
        rows = rows.filter(rating_list__time_control=time_control)
    if row:
        rows = rows.filter(named_row(row))
    met: set[int] = set()
    if with_names:
        for games in rows.order_by().values_list("games", flat=True).iterator(chunk_size=CHUNK):
            met.update(GameLine(*line).opponent_id for line in games)
    return History(
        rows.iterator(chunk_size=CHUNK), people(access, met), knows_birth_year(player, access)
    )


def history_json(
    access: ClubAccess, player: Player, today: date, *, time_control: str = "", row: str = ""
) -> Iterator[str]:
    """Return everything as the pieces of a JSON object; corrections only with the whole history."""
    whole = read_history(access, player, time_control=time_control, row=row)
    seen = public_player(player, access)
    head = {
        "club": {"slug": access.club.slug, "name": access.club.name},
        "player": seen,
        "ratings": [
            _card_body(card, seen["birth_year"]) for card in load_cards(access, player, today)
        ],
    }
    lists: dict[str, Iterable[Any]] = {
        "changes": (_change_body(change, whole) for change in whole.changes)
    }
    if not row:
        revisions = load_revisions(player).iterator(chunk_size=CHUNK)
        lists["corrections"] = (
            _correction_body(item) for item in corrections(revisions, with_author=False)
        )
    return json_pieces(head, lists)


def events_csv(access: ClubAccess, player: Player) -> Iterator[str]:
    """Return the history rows of all lists as the pieces of a table."""
    whole = read_history(access, player, with_names=False)
    rows = (event_cells(change, knows_year=whole.knows_year) for change in whole.changes)
    return csv_pieces(EVENT_COLUMNS, rows)


def games_csv(access: ClubAccess, player: Player) -> Iterator[str]:
    """Return the games behind the history rows as the pieces of a table."""
    whole = read_history(access, player)
    rows = (cells for change in whole.changes for cells in game_cells(change, whole.names))
    return csv_pieces(GAME_COLUMNS, rows)


def corrections_csv(player: Player) -> Iterator[str]:
    """Return every row that a correction changed, newest first, as the pieces of a table."""
    revisions = load_revisions(player).iterator(chunk_size=CHUNK)
    rows = (
        [
            item.at, item.time_control, item.what, item.reason, row.name, row.label,
            row.old_change, row.new_change, row.before, row.after,
        ]
        for item in corrections(revisions, with_author=False)
        for row in item.rows
    )  # fmt: skip
    return csv_pieces(CORRECTION_COLUMNS, rows)


def records_csv(access: ClubAccess, player: Player, today: date, time_control: str) -> str:
    """Return opponents, colours, best results and streaks on one list as a table.

    ``record`` says what a row tells; ``value`` is the opponent's rating in a best win, the rating
    of a best performance, the length of a streak.
    """
    card = chosen_card(load_cards(access, player, today), time_control)
    records = load_records(access, player, card.rating_list, most_opponents=None)
    rows: list[dict[str, Any]] = [
        {"record": "opponent", "opponent_id": item.person.id, "opponent": item.person.name,
         **_results_of(item)}
        for item in records.opponents
    ]  # fmt: skip
    rows += [{"record": f"colour_{item.colour}", **_results_of(item)} for item in records.colours]
    rows += [
        {"record": "best_win", "opponent_id": item.opponent.id, "opponent": item.opponent.name,
         "event_number": item.event_key, "event": item.event_name, "day": item.day,
         "value": item.rating}
        for item in records.best_wins
    ]  # fmt: skip
    rows += [
        {"record": "best_performance", "event_number": item.event_key, "event": item.event_name,
         "day": item.day, "games": item.games, "score": item.score, "value": item.performance}
        for item in records.best_performances
    ]  # fmt: skip
    streaks = asdict(records.streaks).items()
    rows += [{"record": f"streak_{name}", "value": length} for name, length in streaks]
    return csv_text(RECORD_COLUMNS, ([row.get(name) for name in RECORD_COLUMNS] for row in rows))


def _results_of(item: Opponent | ColourRecord) -> dict[str, int]:
    return {
        "games": item.games,
        "wins": item.wins,
        "draws": item.draws,
        "losses": item.losses,
        "score": item.score,
    }


def records_body(access: ClubAccess, player: Player, today: date, time_control: str) -> Any:
    """Return opponents, colours, best results and streaks on one list for JSON."""
    card = chosen_card(load_cards(access, player, today), time_control)
    return {
        "club": {"slug": access.club.slug, "name": access.club.name},
        "player": public_player(player, access),
        "list": card.time_control,
        **_records_body(access, player, card),
    }


def _card_body(card: Card, birth_year: int | None) -> dict[str, Any]:
    return {
        "list": card.time_control,
        "rating": card.rating,
        "games": card.games,
        "peak": card.peak,
        "pool_games": card.pool_games,
        "k": None if card.k is None else card.k.k_base,
        "k_reason": shown_card(card, birth_year).k_reason,
        "last_day": card.last_day,
        "last_change": card.last_change,
    }


def _change_body(change: RatingChange, whole: History) -> dict[str, Any]:
    cells = event_cells(change, knows_year=whole.knows_year)
    body = dict(zip(EVENT_COLUMNS, cells, strict=True))
    body["flags"] = list(change.flags)
    body["games_before"] = change.games_before
    body["peak_before"] = change.peak_before
    if whole.knows_year:
        body["birth_year"] = change.birth_year
    body["explanation"] = list(sentences(change))
    body["lines"] = [
        dict(zip(GAME_COLUMNS[3:], cells[3:], strict=True))
        for cells in game_cells(change, whole.names)
    ]
    steps = first_rating_steps(change)
    if steps is not None:
        body["first_rating"] = {name: value for name, value in steps.items() if name != "pool"}
        body["first_rating"]["pool"] = [line._asdict() for line in pooled_lines(change)]
    return body


def _correction_body(item: Correction) -> dict[str, Any]:
    body = asdict(item)
    for private in ("anchor", "author", "list_label"):
        del body[private]
    body["list"] = body.pop("time_control")
    return body


def _records_body(access: ClubAccess, player: Player, card: Card) -> dict[str, Any]:
    records = load_records(access, player, card.rating_list, most_opponents=None)
    body = asdict(records)
    for opponent in body["opponents"]:
        opponent |= {"id": opponent["person"]["id"], "name": opponent["person"]["name"]}
        del opponent["person"]
    for win in body["best_wins"]:
        win["opponent"] = {key: win["opponent"][key] for key in ("id", "name")}
    del body["opponent_count"]
    return body


def event_cells(change: RatingChange, *, knows_year: bool) -> list[Any]:
    """Return a history row as ``EVENT_COLUMNS`` names its places."""
    return [
        change.rating_list.time_control,
        row_name(change),
        change.kind,
        title_of(change),
        change.event_key,
        change.first_day,
        change.last_day,
        change.start_rating,
        change.start_source,
        change.game_count,
        change.score,
        change.expected_score,
        change.base_k,
        shown_k_reason(change.k_reason, change.games_before, knows_year=knows_year),
        change.used_k,
        change.raw_change,
        change.change,
        change.before,
        change.after,
        change.games_after,
        change.peak_after,
        change.average_opponent,
        change.performance,
        change.regime,
        " ".join(change.flags),
    ]


def game_cells(change: RatingChange, names: dict[int, Person]) -> Iterable[list[Any]]:
    """Return the games of a history row as ``GAME_COLUMNS`` names their places."""
    for line in game_lines(change):
        yield [
            change.rating_list.time_control,
            row_name(change),
            title_of(change),
            line.round_number,
            line.board_number,
            line.colour,
            line.opponent_id,
            names[line.opponent_id].name,
            line.opponent_rating,
            line.score,
            line.difference,
            line.counted_difference,
            line.expected_score,
            line.delta,
            line.left_out,
            line.excluded_reason,
        ]
