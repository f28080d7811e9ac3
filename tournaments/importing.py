"""An exchange file becomes an event, or brings one up to date; all of it or nothing.

A file speaks of an event that is here already when it is sent for that event, or has the same name
and first day. The same file twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, of_club
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from clubs.models import Club
from clubs.names import tidy_name
from ratings.rules import TimeControl
from tournaments.creation import NEW_EVENT, event_slug
from tournaments.event_fields import NEWEST_DAY, OLDEST_DAY, stored_point_values
from tournaments.event_lock import event_closed, lock_event, save_event
from tournaments.event_queries import load_event_view
from tournaments.event_record import EventRecord
from tournaments.exchange.exchange_file import ExchangeFile
from tournaments.exchange.problems import Finding
from tournaments.exchange.read import read_exchange_file
from tournaments.import_comparison import Additions, compare_with_event
from tournaments.import_matching import (
    Match,
    MatchedBy,
    doubtful_problems,
    entered_problems,
    match_players,
)
from tournaments.import_rows import (
    create_entries,
    create_players,
    create_rounds,
    write_results,
)
from tournaments.imported_ratings import record_stated_ratings
from tournaments.models import Bye, Entry, Tournament
from tournaments.results import OPEN_RESULTS
from tournaments.standings.tie_breaks.codes import canonical_codes
from tournaments.time_controls import time_control_for
from tournaments.told_results import tell_of_results

MOST_MINUTES = 600
MOST_NAMELESS = 20


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import did, or would do.

    ``tournament`` is None after a dry run of a new event. ``is_changed`` is False where the event
    was already all that the file says. ``messages`` are what was noticed in the file.
    """

    file: ExchangeFile
    tournament: Tournament | None
    is_new: bool
    is_changed: bool
    matches: tuple[Match, ...]
    rounds_added: tuple[int, ...] = ()
    results_added: int = 0
    ratings_recorded: int = 0

    @property
    def messages(self) -> tuple[Finding, ...]:
        """What was noticed in the file and did not keep it from being used."""
        return self.file.messages

    @property
    def created(self) -> int:
        """How many players are new to the club."""
        return sum(match.player is None for match in self.matches)

    @property
    def doubtful(self) -> tuple[Match, ...]:
        """Players who were entered as new ones but may be somebody the club knows."""
        return tuple(match for match in self.matches if match.is_doubtful)


def import_exchange_file(
    access: ClubAccess,
    data: bytes,
    *,
    start_date: date | None = None,
    time_control: str = "",
    dry_run: bool = False,
    event: Tournament | None = None,
    matches: Mapping[int, int | str] | None = None,
    doubtful_are_new: bool = False,
) -> ImportOutcome:
    """Return what came of a file; with ``dry_run`` what would have come of it.

    ``start_date`` and ``time_control`` complete what the file leaves open; without them the event
    stays in preparation and cannot be closed. ``matches`` says of starting ranks who they are: the
    id of a player, or ``new``. Doubtful ones without an answer are refused, or entered as new
    players with ``doubtful_are_new``. Raises InvalidInput with every problem, by line.
    """
    access.require(Right.MANAGE)
    file = read_exchange_file(data)
    if file.is_refused:
        raise InvalidInput(
            "file_refused",
            _("The file was not imported."),
            problems=[finding_problem(found) for found in file.problems],
        )
    record = _completed(file.record, start_date)
    with transaction.atomic():
        # One import of a club at a time: two of the same file would both find no event.
        Club.objects.select_for_update(no_key=True).get(pk=access.club.pk)
        existing = event or _same_event(access, file, record)
        if existing is None:
            outcome = _import_new(
                access, file, record, time_control, matches or {}, doubtful_are_new
            )
        else:
            outcome = _update(
                access, file, record, existing, time_control, matches or {}, doubtful_are_new
            )
        if dry_run:
            transaction.set_rollback(True)
    if dry_run and outcome.is_new:
        return replace(outcome, tournament=None)
    return outcome


def finding_problem(finding: Finding) -> Problem:
    """Return a finding of the reader as a problem of the request, with line and column."""
    facts = {
        "line": finding.line,
        "column": finding.column,
        "found": finding.found,
        "allowed": finding.allowed(_),
        **finding.facts,
    }
    path = f"line {finding.line}" if finding.line else "file"
    return Problem(finding.code, finding.message(_), path, facts)


def _completed(record: EventRecord, start_date: date | None) -> EventRecord:
    """Return the record with the first day that was given, or that its rounds tell."""
    round_days = [day for day in record.round_dates if day is not None]
    first = start_date or record.start_date or min(round_days, default=None)
    if first is not None and not OLDEST_DAY <= first < NEWEST_DAY:
        message = _("This day cannot be right.")
        problem = Problem("day_range", message, "start_date", {"day": first.isoformat()})
        raise InvalidInput("event_invalid", message, problems=[problem])
    last = record.end_date or max(round_days, default=None)
    if first is None or last is None or last < first:
        last = first
    return replace(record, start_date=first, end_date=last)


