"""A later file of an event that is here already: what it adds, and what it contradicts.

The same file again adds nothing. Rounds and results that were open are added; anything that says
otherwise than what is stored is refused, each place with its line and field.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubs.errors import Problem
from tournaments.event_queries import EventView, RoundView
from tournaments.event_record import Competitor, EventRecord
from tournaments.exchange.exchange_file import ExchangeFile
from tournaments.import_matching import same_person
from tournaments.import_rows import boards_of, byes_of
from tournaments.models import Pairing
from tournaments.results import ByeKind, Result


@dataclass
class Additions:
    """What a later file adds to an event, and where it says otherwise."""

    new_competitors: list[Competitor] = field(default_factory=list)
    new_rounds: list[int] = field(default_factory=list)
    results: list[tuple[Pairing, Result]] = field(default_factory=list)
    event_fields: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether the event is already all that the file says."""
        return not (self.new_competitors or self.new_rounds or self.results or self.event_fields)


class _Lines:
    """The lines of a file, to name the place of a contradiction."""

    def __init__(self, file: ExchangeFile) -> None:
        self._line = {player.starting_rank: player.line for player in file.players}

    def problem(
        self, code: str, message: str, rank: int | None, name: str, **facts: object
    ) -> Problem:
        line = self._line.get(rank or 0, 0)
        return Problem(
            code,
            message,
            f"line {line}" if line else "file",
            {"line": line, "field": name, "starting_rank": rank, **facts},
        )


def compare_with_event(file: ExchangeFile, record: EventRecord, view: EventView) -> Additions:
    """Return what the file adds to the event and everything it contradicts."""
    found = Additions()
    lines = _Lines(file)
    _compare_event(record, view, found, lines)
    _compare_players(record, view, found, lines)
    known = {round_view.round.number: round_view for round_view in view.rounds}
    for number in range(1, record.rounds_paired + 1):
        if number in known:
            _compare_round(record, known[number], found, lines)
        else:
            found.new_rounds.append(number)
    if len(view.rounds) > record.rounds_paired and not found.is_empty:
        message = _("The file has fewer rounds than the event, and different contents.")
        found.problems.append(lines.problem("older_file", message, None, "rounds"))
    return found


def _compare_event(record: EventRecord, view: EventView, found: Additions, lines: _Lines) -> None:
    tournament = view.tournament
    if record.start_date and tournament.start_date and record.start_date != tournament.start_date:
        message = _("The file begins on %(file)s, the event on %(event)s.") % {
            "file": record.start_date.isoformat(),
            "event": tournament.start_date.isoformat(),
        }
        found.problems.append(lines.problem("different_first_day", message, None, "start_date"))
    if record.start_date and tournament.start_date is None:
        found.event_fields["start_date"] = record.start_date
    if record.end_date and record.end_date != (tournament.end_date or tournament.start_date):
        found.event_fields["end_date"] = record.end_date
    if max(record.rounds, record.rounds_paired) > tournament.rounds_planned:
        found.event_fields["rounds_planned"] = max(record.rounds, record.rounds_paired)


def _compare_players(record: EventRecord, view: EventView, found: Additions, lines: _Lines) -> None:
    in_file = set()
    for competitor in record.competitors:
        rank = competitor.starting_rank
        in_file.add(rank)
        entry = view.entry_by_rank.get(rank)
        if entry is None:
            found.new_competitors.append(competitor)
        elif not same_person(competitor, entry.player):
            message = _("Number %(rank)s is %(file)s in the file and %(event)s in the event.") % {
                "rank": rank,
                "file": competitor.name,
                "event": entry.player.name,
            }
            found.problems.append(lines.problem("different_player", message, rank, "name"))
    for rank in sorted(set(view.entry_by_rank) - in_file):
        message = _("Number %(rank)s, %(name)s, is missing in the file.") % {
            "rank": rank,
            "name": view.entry_by_rank[rank].player.name,
        }
        found.problems.append(lines.problem("player_missing", message, rank, "starting_rank"))


def _compare_round(
    record: EventRecord, round_view: RoundView, found: Additions, lines: _Lines
) -> None:
    number = round_view.round.number
    in_file = {(board.white, board.black): board.result for board in boards_of(record, number)}
    stored = {
        (board.white.starting_rank or 0, board.black.starting_rank or 0): board
        for board in round_view.pairings
    }
    for pair in sorted(in_file.keys() ^ stored.keys()):
        message = _("Round %(round)s: %(white)s–%(black)s is not in both.") % {
            "round": number,
            "white": pair[0],
            "black": pair[1],
        }
        found.problems.append(
            lines.problem("different_pairing", message, pair[0], f"round {number}")
        )
    for pair in sorted(in_file.keys() & stored.keys()):
        _compare_result(in_file[pair], stored[pair], number, found, lines)
    _compare_byes(byes_of(record, number), round_view, found, lines)


def _compare_result(
    result: Result, board: Pairing, number: int, found: Additions, lines: _Lines
) -> None:
    stored = Result(board.result)
    if result == stored or (result.is_open and stored.is_open):
        return
    if stored.is_open:
        found.results.append((board, result))
        return
    rank = board.white.starting_rank
    message = _("Round %(round)s, board %(board)s: %(file)s in the file, %(event)s here.") % {
        "round": number,
        "board": board.board_number,
        "file": result.label or "*",
        "event": stored.label,
    }
    found.problems.append(
        lines.problem(
            "different_result",
            message,
            rank,
            f"round {number}",
            found=result.value,
            stored=stored.value,
        )
    )


def _compare_byes(
    in_file: dict[int, ByeKind], round_view: RoundView, found: Additions, lines: _Lines
) -> None:
    """Compare the byes of a round; a zero-point bye and an empty entry mean the same."""
    number = round_view.round.number
    stored = {bye.entry.starting_rank or 0: ByeKind(bye.kind) for bye in round_view.byes}
    zero = ByeKind.ZERO_POINT
    for rank in sorted(in_file.keys() | stored.keys()):
        if in_file.get(rank, zero) != stored.get(rank, zero):
            message = _("Round %(round)s: the bye of number %(rank)s differs.") % {
                "round": number,
                "rank": rank,
            }
            found.problems.append(lines.problem("different_bye", message, rank, f"round {number}"))
