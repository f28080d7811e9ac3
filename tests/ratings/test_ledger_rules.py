"""The rules of the ledger one by one, each with numbers worked out by hand.

Expected scores come from table 8.1.2 (equal ratings .50, gap 100 .64/.36); K 20 for established
players, 40 for others. A win among equals is +10 with K 20.
"""

from __future__ import annotations

from datetime import date

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
from ratings.queries import game_lines
from ratings.submit import submit_report, withdraw_report
from support.ledger import (
    has_row,
    losses,
    march,
    rate,
    rated,
    rating_of,
    row_of,
    settle,
    steps_of,
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


# -- Rule 1: two clocks ---------------------------------------------------------------------------


def test_overlapping_events_start_from_the_same_rating_and_add_up(club: Club) -> None:
    a, b, c = rated(club, 1500), rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(1), last_day=march(9)),
        make_report(wins(a, c), key=2, first_day=march(5), last_day=march(6)),
    )

    assert [(row.start_rating, row.before, row.after) for row in (row_of(a, 2), row_of(a, 1))] == [
        (1500, 1500, 1510),
        (1500, 1510, 1520),
    ]


def test_an_event_on_the_last_day_of_another_does_not_see_its_result(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(1), last_day=march(2)),
        make_report(wins(a, b), key=2, first_day=march(2)),
        make_report(wins(a, b), key=3, first_day=march(3)),
    )

    assert [row_of(a, key).start_rating for key in (1, 2, 3)] == [1500, 1500, 1520]


def test_the_edition_follows_the_first_day(club: Club) -> None:
    a, b = rated(club, 2700, since=date(2025, 1, 1)), rated(club, 2200, since=date(2025, 1, 1))

    rate(club, make_report(wins(a, b), first_day=date(2025, 9, 30), last_day=date(2025, 10, 2)))

    row = row_of(a, 1)
    assert (row.regime, game_lines(row)[0].counted_difference) == ("STD-2024-03", 400)


def test_the_chain_runs_by_last_day_first_day_key_and_never_by_arrival(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)

    rate(
        club,
        make_report(wins(a, b), key=3, first_day=march(4), last_day=march(8)),
        make_report(wins(a, b), key=2, first_day=march(6), last_day=march(8)),
        make_report(wins(a, b), key=1, first_day=march(6), last_day=march(8)),
        make_report(wins(a, b), key=4, first_day=march(1), last_day=march(7)),
    )

    rows = RatingChange.objects.filter(player=a, event_key__isnull=False).order_by("before")
    assert [row.event_key for row in rows] == [4, 3, 1, 2]


# -- Rule 2: policy -------------------------------------------------------------------------------


def test_the_newcomer_rule_follows_the_first_day_and_the_minimum_the_last() -> None:
    club = make_club()
    policy = {"falls_to_unrated": False}

    access = make_access(club)
    set_policy(access, PolicyInput(march(1), start_value=1300, minimum=100, **policy))
    set_policy(access, PolicyInput(march(5), start_value=1600, minimum=1290, **policy))
    a, b = make_players(club, 2)

    rate(club, make_report(wins(a, b), first_day=march(4), last_day=march(5)))

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
        make_report(wins(a, b), key=1, first_day=march(1), last_day=march(3)),
        make_report(wins(a, c), key=2, first_day=march(2), last_day=march(4)),
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
    make_rating(a, 1600, march(3), games=0)
    rate(club, make_report(wins(a, b, 5), key=1, first_day=march(1), last_day=march(5)))
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
        make_report(wins(a, b, 2), key=1, first_day=march(1), last_day=march(9)),
        make_report(wins(a, b, 5), key=2, first_day=march(2), last_day=march(3)),
    )

    first, late = row_of(a, 2), row_of(a, 1)
    assert (first.kind, first.after, first.games_after) == ("first", 1966, 5)
    # Gap 366: .90 expected, twice .10 x 40 = 8.
    assert (late.kind, late.start_rating, late.change, late.after) == ("late", 1966, 8, 1974)
    assert late.games_after == 7


# -- Rule 10: borrowing ---------------------------------------------------------------------------


def test_the_own_rating_goes_before_a_higher_standard_one(club: Club) -> None:
    a, b = rated(club, 2000), rated(club, 1500)
    make_rating(a, 1500, time_control="rapid", games=50)

    rate(club, make_report(wins(a, b), time_control="rapid"))

    assert row_of(a, 1, "rapid").start_rating == 1500


def test_a_standard_rating_gained_during_the_event_does_not_help(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1600, march(2))

    rate(
        strict,
        make_report(wins(a, b), key=1, first_day=march(1), last_day=march(3), time_control="rapid"),
    )

    assert row_of(a, 1, "rapid").kind == "pooled"


def test_a_pool_ends_when_he_borrows(strict: Club) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    make_rating(a, 1600, march(2))

    rate(
        strict,
        make_report(wins(a, b), key=1, first_day=march(1), time_control="rapid"),
        make_report(wins(a, b), key=2, first_day=march(3), time_control="rapid"),
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
        make_report(losses(a, b), key=1, first_day=march(1), time_control="rapid"),
        make_report(wins(a, rated(strict, 1700)), key=2, first_day=march(2), time_control="rapid"),
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
        make_report(wins(a, b), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(5), time_control="rapid"),
    )
    assert row_of(a, 2, "rapid").start_rating == 1510

    rate(club, make_report(losses(a, b), key=1, first_day=march(1)))

    assert row_of(a, 2, "rapid").start_rating == 1490


def test_a_standard_rating_that_comes_late_is_borrowed_by_events_already_rated(
    strict: Club,
) -> None:
    a, b = make_player(strict), rated(strict, 1600)
    rate(strict, make_report(wins(a, b), key=2, first_day=march(5), time_control="rapid"))
    assert row_of(a, 2, "rapid").kind == "pooled"

    rate(strict, make_report(wins(a, b, 5), key=1, first_day=march(1)))

    row = row_of(a, 2, "rapid")
    assert (row.start_source, row.start_rating) == ("borrowed", 1966)


def test_a_report_that_moves_in_time_is_rated_where_it_now_stands(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(5)),
    )

    rate(club, make_report(wins(a, b), key=1, first_day=march(9)))

    assert [(row_of(a, key).start_rating, row_of(a, key).before) for key in (2, 1)] == [
        (1500, 1500),
        (1510, 1510),
    ]


def test_withdrawing_takes_the_rows_away_and_rates_later_events_again(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report(wins(a, b), key=1, first_day=march(1)),
        make_report(wins(a, b), key=2, first_day=march(5)),
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
        make_report(losses(a, b), key=loss_key, first_day=march(1)),
        make_report(wins(a, c), key=win_key, first_day=march(1)),
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
        march(1),
        None,
    ]
