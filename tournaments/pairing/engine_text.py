"""The event before a round, as the text every engine reads.

Engines want tournament pairing numbers 1..n without gaps, points that add up from the cells, and a
last column with the absentees of the round to pair. Starting ranks may have gaps and events their
own point values, so both are translated here, in one place, for all engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.event_record import Cell, Competitor
from tournaments.pairing.boards import absences_of
from tournaments.pairing.errors import TooFewPlayers, WrongState
from tournaments.pairing.histories import cell_before
from tournaments.results import BYE_OUTCOMES, Colour, Outcome, PointValues

if TYPE_CHECKING:
    from tournaments.pairing.records import PairingState, ProposedBye


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


def engine_field(state: PairingState) -> EngineField:
    """Return the field for an engine.

    Raises WrongState or TooFewPlayers when this round cannot be paired from this record.
    """
    record = state.record
    if not 1 <= state.round_number <= record.rounds:
        raise WrongState(
            reason="round_out_of_range", round_number=state.round_number, rounds=record.rounds
        )
    if record.initial_colour is None:
        raise WrongState(reason="initial_colour_missing", round_number=state.round_number)
    competitors = sorted(record.competitors, key=lambda player: player.starting_rank)
    numbers = {player.starting_rank: n for n, player in enumerate(competitors, start=1)}
    for rank in state.absences:
        if rank not in numbers:
            raise WrongState(reason="unknown_player", rank=rank)
    absences = absences_of(state)
    absent = {bye.rank: bye for bye in absences}
    present = frozenset(n for rank, n in numbers.items() if rank not in absent)
    if len(present) < 2:
        raise TooFewPlayers(
            present=sorted(rank for rank in numbers if rank not in absent),
            round_number=state.round_number,
        )
    _refuse_gaps(state, competitors)

    letters = _Letters(record.points)
    lines = []
    for player in competitors:
        cells: list[str] = []
        points = 0
        for number in range(1, state.round_number):
            cell = cell_before(player, number)
            cells.append(letters.cell(cell, numbers))
            points += letters.points(cell)
        if absent:
            bye = absent.get(player.starting_rank)
            if bye is not None:
                asked = Cell(Outcome(bye.kind.value))
                cells.append(letters.cell(asked, numbers))
                points += letters.points(asked)
        lines.append(_player_line(numbers[player.starting_rank], player, points, cells))
    lines += _event_lines(state, record.initial_colour, numbers)
    return EngineField(
        text="\n".join(lines) + "\n",
        round_number=state.round_number,
        ranks=tuple(player.starting_rank for player in competitors),
        present=present,
        absences=absences,
    )


def _refuse_gaps(state: PairingState, competitors: list[Competitor]) -> None:
    for number in range(1, state.round_number):
        cells = [(player.starting_rank, cell_before(player, number)) for player in competitors]
        if all(cell is None or cell.outcome is Outcome.ZERO_POINT_BYE for _, cell in cells):
            raise WrongState(reason="earlier_round_missing", missing_round=number)
        pending = [rank for rank, cell in cells if cell and cell.outcome is Outcome.PENDING]
        if pending:
            raise WrongState(reason="results_missing", round=number, ranks=pending)


class _Letters:
    """The letters an engine understands for what happened, and the points it counts for them.

    Engines know one value for a win, a draw and a loss and one for the pairing-allocated bye; a
    bye that was asked for is worth a win, a draw or nothing. What counts for the pairing is the
    worth, so a bye is told by the letter of its worth in this event.
    """

    def __init__(self, points: PointValues) -> None:
        self._worth: dict[Outcome, int] = {outcome: points.points(outcome) for outcome in Outcome}
        self._letter: dict[Outcome, str] = {outcome: outcome.value for outcome in Outcome}
        self._refused: set[Outcome] = set()
        by_worth = {points.win: "F", points.draw: "H", 0: "Z"}
        for outcome in BYE_OUTCOMES - {Outcome.PAIRING_ALLOCATED_BYE}:
            letter = by_worth.get(self._worth[outcome])
            if letter is None:
                self._refused.add(outcome)
            else:
                self._letter[outcome] = letter
        # Engines give nothing for a game lost by default, whatever a lost game is worth.
        if points.loss:
            self._refused.add(Outcome.FORFEIT_LOSS)
        self._refused |= {outcome for outcome, worth in self._worth.items() if worth % 10}

    def points(self, cell: Cell | None) -> int:
        outcome = Outcome.ZERO_POINT_BYE if cell is None else cell.outcome
        if outcome in self._refused:
            raise WrongState(
                reason="points_not_expressible",
                outcome=outcome.value,
                points=self._worth[outcome],
            )
        return self._worth[outcome]

    def cell(self, cell: Cell | None, numbers: dict[int, int]) -> str:
        if cell is None or cell.opponent is None or cell.colour is None:
            outcome = Outcome.ZERO_POINT_BYE if cell is None else cell.outcome
            return f"0000 - {self._letter[outcome]}"
        return f"{numbers[cell.opponent]:4d} {cell.colour.value} {self._letter[cell.outcome]}"


def _player_line(number: int, player: Competitor, points: int, cells: list[str]) -> str:
    head = f"001 {number:4d}{'':40}{player.rating or 0:4d}{'':28}{points // 100:2d}"
    return "  ".join([f"{head}.{points % 100 // 10} {number:4d}", *cells])


def _event_lines(state: PairingState, initial: Colour, numbers: dict[int, int]) -> list[str]:
    record = state.record
    lines = [
        f"142 {record.rounds}",
        f"XXR {record.rounds}",
        f"152 {initial.value.upper()}",
        f"XXC {'white1' if initial is Colour.WHITE else 'black1'}",
        "192 FIDE_DUTCH",
    ]
    points = record.points
    if (points.win, points.draw, points.loss, points.pairing_bye) != (100, 50, 0, 100):
        values = (
            ("W", points.win),
            ("D", points.draw),
            ("L", points.loss),
            ("P", points.pairing_bye),
        )
        fields = (f"{code}{_points_text(value)}" for code, value in values)
        lines.append("162  " + "    ".join(fields))
    for ranks, first, last in record.forbidden_pairs:
        known = sorted(numbers[rank] for rank in ranks if rank in numbers)
        if first <= state.round_number <= last and len(known) > 1:
            told = f"{state.round_number:3d} {state.round_number:3d}"
            lines.append(" ".join([f"260 {told}", *(f"{n:4d}" for n in known)]))
    for rank, values_by_round in record.virtual_points:
        for number, value in enumerate(values_by_round[: record.rounds], start=1):
            if value:
                n = numbers[rank]
                told = f"{_points_text(value)} {number:3d} {number:3d} {n:4d} {n:4d}"
                lines.append(f"250      {told}")
    return lines


def _points_text(points: int) -> str:
    return f"{points // 100:2d}.{points % 100 // 10}"
