"""Starting ranks without gaps, and an event as it stood before a round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.event_record import Cell, Competitor, EventRecord


def new_numbers(record: EventRecord) -> dict[int, int]:
    """Return the number from 1 to n that each starting rank gets on export, order kept."""
    ranks = sorted(player.starting_rank for player in record.competitors)
    return {rank: number for number, rank in enumerate(ranks, start=1)}


def renumbered(record: EventRecord) -> EventRecord:
    """Return the event with starting ranks 1 to n, sorted, every mention of a player changed.

    An event that has them already is returned as it is.
    """
    numbers = new_numbers(record)
    if [player.starting_rank for player in record.competitors] == [*numbers.values()]:
        return record
    return replace(
        record,
        competitors=tuple(
            _renumbered_competitor(player, numbers)
            for player in sorted(record.competitors, key=lambda each: each.starting_rank)
        ),
        forbidden_pairs=tuple(
            (frozenset(numbers[rank] for rank in group if rank in numbers), first, last)
            for group, first, last in record.forbidden_pairs
        ),
        virtual_points=tuple(
            (numbers[rank], points) for rank, points in record.virtual_points if rank in numbers
        ),
    )


def state_before(record: EventRecord, round_number: int) -> EventRecord:
    """Return the event as it stood before ``round_number`` was paired."""
    return replace(
        record,
        competitors=tuple(
            replace(player, cells=player.cells[: round_number - 1]) for player in record.competitors
        ),
    )


def _renumbered_competitor(player: Competitor, numbers: Mapping[int, int]) -> Competitor:
    def changed(cell: Cell | None) -> Cell | None:
        if cell is None or cell.opponent is None:
            return cell
        return replace(cell, opponent=numbers[cell.opponent])

    return replace(
        player,
        starting_rank=numbers[player.starting_rank],
        cells=tuple(changed(cell) for cell in player.cells),
    )
