"""Which program proposes a round: the built-in engine, a configured one, or Keizer's way.

A round the engine would make can be kept as JSON, with a fingerprint of what it was made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings

from tournaments.models import Tournament
from tournaments.pairing.engine import (
    BbpPairings,
    Gacrux,
    GacruxInChild,
    PairingEngine,
    pair_round,
)
from tournaments.pairing.keizer_pairing import pair_evening
from tournaments.pairing.records import (
    PairingState,
    ProposedBye,
    ProposedPairing,
    ProposedRound,
)

# A larger field is not paired inside a request: it may take seconds, at worst a minute.
PAIRED_IN_REQUEST = 60
# For small fields an outside program needs hundredths of a second.
SECONDS_IN_REQUEST = 10.0


def propose_round(
    state: PairingState, seconds: float | None = None, *, format_: str = Tournament.Format.SWISS
) -> ProposedRound:
    """Return the round for a state; with ``seconds`` in a child process that can be ended.

    Raises PairingError.
    """
    if format_ == Tournament.Format.KEIZER:
        return pair_evening(state)
    return pair_round(state, engine_for(seconds))


def engine_for(seconds: float | None = None) -> PairingEngine:
    """Return the configured program, else the built-in engine; with ``seconds`` it can be ended."""
    if settings.BBP_PAIRINGS:
        at_once = min(SECONDS_IN_REQUEST, settings.PAIRING_SECONDS)
        return BbpPairings(settings.BBP_PAIRINGS, seconds or at_once)
    return Gacrux() if seconds is None else GacruxInChild(seconds)


def fingerprint(state: PairingState) -> str:
    """Return a text that is the same only for the same event before the same round."""
    absences = sorted((rank, str(kind)) for rank, kind in state.absences.items())
    facts = (repr(state.record), state.round_number, absences)
    return sha256(repr(facts).encode()).hexdigest()


def answer_of(proposed: ProposedRound) -> dict[str, Any]:
    """Return the boards and the bye of a proposed round as they are kept."""
    return {
        "pairings": [[pairing.white, pairing.black] for pairing in proposed.pairings],
        "byes": [bye.rank for bye in proposed.byes],
        "engine": f"{proposed.engine_name} {proposed.engine_version}".strip(),
    }


def round_from(answer: Mapping[str, Any], round_number: int) -> ProposedRound:
    """Return a round that was kept."""
    return ProposedRound(
        round_number=round_number,
        pairings=tuple(ProposedPairing(white, black) for white, black in answer["pairings"]),
        byes=tuple(ProposedBye(rank) for rank in answer["byes"]),
        engine_name=answer["engine"],
    )
