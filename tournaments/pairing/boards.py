"""The order of the boards, and who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.pairing.records import PairingState, ProposedBye, ProposedPairing
from tournaments.results import ByeKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.event_record import Competitor


def ordered_boards(
    pairings: Iterable[ProposedPairing], scores: Mapping[int, int]
) -> tuple[ProposedPairing, ...]:
    """Return the pairings in board order, board 1 first.

    The board of the higher-scored player comes first, then the one with the larger sum of both
    scores, then the one whose higher-ranked player (score, then starting rank) has the lower
    number. ``scores`` are points without virtual ones.

    Source: FIDE Handbook C.04.2, article 3.6, from 1 February 2026.
    """

    def key(pairing: ProposedPairing) -> tuple[int, int, int]:
        white, black = scores[pairing.white], scores[pairing.black]
        higher = min((-white, pairing.white), (-black, pairing.black))
        return higher[0], -(white + black), higher[1]

    return tuple(sorted(pairings, key=key))


def absences_of(state: PairingState) -> tuple[ProposedBye, ...]:
    """Return everybody who is not to be paired, by starting rank: asked-for byes and withdrawn."""
    absent = {
        player.starting_rank: ByeKind.ZERO_POINT
        for player in state.record.competitors
        if has_withdrawn(player, state.round_number)
    }
    absent.update(state.absences)
    return tuple(ProposedBye(rank, kind) for rank, kind in sorted(absent.items()))


def has_withdrawn(player: Competitor, round_number: int) -> bool:
    """Whether a player left the event before ``round_number``."""
    return player.withdrawn_after is not None and player.withdrawn_after < round_number
