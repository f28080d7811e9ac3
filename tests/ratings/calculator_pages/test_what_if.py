"""A stored event opens in the calculator and gives the same numbers; the way back is closed."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from ratings.calculator_pages.address import Query
from ratings.calculator_pages.fide import FidePage
from ratings.calculator_pages.first_rating import FirstRatingPage
from ratings.calculator_pages.what_if import calculator_address
from ratings.models import RatingChange
from ratings.policy_input import fide_strict_preset
from ratings.replay import update_list
from ratings.submit import submit_report
from support.random_histories import RandomClub

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 30)


def opened(address: str):
    """Return the page that an address opens."""
    page_class = FirstRatingPage if "/first-rating/" in address else FidePage
    return page_class(Query(QueryDict(urlsplit(address).query)), TODAY)


def make_event(club):
    """Return the row of a player rated 1800 in an event of three rounds, one of them unrated."""
    player, strong, weak = (make_player(club) for _ in range(3))
    make_rating(player, 1800)
    make_rating(strong, 2231)
    make_rating(weak, 1650)
    report = make_report(
        [(player, strong, "=="), (weak, player, "01"), (player, weak, "10")],
        first_day=date(2026, 3, 1),
    )
    submit_report(club, ANA, report)
    update_list(list_of(club).pk)
    return RatingChange.objects.select_related("rating_list").get(player=player, kind="change")


def test_an_event_opens_with_its_own_numbers() -> None:
    row = make_event(make_club())

    address = calculator_address(row, knows_year=True)

    assert address == (
        "/calculator/?own=1800&list=standard&date=2026-03-01&k=20&g=2231_5&g=1650_1&g=1650_1"
    )
    period = opened(address).result.period
    assert (period.score, period.expected_score) == (row.score, row.expected_score)
    assert (period.raw_change, period.change) == (row.raw_change, row.change)


def test_one_result_can_be_tried_otherwise() -> None:
    """What if I had won round 1?"""
    address = calculator_address(make_event(make_club()), knows_year=True)

    assert opened(address.replace("2231_5", "2231_1")).result.period.score == 300


def test_the_address_tells_no_age_to_who_may_not_know_the_year_of_birth() -> None:
    """K 40 of a junior with 40 games goes as a plain number, and the sum stays the same."""
    club = make_club()
    junior, opponent = make_player(club, birth_year=2012), make_player(club)
    for player in (junior, opponent):
        make_rating(player, 1700, games=40)
    submit_report(club, ANA, make_report([(junior, opponent, "10")], first_day=date(2026, 3, 1)))
    update_list(list_of(club).pk)
    row = RatingChange.objects.select_related("rating_list").get(player=junior, kind="change")

    open_to_all = calculator_address(row, knows_year=False)

    assert "k=40j" in calculator_address(row, knows_year=True)
    assert "40j" not in open_to_all
    period = opened(open_to_all).result.period
    # B.02 8.3.3: 0.50 x 40.
    assert (period.k_used, period.change) == (40, 20)


def test_nothing_but_figures_is_in_the_address() -> None:
    """Neither a name nor the number of a player, a club or an event."""
    row = make_event(make_club())

    parameters = parse_qsl(urlsplit(calculator_address(row, knows_year=True)).query)

    assert {name for name, _value in parameters} == {"own", "list", "date", "k", "g"}
    figures = " ".join(value for _name, value in parameters)
    assert row.club.slug not in figures
    assert row.player.name not in figures


def test_a_rating_by_hand_opens_nothing() -> None:
    make_event(make_club())

    row = RatingChange.objects.filter(kind="adjustment").select_related("rating_list").first()

    assert row is not None
    assert calculator_address(row, knows_year=True) == ""


@pytest.mark.parametrize("seed", range(12))
def test_random_histories_give_the_same_numbers(seed: int) -> None:
    club = RandomClub(seed)
    for _ in range(25):
        club.step()
    club.update_all()
    rows = RatingChange.objects.filter(club=club.club).select_related("rating_list")

    for row in rows:
        address = calculator_address(row, knows_year=True)
        if row.kind in ("change", "late"):
            period = opened(address).result.period
            assert (
                period.games_counted, period.score, period.expected_score, period.k_base,
                period.k_used, period.raw_change, period.change,
            ) == (
                row.game_count, row.score, row.expected_score, row.base_k,
                row.used_k, row.raw_change, row.change,
            )  # fmt: skip
        elif address:
            result = opened(address).result
            first = row.details["first"]
            assert (result.games_counted, result.score, result.provisional) == (
                first["games"], first["score"], first["provisional"],
            )  # fmt: skip


def zero_start(club, *, has_played_before: bool):
    """Return the rows of a player whose pool begins with 0 of 2, then 3½ of 4 against 1600."""
    player, opponent = make_player(club), make_player(club)
    make_rating(opponent, 1600)
    if has_played_before:
        make_rating(player, 1500, date(2026, 1, 2))
        report = make_report([(player, opponent, "10")], first_day=date(2026, 1, 10), key=1)
        submit_report(club, ANA, report)
        make_rating(player, None, date(2026, 2, 1))
    lost = make_report([(opponent, player, "10")] * 2, first_day=date(2026, 3, 1), key=2)
    won = [(player, opponent, "10")] * 3 + [(player, opponent, "==")]
    submit_report(club, ANA, lost)
    submit_report(club, ANA, make_report(won, first_day=date(2026, 4, 1), key=3))
    update_list(list_of(club).pk)
    rows = RatingChange.objects.filter(player=player, event_key__in=(2, 3))
    return list(rows.select_related("rating_list").order_by("event_key"))


def test_a_zero_start_that_the_ledger_counts_opens_nothing() -> None:
    """Dropped once in a lifetime (rating-rules 7, step 2), and he had played before."""
    club = make_club(policy=fide_strict_preset(date(1970, 1, 1)))

    rows = zero_start(club, has_played_before=True)

    assert [(row.kind, row.details["first"]["games"]) for row in rows] == [
        ("pooled", 2),
        ("first", 6),
    ]
    assert [calculator_address(row, knows_year=True) for row in rows] == ["", ""]


def test_a_zero_start_that_is_dropped_opens_with_the_same_numbers() -> None:
    club = make_club(policy=fide_strict_preset(date(1970, 1, 1)))

    rows = zero_start(club, has_played_before=False)

    assert [row.kind for row in rows] == ["zero_start", "pooled"]
    results = [opened(calculator_address(row, knows_year=True)).result for row in rows]
    assert [(result.games_counted, result.score) for result in results] == [(0, 0), (4, 350)]
