"""Situations that hurt real organisers, through the ledger: cases F01 to F08 and F20.

The numbers were worked out by hand from the regulations in force since 1 March 2024, with the
amendment of 8.3.1 of 1 October 2025.
"""

from __future__ import annotations

from datetime import date

import pytest
from factories import ANA, list_of, make_club, make_player, make_players, make_rating, make_report

from clubs.models import Club, Player
from ratings.models import Rating, RatingChange, RatingRevision
from ratings.queries import game_lines, ratings_in_force
from ratings.submit import submit_report
from support.ledger import has_row, rate, rating_of, row_of, settle, steps_of

pytestmark = pytest.mark.django_db
MAY_FIRST = date(2026, 5, 1)


@pytest.fixture
def club() -> Club:
    return make_club()


def rated(club: Club, rating: int, *, peak: int | None = None) -> Player:
    player = make_player(club)
    make_rating(player, rating, games=200, peak=peak)
    return player


@pytest.mark.parametrize(
    ("opponents", "results", "raw", "change", "after"),
    [
        ([2640], ["01"], -250, -3, 2447),
        ([2260], ["10"], 250, 3, 2453),
        ([2640, 2640], ["01", "01"], -500, -5, 2445),
    ],
)
def test_f01_halves_go_away_from_zero_once_for_the_event(
    club: Club, opponents: list[int], results: list[str], raw: int, change: int, after: int
) -> None:
    player = rated(club, 2450, peak=2450)
    games = [
        (player, rated(club, opponent), result)
        for opponent, result in zip(opponents, results, strict=True)
    ]

    rate(club, make_report(games))

    row = row_of(player, 1)
    assert (row.used_k, row.raw_change, row.change, row.after) == (10, raw, change, after)


@pytest.mark.parametrize(
    ("result", "raw", "change"), [("10", 3840, 38), ("01", -2160, -22), ("==", 840, 8)]
)
def test_f02_an_event_is_rounded_once(club: Club, result: str, raw: int, change: int) -> None:
    player = rated(club, 1500)

    rate(club, make_report([(player, rated(club, 1600), result) for _ in range(3)]))

    row = row_of(player, 1)
    assert (row.used_k, row.raw_change, row.change) == (20, raw, change)
    assert [line.expected_score for line in game_lines(row)] == [36, 36, 36]


def test_f03_ratings_do_not_move_during_an_event(club: Club) -> None:
    newcomer = make_player(club)
    make_rating(newcomer, 1500, games=0)
    opponents = [rated(club, 1500) for _ in range(3)]

    rate(club, make_report([(newcomer, opponent, "10") for opponent in opponents]))

    assert (row_of(newcomer, 1).change, rating_of(newcomer)) == (60, 1560)
    assert [rating_of(opponent) for opponent in opponents] == [1490, 1490, 1490]


def test_f03_the_order_of_the_games_changes_nothing(club: Club) -> None:
    players = [rated(club, rating) for rating in (1500, 1620, 1710)]
    a, b, c = players
    games = [(a, b, "10"), (b, c, "=="), (c, a, "01")]

    rate(club, make_report(games))
    first = [steps_of(player) for player in players]
    rate(club, make_report(games[::-1]))

    assert [steps_of(player) for player in players] == first


def test_f04_forfeits_and_byes_are_no_rated_games(club: Club) -> None:
    """The report holds what was played: rounds 1 and 5 of five; the absent player is not in it."""
    player, absent = rated(club, 1600), rated(club, 1650)

    rate(club, make_report([(player, rated(club, 1700), "10"), (player, rated(club, 1600), "01")]))

    row = row_of(player, 1)
    assert (row.game_count, row.raw_change, row.change, row.after) == (2, 280, 3, 1603)
    assert row.games_after - row.games_before == 2
    assert not has_row(absent, 1)


def test_f05_a_standard_rating_stands_in_for_a_missing_rapid_one(club: Club) -> None:
    a, b = rated(club, 1850), make_player(club)
    make_rating(b, 1800, time_control="rapid", games=100)

    rate(club, make_report([(b, a, "10")], time_control="rapid"))

    winner, loser = row_of(b, 1, "rapid"), row_of(a, 1, "rapid")
    assert (winner.raw_change, winner.change, winner.after) == (1140, 11, 1811)
    assert (loser.used_k, loser.raw_change, loser.change) == (40, -2280, -23)
    assert (loser.start_source, loser.before, loser.after) == ("borrowed", 1850, 1827)
    assert loser.k_reason == "borrowed_standard_rating"
    assert Rating.objects.get(player=a, rating_list=list_of(club, "rapid")).games == 1
    assert (rating_of(a), steps_of(a)) == (1850, [(None, 1850)])


@pytest.mark.parametrize(
    ("rating", "time_control", "change"),
    [(2649, "standard", 4), (2650, "standard", 3), (2649, "rapid", 4), (2650, "rapid", 4)],
)
def test_f06_only_the_standard_list_spares_the_strongest_the_cap(
    club: Club, rating: int, time_control: str, change: int
) -> None:
    strong = make_player(club)
    make_rating(strong, rating, time_control=time_control, games=200)
    losers = make_players(club, 5)
    for loser in losers:
        make_rating(loser, 2200, time_control=time_control, games=200)

    rate(
        club,
        make_report([(strong, loser, "10") for loser in losers], time_control=time_control),
    )

    assert row_of(strong, 1, time_control).change == change
    assert [row_of(loser, 1, time_control).change for loser in losers] == [-2] * 5


