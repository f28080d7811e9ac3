"""An event begins: from nothing or like last time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from clubs.access import ClubAccess, Right, of_club
from clubs.audit import record_act
from clubs.models import Club
from tournaments.event_fields import (
    POINT_FIELDS,
    event_problems,
    prepared_fields,
    refuse_problems,
    stored_point_values,
)
from tournaments.models import Tournament
from tournaments.results import PointValues
from tournaments.standings.tie_breaks.codes import canonical_codes
from tournaments.time_controls import time_control_for

NEW_EVENT: Mapping[str, Any] = {
    "name": "", "city": "", "federation": "", "start_date": None, "end_date": None,
    "minutes": None, "increment": 0, "time_control": "", "time_control_reason": "",
    "format": Tournament.Format.SWISS.value, "rounds_planned": 5, "half_point_bye_cap": 1,
    "last_rounds_without_bye": 1, "tie_breaks": [], "tie_break_edition": "",
    "unrated_as": None, "forfeits_count_in_direct_encounter": False,
    "initial_colour": "", "acceleration": "", "chief_arbiter": "", "deputy_arbiters": "",
    "description": "", "is_public": True,
}  # fmt: skip
# What a repetition of an event takes over; the rest belongs to the one evening.
REPEATED_FIELDS = tuple(
    name
    for name in NEW_EVENT
    if name not in ("name", "start_date", "end_date", "initial_colour", "description")
)


@transaction.atomic
def create_tournament(access: ClubAccess, **fields: Any) -> Tournament:
    """Return a new event of the club, in preparation; ``fields`` are those of ``NEW_EVENT``.

    Point values are given in hundredths under the names of ``PointValues``. A first day without a
    last one is an event of one day. Raises InvalidInput with every wrong field.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    prepared = {**NEW_EVENT, **prepared_fields(fields)}
    prepared["end_date"] = prepared["end_date"] or prepared["start_date"]
    values = {name: fields.get(name, getattr(PointValues(), name)) for name in POINT_FIELDS}
    refuse_problems(event_problems({**prepared, **values}))
    decision = time_control_for(
        prepared["minutes"], prepared["increment"], prepared["time_control"]
    )
    prepared["time_control"] = decision.time_control
    if not decision.is_overridden:
        prepared["time_control_reason"] = ""
    prepared["tie_breaks"] = list(canonical_codes(prepared["tie_breaks"]))
    club = Club.objects.select_for_update(no_key=True).get(pk=access.club.pk)
    number = club.next_event_number
    club.next_event_number = number + 1
    club.save(update_fields=["next_event_number"])
    tournament = Tournament.objects.create(
        club=club,
        number=number,
        slug=event_slug(access, prepared["name"]),
        point_values=stored_point_values({}, values),
        created_by_id=access.actor.user_id,
        **prepared,
    )
    record_act(
        club, access.actor, "event_created", subject=tournament.name, event_number=number,
        format=tournament.format, time_control=tournament.time_control,
        reason=tournament.time_control_reason,
    )  # fmt: skip
    return tournament


def event_slug(access: ClubAccess, name: str) -> str:
    """Return a word for the event's address that no other event of the club has.

    It is never a number alone, because a number names an event by its key.
    """
    base = slugify(name)[:60].strip("-") or "event"
    if base.isdigit():
        base = f"event-{base}"
    taken = set(
        of_club(access, Tournament).filter(slug__startswith=base).values_list("slug", flat=True)
    )
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def like_last_time(previous: Tournament, start_date: date) -> dict[str, Any]:
    """Return the fields a repetition of an event would start with; nothing is written."""
    fields = {name: getattr(previous, name) for name in REPEATED_FIELDS}
    if not time_control_for(
        previous.minutes, previous.increment, previous.time_control
    ).is_overridden:
        fields["time_control"] = ""
    return {
        **fields,
        **previous.point_values,
        "name": next_name(previous.name, start_date),
        "start_date": start_date,
    }


def create_like_last_time(
    access: ClubAccess, previous: Tournament, *, start_date: date, **changes: Any
) -> Tournament:
    """Return a new event with the settings of an earlier one, on another day.

    Players are not taken over: ``entries.who_was_here`` offers them by attendance.
    """
    return create_tournament(access, **{**like_last_time(previous, start_date), **changes})


def next_name(name: str, start_date: date) -> str:
    """Return the name of the next event of a series.

    >>> next_name("Rapid night 12", date(2026, 11, 30))
    'Rapid night 13'
    >>> next_name("Club night 2026-11-23", date(2026, 11, 30)), next_name("Gala", date.min)
    ('Club night 2026-11-30', 'Gala')
    """
    if found := re.fullmatch(r"(.*\D)?\d{4}-\d{2}-\d{2}", name):
        return f"{found[1] or ''}{start_date.isoformat()}"
    if found := re.fullmatch(r"(.*\D)(\d{1,3})", name):
        return f"{found[1]}{int(found[2]) + 1}"
    return name
