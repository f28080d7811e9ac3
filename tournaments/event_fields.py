"""What may be said of an event, and what is wrong with it, field by field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import InvalidInput, Problem
from clubs.names import tidy_name
from tournaments.event_queries import BAKU
from tournaments.models import Tournament
from tournaments.results import Colour, PointValues
from tournaments.standings.editions import Edition
from tournaments.standings.tie_breaks.codes import (
    RepeatedTieBreakError,
    UnknownTieBreakError,
    canonical_codes,
)
from tournaments.time_controls import time_control_problems

MOST_ROUNDS = 99
OLDEST_DAY = date(1900, 1, 1)
NEWEST_DAY = date(2200, 1, 1)
HIGHEST_VALUE = 9900
LOWEST_UNRATED, HIGHEST_UNRATED = 100, 3000
POINT_FIELDS = (
    "win", "draw", "loss", "pairing_bye", "half_point_bye", "full_point_bye", "zero_point_bye",
)  # fmt: skip
TEXT_LENGTHS = {
    "name": 150, "city": 100, "chief_arbiter": 100, "deputy_arbiters": 200, "description": 5000,
    "time_control_reason": 200,
}  # fmt: skip
EVENT_FIELDS = frozenset(
    {*TEXT_LENGTHS, "federation", "start_date", "end_date", "minutes", "increment",
     "time_control", "format", "rounds_planned", "half_point_bye_cap", "last_rounds_without_bye",
     "tie_breaks", "tie_break_edition", "unrated_as", "forfeits_count_in_direct_encounter",
     "initial_colour", "acceleration", "is_public"}
)  # fmt: skip


def prepared_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields as they are stored: tidy texts, point values in one place.

    Point values are given in hundredths under the names of ``PointValues``. A name that is no field
    of an event is a mistake of the caller.
    """
    if unknown := set(fields) - EVENT_FIELDS - set(POINT_FIELDS):
        raise TypeError(f"no field of an event: {sorted(unknown)}")
    prepared = {name: value for name, value in fields.items() if name not in POINT_FIELDS}
    for name in TEXT_LENGTHS:
        if name in prepared and name != "description":
            prepared[name] = tidy_name(prepared[name] or "")
    if "federation" in prepared:
        prepared["federation"] = (prepared["federation"] or "").strip().upper()
    return prepared


def stored_point_values(current: Mapping[str, int], fields: Mapping[str, Any]) -> dict[str, int]:
    """Return the point values that differ from the usual ones, after a change."""
    usual = PointValues()
    merged = dict(current) | {name: fields[name] for name in POINT_FIELDS if name in fields}
    return {name: value for name, value in merged.items() if value != getattr(usual, name)}


def refuse_problems(problems: list[Problem]) -> None:
    """Refuse an event with every field that is wrong."""
    if problems:
        raise InvalidInput("event_invalid", _("The event was not saved."), problems=problems)


def event_problems(fields: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with a complete set of fields, point values included."""
    return [
        *_text_problems(fields),
        *_day_problems(fields),
        *time_control_problems(
            fields["minutes"],
            fields["increment"],
            fields["time_control"],
            fields["time_control_reason"],
        ),
        *_format_problems(fields),
        *_point_problems(fields),
        *tie_break_problems(fields["tie_breaks"]),
        *_unrated_problems(fields["unrated_as"]),
    ]


def _text_problems(fields: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if not any(letter.isalnum() for letter in fields["name"]):
        problems.append(Problem("name_missing", _("Enter a name for the event."), "name"))
    for name, most in TEXT_LENGTHS.items():
        if len(fields[name]) > most:
            message = _("At most %(most)s characters.") % {"most": most}
            problems.append(Problem("too_long", message, name, {"most": most}))
    if fields["federation"] and not re.fullmatch("[A-Z]{3}", fields["federation"]):
        message = _("Three capital letters, for example POR.")
        problems.append(Problem("federation_form", message, "federation"))
    return problems


def _day_problems(fields: Mapping[str, Any]) -> list[Problem]:
    problems = []
    first, last = fields["start_date"], fields["end_date"]
    for name, day in (("start_date", first), ("end_date", last)):
        if day is not None and not OLDEST_DAY <= day < NEWEST_DAY:
            problems.append(Problem("day_range", _("This day cannot be right."), name))
    if first and last and last < first:
        message = _("The last day comes before the first.")
        problems.append(Problem("days_out_of_order", message, "end_date"))
    if last and not first:
        problems.append(Problem("first_day_missing", _("Enter the first day too."), "start_date"))
    return problems


def _format_problems(fields: Mapping[str, Any]) -> list[Problem]:
    problems = []
    choices: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("format", tuple(Tournament.Format.values)),
        ("tie_break_edition", ("", *Edition)),
        ("initial_colour", ("", *Colour)),
        ("acceleration", ("", BAKU)),
    )
    for name, allowed in choices:
        if fields[name] not in allowed:
            message = _("Choose one of the values.")
            problems.append(Problem("unknown_value", message, name, {"allowed": list(allowed)}))
    numbers = (
        ("rounds_planned", 1, MOST_ROUNDS),
        ("half_point_bye_cap", 0, MOST_ROUNDS),
        ("last_rounds_without_bye", 0, MOST_ROUNDS),
    )
    for name, least, most in numbers:
        if fields[name] is None or not least <= fields[name] <= most:
            message = _("A number from %(least)s to %(most)s.") % {"least": least, "most": most}
            problems.append(Problem("out_of_range", message, name, {"least": least, "most": most}))
    return problems


def _point_problems(fields: Mapping[str, Any]) -> list[Problem]:
    values = {name: fields[name] for name in POINT_FIELDS}
    problems = []
    for name, value in values.items():
        if not isinstance(value, int) or not 0 <= value <= HIGHEST_VALUE or value % 10:
            message = _("Points from 0 to 99, at most one digit after the point.")
            problems.append(Problem("points_range", message, name))
    if problems:
        return problems
    if not values["loss"] <= values["draw"] <= values["win"] or values["win"] == 0:
        message = _("A win must be worth at least a draw, and a draw at least a loss.")
        problems.append(Problem("points_order", message, "win"))
    if fields["acceleration"] == BAKU and (values["win"], values["draw"], values["loss"]) != (
        100,
        50,
        0,
    ):
        message = _("Acceleration needs a point for a win and half a point for a draw.")
        problems.append(Problem("acceleration_needs_standard_points", message, "acceleration"))
    return problems


def _unrated_problems(rating: int | None) -> list[Problem]:
    if rating is None or LOWEST_UNRATED <= rating <= HIGHEST_UNRATED:
        return []
    limits = {"least": LOWEST_UNRATED, "most": HIGHEST_UNRATED}
    message = _("A number from %(least)s to %(most)s.") % limits
    return [Problem("out_of_range", message, "unrated_as", limits)]


def tie_break_problems(codes: list[str]) -> list[Problem]:
    """Return what is wrong with an order of tie-breaks."""
    try:
        canonical_codes(codes)
    except UnknownTieBreakError as unknown:
        message = _("There is no tie-break %(code)s.") % {"code": unknown.code}
        facts = {"code": unknown.code, "allowed": list(unknown.allowed)}
        return [Problem("tie_break_unknown", message, "tie_breaks", facts)]
    except RepeatedTieBreakError as repeated:
        message = _("%(code)s is listed twice in the order.") % {"code": repeated.code}
        return [Problem("tie_break_repeated", message, "tie_breaks", {"code": repeated.code})]
    return []
