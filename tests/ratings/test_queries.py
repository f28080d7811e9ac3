"""Reading the ledger for pages and for seeding."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import list_of, make_club, make_player, make_players, make_rating, make_report

from ratings.policy_input import fide_strict_preset
from ratings.queries import (
    InForce,
    current_k,
    game_lines,
    history,
    lists_of,
    rating_rows,
    ratings_in_force,
    rows_of_event,
)
from support.ledger import rate, settle

pytestmark = pytest.mark.django_db


def test_a_value_in_force_follows_the_first_day() -> None:
    club = make_club()
    a, b = make_players(club, 2)
    make_rating(a, 1500, date(2026, 3, 5), games=7)
    rate(club, make_report([(a, b, "10")], first_day=date(2026, 3, 5)))

    def on(day: int) -> InForce:
        return ratings_in_force(list_of(club), date(2026, 3, day), [a.pk])[a.pk]

    assert on(4) == InForce(1200, "newcomer", 0, None)
    assert on(5) == InForce(1500, "own", 7, 1500)
    # 1500 against 1200: .85 expected, 0.15 x 40 = 6.
    assert on(6) == InForce(1506, "own", 8, 1506)


def test_values_are_own_borrowed_or_none() -> None:
    club = make_club(policy=fide_strict_preset(date(2022, 1, 1)))
    own, borrows, nobody = make_players(club, 3)
    make_rating(own, 1700, time_control="rapid")
    make_rating(borrows, 1800)
    settle(club)

    values = ratings_in_force(
        list_of(club, "rapid"), date(2026, 3, 1), [own.pk, borrows.pk, nobody.pk]
    )

    assert [(value.rating, value.source) for value in values.values()] == [
        (1700, "own"),
        (1800, "borrowed"),
        (None, "unrated"),
    ]


def test_k_now_comes_with_its_reason() -> None:
    """rating-rules 6: 2400 ever, junior, 30 games, else 20."""
    cases = [
        (2300, 90, 2400, None),
        (1500, 90, 1500, 2010),
        (1500, 29, 1500, None),
        (1500, 30, 1500, 2007),
        (None, 3, None, 2010),
    ]

    found = [
        current_k(rating=rating, games=games, peak=peak, birth_year=birth_year, year=2026)
        for rating, games, peak, birth_year in cases
    ]

    assert [(k.k_base, str(k.reason)) if k else None for k in found] == [
        (10, "reached_2400"),
        (40, "junior"),
        (40, "fewer_than_30_games"),
        (20, "established"),
        None,
    ]


def test_a_history_is_newest_first_and_costs_one_query() -> None:
    club = make_club()
    a, b = make_players(club, 2)
    rate(
        club,
        make_report([(a, b, "10")], key=1, first_day=date(2026, 3, 1)),
        make_report([(a, b, "10")], key=2, first_day=date(2026, 3, 8), time_control="blitz"),
        make_report([(b, a, "10")], key=3, first_day=date(2026, 3, 4)),
    )

    with CaptureQueriesContext(connection) as captured:
        shown = [(row.event_key, row.report.event_name, len(game_lines(row))) for row in history(a)]

    assert shown == [(2, "Event 2", 1), (3, "Event 3", 1), (1, "Event 1", 1)]
    assert len(captured) == 1


def test_values_in_force_cost_the_same_for_2_and_for_40_players() -> None:
    counts = []
    for how_many in (2, 40):
        club = make_club()
        players = make_players(club, how_many)
        with CaptureQueriesContext(connection) as captured:
            ratings_in_force(
                list_of(club, "rapid"), date(2026, 3, 1), [player.pk for player in players]
            )
        counts.append(len(captured))

    assert counts == [5, 5]


def test_a_list_is_best_first_and_knows_only_the_rated() -> None:
    club = make_club(policy=fide_strict_preset(date(2022, 1, 1)))
    a, b, unrated = make_player(club, "Beta"), make_player(club, "Alpha"), make_player(club)
    for player in (a, b):
        make_rating(player, 1500)
    make_rating(unrated, None)
    settle(club)

    assert [row.player.name for row in rating_rows(list_of(club))] == ["Alpha", "Beta"]
    assert list(lists_of(club)) == ["standard", "rapid", "blitz"]


def test_the_rows_of_an_event_are_best_gain_first() -> None:
    club = make_club()
    a, b = make_players(club, 2)
    rate(club, make_report([(a, b, "01")]))

    assert [row.player for row in rows_of_event(club, 1)] == [b, a]
