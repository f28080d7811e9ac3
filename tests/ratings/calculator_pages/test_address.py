"""The address of a calculator page: read in both forms, written in the short one."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from ratings.calculator_pages.address import (
    FEWEST_ROWS,
    MOST_ROWS,
    GameRow,
    Query,
    address_of,
    amount,
    rows_of,
    whole_number,
)

games = st.builds(
    GameRow,
    st.integers(0, 4000).map(str) | st.just("") | st.text("0123456789xO_", max_size=8),
    st.sampled_from(["1", "5", "0", "f", ""]),
)


def read(address: str, prefix: str = "") -> list[tuple[str, str]]:
    """Return the rows that are not empty."""
    rows = Query(QueryDict(address)).rows(prefix)
    return [(game.opponent, game.result) for game in rows.games[: rows.filled]]


def test_the_form_and_the_short_address_say_the_same() -> None:
    typed = "o1=1650&r1=1&o2=1840&r2=5&o3=&o4=1500&r4=f&o5="

    rows = Query(QueryDict(typed)).rows()
    short = address_of(rows.parameters())

    assert short == "g=1650_1&g=1840_5&g=_&g=1500_f"
    assert read(typed) == read(short) == [("1650", "1"), ("1840", "5"), ("", ""), ("1500", "f")]


@given(st.lists(games, max_size=MOST_ROWS))
def test_every_list_of_rows_survives_its_address(typed: list[GameRow]) -> None:
    rows = rows_of(typed)

    again = Query(QueryDict(address_of(rows.parameters("e2")))).rows("e2")

    assert again == rows


def test_rows_have_empty_ones_below_them() -> None:
    assert len(rows_of([]).games) == FEWEST_ROWS
    assert len(rows_of([GameRow("1500", "1")] * 9).games) == 10
    assert len(rows_of([GameRow("1500", "1")] * MOST_ROWS).games) == MOST_ROWS
    assert len(Query(QueryDict("g=1500_1&n=31")).rows().games) == 31


def test_what_does_not_fit_is_counted_and_the_rest_kept() -> None:
    rows = Query(QueryDict("&".join(["g=1500_1"] * 137))).rows()
    typed = Query(QueryDict("o1=1500&r1=1&o250=1600&r250=1")).rows()

    assert (len(rows.games), rows.too_many) == (MOST_ROWS, 37)
    assert (typed.filled, typed.too_many) == (1, 150)


def test_a_row_is_taken_out_and_the_others_move_up() -> None:
    rows = rows_of([GameRow("1", "1"), GameRow("2", "5"), GameRow("3", "0")])

    assert [game.opponent for game in rows.without(2).games[:2]] == ["1", "3"]
    assert rows.without(99).games[:3] == rows.games[:3]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1650", 1650),
        (" 1 650 ", 1650),
        ("1.650", 1650),
        ("1,650", 1650),
        ("١٦٥٠", 1650),
        ("１６５０", 1650),
        ("", None),
        ("165O", "165O"),
        ("1650,5", "1650,5"),
        ("1e9", "1e9"),
        ("9" * 30, "9" * 30),
    ],
)
def test_numbers_are_read_as_people_write_them(typed: str, meant: object) -> None:
    assert whole_number(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"), [("2,5", "2.5"), ("2.5", "2.5"), ("٢,٥", "2.5"), ("90", "90"), ("", None)]
)
def test_minutes_may_have_a_comma(typed: str, meant: object) -> None:
    assert amount(typed) == meant


@given(st.dictionaries(st.text(max_size=6), st.lists(st.text(max_size=30), max_size=3)))
def test_no_address_breaks_the_reader(parameters: dict[str, list[str]]) -> None:
    address = QueryDict(mutable=True)
    for name, values in parameters.items():
        address.setlist(name, values)
    query = Query(address)

    assert len(query.rows().games) <= MOST_ROWS
    assert parse_qsl(address_of(query.rows().parameters())) is not None