def _same_event(access: ClubAccess, file: ExchangeFile, record: EventRecord) -> Tournament | None:
    """Return the event a file speaks of: that of the same name and first day.

    A file without a name speaks of one that holds exactly what it says, or of a new event.
    """
    name = tidy_name(record.name)[:150]
    events = of_club(access, Tournament).filter(start_date=record.start_date)
    if name:
        return events.filter(name=name).order_by("number").first()
    for event in events.filter(name=_("Imported event")).order_by("-number")[:MOST_NAMELESS]:
        found = compare_with_event(file, record, load_event_view(event, drafts=True))
        if found.is_empty and not found.problems:
            return event
    return None


def _matched(
    access: ClubAccess,
    record: EventRecord,
    answers: Mapping[int, int | str],
    doubtful_are_new: bool,
    entered: Mapping[int, Entry] | None = None,
) -> list[Match]:
    """Return who the players of a file are; ``entered`` are those of the event, by player."""
    matches, problems = match_players(access, record.competitors, answers)
    problems += entered_problems(matches, entered or {})
    unanswered = [m for m in matches if m.is_doubtful and m.competitor.starting_rank not in answers]
    if not doubtful_are_new:
        problems += doubtful_problems(access, unanswered)
    if problems:
        raise InvalidInput(
            "players_doubtful",
            _("Say of these players who they are."),
            problems=problems,
        )
    return matches


def _import_new(
    access: ClubAccess,
    file: ExchangeFile,
    record: EventRecord,
    time_control: str,
    answers: Mapping[int, int | str],
    doubtful_are_new: bool,
) -> ImportOutcome:
    access.require_whole_club()
    matches = _matched(access, record, answers, doubtful_are_new)
    tournament = _create_event(access, file, record, time_control)
    players = create_players(access, matches)
    entries = create_entries(tournament, record.competitors, players)
    numbers = list(range(1, record.rounds_paired + 1))
    create_rounds(tournament, record, numbers, entries)
    _create_announced_byes(file, tournament, entries)
    recorded = record_stated_ratings(access, tournament)
    record_act(
        access.club, access.actor, "event_imported", subject=tournament.name,
        event_number=tournament.number, players=len(entries), rounds=len(numbers),
        new_players=sum(match.player is None for match in matches), ratings=recorded,
    )  # fmt: skip
    return ImportOutcome(
        file, tournament, is_new=True, is_changed=True, matches=tuple(matches),
        rounds_added=tuple(numbers), ratings_recorded=recorded,
    )  # fmt: skip


def _create_event(
    access: ClubAccess, file: ExchangeFile, record: EventRecord, time_control: str
) -> Tournament:
    fields = dict(NEW_EVENT) | _time_fields(file, time_control)
    name = tidy_name(record.name)[:150] or _("Imported event")
    has_rounds = record.rounds_paired > 0
    can_be_closed = bool(fields["time_control"]) and record.start_date is not None
    fields |= {
        "name": name,
        "city": tidy_name(record.city)[:100],
        "federation": record.federation if len(record.federation) <= 3 else "",
        "start_date": record.start_date,
        "end_date": record.end_date,
        "chief_arbiter": tidy_name(record.chief_arbiter)[:100],
        "deputy_arbiters": "; ".join(tidy_name(each) for each in record.deputy_arbiters)[:200],
        "rounds_planned": max(record.rounds, record.rounds_paired, 1),
        "format": _format_of(record),
        "initial_colour": record.initial_colour.value if record.initial_colour else "",
        "tie_breaks": _known_tie_breaks(file.tie_breaks),
    }
    club = Club.objects.get(pk=access.club.pk)
    tournament = Tournament.objects.create(
        club=access.club,
        number=club.next_event_number,
        slug=event_slug(access, name),
        state=Tournament.State.RUNNING if has_rounds and can_be_closed else Tournament.State.DRAFT,
        numbering=Tournament.Numbering.HAND,
        point_values=stored_point_values({}, _values_of(record)),
        created_by_id=access.actor.user_id,
        **fields,
    )
    Club.objects.filter(pk=club.pk).update(next_event_number=F("next_event_number") + 1)
    return tournament


def _values_of(record: EventRecord) -> dict[str, int]:
    points = record.points
    return {
        "win": points.win, "draw": points.draw, "loss": points.loss,
        "pairing_bye": points.pairing_bye, "half_point_bye": points.half_point_bye,
        "full_point_bye": points.full_point_bye, "zero_point_bye": points.zero_point_bye,
    }  # fmt: skip


