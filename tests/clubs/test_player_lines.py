"""Lines that name players, completed from the local copy of the FIDE list."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import FidePlayer
from clubs.names import search_form
from clubs.player_lines import (
    read_player_line,
    read_player_lines,
    suggest_players,
    suggested_line,
)


def listed(number: int, name: str, **more: object) -> FidePlayer:
    fields = {"search_name": search_form(name), "federation": "POR", **more}
    return FidePlayer.objects.create(fide_id=number, name=name, **fields)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Ana Sousa", ("Ana Sousa", None, None, None)),
        ("Ana Sousa 1240", ("Ana Sousa", None, 1240, None)),
        ("Sousa, Ana; 2011; 1240", ("Sousa, Ana", 2011, 1240, None)),
        ("Sousa, Ana 1240 2011", ("Sousa, Ana", 2011, 1240, None)),
        ("Sousa, Ana 2011 1901234", ("Sousa, Ana", 2011, None, 1901234)),
        ("Sousa, Ana 1901234 2011 1240", ("Sousa, Ana", 2011, 1240, 1901234)),
        ("Sousa, Ana FIDE 1901234", ("Sousa, Ana", None, None, 1901234)),
        ("1901234", ("", None, None, 1901234)),
        ("سارة الخطيب ٢٠١٠ ١٢٤٠", ("سارة الخطيب", 2010, 1240, None)),
        ("Ana 1899 99999", ("Ana 1899 99999", None, None, None)),
        ("Ana 1901234 1901235", ("Ana 1901234 1901235", None, None, None)),
    ],
)
def test_a_line_is_read(line: str, read: tuple[str, int | None, int | None, int | None]) -> None:
    found = read_player_line(line)

    assert (found.name, found.birth_year, found.rating, found.fide_id) == read


@pytest.mark.django_db
def test_a_fide_id_brings_what_the_list_knows_and_what_is_typed_counts_first() -> None:
    listed(1901234, "Sousa, Ana", birth_year=2011, title="WCM", sex="w")

    with CaptureQueriesContext(connection) as queries:
        whole, typed, unknown = read_player_lines(
            ["1901234", "Ana M. Sousa 2012 1901234", "Lima, Rui 1999999"]
        )

    assert len(queries) == 1
    assert whole.fields == {
        "name": "Sousa, Ana", "birth_year": 2011, "fide_id": 1901234, "federation": "POR",
        "title": "WCM", "sex": "w",
    }  # fmt: skip
    assert (typed.name, typed.birth_year, typed.problem) == ("Ana M. Sousa", 2012, "")
    assert unknown.fields == {"name": "Lima, Rui", "birth_year": None, "fide_id": 1999999}


@pytest.mark.django_db
def test_a_number_alone_that_the_list_does_not_have_asks_for_the_name() -> None:
    (line,) = read_player_lines(["1999999"])

    assert line.problem.startswith("The list on this installation has no such FIDE ID.")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("sou", [1901234, 1901235]),
        ("Sousa, Ana 20", [1901234]),
        ("Ana Sousa", [1901234]),
        ("1901235", [1901235]),
        ("Sousa, Rui 1901234", [1901234]),
        ("s", []),
        ("", []),
        ("Zimmer", []),
    ],
)
def test_suggestions_follow_what_is_typed(typed: str, found: list[int]) -> None:
    listed(1901234, "Sousa, Ana", birth_year=2011)
    listed(1901235, "Sousa, Rui")

    assert [player.fide_id for player in suggest_players(typed)] == found


@pytest.mark.django_db
def test_a_suggestion_is_a_line_that_means_the_same_person() -> None:
    ana = listed(1901234, "Sousa, Ana", birth_year=2011)

    line = suggested_line(ana)

    assert line == "Sousa, Ana 2011 1901234"
    assert read_player_lines([line])[0].listed == ana
