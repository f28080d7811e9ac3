"""The event before a round, as the text every engine reads.

Engines want tournament pairing numbers 1..n without gaps, points that add up from the cells, and a
last column with the absentees of the round to pair. The exchange writer does that; what is done
here is to refuse what no engine can pair and to say an event's own point values in their words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.exchange.cells import cell_of
from tournaments.exchange.numbering import new_numbers
from tournaments.exchange.write import write_exchange_file
from tournaments.pairing.boards import absences_of
from tournaments.pairing.colours import inferred_initial_colour
from tournaments.pairing.errors import TooFewPlayers, WrongState
from tournaments.results import BYE_OUTCOMES, ByeKind, Outcome, PointValues

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.pairing.records import PairingState, ProposedBye
    from tournaments.results import Colour


@dataclass(frozen=True, slots=True)
class EngineField:
    """A field ready for an engine: its text and what the answer must fit.

    ``ranks[n - 1]`` is the starting rank of the player the engine calls n. ``present`` are the
    engine's numbers of the players to be paired.
    """

    text: str
    round_number: int
    ranks: tuple[int, ...]
    present: frozenset[int]
    absences: tuple[ProposedBye, ...]
    initial_colour: Colour


def engine_field(state: PairingState) -> EngineField:
    """Return the field for an engine.

    Raises WrongState or TooFewPlayers when this round cannot be paired from this record.
    """
    record = state.record
    if not 1 <= state.round_number <= record.rounds:
        raise WrongState(
            reason="round_out_of_range", round_number=state.round_number, rounds=record.rounds
        )
    initial_colour = record.initial_colour or inferred_initial_colour(record)
    if initial_colour is None:
        raise WrongState(reason="initial_colour_missing", round_number=state.round_number)
    numbers = new_numbers(record)
    for rank in state.absences:
        if rank not in numbers:
            raise WrongState(reason="unknown_player", rank=rank)
    absences = absences_of(state)
    absent = {bye.rank: bye.kind for bye in absences}
    present = [rank for rank in numbers if rank not in absent]
    if len(present) < 2:
        raise TooFewPlayers(present=present, round_number=state.round_number)
    _refuse_gaps(state)
    worths = _Worths(record.points)
    return EngineField(
        text=write_exchange_file(
            _in_engine_words(state, initial_colour, numbers, worths),
            dialect="engine",
            absences={numbers[rank]: worths.bye(kind) for rank, kind in absent.items()},
        ),
        round_number=state.round_number,
        ranks=tuple(numbers),
        present=frozenset(numbers[rank] for rank in present),
        absences=absences,
        initial_colour=initial_colour,
    )


def _refuse_gaps(state: PairingState) -> None:
    """Refuse a record in which an earlier round is missing or has open games."""
    for number in range(1, state.round_number):
        cells = [
            (player.starting_rank, cell_of(player, number)) for player in state.record.competitors
        ]
        if all(cell is None or cell.outcome is Outcome.ZERO_POINT_BYE for _, cell in cells):
            raise WrongState(reason="earlier_round_missing", missing_round=number)
        pending = [rank for rank, cell in cells if cell and cell.outcome is Outcome.PENDING]
        if pending:
            raise WrongState(reason="results_missing", round=number, ranks=pending)


class _Worths:
    """The outcomes an engine is told, by what they are worth in the event.

    Engines know one value for a win, a draw and a loss and one for the pairing-allocated bye; a
    bye that was asked for is worth a win, a draw or nothing. What counts for the pairing is the
    worth, so such a bye is told by the letter of its worth.
    """

    def __init__(self, points: PointValues) -> None:
        self._worth: dict[Outcome, int] = {outcome: points.points(outcome) for outcome in Outcome}
        self._told: dict[Outcome, Outcome] = {}
        by_worth = {
            points.win: Outcome.FULL_POINT_BYE,
            points.draw: Outcome.HALF_POINT_BYE,
            0: Outcome.ZERO_POINT_BYE,
        }
        for outcome, worth in self._worth.items():
            is_asked_for = outcome in BYE_OUTCOMES - {Outcome.PAIRING_ALLOCATED_BYE}
            told = by_worth.get(worth) if is_asked_for else outcome
            # Engines give nothing for a game lost by default, whatever a lost game is worth, and
            # count in tenths of a point.
            by_default = outcome is Outcome.FORFEIT_LOSS and points.loss != 0
            if told is not None and not by_default and worth % 10 == 0:
                self._told[outcome] = told

    def outcome(self, outcome: Outcome) -> Outcome:
        """Return what to tell an engine; raises WrongState where it cannot be told."""
        told = self._told.get(outcome)
        if told is None:
            raise WrongState(
                reason="points_not_expressible",
                outcome=outcome.value,
                points=self._worth[outcome],
            )
        return told

    def bye(self, kind: ByeKind) -> ByeKind:
        """Return the kind of bye to tell an engine."""
        return ByeKind(self.outcome(Outcome(kind.value)).value)


def told_by_worth(
    record: EventRecord, absences: Mapping[int, ByeKind]
) -> tuple[EventRecord, dict[int, ByeKind]]:
    """Return an event and the absences of its next round with every bye told by its worth.

    For files that go to a pairing program, names and all. Raises WrongState where the event has
    values that no program can be told.
    """
    worths = _Worths(record.points)

    def told(cell: Cell | None) -> Cell | None:
        return None if cell is None else replace(cell, outcome=worths.outcome(cell.outcome))

    players = tuple(
        replace(player, cells=tuple(told(cell) for cell in player.cells))
        for player in record.competitors
    )
    kinds = {rank: worths.bye(kind) for rank, kind in absences.items()}
    return replace(record, competitors=players, points=_engine_points(record.points)), kinds


def _engine_points(points: PointValues) -> PointValues:
    """Return the values as engines take them: byes asked for are a win, a draw or nothing."""
    return replace(points, full_point_bye=points.win, half_point_bye=points.draw, zero_point_bye=0)


def _in_engine_words(
    state: PairingState, initial_colour: Colour, numbers: Mapping[int, int], worths: _Worths
) -> EventRecord:
    """Return the event as engines need it: numbers for names, outcomes told by their worth.

    No names go out: an engine has no use for them, and an outside one is somebody else's program.
    """
    record = state.record
    earlier = range(1, state.round_number)
    nothing = Cell(worths.outcome(Outcome.ZERO_POINT_BYE)) if earlier else None

    def told(cell: Cell | None) -> Cell | None:
        if cell is None:
            return nothing
        opponent = None if cell.opponent is None else numbers[cell.opponent]
        return Cell(worths.outcome(cell.outcome), opponent, cell.colour)

    players = sorted(record.competitors, key=lambda player: player.starting_rank)
    return EventRecord(
        rounds=record.rounds,
        initial_colour=initial_colour,
        points=_engine_points(record.points),
        competitors=tuple(
            Competitor(
                starting_rank=numbers[player.starting_rank],
                name="",
                cells=tuple(told(cell_of(player, number)) for number in earlier),
            )
            for player in players
        ),
        forbidden_pairs=tuple(
            (frozenset(numbers[rank] for rank in ranks if rank in numbers), first, last)
            for ranks, first, last in record.forbidden_pairs
        ),
        virtual_points=tuple(
            (numbers[rank], points) for rank, points in record.virtual_points if rank in numbers
        ),
    )
