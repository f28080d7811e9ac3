"""The shapes of the ledger in the REST API: history rows, previews, lists, revisions.

Scores, expected scores and raw changes are whole numbers in hundredths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any, NamedTuple

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from clubs.access import ClubAccess, of_club
from clubs.models import Player
from clubs.public_fields import knows_birth_year, shown_name
from ratings.models import RatingChange
from ratings.preview import Preview
from ratings.queries import game_lines
from ratings.replay.records import Row
from ratings.rules import TimeControl
from ratings.shown_k import shown_k_reason

TIME_CONTROLS = [str(name) for name in TimeControl]
TIME_CONTROL = OpenApiParameter(
    "time_control", OpenApiTypes.STR, OpenApiParameter.PATH, enum=TIME_CONTROLS
)


class PersonSchema(serializers.Serializer[Any]):
    """A player by number and the name this caller may see."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class GameSchema(serializers.Serializer[Any]):
    """One game of a history row, from the player's side.

    `opponent_rating` is the rating used in the formula; `left_out` says why a game does not count.
    """

    round_number = serializers.IntegerField()
    board_number = serializers.IntegerField()
    colour = serializers.ChoiceField(choices=["w", "b"])
    opponent = PersonSchema()
    opponent_rating = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(help_text="Hundredths of a point.")
    difference = serializers.IntegerField(allow_null=True)
    counted_difference = serializers.IntegerField(
        allow_null=True, help_text="After the rule of 400 points."
    )
    expected_score = serializers.IntegerField(allow_null=True, help_text="Hundredths.")
    left_out = serializers.CharField(allow_null=True)
    excluded_reason = serializers.CharField(allow_blank=True)


class HistoryRowSchema(serializers.Serializer[Any]):
    """What one event or one rating by hand did to one player on one list."""

    player = PersonSchema()
    kind = serializers.ChoiceField(choices=RatingChange.Kind.choices)
    event = serializers.IntegerField(allow_null=True, help_text="The event's number.")
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    start_rating = serializers.IntegerField(allow_null=True)
    start_source = serializers.CharField(allow_blank=True)
    games_before = serializers.IntegerField()
    regime = serializers.CharField(allow_blank=True, help_text="Edition of the regulations.")
    game_count = serializers.IntegerField()
    score = serializers.IntegerField(help_text="Hundredths.")
    expected_score = serializers.IntegerField(help_text="Hundredths.")
    base_k = serializers.IntegerField(allow_null=True)
    k_reason = serializers.CharField(allow_blank=True)
    used_k = serializers.IntegerField(allow_null=True)
    raw_change = serializers.IntegerField(help_text="Hundredths of a rating point.")
    change = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    flags = serializers.ListField(child=serializers.CharField())
    performance = serializers.IntegerField(allow_null=True)
    games_after = serializers.IntegerField()
    peak_after = serializers.IntegerField(allow_null=True)
    games = GameSchema(many=True)


ROW_FIELDS = (
    "kind", "first_day", "last_day", "start_rating", "start_source", "games_before", "regime",
    "game_count", "score", "expected_score", "base_k", "k_reason", "used_k", "raw_change",
    "change", "before", "after", "flags", "performance", "games_after", "peak_after",
)  # fmt: skip


class Named(NamedTuple):
    """A player as this caller may name him, and whether the caller may know the year of birth."""

    body: dict[str, Any]
    knows_year: bool


Names = dict[int, Named]


def names_of(access: ClubAccess, ids: Collection[int]) -> Names:
    """Return the players as this caller may know them, merged ones included; one query."""
    players = of_club(access, Player).filter(pk__in=set(ids))
    return {
        player.pk: Named(person_body(player, access), knows_birth_year(player, access))
        for player in players
    }


def person_body(player: Player, access: ClubAccess) -> dict[str, Any]:
    """Return a player by number and visible name."""
    return {"id": player.pk, "name": shown_name(player, access)}


