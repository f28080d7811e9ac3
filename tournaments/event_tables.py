"""An event as the public may see it: people by their shown names, tables as lines for pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from clubs.access import ClubAccess
from clubs.public_fields import public_player, shown_name
from tournaments.event_queries import (
    EventView,
    event_record,
    keizer_standings_of,
    load_event_view,
    standings_of,
)
from tournaments.event_record import Cell, EventRecord
from tournaments.models import Entry, Tournament
from tournaments.pairing.keizer import KeizerStandings
from tournaments.results import Colour, Outcome, Result
from tournaments.standings.crosstable import (
    CrosstableRow,
    MatrixRow,
    Order,
    crosstable,
    matrix,
)
from tournaments.standings.score_sheet import last_round_with_result
from tournaments.standings.table import (
    DecisionStep,
    Standings,
    StandingsRow,
    decision,
)
from tournaments.standings.tie_breaks.values import TieBreakValue


@dataclass(frozen=True, slots=True)
class Person:
    """A player of an event as the one who asks may see him; ``url`` is empty for hidden ones."""

    rank: int
    name: str
    latin: str
    title: str
    rating: int | None
    url: str
    card_url: str


@dataclass(frozen=True, slots=True)
class EventTables:
    """An event, loaded once, with everything its pages are made of."""

    access: ClubAccess
    view: EventView
    record: EventRecord
    people: dict[int, Person]
    standings: Standings | None
    keizer: KeizerStandings | None

    @property
    def rounds_shown(self) -> Sequence[int]:
        """The numbers of the rounds there are."""
        return [each.round.number for each in self.view.rounds]


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
    is_keizer = tournament.format == Tournament.Format.KEIZER
    return EventTables(
        access=access,
        view=view,
        record=record,
        people={rank: _person(access, entry) for rank, entry in view.entry_by_rank.items()},
        standings=standings_of(tournament, after_round, record=record) if last else None,
        keizer=keizer_standings_of(tournament, after_round, record=record)
        if is_keizer and last
        else None,
    )


def _person(access: ClubAccess, entry: Entry) -> Person:
    player = entry.player
    name = shown_name(player, access)
    is_whole = name == player.name
    slug, number = access.club.slug, entry.tournament.number
    is_there = not (access.is_public and player.is_hidden)
    return Person(
        rank=entry.starting_rank or 0,
        name=name,
        latin=player.latin_name if is_whole else "",
        title=public_player(player, access)["title"],
        rating=entry.rating,
        url=reverse("player_page", args=[slug, player.pk]) if is_there else "",
        card_url=reverse("tournament_entry", args=[slug, number, entry.starting_rank])
        if is_there
        else "",
    )


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings."""

    person: Person
    row: StandingsRow


def standings_lines(tables: EventTables) -> list[StandingsLine]:
    """Return the standings, line by line; empty before the first result."""
    if tables.standings is None:
        return []
    return [StandingsLine(tables.people[row.starting_rank], row) for row in tables.standings.rows]


@dataclass(frozen=True, slots=True)
class ValueOpened:
    """A tie-break value with the opponents it is made of."""

    value: TieBreakValue
    opponents: tuple[Person | None, ...]

    @property
    def lines(self) -> list[tuple[object, Person | None]]:
        """Each line with the opponent it speaks of."""
        return list(zip(self.value.lines, self.opponents, strict=True))


@dataclass(frozen=True, slots=True)
class Why:
    """What put a player below the one above him, and what his own values are made of."""

    person: Person
    above: Person | None
    points: int
    steps: tuple[DecisionStep, ...]
    values: tuple[ValueOpened, ...]


def why_lines(tables: EventTables, rank: int | None) -> Why | None:
    """Return the explanation of a player's place, by his number of the starting list."""
    table = tables.standings
    if table is None or rank is None or rank not in table.row_of:
        return None
    row = table.row_of[rank]
    above = next((each for each in table.rows if each.position == row.position - 1), None)
    steps: tuple[DecisionStep, ...] = ()
    if above is not None:
        steps = tuple(decision(table, above.starting_rank, rank))
    return Why(
        person=tables.people[rank],
        above=tables.people[above.starting_rank] if above else None,
        points=row.points,
        steps=steps,
        values=_opened(tables, row),
    )


def _opened(tables: EventTables, row: StandingsRow) -> tuple[ValueOpened, ...]:
    return tuple(
        ValueOpened(
            value,
            tuple(tables.people.get(line.opponent or 0) for line in value.lines),
        )
        for value in row.values
    )


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of the crosstable; the cells are those of the rounds or of the opponents."""

    person: Person
    row: CrosstableRow | MatrixRow


def crosstable_lines(tables: EventTables, *, by_starting_rank: bool) -> list[CrosstableLine]:
    """Return the crosstable by rounds."""
    assert tables.standings is not None
    order = Order.STARTING_RANK if by_starting_rank else Order.STANDING
    rows = crosstable(tables.record, tables.standings, order=order)
    return [CrosstableLine(tables.people[row.starting_rank], row) for row in rows]


def matrix_lines(tables: EventTables, *, by_starting_rank: bool) -> list[CrosstableLine]:
    """Return the crosstable of a round robin: everybody against everybody."""
    assert tables.standings is not None
    order = Order.STARTING_RANK if by_starting_rank else Order.STANDING
    rows = matrix(tables.record, tables.standings, order=order)
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

    @property
    def is_open(self) -> bool:
        """Whether the game has no result yet."""
        return Result(self.result).is_open


def round_lines(tables: EventTables, round_number: int) -> list[BoardLine]:
    """Return the boards of a round in order."""
    found = tables.view.round(round_number)
    assert found is not None
    before = _points_before(tables.record, round_number)
    people = tables.people
    return [
        BoardLine(
            board=pairing.board_number,
            white=people[pairing.white.starting_rank or 0],
            black=people[pairing.black.starting_rank or 0],
            result=pairing.result,
            white_points=before[pairing.white.starting_rank or 0],
            black_points=before[pairing.black.starting_rank or 0],
        )
        for pairing in found.pairings
    ]


def _points_before(record: EventRecord, round_number: int) -> dict[int, int]:
    return {
        player.starting_rank: sum(
            record.points.points(cell.outcome) for cell in player.cells[: round_number - 1] if cell
        )
        for player in record.competitors
    }


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
    """A player's event on one page."""

    person: Person
    lines: tuple[CardLine, ...]
    row: StandingsRow | None
    values: tuple[ValueOpened, ...]


def card_of(tables: EventTables, rank: int) -> Card:
    """Return a player's card."""
    player = next(each for each in tables.record.competitors if each.starting_rank == rank)
    lines: list[CardLine] = []
    total = 0
    for number, cell in enumerate(player.cells, start=1):
        points = tables.record.points.points(cell.outcome) if cell else 0
        total += points
        lines.append(_card_line(tables, number, cell, points, total))
    row = tables.standings.row_of.get(rank) if tables.standings else None
    return Card(
        person=tables.people[rank],
        lines=tuple(lines),
        row=row,
        values=_opened(tables, row) if row else (),
    )


def _card_line(
    tables: EventTables, number: int, cell: Cell | None, points: int, total: int
) -> CardLine:
    if cell is None:
        return CardLine(number, Outcome.ZERO_POINT_BYE, None, None, points, total)
    opponent = tables.people.get(cell.opponent) if cell.opponent else None
    return CardLine(number, cell.outcome, cell.colour, opponent, points, total)
