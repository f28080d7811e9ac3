"""Year of birth, merged players and wrong namesakes, and taking them back."""

from __future__ import annotations

from datetime import date

import pytest
from factories import (
    list_of,
    make_access,
    make_club,
    make_player,
    make_players,
    make_rating,
    make_report,
)

from clubs.errors import InvalidInput, Refused
from clubs.models import Club
from ratings.identity import (
    Moved,
    change_birth_year,
    preview_replacement,
    replace_player,
    replacement_problems,
    take_back_replacement,
)
from ratings.models import RatingChange, RatingReport
from support.ledger import rate, row_of, settle, steps_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_year_of_birth_marks_each_list_from_the_first_event_on_it(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(
        club,
        make_report([(a, b, "10")], key=1, first_day=date(2026, 3, 1), last_day=date(2026, 4, 1)),
        make_report([(a, b, "10")], key=2, first_day=date(2026, 5, 1), time_control="rapid"),
    )

    change_birth_year(make_access(club), a, 2012)

    assert [list_of(club, name).stale_since for name in ("standard", "rapid", "blitz")] == [
        date(2026, 3, 1),
        date(2026, 5, 1),
        None,
    ]


def test_a_date_of_birth_of_another_year_goes_with_it(club: Club) -> None:
    born = make_player(club, birth_year=2013)
    born.birth_date = date(2013, 5, 14)
    born.save()

    change_birth_year(make_access(club), born, 2012)

    born.refresh_from_db()
    assert (born.birth_year, born.birth_date) == (2012, None)


@pytest.mark.parametrize("year", [1899, 2999, -1])
def test_an_impossible_year_is_refused(club: Club, year: int) -> None:
    with pytest.raises(InvalidInput):
        change_birth_year(make_access(club), make_player(club), year)


def test_merging_brings_two_histories_together_and_can_be_taken_back(club: Club) -> None:
    kept, double, other = make_players(club, 3)
    make_rating(double, 1500, date(2026, 2, 1), games=0)
    rate(
        club,
        make_report([(kept, other, "10")], key=1, first_day=date(2026, 3, 1)),
        make_report([(double, other, "10")], key=2, first_day=date(2026, 3, 8)),
        make_report([(other, double, "==")], key=3, first_day=date(2026, 3, 9)),
    )
    before = [steps_of(player) for player in (kept, double, other)]

    preview = preview_replacement(club, double, kept)
    moved = replace_player(
        make_access(club), double, kept, reason="same person", preview_digest=preview.digest
    )
    settle(club)

    assert [(event.event_key, event.ratings) for event in preview.later] == [(1, 2)]
    assert steps_of(double) == []
    assert [before for before, _after in steps_of(kept)][:2] == [None, 1500]
    assert {row.event_key for row in RatingChange.objects.filter(player=kept)} == {None, 1, 2, 3}
    assert row_of(kept, 1).start_rating == 1500
    assert len(moved.sides) == 2

    take_back_replacement(make_access(club), double, kept, Moved.from_json(moved.as_json()))
    settle(club)

    assert [steps_of(player) for player in (kept, double, other)] == before


def test_a_merge_keeps_what_was_played_under_the_kept_name_when_taken_back(club: Club) -> None:
    """Both rows were entered in one event, in different rounds."""
    kept, double, other = make_players(club, 3)
    rate(club, make_report([(kept, other, "10"), (double, other, "10")]))

    moved = replace_player(make_access(club), double, kept)
    settle(club)
    assert row_of(kept, 1).game_count == 2
    take_back_replacement(make_access(club), double, kept, moved)
    settle(club)

    assert (row_of(kept, 1).game_count, row_of(double, 1).game_count) == (1, 1)


def test_two_who_sat_at_two_boards_of_a_round_are_two_people(club: Club) -> None:
    a, b, c = make_players(club, 3)
    rate(club, make_report([(a, b, "10"), (c, b, "10")], name="Spring Open"))

    problems = replacement_problems(club, a, b)

    assert [(problem.code, problem.facts["round"]) for problem in problems] == [("both_played", 1)]
    with pytest.raises(Refused):
        replace_player(make_access(club), a, b)
    assert RatingReport.objects.count() == 1
