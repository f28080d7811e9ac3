"""Results pasted as text: one row for each board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.exchange.problems import Findings
from tournaments.results import Result, read_result

if TYPE_CHECKING:
    from tournaments.exchange.problems import Finding

MAX_ROWS = 2_000

# A word such as "Board", the number, and something that cannot belong to a result.
_ROW = re.compile(r"\s*(?:[^\W\d_]{1,20}\.?\s*)?#?\s*([0-9]{1,4})\s*[\s.:;,)\]|]+(.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one board; ``row`` is the line of the text, from 1."""

    row: int
    board: int
    result: Result


@dataclass(frozen=True, slots=True)
class ResultText:
    """All rows that could be read and all that could not."""

    rows: tuple[ResultRow, ...]
    problems: tuple[Finding, ...]


def read_result_lines(text: str) -> ResultText:
    """Return the results that ``text`` gives, a board number and a result on each line.

    >>> read_result_lines("1 1-0\\nBoard 2: ½-½").rows[1].result.label
    '½–½'

    Empty lines are passed over. A board named twice, a row without a board number and a result
    that is not one are problems with the row's number; a row with ``0-0`` is read as a played game
    that both lost, and callers should ask.
    """
    findings = Findings()
    rows: dict[int, ResultRow] = {}
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) > MAX_ROWS:
        findings.problem("too_many_rows", 0, 0, str(len(lines)), limit=MAX_ROWS)
        lines = []
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        match = _ROW.match(f"{line[:100]} ")
        if match is None or int(match[1]) == 0:
            findings.problem("board_missing", number, 1, line)
            continue
        board, written = int(match[1]), match[2].strip()
        try:
            result = read_result(written)
        except ValueError:
            findings.problem("unreadable_result", number, match.start(2) + 1, written)
            continue
        if not written:
            findings.problem("unreadable_result", number, len(line) + 1, "")
        elif board in rows:
            findings.problem("repeated_board", number, 1, line, other_line=rows[board].row)
        else:
            rows[board] = ResultRow(number, board, result)
    return ResultText(tuple(rows.values()), findings.problems)
