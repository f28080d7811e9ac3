"""The same games by other ways, with figures worked out elsewhere."""

from datetime import date

import pytest

from ratings.calculator.comparison import (
    by_fide,
    expected_by_gap,
    old_article,
    other_ways,
    unrounded,
)
from ratings.rules import EventGames, Game, TimeControl, elo_change, rating_change, regime_for

DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("rating", "opponents", "k", "fide", "each_game", "plain_elo"),
    [
        # docs/ratings.md, "Rounding": 13 + 13 + 13 by each game, 38.40 once.
        (1500, [(1600, 100)] * 3, 20, 38, 39, 39),
        (2450, [(2640, 0)] * 2, 10, -5, -6, -6),
        # 2000 beats 1000: FIDE 0.08 x 20 = 1.6, the curve 0.0032 x 20 = 0.06.
        (2000, [(1000, 100)], 20, 2, 2, 0),
    ],
)
def test_other_ways_of_the_same_games(rating, opponents, k, fide, each_game, plain_elo) -> None:
    regime = regime_for(TimeControl.STANDARD, DAY)
    games = [Game(opponent, score) for opponent, score in opponents]
    period = rating_change([EventGames(rating, games, regime)], k_base=k)

    ways = other_ways(rating, period)

    assert period.change == by_fide(rating, opponents, k=k, day=DAY) == fide
    assert (ways.each_game, ways.plain_elo) == (each_game, plain_elo)


def test_games_left_out_are_left_out_everywhere() -> None:
    regime = regime_for(TimeControl.STANDARD, DAY)
    games = [Game(1600, 100), Game(None, 100)]
    period = rating_change([EventGames(1500, games, regime)], k_base=20)

    assert other_ways(1500, period).plain_elo == 13


def test_plain_elo_before_its_rounding() -> None:
    """20 x (1 - 0.3599) = 12.80 and 20 x (0.5 - 0.3599) = 2.80, as on the design."""
    steps = elo_change(1500, [(1600, 100), (1600, 50)], k=20).steps

    assert [unrounded(step, 20) for step in steps] == [1280, 280]


def test_the_old_article_cut_and_fide_rounds() -> None:
    """Results of the article: 2403, 2398, 2393."""
    cases = old_article(DAY)

    assert [(case.old.new_rating, case.now) for case in cases] == [
        (2403, 2404),
        (2398, 2399),
        (2393, 2394),
    ]


def test_table_and_curve_by_difference() -> None:
    """0.64 and 0.6401 for 100 points: the handbook's table and 1 / (1 + 10^(-1/4))."""
    assert expected_by_gap(range(0, 101, 100)) == [(0, 50, 5000), (100, 64, 6401)]