def people_in(rows: Iterable[RatingChange | Row]) -> set[int]:
    """Return everybody a history row speaks of: its player and the opponents."""
    found = set()
    for row in rows:
        found.add(_player_of(row))
        found.update(line.opponent_id for line in game_lines(row))
    return found


def _player_of(row: RatingChange | Row) -> int:
    return row.player if isinstance(row, Row) else row.player_id


def row_body(row: RatingChange | Row, names: Names) -> dict[str, Any]:
    """Return a stored or previewed history row with its games."""
    named = names[_player_of(row)]
    body = {name: getattr(row, name) for name in ROW_FIELDS}
    body["k_reason"] = shown_k_reason(row.k_reason, row.games_before, knows_year=named.knows_year)
    games = []
    for line in game_lines(row):
        game = line._asdict()
        game["opponent"] = names[game.pop("opponent_id")].body
        games.append(game)
    return {
        "player": named.body,
        "event": row.event_key,
        **body,
        "kind": str(row.kind),
        "games": games,
    }


class PreviewRowSchema(serializers.Serializer[Any]):
    """A player's row as it is and as it would be; null where there is none."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    event = serializers.IntegerField()
    player = PersonSchema()
    old = HistoryRowSchema(allow_null=True)
    new = HistoryRowSchema(allow_null=True)


class LeftOutGameSchema(serializers.Serializer[Any]):
    """A game that would not count for a side, with the reason for each."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    event = serializers.IntegerField()
    round_number = serializers.IntegerField()
    board_number = serializers.IntegerField()
    white = PersonSchema()
    black = PersonSchema()
    white_reason = serializers.CharField(allow_null=True)
    black_reason = serializers.CharField(allow_null=True)


class LaterEventSchema(serializers.Serializer[Any]):
    """An event further on whose ratings would move."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    event = serializers.IntegerField()
    name = serializers.CharField()
    last_day = serializers.DateField()
    ratings = serializers.IntegerField()
    largest_change = serializers.IntegerField()


class WaveSchema(serializers.Serializer[Any]):
    """How far a change reaches."""

    games = serializers.IntegerField()
    ratings = serializers.IntegerField()
    events = serializers.IntegerField()
    largest_change = serializers.IntegerField()


class PreviewSchema(serializers.Serializer[Any]):
    """What would happen; confirming carries the digest."""

    digest = serializers.CharField()
    rows = PreviewRowSchema(many=True)
    left_out = LeftOutGameSchema(many=True)
    later = LaterEventSchema(many=True)
    wave = WaveSchema()


def preview_body(preview: Preview, access: ClubAccess) -> dict[str, Any]:
    """Return a preview with names; one query."""
    rows = [row for each in preview.rows for row in (each.old, each.new) if row is not None]
    ids = people_in(rows) | {row.player_id for row in preview.rows}
    for game in preview.left_out:
        ids |= {game.white_id, game.black_id}
    names = names_of(access, ids)
    return {
        "digest": preview.digest,
        "rows": [
            {
                "time_control": row.time_control,
                "event": row.event_key,
                "player": names[row.player_id].body,
                "old": None if row.old is None else row_body(row.old, names),
                "new": None if row.new is None else row_body(row.new, names),
            }
            for row in preview.rows
        ],
        "left_out": [
            {
                "time_control": game.time_control,
                "event": game.event_key,
                "round_number": game.round_number,
                "board_number": game.board_number,
                "white": names[game.white_id].body,
                "black": names[game.black_id].body,
                "white_reason": game.white_reason,
                "black_reason": game.black_reason,
            }
            for game in preview.left_out
        ],
        "later": [
            {
                "time_control": event.time_control,
                "event": event.event_key,
                "name": event.event_name,
                "last_day": event.last_day,
                "ratings": event.ratings,
                "largest_change": event.largest_change,
            }
            for event in preview.later
        ],
        "wave": asdict(preview.wave),
    }
