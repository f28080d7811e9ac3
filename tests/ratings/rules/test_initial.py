"""First ratings: pools, windows, zero starts and a club's own numbers."""

from datetime import date

import pytest

from ratings.rules import (
    FirstRatingTerms,
    Game,
    LeftOut,
    PoolEvent,
    TimeControl,
    initial_rating,
    is_in_window,
    regime_for,
)

NOVEMBER = date(2026, 11, 30)


def first(pool, regime, **options):
    events = [
        PoolEvent(day, [Game(opponent, score) for opponent, score in games]) for day, games in pool
    ]
    return initial_rating(events, regime=regime, on=NOVEMBER, **options)


@pytest.mark.parametrize(
    ("day", "is_in"),
    [
        (date(2026, 11, 30), True),
        (date(2024, 10, 1), True),
        (date(2024, 9, 30), False),
        (date(2023, 12, 31), False),
    ],
)
def test_the_window_is_26_months_with_the_current_one(day, is_in):
    assert is_in_window(day, NOVEMBER) is is_in


def test_two_events_of_one_day_give_one_first_rating(standard):
    """Worked trap of the ledger: 5/5 and 1/5 against 1500 to 1700 on one day give 1690."""
    day = date(2026, 11, 1)
    opponents = (1500, 1550, 1600, 1650, 1700)
    all_won = [(opponent, 100) for opponent in opponents]
    one_won = [(opponent, 100 if opponent == 1500 else 0) for opponent in opponents]

    both = [(day, all_won), (day, one_won)]

    assert first(both, standard).rating == 1690
    assert first(both[::-1], standard).rating == 1690


def test_a_zero_start_is_dropped_once_and_named(standard):
    pool = [
        (date(2026, 9, 1), [(1500, 0), (1500, 0)]),
        (date(2026, 10, 1), [(1500, 0)]),
    ]

    result = first(pool, standard)

    assert [game.left_out for game in result.games] == [
        LeftOut.ZERO_START,
        LeftOut.ZERO_START,
        None,
    ]
    assert first(pool, standard, zero_start_open=False).games_counted == 3


def test_events_of_one_day_are_one_event_for_the_zero_start(standard):
    day = date(2026, 9, 1)

    result = first([(day, [(1500, 0)]), (day, [(1500, 50)])], standard)

    assert (result.games_counted, result.dropped_zero_start) == (2, 0)


def test_a_first_event_without_rated_opponents_is_no_start(standard):
    pool = [(date(2026, 9, 1), [(None, 0)]), (date(2026, 10, 1), [(1500, 0)])]

    result = first(pool, standard)

    assert (result.games_counted, result.dropped_zero_start) == (0, 1)
    assert [game.left_out for game in result.games] == ["unrated_opponent", "zero_start"]


def test_a_club_may_state_its_own_numbers(standard):
    """Numbers 1200, 1600 and 2000 as the Rio de Janeiro federation has them.

    Five wins against 1900: Ra = (9500 + 3200) / 7 = 1814.29, p = 6/7 = .86, dp 309.
    """
    terms = FirstRatingTerms(floor=1200, hypothetical_rating=1600, maximum=2000)

    result = first([(NOVEMBER, [(1900, 100)] * 5)], standard, terms=terms)

    assert (result.average, result.percentage, result.dp) == (181429, 86, 309)
    assert (result.performance, result.provisional, result.rating) == (212329, 2000, 2000)


def test_the_floor_itself_is_a_rating(standard):
    """No point in five: p = 1/7 = .14, dp -309.

    Against 1673, Ra = (8365 + 3600) / 7 = 1709.29 and Ru 1400.29; against 1671, Ru 1398.86.
    """
    zero_points = [(1673, 0)] * 5

    at_floor = first([(NOVEMBER, zero_points)], standard, zero_start_open=False)
    under = first([(NOVEMBER, [(1671, 0)] * 5)], standard, zero_start_open=False)

    assert (at_floor.performance, at_floor.rating, at_floor.reason) == (140029, 1400, None)
    assert (under.performance, under.provisional, under.rating) == (139886, 1399, None)
    assert under.reason == "below_floor"


def test_the_old_rule_below_half_uses_the_table_and_at_half_adds_nothing():
    old = regime_for(TimeControl.STANDARD, date(2023, 6, 1))
    half = [(2000, 100), (2000, 100), (2000, 50), (2000, 0), (2000, 0)]

    at_half = first([(NOVEMBER, half)], old)
    below = first([(NOVEMBER, [*half[:2], *[(2000, 0)] * 3])], old)

    assert (at_half.rating, at_half.dp) == (2000, None)
    assert (below.rating, below.dp) == (1928, -72)
