"""The rules of the ledger one by one, each with numbers worked out by hand.

Expected scores come from table 8.1.2 (equal ratings .50, gap 100 .64/.36); K 20 for established
players, 40 for others. A win among equals is +10 with K 20.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from factories import (
    ANA,
    list_of,
    make_access,
    make_club,
    make_player,
    make_players,
    make_rating,
    make_report,
)

from clubs.models import Club, Player
from ratings.models import RatingChange
from ratings.policies import set_policy
from ratings.policy_input import PolicyInput, fide_strict_preset
from ratings.queries import game_lines, pooled_lines
from ratings.submit import submit_report, withdraw_report
from support.ledger import has_row, rate, rating_of, row_of, settle, steps_of

pytestmark = pytest.mark.django_db

LONG_AGO = date(2022, 1, 1)
MARCH_1 = date(2026, 3, 1)


def day(number: int) -> date:
    """Return a day of March 2026."""
    return MARCH_1 + timedelta(days=number - 1)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def strict() -> Club:
    return make_club(policy=fide_strict_preset(LONG_AGO))


def rated(club: Club, rating: int, **more: object) -> Player:
    player = make_player(club)
    make_rating(player, rating, games=200, **more)  # type: ignore[arg-type]
    return player


def wins(player: Player, opponent: Player, how_many: int = 1) -> list[tuple[Player, Player, str]]:
    return [(player, opponent, "10")] * how_many


def losses(player: Player, opponent: Player, how_many: int = 1) -> list[tuple[Player, Player, str]]:
    return [(player, opponent, "01")] * how_many


# -- Rule 1: two clocks ---------------------------------------------------------------------------


def test_overlapping_events_start_from_the_same_rating_and_add_up(club: Club) -> None:
    a, b, c = rated(club, 1500), rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1), last_day=day(9)),
        make_report(wins(a, c), key=2, first_day=day(5), last_day=day(6)),
    )

    assert [(row.start_rating, row.before, row.after) for row in (row_of(a, 2), row_of(a, 1))] == [
        (1500, 1500, 1510),
        (1500, 1510, 1520),
    ]


def test_an_event_on_the_last_day_of_another_does_not_see_its_result(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1), last_day=day(2)),
        make_report(wins(a, b), key=2, first_day=day(2)),
        make_report(wins(a, b), key=3, first_day=day(3)),
    )

    assert [row_of(a, key).start_rating for key in (1, 2, 3)] == [1500, 1500, 1520]


def test_the_edition_follows_the_first_day(club: Club) -> None:
    a, b = rated(club, 2700, day=date(2025, 1, 1)), rated(club, 2200, day=date(2025, 1, 1))

    rate(club, make_report(wins(a, b), first_day=date(2025, 9, 30), last_day=date(2025, 10, 2)))

    row = row_of(a, 1)
    assert (row.regime, game_lines(row)[0].counted_difference) == ("STD-2024-03", 400)


def test_the_chain_runs_by_last_day_first_day_key_and_never_by_arrival(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=3, first_day=day(4), last_day=day(8)),
        make_report(wins(a, b), key=2, first_day=day(6), last_day=day(8)),
        make_report(wins(a, b), key=1, first_day=day(6), last_day=day(8)),
        make_report(wins(a, b), key=4, first_day=day(1), last_day=day(7)),
    )

    rows = RatingChange.objects.filter(player=a, event_key__isnull=False).order_by("before")
    assert [row.event_key for row in rows] == [4, 3, 1, 2]


# -- Rule 2: policy -------------------------------------------------------------------------------


def test_the_newcomer_rule_follows_the_first_day_and_the_minimum_the_last() -> None:
    club = make_club()
    policy = {"falls_to_unrated": False}

    access = make_access(club)
    set_policy(access, PolicyInput(day(1), start_value=1300, minimum=100, **policy))
    set_policy(access, PolicyInput(day(5), start_value=1600, minimum=1290, **policy))
    a, b = make_players(club, 2)

    rate(club, make_report(wins(a, b), first_day=day(4), last_day=day(5)))

    row = row_of(b, 1)
    assert (row.start_rating, row.before, row.after) == (1300, 1300, 1290)
    assert row.flags == ["minimum"]
    assert row.details["policies"] == ["2026-03-01", "2026-03-05"]


# -- Rule 3: chain base ---------------------------------------------------------------------------


def test_a_newcomer_gets_a_rating_with_the_first_counted_game(club: Club) -> None:
    a, b = make_players(club, 2)

    rate(club, make_report(wins(a, b)))

    assert (row_of(a, 1).start_source, steps_of(a), steps_of(b)) == (
        "newcomer",
        [(1200, 1220)],
        [(1200, 1180)],
    )


def test_later_events_of_a_newcomer_that_overlap_only_add(club: Club) -> None:
    a, b, c = make_players(club, 3)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1), last_day=day(3)),
        make_report(wins(a, c), key=2, first_day=day(2), last_day=day(4)),
    )

    assert steps_of(a) == [(1200, 1220), (1220, 1240)]


def test_a_borrowed_start_has_k_40_even_above_2400(club: Club) -> None:
    a, b = rated(club, 2450), rated(club, 2450)

    rate(club, make_report(wins(a, b), time_control="blitz"))

    row = row_of(a, 1, "blitz")
    assert (row.start_source, row.base_k, row.change) == ("borrowed", 40, 20)
    assert row.details["standard"] == ["adjustment", 1]


# -- Rule 4: late-rated ---------------------------------------------------------------------------


def late_story(club: Club) -> tuple[Player, Player]:
    """A is unrated when event 1 begins and rated 1600 by hand on its third day."""
    a, b = make_player(club), rated(club, 1600)
    make_rating(a, 1600, day(3), games=0)
    rate(club, make_report(wins(a, b, 5), key=1, first_day=day(1), last_day=day(5)))
    return a, b


def test_who_is_rated_before_the_event_ends_is_rated_as_a_rated_player(strict: Club) -> None:
    a, _b = late_story(strict)

    row = row_of(a, 1)
    assert (row.kind, row.start_rating, row.base_k) == ("late", 1600, 40)
    assert (row.change, row.before, row.after, row.pool_after) == (100, 1600, 1700, [])
    assert row.details["rated_by"] == ["adjustment", 2]


def test_to_his_opponents_a_late_rated_player_stays_unrated(strict: Club) -> None:
    _a, b = late_story(strict)

    assert not has_row(b, 1)
    assert rating_of(b) == 1600


def test_a_report_of_an_earlier_last_day_rates_a_player_late(strict: Club) -> None:
    """Event 2 gives the first rating 1966.

    Pool: five opponents of 1600 and five points: Ra (5 x 1600 + 3600) / 7 = 1657.14,
    p 6/7 = .86, dp 309, Ru 1966.
    """
    a, b = make_player(strict), rated(strict, 1600)

    rate(
        strict,
        make_report(wins(a, b, 2), key=1, first_day=day(1), last_day=day(9)),
        make_report(wins(a, b, 5), key=2, first_day=day(2), last_day=day(3)),
    )

    first, late = row_of(a, 2), row_of(a, 1)
    assert (first.kind, first.after, first.games_after) == ("first", 1966, 5)
    # Gap 366: .90 expected, twice .10 x 40 = 8.
    assert (late.kind, late.start_rating, late.change, late.after) == ("late", 1966, 8, 1974)
    assert late.games_after == 7


# -- Rule 5: fall and return ----------------------------------------------------------------------


@pytest.mark.parametrize(("first_key", "second_key"), [(1, 2), (2, 1)])
def test_under_fide_strict_minus_ten_and_plus_ten_on_one_day_are_nothing(
    strict: Club, first_key: int, second_key: int
) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=first_key, first_day=day(1), last_day=day(3)),
        make_report(
            wins(a, rated(strict, 1405)), key=second_key, first_day=day(1), last_day=day(3)
        ),
    )

    assert rating_of(a) == 1405


def test_a_fall_keeps_the_value_for_events_begun_before_it(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=day(1), last_day=day(2)),
        make_report(wins(a, b), key=2, first_day=day(1), last_day=day(5)),
    )

    fell, back = row_of(a, 1), row_of(a, 2)
    assert (fell.before, fell.after, fell.kept_value, fell.flags) == (1405, None, 1395, ["fell"])
    assert (back.before, back.after, back.flags) == (None, 1405, ["returned"])
    assert back.details["kept_before"] == 1395


def test_games_pooled_during_a_fall_lapse_uncounted_on_return(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=day(1), last_day=day(2)),
        make_report(wins(a, b, 2), key=3, first_day=day(3), last_day=day(4)),
        make_report(wins(a, b), key=2, first_day=day(1), last_day=day(5)),
    )

    pooled, back = row_of(a, 3), row_of(a, 2)
    assert (pooled.kind, pooled.details["first"]["games"]) == ("pooled", 2)
    assert (back.after, back.pool_after, back.games_after) == (1405, [], 202)


def test_after_a_fall_he_is_an_unrated_player_with_his_games_and_peak(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(3)),
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
        make_report(wins(a, b), key=win_key, first_day=day(1), last_day=day(2)),
        make_report(losses(a, c), key=loss_key, first_day=day(1), last_day=day(2)),
        make_report(wins(a, b), key=3, first_day=day(3)),
    )

    row = row_of(a, 3)
    assert (row.start_rating, row.peak_before, row.base_k) == (2395, 2395, 20)
    assert [row_of(a, key).peak_after for key in (1, 2)] == [2395, 2395]


def test_a_value_at_the_end_of_a_day_is_a_peak(club: Club) -> None:
    a, b, c = rated(club, 2395), rated(club, 2395), rated(club, 2395)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1), last_day=day(2)),
        make_report(losses(a, c), key=2, first_day=day(1), last_day=day(3)),
        make_report(wins(a, b), key=3, first_day=day(4)),
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
    make_rating(a, 1700, day(5))

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(4), last_day=day(5)),
        make_report(wins(a, b), key=2, first_day=day(5)),
    )

    begun_before, begun_that_day = row_of(a, 1), row_of(a, 2)
    assert (begun_before.start_rating, begun_that_day.start_rating) == (1500, 1700)
    # 1500 against 1700: .24 expected, .76 x 20 = 15.2, on top of the 1700 of that day.
    assert (begun_before.before, begun_before.after) == (1700, 1715)


def test_after_unrated_there_is_nothing_to_add_to(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    make_rating(a, None, day(2))

    rate(club, make_report(wins(a, b), first_day=day(1), last_day=day(3)))

    row = row_of(a, 1)
    assert (row.change, row.before, row.after) == (10, None, None)
    assert row.flags == ["nothing_to_add_to"]


def test_an_adjustment_empties_the_pool_and_keeps_the_counter(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1500, day(3), games=None)

    rate(
        strict,
        make_report(wins(a, b, 3), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(4)),
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
        make_rating(a, rating, day(1))
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
        make_report([(a, other, "10") for other in others], key=strong_key, last_day=day(3)),
        make_report(
            [(a, other, "10" if index == 0 else "01") for index, other in enumerate(others)],
            key=weak_key,
            last_day=day(3),
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
        make_report(wins(a, b, 3), key=1, first_day=day(1)),
        make_report(wins(a, b, 2), key=2, first_day=day(2)),
    )

    pooled, first = row_of(a, 1), row_of(a, 2)
    assert (pooled.kind, pooled.after, pooled.details["first"]["games"]) == ("pooled", None, 3)
    assert (first.kind, first.before, first.after, first.games_after) == ("first", None, 1966, 5)


def test_a_first_event_without_a_point_is_dropped_once(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)

    rate(
        strict,
        make_report(losses(a, b, 3), key=1, first_day=day(1)),
        make_report(losses(a, b, 2), key=2, first_day=day(2)),
        make_report(wins(a, b, 3), key=3, first_day=day(3)),
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
        make_report(losses(a, b, 3), key=1, first_day=day(1)),
        make_report(wins(a, b, 2), key=2, first_day=day(1)),
    )

    # Five games, 2 points: p 3/7 = .43, dp -50, Ru 1607.14.
    assert (row_of(a, 2).kind, rating_of(a)) == ("first", 1607)


def test_who_was_rated_once_has_no_zero_start(strict: Club) -> None:
    a, b = rated(strict, 1405), rated(strict, 1405)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=day(1)),
        make_report(losses(a, b, 2), key=2, first_day=day(2)),
    )

    assert row_of(a, 2).kind == "pooled"


def test_the_window_of_26_months_compares_months_of_last_days(strict: Club) -> None:
    """September 2024 is out for November 2026, October 2024 is in."""
    a, b = make_player(strict), rated(strict, 1600, day=date(2024, 3, 1))
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
        make_report(wins(a, b, 5), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(2)),
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


# -- Rule 10: borrowing ---------------------------------------------------------------------------


def test_the_own_rating_goes_before_a_higher_standard_one(club: Club) -> None:
    a, b = rated(club, 2000), rated(club, 1500)
    make_rating(a, 1500, time_control="rapid", games=50)

    rate(club, make_report(wins(a, b), time_control="rapid"))

    assert row_of(a, 1, "rapid").start_rating == 1500


def test_a_standard_rating_gained_during_the_event_does_not_help(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1600, day(2))

    rate(
        strict,
        make_report(wins(a, b), key=1, first_day=day(1), last_day=day(3), time_control="rapid"),
    )

    assert row_of(a, 1, "rapid").kind == "pooled"


def test_a_pool_ends_when_he_borrows(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1600, day(2))

    rate(
        strict,
        make_report(wins(a, b), key=1, first_day=day(1), time_control="rapid"),
        make_report(wins(a, b), key=2, first_day=day(3), time_control="rapid"),
    )

    row = row_of(a, 2, "rapid")
    assert (row.start_source, row.after, row.pool_after, row.games_after) == (
        "borrowed",
        1620,
        [],
        1,
    )


def test_after_a_fall_he_borrows_again_with_k_40(strict: Club) -> None:
    a, b = rated(strict, 1700), rated(strict, 1405)
    make_rating(a, 1405, time_control="rapid", games=100)

    rate(
        strict,
        make_report(losses(a, b), key=1, first_day=day(1), time_control="rapid"),
        make_report(wins(a, rated(strict, 1700)), key=2, first_day=day(2), time_control="rapid"),
    )

    fell, again = row_of(a, 1, "rapid"), row_of(a, 2, "rapid")
    assert (fell.kept_value, fell.after) == (1395, None)
    assert (again.start_source, again.base_k, again.before, again.after) == (
        "borrowed",
        40,
        1700,
        1720,
    )
    assert again.kept_value is None


# -- Rule 13: stale marks -------------------------------------------------------------------------


def test_a_standard_correction_reaches_the_lists_that_borrow(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(5), time_control="rapid"),
    )
    assert row_of(a, 2, "rapid").start_rating == 1510

    rate(club, make_report(losses(a, b), key=1, first_day=day(1)))

    assert row_of(a, 2, "rapid").start_rating == 1490


def test_a_standard_rating_that_comes_late_is_borrowed_by_events_already_rated(
    strict: Club,
) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    rate(strict, make_report(wins(a, b), key=2, first_day=day(5), time_control="rapid"))
    assert row_of(a, 2, "rapid").kind == "pooled"

    rate(strict, make_report(wins(a, b, 5), key=1, first_day=day(1)))

    row = row_of(a, 2, "rapid")
    assert (row.start_source, row.start_rating) == ("borrowed", 1966)


def test_a_report_that_moves_in_time_is_rated_where_it_now_stands(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(5)),
    )

    rate(club, make_report(wins(a, b), key=1, first_day=day(9)))

    assert [(row_of(a, key).start_rating, row_of(a, key).before) for key in (2, 1)] == [
        (1500, 1500),
        (1510, 1510),
    ]


def test_withdrawing_takes_the_rows_away_and_rates_later_events_again(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report(wins(a, b), key=1, first_day=day(1)),
        make_report(wins(a, b), key=2, first_day=day(5)),
    )

    withdraw_report(club, ANA, event_key=1, time_control="standard")  # type: ignore[arg-type]
    settle(club)

    assert not has_row(a, 1)
    assert steps_of(a)[1:] == [(1500, 1510)]


# -- The trap that stays --------------------------------------------------------------------------


@pytest.mark.parametrize(("loss_key", "win_key", "after"), [(1, 2, 110), (2, 1, 103)])
def test_at_the_minimum_the_key_still_decides(
    club: Club, loss_key: int, win_key: int, after: int
) -> None:
    """Accepted and documented: minimum 100, start 103, -10 and +10 on one day."""
    a, b, c = rated(club, 103), rated(club, 103), rated(club, 103)

    rate(
        club,
        make_report(losses(a, b), key=loss_key, first_day=day(1)),
        make_report(wins(a, c), key=win_key, first_day=day(1)),
    )

    assert rating_of(a) == after


def test_rows_carry_what_their_explanation_needs(club: Club) -> None:
    a, b = make_player(club, birth_year=2009), rated(club, 1700)
    make_rating(a, 1600, games=12)

    submit_report(club, ANA, make_report([(a, b, "10"), (b, a, "==")], name="Spring Open"))
    settle(club)

    row = row_of(a, 1)
    assert (row.games_before, row.peak_before, row.birth_year, row.regime) == (
        12,
        1600,
        2009,
        "STD-2025-10",
    )
    assert (row.base_k, row.k_reason, row.used_k) == (40, "junior", 40)
    assert (row.score, row.expected_score, row.raw_change) == (150, 72, 3120)
    assert (row.average_opponent, row.performance) == (1700, 1893)
    assert (row.report_revision, row.digest) == (1, row.report.digest)
    assert [tuple(line) for line in game_lines(row)] == [
        (1, 1, "w", b.pk, 1700, 100, -100, -100, 36, None, ""),
        (2, 1, "b", b.pk, 1700, 50, -100, -100, 36, None, ""),
    ]


def test_the_list_of_another_time_control_is_left_alone(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    settle(club)

    submit_report(club, ANA, make_report(wins(a, b), time_control="rapid"))

    assert [list_of(club, name).stale_since for name in ("standard", "rapid", "blitz")] == [
        None,
        MARCH_1,
        None,
    ]
