"""An event as the one who asks may see it: people by their shown names, tables as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from clubs.access import ClubAccess
from ratings.player_page.people import person as person_of
from tournaments.event_queries import (
    ROUND_ROBINS,
    EventView,
    event_record,
    keizer_standings_of,
    load_event_view,
    standings_of,
)
from tournaments.event_record import Cell, EventRecord
from tournaments.models import Entry, Tournament
from tournaments.pairing.histories import scores_before
from tournaments.pairing.keizer import KeizerRow, KeizerStandings
from tournaments.pairing.round_robin import Withdrawal, withdrawal_effect
from tournaments.results import Colour, Outcome, Result
from tournaments.standings.crosstable import (
    CrosstableRow,
    MatrixRow,
    Order,
    crosstable,
    matrix,
)
from tournaments.standings.score_sheet import last_round_with_result
from tournaments.standings.table import Standings, StandingsRow
from tournaments.standings.tie_breaks.codes import DIRECT_ENCOUNTER
from tournaments.standings.tie_breaks.values import TieBreakValue


@dataclass(frozen=True, slots=True)
class Person:
    """A player of an event as the one who asks may see him; no addresses for hidden ones.

    ``rank`` is the number of the starting list, 0 while it has none.
    """

    rank: int
    name: str
    latin: str
    title: str
    rating: int | None
    url: str
    card_url: str

    @property
    def sort_name(self) -> str:
        """The name in Latin letters, by which lists for reading are ordered."""
        return (self.latin or self.name).casefold()


@dataclass(frozen=True, slots=True)
class EventTables:
    """An event, loaded once, with everything its pages are made of.

    ``last_round`` is the last one with a result, 0 before the first.
    """

    access: ClubAccess
    view: EventView
    record: EventRecord
    people: dict[int, Person]
    last_round: int
    standings: Standings | None
    keizer: KeizerStandings | None

    @property
    def round_numbers(self) -> Sequence[int]:
        """The numbers of the rounds there are."""
        return [each.round.number for each in self.view.rounds]

    @property
    def is_latest(self) -> bool:
        """Whether the standings are those after the last round with a result."""
        return self.standings is None or self.standings.after_round == self.last_round


def event_tables(
    access: ClubAccess, tournament: Tournament, *, after_round: int | None = None
) -> EventTables:
    """Return the event for its pages; four queries.

    ``after_round`` beyond what has been played means the latest standings.
    """
    view = load_event_view(tournament)
    record = event_record(view, shown_to=access)
    last = last_round_with_result(record)
    if after_round is not None and not 1 <= after_round <= last:
        after_round = None
    is_keizer = tournament.format == Tournament.Format.KEIZER and last
    return EventTables(
        access=access,
        view=view,
        record=record,
        people={rank: person_in(access, entry) for rank, entry in view.entry_by_rank.items()},
        last_round=last,
        standings=standings_of(tournament, after_round, record=record) if last else None,
        keizer=keizer_standings_of(tournament, after_round or last, record=record)
        if is_keizer
        else None,
    )


def person_in(access: ClubAccess, entry: Entry) -> Person:
    """Return an entry as this visitor may know it; ``entry.tournament`` must be loaded."""
    seen = person_of(entry.player, access)
    rank = entry.starting_rank or 0
    number = entry.tournament.number
    card = reverse("tournament_entry", args=[access.club.slug, number, rank]) if rank else ""
    return Person(
        rank=rank,
        name=seen.name,
        latin=seen.latin_name,
        title=seen.title,
        rating=entry.rating,
        url=seen.url,
        card_url=card if seen.url else "",
    )


def is_round_robin(tables: EventTables) -> bool:
    """Whether everybody meets everybody, so that the crosstable is a matrix."""
    return tables.view.tournament.format in ROUND_ROBINS


def entered_people(tables: EventTables) -> list[Person]:
    """Return everybody entered, in the order of the starting list, numbered or not yet."""
    return [person_in(tables.access, entry) for entry in tables.view.entries]


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings."""

    person: Person
    row: StandingsRow
    values: tuple[TieBreakValue, ...]


def columns_of(table: Standings) -> tuple[str, ...]:
    """Return the tie-breaks that have a column.

    Direct encounter compares players who are level and says nothing from top to bottom, so it is
    shown where two are compared, not as a column.
    """
    return tuple(code for code in table.tie_breaks if code != DIRECT_ENCOUNTER)


def standings_lines(tables: EventTables) -> list[StandingsLine]:
    """Return the standings, line by line; empty before the first result."""
    if tables.standings is None:
        return []
    return [
        StandingsLine(
            tables.people[row.starting_rank],
            row,
            tuple(value for value in row.values if value.code != DIRECT_ENCOUNTER),
        )
        for row in tables.standings.rows
    ]


def annulled_people(tables: EventTables) -> list[tuple[Person, Withdrawal]]:
    """Return those whose games do not count because they left a round robin too early."""
    ranks = tables.standings.annulled if tables.standings else ()
    return [(tables.people[rank], withdrawal_effect(tables.record, rank)) for rank in ranks]


@dataclass(frozen=True, slots=True)
class KeizerStandingsLine:
    """A line of the standings of a Keizer season, with the points of the games alone."""

    person: Person
    row: KeizerRow
    points: int


