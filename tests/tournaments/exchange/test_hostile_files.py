"""Files that are none, or that were made to do harm: a short answer, soon, and no traceback."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.exchange.decoding import MAX_FILE_BYTES
from tournaments.exchange.read import read_exchange_file

FOLDER = Path(__file__).parents[2] / "data" / "trf"
FACTS = json.loads((FOLDER / "facts.json").read_text())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no_players"),
        (b"hello\nworld\n", "no_players"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "not_text"),
        (b"\xff\xfe0", "not_text"),
        (b"0" * 50_000_000, "too_large"),
        (b"001\n" * 30_000, "too_many_lines"),
    ],
)
def test_what_is_no_exchange_file_is_refused_in_one_sentence(data: bytes, code: str) -> None:
    assert [problem.code for problem in read_exchange_file(data).problems] == [code]


def test_the_answer_to_a_hostile_file_is_short() -> None:
    file = read_exchange_file(b"001 xxxx\n" * 19_000)

    assert len(file.problems) == 501
    assert file.problems[-1].code == "too_many_problems"


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_changed_in_a_file_the_reader_answers(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FACTS)))
    content = bytearray((FOLDER / name).read_bytes()[:4000])
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))

    file = read_exchange_file(bytes(content))

    for finding in (*file.problems, *file.messages):
        assert finding.message()
        assert isinstance(finding.as_dict()["allowed"], str)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert read_exchange_file(data).problems


@pytest.mark.parametrize(
    "lines",
    [
        # Columns that could be shifted in many ways.
        ["001    1      " + "ü 1.0 2.0" * 25] * 7_500,
        ["162 A" + " " * 1_900_000],
        ["XXZ " + "1 " * 900_000],
        # The most rounds for as many players as fit.
        [f"001 {rank:>4}      {'A':<66}1.0    1{'  0000 - Z' * 99}" for rank in range(1, 1_800)],
        ["001    1      A", "001 9999      B", *["250       1.0   1  99    1 9999"] * 15_000],
    ],
    ids=["columns", "blanks", "numbers", "rounds", "acceleration"],
)
def test_a_file_made_to_cost_time_costs_little(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    assert len(data) <= MAX_FILE_BYTES
    start = time.process_time()

    read_exchange_file(data)

    assert time.process_time() - start < 10
