"""An event leaves as a file: report formats, tables, game headers, or plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.translation import gettext as _

from clubs.access import ClubAccess
from clubs.errors import InvalidInput, Problem
from tournaments.access import works_on_events
from tournaments.event_queries import (
    EventView,
    event_record,
    load_event_view,
    standings_of,
    tie_breaks_of,
)
from tournaments.event_record import Cell, EventRecord
from tournaments.exchange.numbering import state_before
from tournaments.exchange.pgn import write_pgn
from tournaments.exchange.tables import write_csv
from tournaments.exchange.write import write_exchange_file
from tournaments.models import Tournament
from tournaments.pairing.engine_text import told_by_worth
from tournaments.pairing.errors import WrongState
from tournaments.results import ByeKind
from tournaments.round_state import absences_in

PLAIN_TEXT = "text/plain; charset=utf-8"
ENGINE: Literal["engine"] = "engine"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to hand out: its name, kind and text."""

    name: str
    content_type: str
    text: str


def export_event(
    access: ClubAccess, tournament: Tournament, dialect: str, *, round_number: int | None = None
) -> ExportedFile:
    """Return the event as a file in one of ``DIALECTS``; constant queries.

    The public gets what the public may know of the players. ``engine`` is the state before the next
    round, with those who will not play it, or before ``round_number``. Raises InvalidInput for
    another dialect, and for a round that is not there yet.
    """
    writer = DIALECTS.get(dialect)
    if writer is None:
        message = _("Choose one of: %(dialects)s.") % {"dialects": ", ".join(DIALECTS)}
        problem = Problem("dialect_unknown", message, "dialect", {"allowed": list(DIALECTS)})
        raise InvalidInput("dialect_unknown", message, problems=[problem])
    view = load_event_view(tournament)
    if not works_on_events(access):
        # Who will be away is told to those who pair.
        view = replace(view, byes={each.round.number: each.byes for each in view.rounds})
    # An adjourned game counts as a draw for pairing, here as in a program.
    record = event_record(view, shown_to=access, adjourned_as_draw=dialect == ENGINE)
    if dialect == ENGINE and round_number is not None:
        return _before_round(view, record, round_number)
    return writer(view, record)


def _before_round(view: EventView, record: EventRecord, round_number: int) -> ExportedFile:
    """Return what an engine needs to pair a round: everything before it, and who is absent."""
    last = len(view.rounds) + 1
    if round_number > last:
        message = _("A round from 1 to %(last)s.") % {"last": last}
        problem = Problem("round_range", message, "round", {"last": last})
        raise InvalidInput("round_range", message, problems=[problem])
    record, absences = _for_engines(
        state_before(record, round_number), absences_in(view, round_number)
    )
    text = write_exchange_file(record, dialect=ENGINE, absences=absences)
    return ExportedFile(f"{view.tournament.slug}-{round_number}.trf", PLAIN_TEXT, text)


def _for_engines(
    record: EventRecord, absences: Mapping[int, ByeKind]
) -> tuple[EventRecord, Mapping[int, ByeKind]]:
    """Return an event whose byes a pairing program understands by what they are worth here.

    Where it has values that none can be told, the file says what is so, and programs may refuse it.
    """
    try:
        return told_by_worth(record, absences)
    except WrongState:
        return record, absences


def _report(dialect: str) -> Callable[[EventView, EventRecord], ExportedFile]:
    def write(view: EventView, record: EventRecord) -> ExportedFile:
        rows = standings_of(view.tournament, record=record).rows if record.competitors else ()
        next_round = len(view.rounds) + 1
        is_over = next_round > view.tournament.rounds_planned or view.tournament.is_closed
        absences: Mapping[int, ByeKind] = {}
        if dialect != "trf16" and not is_over:
            absences = absences_in(view, next_round)
        told = record
        if dialect == ENGINE:
            told, absences = _for_engines(record, absences)
        text = write_exchange_file(
            told,
            dialect=dialect,  # type: ignore[arg-type]
            absences=absences,
            ranks={row.starting_rank: row.position for row in rows},
        )
        return ExportedFile(f"{view.tournament.slug}.trf", PLAIN_TEXT, text)

    return write


def _table(table: str) -> Callable[[EventView, EventRecord], ExportedFile]:
    def write(view: EventView, record: EventRecord) -> ExportedFile:
        text = write_csv(record, table)  # type: ignore[arg-type]
        name = f"{view.tournament.slug}-{table}.csv"
        return ExportedFile(name, "text/csv; charset=utf-8", text)

    return write


def _pgn(view: EventView, record: EventRecord) -> ExportedFile:
    name = f"{view.tournament.slug}.pgn"
    return ExportedFile(name, "application/vnd.chess-pgn; charset=utf-8", write_pgn(record))


def _json(view: EventView, record: EventRecord) -> ExportedFile:
    text = json.dumps(event_as_data(view, record), ensure_ascii=False, indent=1)
    return ExportedFile(f"{view.tournament.slug}.json", "application/json", f"{text}\n")


DIALECTS: dict[str, Callable[[EventView, EventRecord], ExportedFile]] = {
    "trf16": _report("trf16"),
    "trf26": _report("trf26"),
    ENGINE: _report(ENGINE),
    "csv": _table("crosstable"),
    "csv-players": _table("players"),
    "csv-results": _table("results"),
    "pgn": _pgn,
    "json": _json,
}

# What everybody may have of a public event: the engine's dialect is for pairing the next round.
PUBLIC_DIALECTS = ("trf16", "trf26", "csv", "csv-players", "csv-results", "pgn", "json")


def event_as_data(view: EventView, record: EventRecord) -> dict[str, Any]:
    """Return the event as plain data; points in hundredths, outcomes as the report's letters."""
    tournament = view.tournament
    return {
        "number": tournament.number,
        "name": record.name,
        "city": record.city,
        "federation": record.federation,
        "state": tournament.state,
        "format": tournament.format,
        "first_day": _day(record.start_date),
        "last_day": _day(record.end_date),
        "time_control": tournament.time_control,
        "minutes": tournament.minutes,
        "increment": tournament.increment,
        "rounds_planned": tournament.rounds_planned,
        "initial_colour": record.initial_colour,
        "tie_breaks": list(tie_breaks_of(tournament)),
        "points": {name: getattr(record.points, name) for name in record.points.__slots__},
        "players": [
            {
                "starting_rank": player.starting_rank,
                "name": player.name,
                "title": player.title,
                "rating": player.rating,
                "federation": player.federation,
                "fide_id": player.fide_id,
                "birth": player.birth,
                "withdrawn_after": player.withdrawn_after,
                "rounds": [_cell(cell) for cell in player.cells],
            }
            for player in record.competitors
        ],
        "rounds": [
            {
                "number": each.round.number,
                "day": _day(each.round.day),
                "time_control": each.round.time_control or tournament.time_control,
            }
            for each in view.rounds
        ],
    }


def _day(day: Any) -> str | None:
    return day.isoformat() if day else None


def _cell(cell: Cell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    return {"outcome": cell.outcome, "opponent": cell.opponent, "colour": cell.colour}
