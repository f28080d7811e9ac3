"""An event as comma-separated tables for spreadsheets: players, results, crosstable.

Column names are stable English words for programs. A cell that a spreadsheet would take for a
formula gets an apostrophe in front, which the spreadsheet hides.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Literal

from tournaments.exchange.cells import cell_of, total_points
from tournaments.exchange.check_points import points_text
from tournaments.results import Colour, Outcome, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.event_record import Cell, EventRecord

Table = Literal["players", "results", "crosstable"]
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")

# Written so that pasting them into the results form gives the same result.
_WRITTEN = {
    Result.PENDING: "*",
    Result.ADJOURNED: "adj.",
    Result.WHITE_WINS: "1-0",
    Result.DRAW: "½-½",
    Result.BLACK_WINS: "0-1",
    Result.BOTH_LOSE: "0-0",
    Result.WHITE_HALF: "½-0",
    Result.BLACK_HALF: "0-½",
    Result.WHITE_WINS_BY_FORFEIT: "1F-0F",
    Result.BLACK_WINS_BY_FORFEIT: "0F-1F",
    Result.DOUBLE_FORFEIT: "0F-0F",
    Result.UNRATED_WHITE_WINS: "W-L",
    Result.UNRATED_DRAW: "D-D",
    Result.UNRATED_BLACK_WINS: "L-W",
    Result.UNRATED_BOTH_LOSE: "L-L",
}


def write_csv(record: EventRecord, table: Table) -> str:
    """Return one table of the event as text, lines ended by CRLF as spreadsheets expect."""
    rows = {"players": _players, "results": _results, "crosstable": _crosstable}[table](record)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        writer.writerow([safe_cell(value) for value in row])
    return text.getvalue()


def safe_cell(value: str) -> str:
    """Return ``value`` so that a spreadsheet shows it and does not calculate it.

    >>> safe_cell("=1+1"), safe_cell("Silva, Ana")
    ("'=1+1", 'Silva, Ana')
    """
    return f"'{value}" if value.startswith(_FORMULA_STARTS) else value


def _players(record: EventRecord) -> Iterator[list[str]]:
    yield [
        "starting_rank", "name", "rating", "title", "sex",
        "federation", "fide_id", "national_id", "birth", "points",
    ]  # fmt: skip
    for player in record.competitors:
        yield [
            str(player.starting_rank),
            player.name,
            "" if player.rating is None else str(player.rating),
            player.title,
            player.sex,
            player.federation,
            "" if player.fide_id is None else str(player.fide_id),
            player.national_id,
            player.birth,
            points_text(total_points(player, record)),
        ]


def _results(record: EventRecord) -> Iterator[list[str]]:
    yield ["round", "white_rank", "white", "result", "black_rank", "black"]
    players = {player.starting_rank: player for player in record.competitors}
    for number in range(1, record.rounds_paired + 1):
        for rank, player in sorted(players.items()):
            cell = cell_of(player, number)
            if cell is None:
                continue
            if cell.opponent is None:
                yield [str(number), str(rank), player.name, cell.outcome.value, "", ""]
            elif cell.colour is Colour.WHITE:
                black = players[cell.opponent]
                result = _board_result(cell, cell_of(black, number))
                yield [
                    str(number), str(rank), player.name,
                    _WRITTEN[result], str(black.starting_rank), black.name,
                ]  # fmt: skip


def _crosstable(record: EventRecord) -> Iterator[list[str]]:
    numbers = range(1, record.rounds_paired + 1)
    yield ["starting_rank", "name", "rating", *(f"round_{number}" for number in numbers), "points"]
    for player in record.competitors:
        yield [
            str(player.starting_rank),
            player.name,
            "" if player.rating is None else str(player.rating),
            *(_entry(cell_of(player, number)) for number in numbers),
            points_text(total_points(player, record)),
        ]


def _entry(cell: Cell | None) -> str:
    """Return opponent, colour and result letter such as ``12w1``, or the letter of a bye."""
    if cell is None:
        return Outcome.ZERO_POINT_BYE.value
    if cell.opponent is None:
        return cell.outcome.value
    return f"{cell.opponent}{cell.colour.value if cell.colour else ''}{cell.outcome.value}"


def _board_result(white: Cell, black: Cell | None) -> Result:
    if black is None or Outcome.PENDING in (white.outcome, black.outcome):
        return Result.PENDING
    return Result(white.outcome.value + black.outcome.value)
