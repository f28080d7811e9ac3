"""Which program proposes a round: the built-in engine, a configured one, or Keizer's way."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import Tournament
from tournaments.pairing.engine import BbpPairings, pair_round, pair_round_with_limit
from tournaments.pairing.keizer_pairing import pair_evening
from tournaments.pairing.records import PairingState, ProposedRound


def propose_round(
    state: PairingState, seconds: float | None = None, *, format_: str = Tournament.Format.SWISS
) -> ProposedRound:
    """Return the round for a state; with ``seconds`` in a child process that can be ended.

    Raises PairingError.
    """
    if format_ == Tournament.Format.KEIZER:
        return pair_evening(state)
    if settings.BBP_PAIRINGS:
        return pair_round(state, BbpPairings(settings.BBP_PAIRINGS, seconds or 20.0))
    return pair_round(state) if seconds is None else pair_round_with_limit(state, seconds)
