"""Falls, peaks, adjustments and first ratings: rules 5 to 9, numbers worked out by hand.

Expected scores come from table 8.1.2 (equal ratings .50, gap 100 .64/.36); K 20 for established
players, 40 for others. A win among equals is +10 with K 20.
"""

from __future__ import annotations

from datetime import date

import pytest
from factories import (
    make_club,
    make_player,
    make_players,
    make_rating,
    make_report,
)

from clubs.models import Club
from ratings.models import RatingChange
from ratings.policy_input import fide_strict_preset
from ratings.queries import pooled_lines
from support.ledger import (
    losses,
    march,
    rate,
    rated,
    rating_of,
    row_of,
    settle,
    wins,
)

pytestmark = pytest.mark.django_db

LONG_AGO = date(2022, 1, 1)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def strict() -> Club:
    return make_club(policy=fide_strict_preset(LONG_AGO))


# -- Rule 5: fall and return ----------------------------------------------------------------------


@pytest.mark.parametrize(("first_key", "second_key"), [(1, 2), (2, 1)])
def test_under_fide_strict_minus_ten_and_plus_ten_on_one_day_are_nothing(
    strict: Club, first_key: int, second_key: int
) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=first_key, first_day=march(1), last_day=march(3)),
        make_report(
            wins(a, rated(strict, 1405)), key=second_key, first_day=march(1), last_day=march(3)
        ),
    )

    assert rating_of(a) == 1405


def test_a_fall_keeps_the_value_for_events_begun_before_it(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=march(1), last_day=march(2)),
        make_report(wins(a, b), key=2, first_day=march(1), last_day=march(5)),
    )

    fell, back = row_of(a, 1), row_of(a, 2)
    assert (fell.before, fell.after, fell.kept_value, fell.flags) == (1405, None, 1395, ["fell"])
    assert (back.before, back.after, back.flags) == (None, 1405, ["returned"])
    assert back.details["kept_before"] == 1395


def test_games_pooled_during_a_fall_lapse_uncounted_on_return(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=march(1), last_day=march(2)),
        make_report(wins(a, b, 2), key=3, first_day=march(3), last_day=march(4)),
        make_report(wins(a, b), key=2, first_day=march(1), last_day=march(5)),
    )

    pooled, back = row_of(a, 3), row_of(a, 2)
    assert (pooled.kind, pooled.details["first"]["games"]) == ("pooled", 2)
    assert (back.after, back.pool_after, back.games_after) == (1405, [], 202)


def test_after_a_fall_he_is_an_unrated_player_with_his_games_and_peak(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(3)),
    )

    row = row_of(a, 2)
    assert (row.kind, row.start_source, row.games_before, row.peak_before) == (
        "pooled",
        "unrated",
        201,
        1405,
    )
    assert row.kept_value == 1395


def test_1400_itself_stays(strict: Club) -> None:
    a = rated(strict, 1410)

    rate(strict, make_report(losses(a, rated(strict, 1410))))

    assert rating_of(a) == 1400


# -- Rule 6: peak ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("win_key", "loss_key"), [(1, 2), (2, 1)])
def test_a_value_between_two_reports_of_a_day_is_no_peak(
    club: Club, win_key: int, loss_key: int
) -> None:
    a, b, c = rated(club, 2395), rated(club, 2395), rated(club, 2395)

    rate(
        club,
        make_report(wins(a, b), key=win_key, first_day=march(1), last_day=march(2)),
        make_report(losses(a, c), key=loss_key, first_day=march(1), last_day=march(2)),
        make_report(wins(a, b), key=3, first_day=march(3)),
    )

    row = row_of(a, 3)
    assert (row.start_rating, row.peak_before, row.base_k) == (2395, 2395, 20)
    assert [row_of(a, key).peak_after for key in (1, 2)] == [2395, 2395]


def test_a_value_at_the_end_of_a_day_is_a_peak(club: Club) -> None:
    a, b, c = rated(club, 2395), rated(club, 2395), rated(club, 2395)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(1), last_day=march(2)),
        make_report(losses(a, c), key=2, first_day=march(1), last_day=march(3)),
        make_report(wins(a, b), key=3, first_day=march(4)),
    )

    row = row_of(a, 3)
    assert (row.start_rating, row.peak_before, row.base_k) == (2395, 2405, 10)


def test_borrowed_and_newcomer_values_are_no_peak(club: Club) -> None:
    a, b = rated(club, 2450), rated(club, 2450)
    c, d = make_players(club, 2)

    rate(
        club,
        make_report(losses(a, b), key=1, time_control="rapid"),
        make_report(losses(c, d), key=2),
    )

    assert (row_of(a, 1, "rapid").peak_after, row_of(c, 2).peak_after) == (2430, 1180)


# -- Rule 7: adjustments --------------------------------------------------------------------------


def test_an_adjustment_holds_for_events_that_begin_that_day(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1700)
    make_rating(a, 1700, march(5))

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(4), last_day=march(5)),
        make_report(wins(a, b), key=2, first_day=march(5)),
    )

    begun_before, begun_that_day = row_of(a, 1), row_of(a, 2)
    assert (begun_before.start_rating, begun_that_day.start_rating) == (1500, 1700)
    # 1500 against 1700: .24 expected, .76 x 20 = 15.2, on top of the 1700 of that day.
    assert (begun_before.before, begun_before.after) == (1700, 1715)


