"""Everybody against everybody by the Berger tables, and what a withdrawal does to the standings.

The tables speak of drawn numbers 1..n; ``round_robin_rounds`` turns them into the players who drew
them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.pairing.records import ProposedBye, ProposedPairing, ProposedRound
from tournaments.results import ByeKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.event_record import EventRecord

RULES = "C.05 Annex 1, Berger tables"


def berger_table(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a single round robin as pairs of drawn numbers, White first.

    With an odd number of players the number after the last is nobody, and whoever meets it is free.
    The pair of the highest number comes first; the others stand around its opponent on the circle
    of the remaining numbers.

    >>> berger_table(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))

    Source: FIDE Handbook C.05 Annex 1.
    """
    last = players + players % 2
    circle = last - 1
    rounds = []
    for number in range(1, last):
        if number % 2:
            centre = (number + 1) // 2
            pairs = [(centre, last)]
        else:
            centre = (last + number) // 2
            pairs = [(last, centre)]
        pairs += [
            ((centre + step - 1) % circle + 1, (centre - step - 1) % circle + 1)
            for step in range(1, last // 2)
        ]
        rounds.append(tuple(pairs))
    return tuple(rounds)


def double_berger_table(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a double round robin: the second half has the colours reversed.

    The last two rounds of the first half only are exchanged for more than four players, so nobody
    has one colour three times running where the halves meet.

    Source: FIDE Handbook C.05 Annex 1, note on double-round events.
    """
    first = list(berger_table(players))
    second = [tuple((black, white) for white, black in pairs) for pairs in first]
    if players > 4:
        first[-2], first[-1] = first[-1], first[-2]
    return (*first, *second)


def round_robin_rounds(ranks: Sequence[int], *, double: bool = False) -> tuple[ProposedRound, ...]:
    """Return all rounds of a round robin at once.

    ``ranks`` are starting ranks in the order of the drawn numbers: the first one drew number 1. The
    free player of an odd field has a zero-point bye, because everybody is free once.
    """
    table = double_berger_table(len(ranks)) if double else berger_table(len(ranks))
    nobody = len(ranks) + 1
    rounds = []
    for number, pairs in enumerate(table, start=1):
        boards = [(ranks[w - 1], ranks[b - 1]) for w, b in pairs if nobody not in (w, b)]
        free = [ranks[min(pair) - 1] for pair in pairs if nobody in pair]
        rounds.append(
            ProposedRound(
                round_number=number,
                pairings=tuple(ProposedPairing(white, black) for white, black in boards),
                absences=tuple(ProposedBye(rank, ByeKind.ZERO_POINT) for rank in free),
                engine_name="Berger",
                rules=RULES,
            )
        )
    return tuple(rounds)


class WithdrawalEffect(StrEnum):
    """What happens to the games of a player who left a round robin."""

    COUNTS = "counts"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """How the 50 % rule was applied to one player.

    ``played`` of ``scheduled`` games were over the board. COUNTS: his score stays in the standings,
    the games left are forfeits won by those present. CANCELLED: the table keeps his games and they
    stay rated, but points by and against him (``opponents``) do not count for the standings.
    """

    rank: int
    played: int
    scheduled: int
    effect: WithdrawalEffect
    opponents: frozenset[int]


def withdrawal_effect(record: EventRecord, rank: int) -> Withdrawal:
    """Return what the 50 % rule says of a player who left before all his games were played.

    At least half of the scheduled games played keeps the score; half of an odd number is not
    reached before the next whole game. A forfeit is no game played, for whichever side. How many
    games he had to play follows from the field and the rounds of the table, so a double round robin
    is known by its length.

    Source: FIDE Tournament Rules, conduct of the players, withdrawal from a round robin.
    """
    players = len(record.competitors)
    once = players - 1
    table_rounds = players - 1 + players % 2
    scheduled = once * max(1, record.rounds // table_rounds) if table_rounds else 0
    cells = next(player.cells for player in record.competitors if player.starting_rank == rank)
    met = Counter(
        cell.opponent for cell in cells if cell and cell.opponent and cell.outcome.is_played
    )
    played = met.total()
    return Withdrawal(
        rank=rank,
        played=played,
        scheduled=scheduled,
        effect=(WithdrawalEffect.COUNTS if 2 * played >= scheduled else WithdrawalEffect.CANCELLED),
        opponents=frozenset(opponent for opponent in met if opponent is not None),
    )
