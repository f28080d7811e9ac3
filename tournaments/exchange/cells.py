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
    points = record.points
    total = sum(
        points.points(Outcome.ZERO_POINT_BYE if cell is None else cell.outcome)
        for cell in player.cells
    )
    # Looking for the last round goes through all players, so only where it can matter.
    if points.zero_point_bye:
        total += points.zero_point_bye * (record.rounds_paired - len(player.cells))
    return total
