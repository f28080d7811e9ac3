"""Results pasted as text: a board number and a result on each line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubs.access import ClubAccess
from clubs.errors import InvalidInput, Problem
from tournaments.entering_results import enter_results
from tournaments.exchange.result_text import read_result_lines
from tournaments.models import Pairing, Round
from tournaments.results import Result

LONGEST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class PastedResult:
    """One row as it was understood; ``must_ask`` is a ``0-0``, which may mean two things."""

    row: int
    board: int
    result: Result

    @property
    def must_ask(self) -> bool:
        """Whether somebody has to say if the game was played."""
        return self.result is Result.BOTH_LOSE


@dataclass(frozen=True, slots=True)
class PastedResults:
    """All rows that were understood, and what is wrong with the others."""

    rows: tuple[PastedResult, ...]
    problems: tuple[Problem, ...]


def read_pasted_results(round_: Round, text: str) -> PastedResults:
    """Return what a pasted text says of a round's boards; nothing is written. One query."""
    if len(text) > LONGEST_TEXT:
        message = _("At most %(most)s characters at once.") % {"most": LONGEST_TEXT}
        return PastedResults((), (Problem("text_long", message, "text"),))
    found = read_result_lines(text)
    boards = set(round_.pairings.values_list("board_number", flat=True))
    problems = [
        Problem(
            finding.code,
            finding.message(_),
            f"line {finding.line}" if finding.line else "text",
            {"found": finding.found, "column": finding.column},
        )
        for finding in found.problems
    ]
    rows = []
    for row in found.rows:
        if row.board in boards:
            rows.append(PastedResult(row.row, row.board, row.result))
            continue
        message = _("There is no board %(board)s in this round.") % {"board": row.board}
        problems.append(Problem("board_unknown", message, f"line {row.row}", {"board": row.board}))
    return PastedResults(tuple(rows), tuple(problems))


def enter_pasted_results(
    access: ClubAccess,
    round_: Round,
    text: str,
    *,
    zeros_were_played: bool | None = None,
    versions: Mapping[int, int] | None = None,
) -> list[Pairing]:
    """Return the boards with the results of a pasted text: all rows, or none.

    ``zeros_were_played`` answers for every ``0-0`` whether the game was played; without it such a
    row is refused. ``versions`` are those of the boards the person saw, by board number. Raises
    InvalidInput with the number of each row that is wrong.
    """
    pasted = read_pasted_results(round_, text)
    problems = list(pasted.problems)
    items: list[dict[str, Any]] = []
    for row in pasted.rows:
        result = row.result
        if row.must_ask and zeros_were_played is None:
            message = _("Was the game played, or were both players absent?")
            problems.append(
                Problem("was_it_played", message, f"line {row.row}", {"board": row.board})
            )
        elif row.must_ask and not zeros_were_played:
            result = Result.DOUBLE_FORFEIT
        version = (versions or {}).get(row.board)
        items.append({"board": row.board, "result": result, "version": version})
    if problems:
        raise InvalidInput("results_invalid", _("No result was entered."), problems=problems)
    return enter_results(access, round_, items)
