"""Which tables travel with a club, in what order, and how a row is written and read.

Rows keep their numbers in the file; on the other side each gets a new one and every reference is
led to it. References to accounts stay behind: accounts belong to an installation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model, QuerySet

from clubs.audit import player_keys
from clubs.models import (
    ApiToken,
    AuditEvent,
    Club,
    IdempotencyRecord,
    Invitation,
    Membership,
    Player,
    PlayerMerge,
    User,
    WebhookDelivery,
    WebhookEndpoint,
)
from ratings.models import (
    PublishedList,
    PublishedListRow,
    RatedGame,
    Rating,
    RatingAdjustment,
    RatingChange,
    RatingList,
    RatingPolicy,
    RatingReport,
    RatingRevision,
)
from tournaments.models import Bye, Entry, HelperLink, Pairing, PairingJob, Round, Tournament

FORMAT = "rankfile-club/1"

# In the order in which a row's references exist before the row.
TABLES: tuple[type[Model], ...] = (
    Player,
    RatingList,
    RatingPolicy,
    RatingReport,
    RatedGame,
    RatingAdjustment,
    RatingRevision,
    PublishedList,
    PublishedListRow,
    Tournament,
    Entry,
    Round,
    Pairing,
    Bye,
    PlayerMerge,
    AuditEvent,
)
# What stays: accounts and secrets belong to an installation, work in progress to its worker, and
# the history follows from the reports, which the import proves.
LEFT_BEHIND: frozenset[type[Model]] = frozenset(
    {
        Membership,
        Invitation,
        ApiToken,
        IdempotencyRecord,
        WebhookEndpoint,
        WebhookDelivery,
        HelperLink,
        PairingJob,
        RatingChange,
        Rating,
    }
)
# What a new installation works out for itself.
LEFT_OUT: dict[type[Model], frozenset[str]] = {
    RatingList: frozenset(
        {
            "stale_since",
            "stale_causes",
            "attempts",
            "next_try_at",
            "next_nudge_at",
            "pending_since",
            "failed_at",
            "last_error",
            "replayed_at",
        }
    ),
}
CLUB_FIELDS = (
    "name", "city", "federation", "website", "language", "time_zone", "is_public",
    "shows_birth_years", "issues_lists_monthly", "next_event_number", "next_adjustment_number",
)  # fmt: skip
# Keys of JSON fields below which a player's number stands, apart from the audit.
PLAYER_KEYS = frozenset({"player", "player_id"})

# The rows the import must reach again, and what of them is compared.
CHECKED_FIELDS = (
    "kind", "first_day", "last_day", "start_rating", "start_source", "game_count", "score",
    "expected_score", "base_k", "k_reason", "used_k", "raw_change", "change", "before", "after",
    "games_after", "peak_after",
)  # fmt: skip


class BadRow(Exception):
    """A row that cannot be taken over; the text says why."""


def table_name(model: type[Model]) -> str:
    """Return the name of a table's file."""
    return f"{model._meta.model_name}.jsonl"


def travelling_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the fields of a table that travel."""
    left_out = LEFT_OUT.get(model, frozenset())
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and field.name not in left_out
        and not (isinstance(field, ForeignKey) and field.related_model in (User, Club))
    ]


def rows_of(club: Club, model: type[Model]) -> QuerySet[Any]:
    """Return a club's rows of a table in a fixed order."""
    return model._default_manager.filter(club=club).order_by("pk")


def row_as_json(row: Model, fields: list[Field[Any, Any]]) -> dict[str, Any]:
    """Return a row as it stands in the file."""
    return {"id": row.pk} | {field.name: field.value_from_object(row) for field in fields}


def row_from_json(
    model: type[Model],
    fields: list[Field[Any, Any]],
    data: Mapping[str, Any],
    numbers: Mapping[type[Model], Mapping[int, int]],
    club: Club,
) -> Model:
    """Return an unsaved row; every value is checked as a form would, every reference led over.

    A reference to the row's own table comes later, by ``self_references``. Raises BadRow.
    """
    expected = {"id"} | {field.name for field in fields}
    if not isinstance(data, dict) or set(data) != expected:
        raise BadRow("its fields are not those of this table")
    row = model(club_id=club.pk)
    for field in fields:
        value = data[field.name]
        if isinstance(field, ForeignKey):
            target = field.related_model
            if target is model or value is None:
                continue
            try:
                setattr(row, field.attname, numbers[target][value])
            except (KeyError, TypeError):
                raise BadRow(f"{field.name} names a row that is not in the file") from None
            continue
        if field.get_internal_type() == "JSONField" or (value is None and field.null):
            setattr(row, field.attname, _led_over(model, value, numbers))
            continue
        try:
            setattr(row, field.attname, field.clean(value, row))
        except ValidationError as error:
            raise BadRow(f"{field.name}: {' '.join(error.messages)}") from None
    return row


def self_references(
    model: type[Model], fields: list[Field[Any, Any]], data: Mapping[str, Any]
) -> Iterator[tuple[str, int]]:
    """Yield the references of a row to its own table: column and old number."""
    for field in fields:
        if isinstance(field, ForeignKey) and field.related_model is model and data[field.name]:
            yield field.attname, data[field.name]


def _led_over(
    model: type[Model], value: Any, numbers: Mapping[type[Model], Mapping[int, int]]
) -> Any:
    """Return a JSON value with the numbers of rows in it led over."""
    if model is AuditEvent:
        return _players_led_over(value, numbers[Player], player_keys)
    if model is PlayerMerge and isinstance(value, dict):
        # Places at boards are named by keys that stay; memberships stay behind with the accounts.
        return value | {
            "adjustments": _listed(value.get("adjustments"), numbers[RatingAdjustment]),
            "entries": _listed(value.get("entries"), numbers[Entry]),
            "memberships": [],
        }
    return _players_led_over(value, numbers.get(Player, {}), lambda _value: PLAYER_KEYS)


def _listed(items: Any, new_number: Mapping[int, int]) -> list[int]:
    known = items if isinstance(items, list) else []
    return [new_number[item] for item in known if isinstance(item, int) and item in new_number]


def _players_led_over(
    value: Any, players: Mapping[int, int], keys_of: Callable[[Mapping[str, Any]], Collection[str]]
) -> Any:
    """Return a JSON value with the numbers of players below the keys that hold them led over."""
    if isinstance(value, list):
        return [_players_led_over(item, players, keys_of) for item in value]
    if not isinstance(value, dict):
        return value
    led = {key: _players_led_over(item, players, keys_of) for key, item in value.items()}
    for key in keys_of(value):
        if isinstance(value.get(key), int):
            led[key] = players.get(value[key], value[key])
    if isinstance(value.get("players"), list):
        led["players"] = [
            players.get(item, item) if isinstance(item, int) else item for item in led["players"]
        ]
    return led


def checked_rows(club: Club, old_number: Mapping[int, int] | None = None) -> Iterator[list[Any]]:
    """Yield what is compared of each history row, in an order that numbers do not decide.

    ``old_number`` leads new players' numbers back to those in the file.
    """
    changes = RatingChange.objects.filter(club=club).select_related(None)
    order = ("rating_list__time_control", "last_day", "chain_rank", "first_day", "key")
    columns = ("rating_list__time_control", "key", "chain_rank", "player_id", *CHECKED_FIELDS)
    rows = changes.order_by(*order, "player_id").values_list(*columns)
    for time_control, key, rank, player, *rest in rows.iterator(chunk_size=2000):
        number = player if old_number is None else old_number[player]
        plain = [item.isoformat() if hasattr(item, "isoformat") else item for item in rest]
        yield [time_control, key, rank, number, *plain]
