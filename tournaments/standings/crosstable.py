"""Crosstables: who met whom, by standing or by starting rank, round by round or as a matrix.

In both orders the numbers in the cells are the numbers at the left of the same table, so a reader
can go from a cell to the opponent's line. Results that the standings do not count (annulled
players) still show.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.event_record import Cell
from tournaments.exchange.cells import cell_of
from tournaments.results import Outcome

if TYPE_CHECKING:
    from tournaments.event_record import Competitor, EventRecord
    from tournaments.results import Colour
    from tournaments.standings.table import Standings


class Order(StrEnum):
    """How the lines of a crosstable are ordered."""

    STANDING = "standing"
    STARTING_RANK = "starting-rank"


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One round of one player.

    ``opponent`` is a starting rank and ``opponent_number`` the number of the opponent's line; both
    None without an opponent. ``points`` are hundredths.
    """

    round_number: int
    outcome: Outcome
    points: int
    colour: Colour | None = None
    opponent: int | None = None
    opponent_number: int | None = None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One line; ``number`` is unique in the table, ``rank`` may be shared.

    ``rank`` is None for a player whose results are annulled. A round without any cell is an
    absence and shows as a zero-point bye; in a round robin both are None (free).
    """

    number: int
    rank: int | None
    is_shared: bool
    starting_rank: int
    points: int
    cells: tuple[CrosstableCell | None, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One line of the matrix of a round robin; ``games[n - 1]`` are the games against line n.

    None on the diagonal; an empty tuple where the two have not met yet.
    """

    number: int
    rank: int | None
    is_shared: bool
    starting_rank: int
    points: int
    games: tuple[tuple[CrosstableCell, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    rank: int | None
    is_shared: bool
    points: int


def crosstable(
    record: EventRecord, table: Standings, *, order: Order = Order.STANDING
) -> tuple[CrosstableRow, ...]:
    """Return the crosstable round by round, up to the round of the standings."""
    lines = _lines(record, table, order)
    players = {player.starting_rank: player for player in record.competitors}
    return tuple(
        CrosstableRow(
            number=line.number,
            rank=line.rank,
            is_shared=line.is_shared,
            starting_rank=rank,
            points=line.points,
            cells=tuple(
                _cell(record, players[rank], number, lines)
                for number in range(1, table.after_round + 1)
            ),
        )
        for rank, line in lines.items()
    )


def matrix(
    record: EventRecord, table: Standings, *, order: Order = Order.STANDING
) -> tuple[MatrixRow, ...]:
    """Return everybody against everybody, up to the round of the standings."""
    rows = crosstable(record, table, order=order)
    size = len(rows)
    result = []
    for row in rows:
        games: list[list[CrosstableCell]] = [[] for _ in range(size)]
        for cell in row.cells:
            if cell is not None and cell.opponent_number is not None:
                games[cell.opponent_number - 1].append(cell)
        result.append(
            MatrixRow(
                number=row.number,
                rank=row.rank,
                is_shared=row.is_shared,
                starting_rank=row.starting_rank,
                points=row.points,
                games=tuple(
                    None if position == row.number else tuple(met)
                    for position, met in enumerate(games, start=1)
                ),
            )
        )
    return tuple(result)


def _lines(record: EventRecord, table: Standings, order: Order) -> dict[int, _Line]:
    """Return the lines in the order of the table; annulled players come last in a standing."""
    by_standing = [row.starting_rank for row in table.rows] + list(table.annulled)
    ranks = by_standing if order is Order.STANDING else sorted(by_standing)
    players = {player.starting_rank: player for player in record.competitors}
    lines = {}
    for number, rank in enumerate(ranks, start=1):
        row = table.row_of.get(rank)
        if row is None:
            points = _own_points(record, players[rank], table.after_round)
            lines[rank] = _Line(number, None, is_shared=False, points=points)
        else:
            lines[rank] = _Line(number, row.rank, is_shared=row.is_shared, points=row.points)
    return lines


def _own_points(record: EventRecord, player: Competitor, rounds: int) -> int:
    cells = (cell_of(player, number) for number in range(1, rounds + 1))
    return sum(record.points.points(cell.outcome) for cell in cells if cell is not None)


def _cell(
    record: EventRecord, player: Competitor, number: int, lines: dict[int, _Line]
) -> CrosstableCell | None:
    cell = cell_of(player, number) or Cell(Outcome.ZERO_POINT_BYE)
    if record.is_round_robin and cell.outcome is Outcome.ZERO_POINT_BYE:
        return None
    return CrosstableCell(
        round_number=number,
        outcome=cell.outcome,
        points=record.points.points(cell.outcome),
        colour=cell.colour,
        opponent=cell.opponent,
        opponent_number=None if cell.opponent is None else lines[cell.opponent].number,
    )