def _time_fields(file: ExchangeFile, time_control: str) -> dict[str, object]:
    """Return minutes, increment and list, as far as the file or the person says."""
    if time_control and time_control not in list(TimeControl):
        message = _("Choose standard, rapid or blitz.")
        problem = Problem("time_control_unknown", message, "time_control")
        raise InvalidInput("event_invalid", message, problems=[problem])
    guess = file.time_control
    minutes = guess.minutes if guess is not None and guess.minutes <= MOST_MINUTES else None
    increment = guess.increment if guess is not None and minutes is not None else 0
    decision = time_control_for(minutes, increment, time_control)
    return {
        "minutes": minutes,
        "increment": increment,
        "time_control": decision.time_control,
        "time_control_reason": _("Given on import") if decision.is_overridden else "",
    }


def _format_of(record: EventRecord) -> str:
    if not record.is_round_robin:
        return Tournament.Format.SWISS.value
    once = len(record.competitors) - 1 + len(record.competitors) % 2
    is_double = max(record.rounds, record.rounds_paired) >= 2 * once > 0
    return (
        Tournament.Format.DOUBLE_ROUND_ROBIN if is_double else Tournament.Format.ROUND_ROBIN
    ).value


def _known_tie_breaks(codes: Sequence[str]) -> list[str]:
    try:
        return [code for code in canonical_codes(codes) if code != "PTS"]
    except ValueError:
        return []


def _create_announced_byes(
    file: ExchangeFile, tournament: Tournament, entries: Mapping[int, Entry]
) -> None:
    Bye.objects.bulk_create(
        Bye(
            club_id=tournament.club_id,
            tournament=tournament,
            entry=entries[rank],
            round_number=number,
            kind=kind.value,
        )
        for (number, rank), kind in file.absences.items()
        if rank in entries and number > file.event.rounds_paired
    )


def _update(
    access: ClubAccess,
    file: ExchangeFile,
    record: EventRecord,
    event: Tournament,
    time_control: str,
    answers: Mapping[int, int | str],
    doubtful_are_new: bool,
) -> ImportOutcome:
    tournament = lock_event(access, event.pk, Right.MANAGE, may_be_closed=True)
    view = load_event_view(tournament, drafts=True)
    additions = compare_with_event(file, record, view)
    if time_control and not tournament.time_control:
        additions.event_fields |= _time_fields(file, time_control)
    if additions.problems:
        raise InvalidInput(
            "file_contradicts",
            _("The file contradicts the event; nothing was changed."),
            problems=additions.problems,
        )
    known = [
        Match(competitor, view.entry_by_rank[competitor.starting_rank].player, MatchedBy.ENTRY)
        for competitor in record.competitors
        if competitor.starting_rank in view.entry_by_rank
    ]
    if additions.is_empty:
        return ImportOutcome(file, tournament, False, False, tuple(known))
    if tournament.is_closed:
        raise event_closed(tournament)
    late = replace(record, competitors=tuple(additions.new_competitors))
    entered = {entry.player_id: entry for entry in view.entries}
    matches = _matched(access, late, answers, doubtful_are_new, entered)
    recorded = _write_additions(access, tournament, record, matches, additions)
    record_act(
        access.club, access.actor, "event_updated_from_file", subject=tournament.name,
        event_number=tournament.number, rounds=additions.new_rounds,
        results=len(additions.results), late_entries=len(matches),
    )  # fmt: skip
    return ImportOutcome(
        file, tournament, is_new=False, is_changed=True, matches=(*known, *matches),
        rounds_added=tuple(additions.new_rounds), results_added=len(additions.results),
        ratings_recorded=recorded,
    )  # fmt: skip


def _write_additions(
    access: ClubAccess,
    tournament: Tournament,
    record: EventRecord,
    matches: Sequence[Match],
    additions: Additions,
) -> int:
    players = create_players(access, matches)
    create_entries(tournament, additions.new_competitors, players)
    entries = {
        entry.starting_rank: entry
        for entry in tournament.entries.all()
        if entry.starting_rank is not None
    }
    changed = [board for board, _result in additions.results]
    if additions.new_rounds:
        # What was asked for these rounds is now told by the file itself.
        tournament.byes.filter(round_number__in=additions.new_rounds).delete()
        changed += create_rounds(tournament, record, additions.new_rounds, entries)
    write_results(access, additions.results)
    tell_of_results(access, tournament, (b for b in changed if b.result not in OPEN_RESULTS))
    for name, value in additions.event_fields.items():
        setattr(tournament, name, value)
    has_rounds = bool(additions.new_rounds) or tournament.rounds.exists()
    if has_rounds and tournament.start_date and tournament.time_control:
        tournament.state = Tournament.State.RUNNING
    save_event(tournament, *additions.event_fields, "state")
    return record_stated_ratings(access, tournament)
