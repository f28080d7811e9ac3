"""A whole event: all players and boards in, every player's result out."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from ratings.calculator.answers import decimal, points
from ratings.calculator.reading import HIGHEST_K, Reader, Row, shown
from ratings.rules import (
    DRAW,
    LOSS,
    WIN,
    EventGame,
    EventPlayer,
    LeftOut,
    PlayerResult,
    Regime,
    TimeControl,
    rate_event,
)

FIELDS = ("players", "games")
PLAYER_FIELDS = ("id", "rating", "k", "standard_rating")
PLAYERS_LIMIT = 300
BOARDS_LIMIT = 3000
ID_LENGTH = 50

UNPLAYED = LeftOut.UNPLAYED
RESULTS: dict[str, tuple[int, int, LeftOut | None]] = {
    "1-0": (WIN, LOSS, None),
    "0-1": (LOSS, WIN, None),
    "1/2-1/2": (DRAW, DRAW, None),
    "0-0": (LOSS, LOSS, None),
    "1/2-0": (DRAW, LOSS, None),
    "0-1/2": (LOSS, DRAW, None),
    "+/-": (WIN, LOSS, UNPLAYED),
    "-/+": (LOSS, WIN, UNPLAYED),
    "-/-": (LOSS, LOSS, UNPLAYED),
}


@dataclass(frozen=True, slots=True)
class EventCase:
    """A readable event."""

    regime: Regime
    day: date
    players: tuple[EventPlayer, ...]
    games: tuple[EventGame, ...]


def read_event(reader: Reader, time_control: TimeControl, day: date, value: object) -> EventCase:
    """Return the event in ``value``; call ``reader.check`` before using it."""
    fields = reader.fields(value, "input", FIELDS)
    regime = reader.regime(time_control, day, "date")
    players: dict[str, EventPlayer] = {}
    for row in reader.rows(fields, "players", "input", limit=PLAYERS_LIMIT):
        player = _read_player(reader, row, regime)
        if player.id in players:
            message = gettext("is the id of two players")
            reader.refuse("listed_twice", message, f"{row.path}.id", id=player.id)
        players[player.id] = player
    games = [
        _read_game(reader, row, players)
        for row in reader.rows(fields, "games", "input", limit=BOARDS_LIMIT)
    ]
    return EventCase(regime, day, tuple(players.values()), tuple(games))


def work_out_event(case: EventCase) -> dict[str, PlayerResult]:
    """Return the results of all players by id."""
    return rate_event(case.players, case.games, regime=case.regime, on=case.day)


def answer_event(case: EventCase, results: dict[str, PlayerResult]) -> dict[str, Any]:
    """Return the answer in the form of the worked cases."""
    return {
        "players": {
            name: _answer_player(result, case.regime.floor) for name, result in results.items()
        }
    }


def _read_player(reader: Reader, row: Row, regime: Regime) -> EventPlayer:
    fields = reader.fields(row.value, row.path, PLAYER_FIELDS)
    name = fields.get("id")
    if not isinstance(name, str) or not 0 < len(name) <= ID_LENGTH:
        facts = {"limit": ID_LENGTH, "value": shown(name)}
        message = gettext("must be text of 1 to %(limit)s characters, not %(value)s") % facts
        reader.refuse("bad_id", message, f"{row.path}.id", **facts)
        name = row.path
    rating = reader.optional_rating(fields, "rating", row.path)
    k_base = reader.optional_whole(fields, "k", row.path, lowest=1, highest=HIGHEST_K)
    standard = reader.optional_rating(fields, "standard_rating", row.path)
    if rating is not None and fields.get("k") is None:
        reader.missing(f"{row.path}.k")
    return EventPlayer(name, rating, k_base, standard if regime.borrows_standard else None)


def _read_game(reader: Reader, row: Row, players: dict[str, EventPlayer]) -> EventGame:
    value = row.value
    if not isinstance(value, list) or len(value) != 3:
        message = gettext("must be a list of three: white, black and result")
        reader.refuse("bad_game", message, row.path)
        return EventGame("", "", LOSS, LOSS)
    white, black, result = value
    for index, name in enumerate((white, black)):
        if not isinstance(name, str) or name not in players:
            facts = {"value": shown(name)}
            message = gettext("must be the id of a player, not %(value)s") % facts
            reader.refuse("unknown_player", message, f"{row.path}[{index}]", **facts)
    if isinstance(white, str) and white == black:
        message = gettext("cannot play against themselves")
        reader.refuse("same_player", message, f"{row.path}[1]", id=shown(white))
    if not isinstance(result, str) or result not in RESULTS:
        facts = {"value": shown(result), "allowed": ", ".join(RESULTS)}
        message = gettext("must be one of %(allowed)s, not %(value)s") % facts
        reader.refuse("bad_result", message, f"{row.path}[2]", **facts)
        result = "0-0"
    return EventGame(white, black, *RESULTS[result])


def _answer_player(result: PlayerResult, floor: int) -> dict[str, Any]:
    change, initial = result.change, result.initial
    if change is not None and result.start_rating is not None:
        new_rating = result.start_rating + change.change
        return {
            "kind": "change",
            "games_counted": change.games_counted,
            "score": points(change.score),
            "k_used": change.k_used,
            "sum_delta": decimal(change.sum_delta),
            "raw_change": decimal(change.raw_change),
            "rounded_change": change.change,
            "new_rating": new_rating,
            "status": "rated" if new_rating >= floor else "unrated",
            "performance": result.performance.rating if result.performance else None,
        }
    rating = initial.rating if initial else None
    return {
        "kind": "initial",
        "games_counted": initial.games_counted if initial else 0,
        "rating": rating,
        "status": "unrated" if rating is None else "rated",
        "reason": initial.reason.value if initial and initial.reason else None,
    }
