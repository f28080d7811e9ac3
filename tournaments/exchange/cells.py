"""Looking up rounds and points of a competitor, for the writers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.results import Outcome

if TYPE_CHECKING:
    from tournaments.event_record import Cell, Competitor, EventRecord


def cell_of(player: Competitor, round_number: int) -> Cell | None:
    """Return the player's cell of a round, None also where his list is shorter."""
    return player.cells[round_number - 1] if len(player.cells) >= round_number else None


def total_points(player: Competitor, record: EventRecord) -> int:
    """Return the points of all paired rounds, in hundredths; no cell is a zero-point bye."""
    cells = (cell_of(player, number) for number in range(1, record.rounds_paired + 1))
    return sum(
        record.points.points(Outcome.ZERO_POINT_BYE if cell is None else cell.outcome)
        for cell in cells
    )
