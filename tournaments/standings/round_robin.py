"""Withdrawals from a round robin: the rule of half the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.pairing.round_robin import WithdrawalEffect, withdrawal_effect

if TYPE_CHECKING:
    from tournaments.event_record import EventRecord


def annulled_by_half_rule(record: EventRecord) -> tuple[int, ...]:
    """Return the withdrawn players who played fewer than half of their games.

    Their results stay in the crosstable and are rated, but nobody's standing counts them. A player
    with half of the games or more stays in the table, and the rest of his games are forfeits.

    Source: FIDE Handbook C.05, general rules for round robins.
    """
    if not record.is_round_robin:
        return ()
    return tuple(
        player.starting_rank
        for player in record.competitors
        if player.withdrawn_after is not None
        and withdrawal_effect(record, player.starting_rank).effect is WithdrawalEffect.CANCELLED
    )
