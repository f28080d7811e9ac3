"""Withdrawals from a round robin: the rule of half the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.results import Outcome

if TYPE_CHECKING:
    from tournaments.event_record import EventRecord


def annulled_by_half_rule(record: EventRecord) -> tuple[int, ...]:
    """Return the withdrawn players who completed fewer than half of their games.

    Their results stay in the crosstable and are rated, but nobody's standing counts them. A player
    with half of the games or more stays in the table, and the rest of his games are forfeits. A
    forfeit win is a game he was there for. The number of games is that of the whole event: one
    against every other player, as often as the planned rounds allow.

    Source: FIDE Handbook C.05, general rules for round robins.
    """
    if not record.is_round_robin or len(record.competitors) < 2:
        return ()
    opponents = len(record.competitors) - 1
    rounds_per_cycle = opponents if opponents % 2 else opponents + 1
    cycles = max(1, record.rounds // rounds_per_cycle)
    games = opponents * cycles
    return tuple(
        player.starting_rank
        for player in record.competitors
        if player.withdrawn_after is not None
        and 2
        * sum(
            cell is not None and (cell.outcome.is_played or cell.outcome is Outcome.FORFEIT_WIN)
            for cell in player.cells
        )
        < games
    )
