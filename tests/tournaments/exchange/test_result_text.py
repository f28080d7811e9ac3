"""Results pasted as text (field case F16)."""

from __future__ import annotations

import pytest

from tournaments.exchange.result_text import read_result_lines
from tournaments.results import Result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result.WHITE_WINS),
        ("0–1", Result.BLACK_WINS),
        ("½-½", Result.DRAW),
        ("1/2-1/2", Result.DRAW),
        ("0.5-0.5", Result.DRAW),
        ("0,5 - 0,5", Result.DRAW),
        ("=", Result.DRAW),
        ("+:-", Result.WHITE_WINS_BY_FORFEIT),
        ("+--", Result.WHITE_WINS_BY_FORFEIT),
        ("1F-0F", Result.WHITE_WINS_BY_FORFEIT),
        ("-:+", Result.BLACK_WINS_BY_FORFEIT),
        ("--+", Result.BLACK_WINS_BY_FORFEIT),
        ("0F-1F", Result.BLACK_WINS_BY_FORFEIT),
        ("-:-", Result.DOUBLE_FORFEIT),
        ("---", Result.DOUBLE_FORFEIT),
        ("0F-0F", Result.DOUBLE_FORFEIT),
        ("0-0", Result.BOTH_LOSE),
        ("*", Result.PENDING),
    ],
)
@pytest.mark.parametrize("start", ["3 ", "Board 3: ", "3.", "Tabuleiro 3) ", "#3\t", "3;"])
def test_a_row_gives_board_and_result(start: str, text: str, result: Result) -> None:
    read = read_result_lines(f"\n{start}{text}\n")

    assert read.problems == ()
    assert [(row.row, row.board, row.result) for row in read.rows] == [(2, 3, result)]


def test_every_row_that_cannot_be_read_is_named() -> None:
    read = read_result_lines("1 1-0\n1-0\n2 2-0\n1 0-1\n3\n0 1-0\nJosé won\n4 Silva 1-0")

    assert [(row.board, row.result) for row in read.rows] == [(1, Result.WHITE_WINS)]
    assert [(each.code, each.line, each.found) for each in read.problems] == [
        ("board_missing", 2, "1-0"),
        ("unreadable_result", 3, "2-0"),
        ("repeated_board", 4, "1 0-1"),
        ("unreadable_result", 5, ""),
        ("board_missing", 6, "0 1-0"),
        ("board_missing", 7, "José won"),
        ("unreadable_result", 8, "Silva 1-0"),
    ]


def test_too_many_rows_are_refused_at_once() -> None:
    read = read_result_lines("1 1-0\n" * 2_001)

    assert [each.code for each in read.problems] == ["too_many_rows"]
    assert read.rows == ()