def keizer_lines(tables: EventTables) -> list[KeizerStandingsLine]:
    """Return the season's standings; empty before the first result and in other events."""
    if tables.keizer is None or tables.standings is None:
        return []
    row_of = tables.standings.row_of
    return [
        KeizerStandingsLine(
            tables.people[row.rank], row, row_of[row.rank].points if row.rank in row_of else 0
        )
        for row in tables.keizer.rows
    ]


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of the crosstable; the cells are those of the rounds or of the opponents."""

    person: Person
    row: CrosstableRow | MatrixRow


def crosstable_lines(tables: EventTables, *, by_starting_rank: bool) -> list[CrosstableLine]:
    """Return the crosstable: by rounds, or everybody against everybody in a round robin.

    Empty before the first result.
    """
    if tables.standings is None:
        return []
    order = Order.STARTING_RANK if by_starting_rank else Order.STANDING
    rows: Sequence[CrosstableRow | MatrixRow]
    if is_round_robin(tables):
        rows = matrix(tables.record, tables.standings, order=order)
    else:
        rows = crosstable(tables.record, tables.standings, order=order)
    return [CrosstableLine(tables.people[row.starting_rank], row) for row in rows]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a round; ``points`` are what the two had before it, in hundredths."""

    board: int
    white: Person
    black: Person
    result: str
    white_points: int
    black_points: int
    excluded_reason: str

    @property
    def is_open(self) -> bool:
        """Whether the game has no result yet."""
        return Result(self.result).is_open


@dataclass(frozen=True, slots=True)
class ByeLine:
    """A player without a game in a round, and what the round brought him."""

    person: Person
    outcome: Outcome
    points: int


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits in a round; board None without a game."""

    person: Person
    colour: str
    board: int | None


@dataclass(frozen=True, slots=True)
class RoundLines:
    """A round: boards in order, byes, and everybody by name."""

    boards: tuple[BoardLine, ...]
    byes: tuple[ByeLine, ...]
    seats: tuple[Seat, ...]

    @property
    def open_boards(self) -> int:
        """How many games have no result yet."""
        return sum(line.is_open for line in self.boards)


def round_lines(tables: EventTables, round_number: int) -> RoundLines | None:
    """Return a round, or None where there is no such round to be seen."""
    found = tables.view.round(round_number)
    if found is None:
        return None
    before = scores_before(tables.record, round_number)
    people = tables.people
    boards = [
        BoardLine(
            board=pairing.board_number,
            white=people[pairing.white.starting_rank or 0],
            black=people[pairing.black.starting_rank or 0],
            result=pairing.result,
            white_points=before[pairing.white.starting_rank or 0],
            black_points=before[pairing.black.starting_rank or 0],
            excluded_reason=pairing.excluded_reason,
        )
        for pairing in found.pairings
    ]
    byes = [(bye.entry, Outcome(bye.kind)) for bye in found.byes]
    byes += [(entry, Outcome.ZERO_POINT_BYE) for entry in found.absent]
    values = tables.record.points
    lines = tuple(
        ByeLine(people[entry.starting_rank], outcome, values.points(outcome))
        for entry, outcome in byes
        if entry.starting_rank
    )
    return RoundLines(tuple(boards), lines, _seats(boards, lines))


def _seats(boards: Sequence[BoardLine], byes: Sequence[ByeLine]) -> tuple[Seat, ...]:
    seats = [Seat(line.white, Colour.WHITE, line.board) for line in boards]
    seats += [Seat(line.black, Colour.BLACK, line.board) for line in boards]
    seats += [Seat(line.person, "", None) for line in byes]
    return tuple(sorted(seats, key=lambda seat: (seat.person.sort_name, seat.person.rank)))


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a player: whom he met, with which colour, and what came of it."""

    round_number: int
    outcome: Outcome
    colour: Colour | None
    opponent: Person | None
    points: int
    points_after: int


@dataclass(frozen=True, slots=True)
class Card:
    """A player's event on one page; ``row`` is None before the first result or if annulled."""

    person: Person
    lines: tuple[CardLine, ...]
    row: StandingsRow | None
    keizer: KeizerRow | None


def card_of(tables: EventTables, rank: int) -> Card:
    """Return a player's card."""
    player = next(each for each in tables.record.competitors if each.starting_rank == rank)
    lines: list[CardLine] = []
    total = 0
    for number, cell in enumerate(player.cells, start=1):
        points = tables.record.points.points(cell.outcome) if cell else 0
        total += points
        lines.append(_card_line(tables, number, cell, points, total))
    keizer = tables.keizer.rows if tables.keizer else ()
    return Card(
        person=tables.people[rank],
        lines=tuple(lines),
        row=tables.standings.row_of.get(rank) if tables.standings else None,
        keizer=next((row for row in keizer if row.rank == rank), None),
    )


def _card_line(
    tables: EventTables, number: int, cell: Cell | None, points: int, total: int
) -> CardLine:
    if cell is None:
        return CardLine(number, Outcome.ZERO_POINT_BYE, None, None, points, total)
    opponent = tables.people.get(cell.opponent) if cell.opponent else None
    return CardLine(number, cell.outcome, cell.colour, opponent, points, total)
