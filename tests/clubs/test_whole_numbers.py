"""Digits of other kinds in addresses, files and requests are no numbers, and no server error."""

from __future__ import annotations

import pytest
from factories import make_club, make_player, make_rating

from clubs.player_table import read_player_table
from support.api_caller import caller_for

LONGEST_SEARCH = 100
# Superscript two passes str.isdigit and fails in int; the Arabic one passes both.
OTHER_DIGITS = pytest.mark.parametrize("typed", ["²", "١", "9" * 5000], ids=["²", "١", "9…"])


@OTHER_DIGITS
@pytest.mark.parametrize("name", ["q", "games"])
def test_the_rating_list_is_searched_for_it_as_for_a_word(client, db, typed, name):
    club = make_club()
    make_rating(make_player(club, "Öberg, Lars"), 2037)

    shown = client.get(f"/clubs/{club.slug}/ratings/standard/", {name: typed})

    assert shown.status_code == 200


@OTHER_DIGITS
@pytest.mark.parametrize(
    "path",
    ["players/?search={}", "players/?page_size={}", "tournaments/{}/"],
)
def test_the_api_answers_it_like_any_other_word(db, typed, path):
    club = make_club()

    answer = caller_for(club).get(path.format(typed))

    if path.startswith("tournaments"):
        expected = 404
    elif "search" in path and len(typed) > LONGEST_SEARCH:
        expected = 422
    else:
        expected = 200
    assert answer.status_code == expected


def test_a_cell_of_a_table_takes_decimal_digits_of_every_script_and_no_others():
    table = read_player_table("name;rating\nA;²\nB;١٧١٤\n".encode() + b"C;" + b"9" * 5000 + b"\n")

    assert [problem.code for problem in table.problems] == ["number_form", "number_form"]
    assert [row.ratings for row in table.rows] == [{"standard": 1714}]
