"""Rows from copied text: spreadsheets, pages of results, and lines that are neither."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.calculator_pages.address import MOST_ROWS
from ratings.calculator_pages.paste import read_pasted


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1650\t1", ("1650", "1")),
        ("1650;0,5", ("1650", "5")),
        ("1650 ½", ("1650", "5")),
        ("1650 1/2", ("1650", "5")),
        ("1650  =", ("1650", "5")),
        ("1 1650", ("1650", "1")),
        ("1650", ("1650", "")),
        ("١٦٥٠ ١", ("1650", "1")),
        ("1650 –", ("1650", "f")),
        ("1650 +", ("1650", "f")),
        ("1\t5\t12\tFM\tSilva, Ana\t2130\tPOR\t4,5\tw ½", ("2130", "5")),
        ("2 7 101 Souza, Rui 1874 BRA 3 s 1", ("1874", "1")),
        ("3 2 34 Newcomer, A 0 TUR 2,5 b 0", ("", "0")),
        ("unrated 1", ("", "1")),
        ("1", ("", "1")),
        ("(1650) 1-0", ("1650", "1")),
    ],
)
def test_a_line_is_a_game(line: str, row: tuple[str, str]) -> None:
    pasted = read_pasted(line)

    assert [(game.opponent, game.result) for game in pasted] == [row]


@pytest.mark.parametrize("line", ["Rd. Bo. SNo Name Rtg FED Pts. Res.", "Round 1", "Silva, Ana"])
def test_headings_are_passed_over(line: str) -> None:
    pasted = read_pasted(f"{line}\n1650 1\n\n")

    assert [(game.opponent, game.result) for game in pasted] == [("1650", "1")]


@given(st.text())
def test_any_text_can_be_pasted(text: str) -> None:
    assert len(read_pasted(text)) <= MOST_ROWS + 1
