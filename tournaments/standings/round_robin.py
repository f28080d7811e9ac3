"""Withdrawals from a round robin: the rule of half the games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.pairing.round_robin import WithdrawalEffect, withdrawal_effect
from tournaments.standings.score_sheet import last_round_with_result

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


def annulled_after(record: EventRecord, after_round: int | None) -> tuple[int, ...]:
    """Return whose games did not count when a round had been played.

    None and the last round with a result mean now. For an earlier round only what was known then is
    judged: who left later was still in the table.
    """
    if after_round is None or after_round >= last_round_with_result(record):
        return annulled_by_half_rule(record)
    competitors = tuple(
        replace(
            player,
            cells=player.cells[:after_round],
            withdrawn_after=None
            if player.withdrawn_after is None or player.withdrawn_after >= after_round
            else player.withdrawn_after,
        )
        for player in record.competitors
    )
    return annulled_by_half_rule(replace(record, competitors=competitors))
