"""Why a round cannot be paired, as values: a stable code and the facts of the case.

The use case that asked turns them into a sentence; nothing here is meant to be read by organisers.
"""

from __future__ import annotations

from typing import ClassVar


class PairingError(ValueError):
    """A round that cannot be paired; ``code`` is stable, ``facts`` are plain values."""

    code: ClassVar[str] = "pairing_error"

    def __init__(self, **facts: object) -> None:
        super().__init__(f"{self.code}: {facts}")
        self.facts = facts


class TooFewPlayers(PairingError):
    """Fewer than two players are here, so there is nothing to pair.

    Facts: ``present`` (starting ranks), ``round_number``.
    """

    code = "too_few_players"


class WrongState(PairingError):
    """The event is not where this round could be paired; ``reason`` says why.

    Reasons: ``round_out_of_range`` (``rounds``), ``earlier_round_missing`` (``missing_round``),
    ``results_missing`` (``round``, ``ranks`` without result), ``initial_colour_missing``,
    ``unknown_player`` (``rank``), ``points_not_expressible`` (``outcome`` and ``points`` in
    hundredths that no engine can be told), ``acceleration_needs_standard_points``.
    """

    code = "wrong_state"


class NoLegalPairing(PairingError):
    """No pairing of the players present obeys the absolute rules; the arbiter decides.

    A state of the event, not a fault (C.04.3 article 1.9.3). Facts: ``present``, ``round_number``,
    ``engine``.
    """

    code = "no_legal_pairing"


class EngineFailed(PairingError):
    """The engine broke or its answer cannot be used; ``reason`` says which.

    Reasons: ``not_startable``, ``exit_status`` (``status``), ``refused_input``, ``crashed``,
    ``unreadable_answer``, ``answer_does_not_fit``. Facts: ``engine``, ``detail`` (a short text of
    the engine, for the log).
    """

    code = "engine_failed"


class EngineTimedOut(PairingError):
    """The engine did not answer in time and was ended. Facts: ``engine``, ``seconds``."""

    code = "engine_timed_out"
