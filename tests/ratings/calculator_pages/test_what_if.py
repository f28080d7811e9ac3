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

    address = calculator_address(row)

    assert address == (
        "/calculator/?own=1800&list=standard&date=2026-03-01&k=20&g=2231_5&g=1650_1&g=1650_1"
    )
    period = opened(address).result.period
    assert (period.score, period.expected_score) == (row.score, row.expected_score)
    assert (period.raw_change, period.change) == (row.raw_change, row.change)


def test_one_result_can_be_tried_otherwise() -> None:
    """What if I had won round 1?"""
    address = calculator_address(make_event(make_club()))

    assert opened(address.replace("2231_5", "2231_1")).result.period.score == 300


def test_nothing_but_figures_is_in_the_address() -> None:
    """Neither a name nor the number of a player, a club or an event."""
    row = make_event(make_club())

    parameters = parse_qsl(urlsplit(calculator_address(row)).query)

    assert {name for name, _value in parameters} == {"own", "list", "date", "k", "g"}
    figures = " ".join(value for _name, value in parameters)
    assert row.club.slug not in figures
    assert row.player.name not in figures


def test_a_rating_by_hand_opens_nothing() -> None:
    make_event(make_club())

    row = RatingChange.objects.filter(kind="adjustment").select_related("rating_list").first()

    assert row is not None
    assert calculator_address(row) == ""


@pytest.mark.parametrize("seed", range(12))
def test_random_histories_give_the_same_numbers(seed: int) -> None:
    club = RandomClub(seed)
    for _ in range(25):
        club.step()
    club.update_all()
    rows = RatingChange.objects.filter(club=club.club).select_related("rating_list")

    for row in rows:
        address = calculator_address(row)
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
