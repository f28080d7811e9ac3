"""Whether the entries of the rounds belong together.

Every game stands in the file twice. Both entries must name each other, with opposite colours and
results that fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.event_record import Cell
from tournaments.results import ByeKind, Colour, Outcome, Result

if TYPE_CHECKING:
    from tournaments.exchange.lines import RawCell
    from tournaments.exchange.players import Player
    from tournaments.exchange.problems import Fact, Findings

# Which letters the opponent's entry may have, from the results that a board can have.
FITTING: dict[str, tuple[str, ...]] = {
    letter: tuple(result.value[1] for result in Result if result.value[0] == letter)
    for letter in "1=0+-WDL"
}
_UNFINISHED = ("", "*")
_BYES = frozenset("HFUZ")
# The 2006 edition wrote byes as results without an opponent.
_OLD_BYE_CODES = {"=": "H", "+": "F", "-": "Z", "1": "F", "0": "Z", "W": "F", "D": "H", "L": "Z"}
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


@dataclass(slots=True)
class CheckedRounds:
    """Cells by starting rank for all rounds that exist, and the absences that are announced.

    ``unreadable`` are the players of whom at least one entry is a problem.
    """

    rounds: int = 0
    cells: dict[int, list[Cell | None]] = field(default_factory=dict)
    absences: dict[tuple[int, int], ByeKind] = field(default_factory=dict)
    unreadable: set[int] = field(default_factory=set)


def check_rounds(players: dict[int, Player], findings: Findings) -> CheckedRounds:
    """Return the rounds of all players; entries that do not belong together are problems."""
    columns = last_column(players)
    checked = CheckedRounds(absences=_announced_absences(players, columns))
    checked.rounds = columns - 1 if checked.absences else columns
    judge = _Judge(players, findings, checked.unreadable)
    for rank, player in players.items():
        checked.cells[rank] = [
            judge.cell(player, round_number) for round_number in range(1, checked.rounds + 1)
        ]
    return checked


def apply_absences(
    checked: CheckedRounds,
    announced: list[tuple[int, int, ByeKind, int]],
    findings: Findings,
) -> dict[tuple[int, int], ByeKind]:
    """Put absences of earlier rounds into blank cells and return those of rounds to come.

    ``announced`` are round (0 for the one to pair), starting rank, kind and line, from records of
    their own. An entry of the player's line always counts before them.
    """
    coming = dict(checked.absences)
    for stated_round, rank, kind, line in announced:
        round_number = stated_round or checked.rounds + 1
        if rank not in checked.cells:
            continue
        if round_number > checked.rounds:
            coming.setdefault((round_number, rank), kind)
        elif checked.cells[rank][round_number - 1] is None:
            checked.cells[rank][round_number - 1] = Cell(Outcome(kind.value))
        elif checked.cells[rank][round_number - 1] != Cell(Outcome(kind.value)):
            findings.message("absence_of_played_round", line, 1, str(rank))
    return coming


def last_column(players: dict[int, Player]) -> int:
    """Return the last round in which any line has more than blanks."""
    return max(
        (
            number
            for player in players.values()
            for number, cell in enumerate(player.line.cells, start=1)
            if cell.text
        ),
        default=0,
    )


def _announced_absences(players: dict[int, Player], column: int) -> dict[tuple[int, int], ByeKind]:
    """Return the absences of the round to pair, if the last column holds nothing else.

    Engines are told of absences by a last column in which only the absentees have an entry.
    """
    absent = {
        rank: cell
        for rank, player in players.items()
        if column and (cell := player.cell(column)) is not None
    }
    if len(absent) < len(players) and all(
        cell.opponent is None and cell.letter in ("H", "F", "Z") for cell in absent.values()
    ):
        return {(column, rank): ByeKind(cell.letter) for rank, cell in absent.items()}
    return {}


@dataclass(slots=True)
class _Judge:
    """Turns entries into cells, one by one, and reports what is wrong with them."""

    players: dict[int, Player]
    findings: Findings
    unreadable: set[int]

    def cell(self, player: Player, round_number: int) -> Cell | None:
        """Return the cell of one player in one round; None where he was not paired."""
        raw = player.cell(round_number)
        if raw is None:
            return None
        if not raw.readable:
            return self._refuse(player, "bad_cell", raw.column, raw.text, round_number)
        if raw.opponent is None:
            return self._bye(player, raw, round_number)
        if raw.letter in _BYES:
            return self._refuse(player, "bye_with_opponent", raw.column, raw.text, round_number)
        if raw.letter not in FITTING and raw.letter not in _UNFINISHED:
            return self._refuse(player, "bad_result", raw.column + 7, raw.letter, round_number)
        if raw.colour not in ("w", "b", "-", ""):
            return self._refuse(player, "bad_colour", raw.column + 5, raw.colour, round_number)
        return self._game(player, raw, round_number)

    def _bye(self, player: Player, raw: RawCell, round_number: int) -> Cell | None:
        line = player.line.number
        if raw.letter in _BYES:
            return Cell(Outcome(raw.letter))
        if raw.letter in _OLD_BYE_CODES:
            self.findings.message("old_bye_code", line, raw.column + 7, raw.text)
            return Cell(Outcome(_OLD_BYE_CODES[raw.letter]))
        if raw.letter == "*":
            self.findings.message("undefined_result", line, raw.column + 7, raw.text)
        elif raw.letter:
            return self._refuse(player, "bad_result", raw.column + 7, raw.letter, round_number)
        return None

    def _game(self, player: Player, raw: RawCell, round_number: int) -> Cell | None:
        number = raw.opponent
        assert number is not None
        opponent = self.players.get(number)
        if number == player.starting_rank:
            return self._refuse(player, "plays_himself", raw.column, str(number), round_number)
        if opponent is None:
            return self._refuse(player, "unknown_opponent", raw.column, str(number), round_number)
        line, other_line = player.line.number, opponent.line.number
        other = opponent.cell(round_number)
        if other is None or other.opponent != player.starting_rank:
            return self._refuse(
                player,
                "not_mutual",
                raw.column,
                str(number),
                round_number,
                player=player.starting_rank,
                other_line=other_line,
            )
        # Each game is judged once, on the second of its two lines.
        if line > other_line:
            self._check_pair(player, raw, other, other_line, round_number)
        if raw.letter in _UNFINISHED:
            self.findings.message("unfinished_game", line, raw.column + 7, raw.text)
        outcome = Outcome.PENDING if raw.letter in _UNFINISHED else Outcome(raw.letter)
        return Cell(outcome, number, self._colour(player, raw, other))

    def _check_pair(
        self, player: Player, raw: RawCell, other: RawCell, other_line: int, round_number: int
    ) -> None:
        facts: dict[str, Fact] = {"opponent": raw.opponent or 0, "other_line": other_line}
        if raw.colour in _COLOURS and raw.colour == other.colour:
            expected = _COLOURS[raw.colour].opposite.value
            self._refuse(
                player, "same_colour", raw.column + 5, raw.colour, round_number,
                expected=expected, other=other.colour, **facts,
            )  # fmt: skip
        elif raw.colour not in _COLOURS or other.colour not in _COLOURS:
            if self._colour(player, raw, other) is None:
                self._refuse(player, "colour_missing", raw.column + 5, raw.text, round_number)
            else:
                self.findings.message(
                    "colour_supplied", player.line.number, raw.column + 5, raw.text
                )
        fitting = FITTING.get(other.letter, _UNFINISHED)
        if raw.letter not in fitting:
            self._refuse(
                player, "results_do_not_fit", raw.column + 7, raw.letter, round_number,
                expected=" / ".join(letter or "*" for letter in dict.fromkeys(fitting)),
                other=other.letter or "*", **facts,
            )  # fmt: skip

    def _colour(self, player: Player, raw: RawCell, other: RawCell) -> Colour | None:
        if raw.colour in _COLOURS:
            return _COLOURS[raw.colour]
        if other.colour in _COLOURS:
            return _COLOURS[other.colour].opposite
        if raw.letter in ("+", "-"):
            # Nobody sat down, so nothing depends on it; both entries must agree all the same.
            smaller = player.starting_rank < (raw.opponent or 0)
            return Colour.WHITE if smaller else Colour.BLACK
        return None

    def _refuse(
        self,
        player: Player,
        code: str,
        column: int,
        found: str,
        round_number: int,
        /,
        **facts: Fact,
    ) -> Cell | None:
        """Report a problem with an entry; there is no cell to return then."""
        self.unreadable.add(player.starting_rank)
        self.findings.problem(code, player.line.number, column, found, round=round_number, **facts)
        return None
