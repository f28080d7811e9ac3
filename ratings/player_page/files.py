"""Everything the player's page shows, for programs and spreadsheets. Scores are in hundredths.

One reading serves all files; the number of queries does not depend on the length of the history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from clubs.access import ClubAccess
from clubs.models import Player
from clubs.public_fields import public_player
from ratings.models import RatingChange, RatingRevision
from ratings.player_page.cards import reason_code
from ratings.player_page.corrections import Correction, corrections
from ratings.player_page.explain import sentences
from ratings.player_page.load import Card, chosen_card, load_cards, load_revisions, row_name
from ratings.player_page.page import title_of
from ratings.player_page.people import Person, people
from ratings.player_page.records import load_records
from ratings.queries import first_rating_steps, game_lines, history, pooled_lines

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


@dataclass(frozen=True, slots=True)
class WholeHistory:
    """A player's rows on all lists, newest first, with the names of everybody met."""

    changes: Sequence[RatingChange]
    names: dict[int, Person]


def load_history(
    access: ClubAccess, player: Player, *, time_control: str = "", row: str = ""
) -> WholeHistory:
    """Return the history, narrowed to a list or to one row of it; two queries."""
    rows = history(player)
    if time_control:
        rows = rows.filter(rating_list__time_control=time_control)
    changes = [change for change in rows if not row or row_name(change) == row]
    met = {line.opponent_id for change in changes for line in game_lines(change)}
    return WholeHistory(changes, people(access, met))


def history_body(
    access: ClubAccess, player: Player, today: date, *, time_control: str = "", row: str = ""
) -> dict[str, Any]:
    """Return everything as plain values for JSON."""
    cards = load_cards(access, player, today)
    whole = load_history(access, player, time_control=time_control, row=row)
    body: dict[str, Any] = {
        "club": {"slug": access.club.slug, "name": access.club.name},
        "player": public_player(player, access),
        "ratings": [_card_body(card) for card in cards],
        "changes": [_change_body(change, whole.names, access, player) for change in whole.changes],
    }
    if row:
        return body
    revisions: Iterable[RatingRevision] = load_revisions(player)
    body["corrections"] = [
        _correction_body(item) for item in corrections(revisions, with_author=False)
    ]
    return body


def records_body(access: ClubAccess, player: Player, today: date, time_control: str) -> Any:
    """Return opponents, colours, best results and streaks on one list for JSON."""
    card = chosen_card(load_cards(access, player, today), time_control)
    return {
        "club": {"slug": access.club.slug, "name": access.club.name},
        "player": public_player(player, access),
        "list": card.time_control,
        **_records_body(access, player, card),
    }


def _card_body(card: Card) -> dict[str, Any]:
    return {
        "list": card.time_control,
        "rating": card.rating,
        "games": card.games,
        "peak": card.peak,
        "pool_games": card.pool_games,
        "k": None if card.k is None else card.k.k_base,
        "k_reason": reason_code(card),
        "last_day": card.last_day,
        "last_change": card.last_change,
    }


def _change_body(
    change: RatingChange, names: dict[int, Person], access: ClubAccess, player: Player
) -> dict[str, Any]:
    body = dict(zip(EVENT_COLUMNS, event_cells(change), strict=True))
    body["flags"] = list(change.flags)
    body["games_before"] = change.games_before
    body["peak_before"] = change.peak_before
    if public_player(player, access)["birth_year"] is not None:
        body["birth_year"] = change.birth_year
    body["explanation"] = list(sentences(change))
    body["lines"] = [
        dict(zip(GAME_COLUMNS[3:], cells[3:], strict=True)) for cells in game_cells(change, names)
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


def event_rows(whole: WholeHistory) -> Iterable[Sequence[object]]:
    """Return one line for each history row, as ``EVENT_COLUMNS`` names its places."""
    for change in whole.changes:
        yield event_cells(change)


def event_cells(change: RatingChange) -> list[Any]:
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
        change.k_reason,
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


def game_rows(whole: WholeHistory) -> Iterable[Sequence[object]]:
    """Return one line for each game, as ``GAME_COLUMNS`` names its places."""
    for change in whole.changes:
        yield from game_cells(change, whole.names)


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