def test_f06_beyond_the_table_a_win_brings_nothing_and_a_draw_costs_half(club: Club) -> None:
    strong = rated(club, 2800)
    rate(club, make_report([(strong, rated(club, 1800), "10") for _ in range(11)]))
    assert row_of(strong, 1).change == 0

    rate(club, make_report([(strong, rated(club, 1800), "==")], key=2, first_day=MAY_FIRST))
    assert row_of(strong, 2).raw_change == -500


def test_f07_k_stays_10_after_2400_on_that_list_only(club: Club) -> None:
    """The history 2394, 2402, 2385 on the standard list; never above 2390 on the rapid one."""
    player = make_player(club)
    make_rating(player, 2394, date(2026, 1, 1), games=200)
    make_rating(player, 2402, date(2026, 2, 1), games=200)
    make_rating(player, 2385, date(2026, 4, 1), games=200)
    make_rating(player, 2385, time_control="rapid", games=200, peak=2390)
    other = make_player(club)
    for time_control in ("standard", "rapid"):
        make_rating(other, 2385, time_control=time_control, games=200)
    loss = [(player, other, "01")]

    rate(
        club,
        make_report(loss, key=1, first_day=date(2026, 1, 15)),
        make_report(loss, key=2, first_day=MAY_FIRST),
        make_report(loss, key=3, first_day=MAY_FIRST, time_control="rapid"),
    )

    before_2402, after, rapid = row_of(player, 1), row_of(player, 2), row_of(player, 3, "rapid")
    assert (before_2402.used_k, before_2402.k_reason) == (20, "established")
    assert (after.used_k, after.change, after.k_reason) == (10, -5, "reached_2400")
    assert (rapid.used_k, rapid.change, rapid.k_reason) == (20, -10, "established")


def test_f08_a_correction_rates_later_events_again_and_leaves_a_trace(club: Club) -> None:
    a, b, c = (rated(club, rating) for rating in (1500, 1500, 1510))
    t1 = make_report([(a, b, "10")], key=1, name="T1")
    t2 = make_report([(a, c, "==")], key=2, first_day=MAY_FIRST, name="T2")
    rate(club, t1, t2)
    assert [steps_of(player)[1:] for player in (a, b, c)] == [
        [(1500, 1510), (1510, 1510)],
        [(1500, 1490)],
        [(1510, 1510)],
    ]

    rate(club, make_report([(a, b, "01")], key=1, name="T1"))

    assert [steps_of(player)[1:] for player in (a, b, c)] == [
        [(1500, 1490), (1490, 1491)],
        [(1500, 1510)],
        [(1510, 1509)],
    ]
    revisions = RatingRevision.objects.order_by("event_key", "player")
    assert [
        (
            revision.player_id,
            revision.event_name,
            revision.old["after"],
            revision.new["after"],
            revision.cause["event_name"],
            revision.cause["revision"],
            revision.author_label,
        )
        for revision in revisions
    ] == [
        (a.pk, "T1", 1510, 1490, "T1", 2, "Ana"),
        (b.pk, "T1", 1490, 1510, "T1", 2, "Ana"),
        (a.pk, "T2", 1510, 1491, "T1", 2, "Ana"),
        (c.pk, "T2", 1510, 1509, "T1", 2, "Ana"),
    ]


def test_f08_the_first_rating_of_an_event_is_no_correction(club: Club) -> None:
    rate(club, make_report([(rated(club, 1500), rated(club, 1500), "10")]))

    assert not RatingRevision.objects.exists()


def test_f20_each_list_seeds_with_its_own_ratings_and_borrows_only_for_want_of_one(
    club: Club,
) -> None:
    a, b, c = make_players(club, 3)
    for player, rapid, blitz in ((a, 1917, 1600), (b, 1700, 1650), (c, None, 1500)):
        if rapid:
            make_rating(player, rapid, time_control="rapid")
        make_rating(player, blitz, time_control="blitz")
    make_rating(c, 1550)
    settle(club)

    def seeds(time_control: str) -> list[int | None]:
        values = ratings_in_force(list_of(club, time_control), MAY_FIRST, [a.pk, b.pk, c.pk])
        return [values[player.pk].rating for player in (a, b, c)]

    assert seeds("blitz") == [1600, 1650, 1500]
    assert seeds("rapid") == [1917, 1700, 1550]


def test_f20_only_the_list_that_was_reported_gets_rows(club: Club) -> None:
    a, b = make_players(club, 2)
    make_rating(a, 1917, time_control="rapid")
    make_rating(a, 1600, time_control="blitz")

    submit_report(club, ANA, make_report([(a, b, "10")], time_control="blitz"))
    settle(club)

    lists = RatingChange.objects.filter(event_key=1).values_list(
        "rating_list__time_control", flat=True
    )
    assert set(lists) == {"blitz"}
    # 400 above a newcomer at 1200: 0.08 x 20 = 1.60, and no trace of the rapid 1917.
    assert Rating.objects.get(player=a, rating_list=list_of(club, "blitz")).peak == 1602