def test_after_unrated_there_is_nothing_to_add_to(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    make_rating(a, None, march(2))

    rate(club, make_report(wins(a, b), first_day=march(1), last_day=march(3)))

    row = row_of(a, 1)
    assert (row.change, row.before, row.after) == (10, None, None)
    assert row.flags == ["nothing_to_add_to"]


def test_an_adjustment_empties_the_pool_and_keeps_the_counter(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1500, march(3), games=None)

    rate(
        strict,
        make_report(wins(a, b, 3), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(4)),
    )

    assert (row_of(a, 1).kind, row_of(a, 2).games_before, row_of(a, 2).kind) == (
        "pooled",
        0,
        "change",
    )


def test_several_adjustments_of_a_day_go_by_their_key_and_only_the_last_is_a_peak(
    club: Club,
) -> None:
    a = make_player(club)
    for rating in (1900, 1500):
        make_rating(a, rating, march(1))
    settle(club)

    rows = RatingChange.objects.filter(player=a).order_by("key")
    assert [(row.before, row.after, row.peak_after) for row in rows] == [
        (None, 1900, None),
        (1900, 1500, 1500),
    ]


# -- Rule 9: pool of a first rating ---------------------------------------------------------------


@pytest.mark.parametrize(("strong_key", "weak_key"), [(1, 2), (2, 1)])
def test_two_events_of_one_last_day_give_one_first_rating(
    strict: Club, strong_key: int, weak_key: int
) -> None:
    """5/5 in one event and 1/5 in the other, against 1500 to 1700: 1690.

    Ra (2 x 8000 + 3600) / 12 = 1633.33, p 7/12 = .58, dp 57, Ru 1690.33.
    """
    a = make_player(strict)
    others = [rated(strict, rating) for rating in (1500, 1550, 1600, 1650, 1700)]

    rate(
        strict,
        make_report([(a, other, "10") for other in others], key=strong_key, last_day=march(3)),
        make_report(
            [(a, other, "10" if index == 0 else "01") for index, other in enumerate(others)],
            key=weak_key,
            last_day=march(3),
        ),
    )

    assert rating_of(a) == 1690
    second = row_of(a, 2)
    assert (second.kind, second.after, second.games_after) == ("first", 1690, 10)
    assert {line.event_key for line in pooled_lines(second)} == {1, 2}


def test_games_are_pooled_over_events_until_there_are_five(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)

    rate(
        strict,
        make_report(wins(a, b, 3), key=1, first_day=march(1)),
        make_report(wins(a, b, 2), key=2, first_day=march(2)),
    )

    pooled, first = row_of(a, 1), row_of(a, 2)
    assert (pooled.kind, pooled.after, pooled.details["first"]["games"]) == ("pooled", None, 3)
    assert (first.kind, first.before, first.after, first.games_after) == ("first", None, 1966, 5)


def test_a_first_event_without_a_point_is_dropped_once(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)

    rate(
        strict,
        make_report(losses(a, b, 3), key=1, first_day=march(1)),
        make_report(losses(a, b, 2), key=2, first_day=march(2)),
        make_report(wins(a, b, 3), key=3, first_day=march(3)),
    )

    assert [row_of(a, key).kind for key in (1, 2, 3)] == ["zero_start", "pooled", "first"]
    # Five games count: 3 points; Ra 1657.14, p 4/7 = .57, dp 50, Ru 1707.14.
    assert (row_of(a, 3).after, row_of(a, 3).games_after) == (1707, 5)
    dropped = [line.left_out for line in pooled_lines(row_of(a, 3))]
    assert dropped == ["zero_start"] * 3 + [None] * 5


def test_a_zero_start_is_judged_over_all_events_of_one_last_day(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)

    rate(
        strict,
        make_report(losses(a, b, 3), key=1, first_day=march(1)),
        make_report(wins(a, b, 2), key=2, first_day=march(1)),
    )

    # Five games, 2 points: p 3/7 = .43, dp -50, Ru 1607.14.
    assert (row_of(a, 2).kind, rating_of(a)) == ("first", 1607)


def test_who_was_rated_once_has_no_zero_start(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=march(1)),
        make_report(losses(a, b, 2), key=2, first_day=march(2)),
    )

    assert row_of(a, 2).kind == "pooled"


def test_the_window_of_26_months_compares_months_of_last_days(strict: Club) -> None:
    """September 2024 is out for November 2026, October 2024 is in."""
    a, b = make_player(strict), rated(strict, 1600, since=date(2024, 3, 1))
    events = [
        make_report(wins(a, b), key=1, first_day=date(2024, 9, 30)),
        make_report(wins(a, b, 2), key=2, first_day=date(2024, 9, 30), last_day=date(2024, 10, 1)),
    ]

    rate(strict, *events, make_report(wins(a, b, 2), key=3, first_day=date(2026, 11, 30)))
    row = row_of(a, 3)
    assert (row.kind, row.details["first"]["games"]) == ("pooled", 4)
    assert row.details["first"]["dropped_older_than_26_months"] == 1

    rate(strict, make_report(wins(a, b, 3), key=3, first_day=date(2026, 11, 30)))
    assert row_of(a, 3).kind == "first"


def test_the_maximum_limits_a_first_rating_only(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 2500)

    rate(
        strict,
        make_report(wins(a, b, 5), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(2)),
    )

    first, later = row_of(a, 1), row_of(a, 2)
    assert (first.after, first.flags) == (2200, ["maximum"])
    assert (later.change, later.after, later.flags) == (34, 2234, [])


def test_under_the_floor_a_player_stays_unrated_with_his_pool(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1400)

    rate(strict, make_report([*losses(a, b, 5), (a, b, "==")]))

    row = row_of(a, 1)
    assert (row.kind, row.after, row.details["first"]["reason"]) == ("pooled", None, "below_floor")
    assert len(row.pool_after[0][2]) == 6


def test_a_game_between_unrated_players_counts_for_nobody(strict: Club) -> None:
    a, b = make_players(strict, 2)

    rate(strict, make_report(wins(a, b)))

    assert not RatingChange.objects.exists()
