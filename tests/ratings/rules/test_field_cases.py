"""Situations that went wrong in other software; numbers worked out by hand in the field cases."""

from itertools import permutations

import pytest

from ratings.rules import BORROWED_K, EventGames, Game, k_factor, rating_change


def change(own, games, k_base, regime):
    event = EventGames(own, [Game(opponent, score) for opponent, score in games], regime)
    return rating_change([event], k_base=k_base)


@pytest.mark.parametrize(
    ("games", "raw", "new"),
    [
        ([(2640, 0)], -250, 2447),
        ([(2260, 100)], 250, 2453),
        ([(2640, 0), (2640, 0)], -500, 2445),
    ],
)
def test_f01_a_half_goes_away_from_zero_and_once_per_event(standard, games, raw, new):
    period = change(2450, games, 10, standard)

    assert (period.raw_change, 2450 + period.change) == (raw, new)


@pytest.mark.parametrize(
    ("score", "raw", "whole"), [(100, 3840, 38), (0, -2160, -22), (50, 840, 8)]
)
def test_f02_the_event_is_rounded_not_the_game(standard, score, raw, whole):
    period = change(1500, [(1600, score)] * 3, 20, standard)

    assert (period.raw_change, period.change) == (raw, whole)
    assert [step.expected_score for step in period.steps] == [36, 36, 36]


def test_f03_start_ratings_hold_for_the_whole_event(standard):
    assert change(1500, [(1500, 100)] * 3, 40, standard).change == 60
    assert change(1500, [(1500, 0)], 20, standard).change == -10


def test_f05_a_borrowed_standard_rating_is_played_with_at_k_40(rapid):
    assert change(1800, [(1850, 100)], 20, rapid).raw_change == 1140
    assert change(1800, [(1850, 100)], 20, rapid).change == 11
    assert change(1850, [(1800, 0)], BORROWED_K.k_base, rapid).raw_change == -2280
    assert change(1850, [(1800, 0)], BORROWED_K.k_base, rapid).change == -23


def test_f05_without_any_rating_the_game_counts_for_nobody(rapid):
    period = rating_change([EventGames(1800, [Game(None, 100)], rapid)], k_base=20)

    assert (period.games_counted, period.change) == (0, 0)
    assert [step.left_out for step in period.steps] == ["unrated_opponent"]


def test_f06_the_cap_and_its_exemption(standard, rapid):
    five_wins = [(2200, 100)] * 5

    assert change(2649, five_wins, 10, standard).change == 4
    assert change(2650, five_wins, 10, standard).change == 3
    assert change(2649, five_wins, 10, rapid).change == 4
    assert change(2650, five_wins, 10, rapid).change == 4
    assert change(2200, [(2650, 0)], 20, standard).raw_change == -160
    assert change(2800, [(1800, 100)] * 11, 10, standard).raw_change == 0
    assert change(2800, [(1800, 50)], 10, standard).raw_change == -500


def test_f07_k_10_is_for_good_on_the_list_where_2400_was_reached(standard, rapid):
    on_standard = k_factor(rating=2385, peak=2402, games_before=200, birth_year=None, year=2026)
    on_rapid = k_factor(rating=2385, peak=2390, games_before=200, birth_year=None, year=2026)
    before_2402 = k_factor(rating=2394, peak=2394, games_before=190, birth_year=None, year=2026)

    assert (on_standard.k_base, on_rapid.k_base, before_2402.k_base) == (10, 20, 20)
    assert change(2385, [(2385, 0)], on_standard.k_base, standard).change == -5
    assert change(2385, [(2385, 0)], on_rapid.k_base, rapid).change == -10


def test_the_order_of_games_changes_nothing_in_the_old_edition_either(rapid_2022):
    """Of two opponents more than 400 below, only the farther one is brought nearer."""
    games = [(1063, 100), (1299, 50), (1872, 0)]

    found = {change(2000, order, 20, rapid_2022).raw_change for order in permutations(games)}

    assert found == {20 * ((100 - 92) + (50 - 99) + (0 - 67))}


def test_an_excluded_farthest_opponent_does_not_use_up_the_one_upgrade(rapid_2022):
    games = [Game(1063, 100, "unplayed"), Game(1299, 100)]

    period = rating_change([EventGames(2000, games, rapid_2022)], k_base=20)

    assert [step.counted_difference for step in period.steps] == [None, 400]


def test_a_stronger_opponent_is_always_capped_in_the_old_edition(rapid_2022):
    period = change(1500, [(2000, 0), (2100, 0)], 20, rapid_2022)

    assert [step.counted_difference for step in period.steps] == [-400, -400]


@pytest.mark.parametrize(
    ("own", "opponent", "counts"),
    [(2600, 2000, True), (2601, 2002, True), (2601, 2001, False), (2001, 2601, False)],
)
def test_the_600_point_rule_drops_the_game_for_both(rapid, own, opponent, counts):
    period = change(own, [(opponent, 50)], 10, rapid)

    assert period.games_counted == int(counts)
    assert period.steps[0].left_out == (None if counts else "gap_600")


def test_without_steps_the_sums_are_the_same(rapid):
    games = [Game(2001, 50), Game(None, 100), Game(2500, 0), Game(2300, 100, "excluded")]
    event = EventGames(2601, games, rapid)

    lean = rating_change([event], k_base=10, with_steps=False)
    full = rating_change([event], k_base=10)

    assert lean.steps == ()
    assert (lean.games_counted, lean.raw_change, lean.change) == (1, -640, -6)
    assert (full.games_counted, full.raw_change, full.change) == (1, -640, -6)
