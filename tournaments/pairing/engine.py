"""One door to every Swiss engine: ``pair_round``.

An engine reads the field's text and gives pairs of its own numbers; everything else (who is here,
numbers without gaps, board order, what an answer must fit) is the same for all of them and lives
here. ``Gacrux`` is built in, ``GacruxInChild`` is the same under a time limit, ``BbpPairings`` runs
an executable the operator has configured.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tournaments.exchange.engine_answer import parse_engine_answer
from tournaments.exchange.problems import ExchangeFileError
from tournaments.pairing.boards import ordered_boards
from tournaments.pairing.engine_text import EngineField, engine_field
from tournaments.pairing.errors import EngineFailed, NoLegalPairing
from tournaments.pairing.gacrux_engine import gacrux_pairs
from tournaments.pairing.histories import scores_before
from tournaments.pairing.program import LONGEST_DETAIL, Finished, run_program
from tournaments.pairing.records import (
    PairingState,
    ProposedBye,
    ProposedPairing,
    ProposedRound,
)

RULES = "C.04.3 FIDE (Dutch) 2026-02-01"

# How engines say on standard error that the field cannot be paired, with exit status 1.
NO_PAIRING_STATUS = 1
NO_PAIRING_WORDS = "No valid pairing"
REFUSED_STATUS = 3


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """Pairs of the engine's numbers, White first and 0 for the bye, with the engine's name."""

    pairs: tuple[tuple[int, int], ...]
    name: str
    version: str


class PairingEngine(Protocol):
    """Anything that can pair a field by the Dutch rules."""

    def pair(self, field: EngineField) -> EngineAnswer:
        """Return the pairs of the round, in any order.

        Raises NoLegalPairing, EngineFailed and EngineTimedOut.
        """


@dataclass(frozen=True, slots=True)
class Gacrux:
    """The built-in engine, in this process: for small fields, where no time limit is needed."""

    def pair(self, field: EngineField) -> EngineAnswer:
        """Pair in this process."""
        pairs, version = gacrux_pairs(field.text, field.round_number)
        return EngineAnswer(tuple(pairs), "gacrux", version)


@dataclass(frozen=True, slots=True)
class GacruxInChild:
    """The built-in engine in a child process that is ended when ``seconds`` are over."""

    seconds: float = 60.0

    def pair(self, field: EngineField) -> EngineAnswer:
        """Pair in a child process."""
        root = str(Path(__file__).parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        finished = run_program(
            [sys.executable, "-m", "tournaments.pairing.worker", str(field.round_number)],
            engine="gacrux",
            seconds=self.seconds,
            text=field.text,
            environment={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        return _answer(finished, "gacrux", field)


@dataclass(frozen=True, slots=True)
class BbpPairings:
    """An outside executable that speaks the command line of bbpPairings 6."""

    path: str
    seconds: float = 60.0

    def pair(self, field: EngineField) -> EngineAnswer:
        """Run the executable on a file with the field."""
        with tempfile.TemporaryDirectory(prefix="pairing-") as folder:
            file = Path(folder, "field.trf")
            file.write_text(field.text, encoding="utf-8", newline="\n")
            finished = run_program(
                [self.path, "-r", "--dutch", str(file), "-p"],
                engine="bbpPairings",
                seconds=self.seconds,
            )
        return _answer(finished, "bbpPairings", field)


def pair_round(state: PairingState, engine: PairingEngine | None = None) -> ProposedRound:
    """Return the round an engine proposes for ``state``; the built-in engine by default.

    Raises TooFewPlayers, WrongState, NoLegalPairing, EngineFailed and EngineTimedOut.

    Source: FIDE Handbook C.04.3, from 1 February 2026.
    """
    field = engine_field(state)
    try:
        answer = (engine or Gacrux()).pair(field)
    except NoLegalPairing as none:
        present = sorted(field.ranks[number - 1] for number in field.present)
        raise NoLegalPairing(**none.facts | {"present": present}) from none
    _refuse_misfit(answer, field)
    ranks = (0, *field.ranks)
    scores = scores_before(state.record, state.round_number)
    boards = [ProposedPairing(ranks[white], ranks[black]) for white, black in answer.pairs if black]
    return ProposedRound(
        round_number=state.round_number,
        pairings=ordered_boards(boards, scores),
        byes=tuple(ProposedBye(ranks[white]) for white, black in answer.pairs if not black),
        absences=field.absences,
        engine_name=answer.name,
        engine_version=answer.version,
        rules=RULES,
        initial_colour=field.initial_colour,
    )


def _answer(finished: Finished, engine: str, field: EngineField) -> EngineAnswer:
    """Read what a program answered: a version line, the number of pairs, then the pairs."""
    if finished.status == NO_PAIRING_STATUS and NO_PAIRING_WORDS in finished.complaint:
        raise NoLegalPairing(engine=engine, round_number=field.round_number)
    if finished.status:
        raise EngineFailed(
            engine=engine,
            reason="refused_input" if finished.status == REFUSED_STATUS else "exit_status",
            status=finished.status,
            detail=finished.complaint,
        )
    version, _, pairs = finished.answer.lstrip().partition("\n")
    try:
        return EngineAnswer(tuple(parse_engine_answer(pairs)), engine, version.strip())
    except ExchangeFileError as error:
        raise EngineFailed(
            engine=engine, reason="unreadable_answer", detail=finished.answer[:LONGEST_DETAIL]
        ) from error


def _refuse_misfit(answer: EngineAnswer, field: EngineField) -> None:
    """Refuse an answer in which a present player is missing, doubled or left over."""
    named = [number for pair in answer.pairs for number in pair if number]
    counts = Counter(named)
    wrong = sorted(
        (field.present ^ counts.keys()) | {n for n, times in counts.items() if times > 1}
    )
    byes = sum(1 for pair in answer.pairs if not pair[1])
    if wrong or byes != len(field.present) % 2:
        raise EngineFailed(
            engine=answer.name,
            reason="answer_does_not_fit",
            detail=f"numbers {wrong}, byes {byes}",
        )
