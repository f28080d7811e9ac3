"""The settings of an event change, or the event goes away."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from ratings.models import RatingReport
from tournaments.creation import NEW_EVENT
from tournaments.event_fields import (
    POINT_FIELDS,
    event_problems,
    prepared_fields,
    refuse_problems,
    stored_point_values,
)
from tournaments.event_lock import lock_event, save_event
from tournaments.imported_ratings import record_stated_ratings
from tournaments.models import Round, Tournament
from tournaments.publishing import lock_round
from tournaments.results import OPEN_RESULTS
from tournaments.seeding import seed_entries
from tournaments.standings.tie_breaks.codes import canonical_codes
from tournaments.time_controls import time_control_for, time_control_problems

# What the pairings already made rest on.
FIXED_BY_FIRST_ROUND = frozenset({"format", "initial_colour", "acceleration"})


@transaction.atomic
def change_settings(
    access: ClubAccess,
    tournament: Tournament,
    *,
    version: int | None = None,
    reseed: bool = False,
    **fields: Any,
) -> Tournament:
    """Return the event with some settings changed; the old values go into the audit.

    A time control that belongs to another list, or another first day, gives the entries the
    ratings of that list on that day. Once a result exists only ``reseed`` does so: another list is
    refused with ``reseed_needed`` without it (F20), another day leaves the ratings as they are.
    Raises InvalidInput with every wrong field.
    """
    tournament = lock_event(access, tournament.pk, Right.MANAGE, version=version)
    prepared = prepared_fields(fields)
    merged = {name: getattr(tournament, name) for name in NEW_EVENT} | prepared
    if "start_date" in prepared and "end_date" not in prepared:
        merged["end_date"] = _moved_last_day(tournament, prepared["start_date"])
    merged["time_control"] = _chosen_list(tournament, merged, prepared)
    values = {name: fields.get(name, getattr(tournament.points, name)) for name in POINT_FIELDS}
    problems = event_problems({**merged, **values})
    rounds = tournament.rounds.count()
    if merged["rounds_planned"] is not None and merged["rounds_planned"] < rounds:
        message = _("%(rounds)s rounds have been paired already.") % {"rounds": rounds}
        problems.append(Problem("rounds_paired", message, "rounds_planned", {"rounds": rounds}))
    refuse_problems(problems)
    decision = time_control_for(merged["minutes"], merged["increment"], merged["time_control"])
    merged["time_control"] = decision.time_control
    if not decision.is_overridden:
        merged["time_control_reason"] = ""
    merged["tie_breaks"] = list(canonical_codes(merged["tie_breaks"]))
    merged["point_values"] = stored_point_values(tournament.point_values, values)
    old = {name: getattr(tournament, name) for name in merged}
    changed = [name for name in merged if merged[name] != old[name]]
    if rounds and (fixed := FIXED_BY_FIRST_ROUND & set(changed)):
        raise Refused(
            "rounds_exist",
            _("This cannot change any more: the rounds already paired need it. Undo them first."),
            facts={"fields": sorted(fixed), "rounds": rounds},
        )
    seeds_move = bool({"time_control", "start_date"} & set(changed))
    is_seeded_anew = seeds_move and (reseed or not _has_result(tournament))
    if "time_control" in changed and tournament.time_control and not is_seeded_anew:
        raise _reseed_needed(tournament.time_control, merged["time_control"])
    for name in changed:
        setattr(tournament, name, merged[name])
    if not changed:
        return tournament
    if rounds and _is_ready(tournament):
        tournament.state = Tournament.State.RUNNING
    save_event(tournament, *changed, "state")
    if seeds_move:
        record_stated_ratings(access, tournament)
    if is_seeded_anew:
        seed_entries(tournament)
    record_act(
        access.club, access.actor, "event_changed", subject=tournament.name,
        event_number=tournament.number,
        old={name: _plain(old[name]) for name in changed},
        new={name: _plain(merged[name]) for name in changed},
        reseeded=is_seeded_anew,
    )  # fmt: skip
    return tournament


def _has_result(tournament: Tournament) -> bool:
    return tournament.pairings.exclude(result__in=OPEN_RESULTS).exists()


def _reseed_needed(old: str, new: str) -> Refused:
    return Refused(
        "reseed_needed",
        _("Results have been entered. Changing the list means different ratings for all players."),
        facts={"old": old, "new": new},
    )


def _is_ready(tournament: Tournament) -> bool:
    """Whether an event, imported without day or time control, now has all it needs to run."""
    has_settings = tournament.start_date is not None and bool(tournament.time_control)
    return has_settings and tournament.rounds.filter(state=Round.State.PUBLISHED).exists()


def _chosen_list(tournament: Tournament, merged: dict[str, Any], prepared: dict[str, Any]) -> str:
    """Return the list the person chose: a stored one follows the time control unless overruled."""
    if "time_control" in prepared:
        return str(prepared["time_control"])
    stored = time_control_for(tournament.minutes, tournament.increment, tournament.time_control)
    keeps_choice = stored.is_overridden or merged["minutes"] is None
    return tournament.time_control if keeps_choice else ""


def _moved_last_day(tournament: Tournament, first_day: date | None) -> date | None:
    """Return the last day when only the first one moved: the event keeps its length."""
    if first_day is None or tournament.start_date is None or tournament.end_date is None:
        return first_day
    return first_day + (tournament.end_date - tournament.start_date)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


@transaction.atomic
def change_round_settings(
    access: ClubAccess, round_: Round, *, version: int | None = None, **fields: Any
) -> Round:
    """Return a round with its own day or time control; None and empty mean the event's.

    One event can hold rapid and blitz rounds: each is then rated on its own list.
    """
    round_ = lock_round(access, round_, Right.MANAGE, version=version)
    tournament = round_.tournament
    if unknown := set(fields) - {"day", "minutes", "increment", "time_control"}:
        raise TypeError(f"no field of a round: {sorted(unknown)}")
    merged = {
        name: fields.get(name, getattr(round_, name))
        for name in ("day", "minutes", "increment", "time_control")
    }
    # Choosing the list of a single round is a statement of its own and needs no reason.
    problems = time_control_problems(
        merged["minutes"], merged["increment"] or 0, merged["time_control"], "-"
    )
    day, first, last = merged["day"], tournament.start_date, tournament.end_date
    if day and ((first and day < first) or (last and day > last)):
        message = _("The day lies outside the days of the event.")
        problems.append(Problem("day_outside_event", message, "day"))
    if problems:
        raise InvalidInput("round_invalid", _("The round was not saved."), problems=problems)
    if merged["minutes"] is not None and "time_control" not in fields:
        merged["time_control"] = time_control_for(
            merged["minutes"], merged["increment"] or 0
        ).time_control
    for name, value in merged.items():
        setattr(round_, name, value)
    round_.version += 1
    round_.save()
    save_event(tournament)
    record_act(
        access.club, access.actor, "round_changed", subject=tournament.name,
        event_number=tournament.number, round=round_.number,
        new={name: _plain(value) for name, value in merged.items()},
    )  # fmt: skip
    return round_


@transaction.atomic
def delete_tournament(
    access: ClubAccess, tournament: Tournament, *, version: int | None = None
) -> None:
    """Delete an event that was never rated, with everything in it.

    A rated one is refused: its report is withdrawn by reopening first, which shows the wave. The
    audit keeps that the event was there.
    """
    access.require_whole_club()
    tournament = lock_event(
        access, tournament.pk, Right.MANAGE, version=version, may_be_closed=True
    )
    if (refusal := rated_refusal(tournament)) is not None:
        raise refusal
    record_act(
        access.club, access.actor, "event_deleted", subject=tournament.name,
        event_number=tournament.number, entries=tournament.entries.count(),
        rounds=tournament.rounds.count(),
    )  # fmt: skip
    tournament.pairings.all().delete()
    tournament.delete()


def rated_refusal(tournament: Tournament) -> Refused | None:
    """Return why an event cannot be deleted, with the way out, or None."""
    is_rated = RatingReport.objects.filter(
        club=tournament.club_id, event_key=tournament.number, is_current=True
    ).exclude(status=RatingReport.Status.WITHDRAWN)
    if not tournament.is_closed and not is_rated.exists():
        return None
    return Refused(
        "event_rated",
        _("The event has been rated. Reopen it first; you will see which ratings move."),
        facts={"event": tournament.number, "way_out": ["reopen_tournament"]},
    )
