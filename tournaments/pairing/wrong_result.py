"""A result of an earlier round was wrong: what that means for the boards already made.

Nothing is decided here. The record says what changed, whether the engine would have paired
otherwise, and what can still be done with the boards that have not begun: keep, swap, pair again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.exchange.cells import cell_of
from tournaments.pairing.engine import pair_round
from tournaments.pairing.errors import PairingError
from tournaments.pairing.histories import histories_before
from tournaments.pairing.records import PairingState, ProposedPairing, ProposedRound
from tournaments.pairing.validate import (
    Comparison,
    Finding,
    compare_with_engine,
    validate_round,
)
from tournaments.results import ByeKind, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from tournaments.event_record import EventRecord
    from tournaments.pairing.engine import PairingEngine


@dataclass(frozen=True, slots=True)
class ChangedOutcome:
    """What a round ended with for one player, before and after the correction; None: no cell."""

    round_number: int
    rank: int
    before: Outcome | None
    after: Outcome | None


@dataclass(frozen=True, slots=True)
class ChangedScore:
    """A player's points before the current round, in hundredths, before and after."""

    rank: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Two boards that become the engine's boards when one player changes seats with another.

    ``boards`` are board numbers, one alone when only the colours turn round; ``pairings`` are what
    they become, White first.
    """

    boards: tuple[int, ...]
    pairings: tuple[ProposedPairing, ...]

    @property
    def seats(self) -> str:
        """What tells it from the others: the players at the boards, ``1-4 3-2``, White first."""
        return " ".join(f"{pairing.white}-{pairing.black}" for pairing in self.pairings)


@dataclass(frozen=True, slots=True)
class WrongResultAdvice:
    """What the correction means for the current round.

    ``changed`` and ``scores`` say what moved. ``differs`` is whether the engine would now pair
    otherwise, None if it cannot say (``engine_error``). ``engine_round`` is the whole round paired
    anew, ``comparison`` what it has that the current one has not. ``findings`` are those of the
    current boards under the corrected results. ``open_boards`` are the boards that have not begun;
    ``swaps`` the exchanges among them that lead towards the engine's round; ``repaired`` is the
    engine's pairing of only the players on open boards (and the free one), None if there is none,
    ``repaired_comparison`` how it differs from those boards.
    """

    changed: tuple[ChangedOutcome, ...]
    scores: tuple[ChangedScore, ...]
    differs: bool | None
    engine_round: ProposedRound | None
    engine_error: PairingError | None
    comparison: Comparison | None
    findings: tuple[Finding, ...]
    open_boards: tuple[int, ...]
    swaps: tuple[Swap, ...]
    repaired: ProposedRound | None
    repaired_comparison: Comparison | None


def advise_on_wrong_result(
    before: EventRecord,
    after: PairingState,
    current: ProposedRound,
    *,
    started_boards: Set[int] = frozenset(),
    engine: PairingEngine | None = None,
) -> WrongResultAdvice:
    """Return what a corrected earlier result means for the round already paired.

    ``before`` and ``after`` are the event without and with the correction, ``after`` as the state
    before ``current`` with its absences. ``started_boards`` are board numbers whose game has begun
    or has a result; they are never touched. Runs the engine at most twice; give one with a limit
    for large fields.
    """
    engine_round: ProposedRound | None = None
    comparison: Comparison | None = None
    problem: PairingError | None = None
    try:
        engine_round = pair_round(after, engine)
        comparison = compare_with_engine(current, engine_round)
    except PairingError as error:
        problem = error
    open_boards = tuple(
        board for board in range(1, len(current.pairings) + 1) if board not in started_boards
    )
    differs = None if comparison is None else not comparison.is_equal
    repaired = None
    if differs and started_boards:
        repaired = _pair_open_boards(after, current, open_boards, engine)
    elif differs:
        repaired = engine_round
    return WrongResultAdvice(
        changed=tuple(_changed(before, after.record, after.round_number)),
        scores=tuple(_scores(before, after.record, after.round_number)),
        differs=differs,
        engine_round=engine_round,
        engine_error=problem,
        comparison=comparison,
        findings=validate_round(after, current),
        open_boards=open_boards,
        swaps=() if engine_round is None else tuple(_swaps(current, engine_round, open_boards)),
        repaired=repaired,
        repaired_comparison=(
            None if repaired is None else compare_with_engine(_only(current, open_boards), repaired)
        ),
    )


def _changed(
    before: EventRecord, after: EventRecord, round_number: int
) -> Iterable[ChangedOutcome]:
    old = {player.starting_rank: player for player in before.competitors}
    for number in range(1, round_number):
        for player in after.competitors:
            was = old.get(player.starting_rank)
            cell_was = cell_of(was, number) if was else None
            cell_is = cell_of(player, number)
            outcome_was = cell_was.outcome if cell_was else None
            outcome_is = cell_is.outcome if cell_is else None
            if outcome_was is not outcome_is:
                yield ChangedOutcome(number, player.starting_rank, outcome_was, outcome_is)


def _scores(before: EventRecord, after: EventRecord, round_number: int) -> Iterable[ChangedScore]:
    old = histories_before(before, round_number)
    for rank, history in histories_before(after, round_number).items():
        was = old[rank].score if rank in old else 0
        if was != history.score:
            yield ChangedScore(rank, was, history.score)


def _only(current: ProposedRound, boards: Iterable[int]) -> ProposedRound:
    return ProposedRound(
        round_number=current.round_number,
        pairings=tuple(current.pairings[board - 1] for board in boards),
        byes=current.byes,
    )


def _pair_open_boards(
    after: PairingState,
    current: ProposedRound,
    open_boards: tuple[int, ...],
    engine: PairingEngine | None,
) -> ProposedRound | None:
    """Pair only those who have not begun, as if the others were not here; None if impossible."""
    seated = {
        rank
        for board, pairing in enumerate(current.pairings, start=1)
        if board not in open_boards
        for rank in pairing.ranks
    }
    absences = {**dict.fromkeys(seated, ByeKind.ZERO_POINT), **after.absences}
    try:
        repaired = pair_round(PairingState(after.record, after.round_number, absences), engine)
    except PairingError:
        return None
    kept = tuple(bye for bye in repaired.absences if bye.rank not in seated)
    return ProposedRound(
        round_number=repaired.round_number,
        pairings=repaired.pairings,
        byes=repaired.byes,
        absences=kept,
        engine_name=repaired.engine_name,
        engine_version=repaired.engine_version,
        rules=repaired.rules,
        initial_colour=repaired.initial_colour,
    )


def _swaps(
    current: ProposedRound, engine_round: ProposedRound, open_boards: tuple[int, ...]
) -> Iterable[Swap]:
    wanted = {pairing.ranks: pairing for pairing in engine_round.pairings}
    boards = {board: current.pairings[board - 1] for board in open_boards}
    for board, pairing in boards.items():
        turned = wanted.get(pairing.ranks)
        if turned is not None and turned != pairing:
            yield Swap((board,), (turned,))
    for (one, first), (two, second) in combinations(boards.items(), 2):
        crosswise = (
            ({first.white, second.white}, {first.black, second.black}),
            ({first.white, second.black}, {first.black, second.white}),
        )
        for left, right in crosswise:
            new = (wanted.get(frozenset(left)), wanted.get(frozenset(right)))
            if new[0] is not None and new[1] is not None:
                yield Swap((one, two), (new[0], new[1]))
