"""Prize lists: one prize each, the best one, in cents that add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.random_events import random_swiss
from support.small_events import event, player
from tournaments.standings.prizes import PrizeGroup, Sharing, over_age, prize_list, under_age
from tournaments.standings.table import standings


def awarded(record, groups, *, sharing=Sharing.BY_PLACE, tie_breaks=("TPN",)):
    result = prize_list(record, standings(record, tie_breaks=tie_breaks), groups, sharing=sharing)
    return [(a.starting_rank, a.group, a.amount) for a in result.awards]


def field(*points, **more):
    """Return an event in which the players have these half points, in this order."""
    cells = {2: "U", 1: "H", 0: "Z"}
    rounds = max(-(-p // 2) for p in points)
    return event(
        *(
            player(
                rank,
                " ".join(cells[max(0, min(2, p - 2 * r))] for r in range(rounds)),
                **{key: value[rank - 1] for key, value in more.items()},
            )
            for rank, p in enumerate(points, start=1)
        )
    )


MAIN = PrizeGroup("main", (100_000, 60_000, 40_000))


def test_prizes_go_by_place():
    record = field(8, 6, 6, 4)

    result = prize_list(record, standings(record, tie_breaks=["TPN"]), [MAIN])

    assert [(a.starting_rank, a.first_place, a.amount, a.is_shared) for a in result.awards] == [
        (1, 1, 100_000, False),
        (2, 2, 60_000, False),
        (3, 3, 40_000, False),
    ]
    assert (result.total, result.not_awarded) == (200_000, ())


def test_players_whom_no_tie_break_separates_share_by_place_too():
    record = field(8, 6, 6, 4)

    result = prize_list(record, standings(record, tie_breaks=["WIN"]), [MAIN])

    assert [
        (a.starting_rank, a.first_place, a.last_place, a.amount, a.is_shared) for a in result.awards
    ] == [(1, 1, 1, 100_000, False), (2, 2, 3, 50_000, True), (3, 2, 3, 50_000, True)]


def test_equal_sharing_divides_the_prizes_of_level_players():
    record = field(6, 6, 6, 6)

    # 2000.00 for four.
    assert awarded(record, [MAIN], sharing=Sharing.EQUAL) == [
        (1, "main", 50_000),
        (2, "main", 50_000),
        (3, "main", 50_000),
        (4, "main", 50_000),
    ]


def test_the_hort_system_gives_half_by_place_and_half_equally():
    record = field(6, 6, 6)

    # Half of 1000, 600, 400 and half of 666.67: 833.33, 633.33, 533.33 and a cent over.
    assert awarded(record, [MAIN], sharing=Sharing.HORT) == [
        (1, "main", 83_334),
        (2, "main", 63_333),
        (3, "main", 53_333),
    ]


def test_a_player_takes_the_better_prize_and_the_other_moves_on():
    record = field(8, 6, 4, 2, birth=["1980", "2010/05/14", "2012/00/00", "1990"])
    youth = PrizeGroup("u18", (70_000, 10_000), born_from=under_age(18, year=2026))

    # 700 for the best under 18 is more than the second main prize.
    assert awarded(record, [MAIN, youth]) == [
        (1, "main", 100_000),
        (2, "u18", 70_000),
        (3, "main", 60_000),
        (4, "main", 40_000),
    ]


def test_the_main_prize_is_taken_where_both_are_worth_the_same():
    record = field(8, 6, birth=["2010", "1980"])
    youth = PrizeGroup("u18", (100_000,), born_from=2008)

    result = prize_list(
        record, standings(record, tie_breaks=[]), [PrizeGroup("main", (100_000,)), youth]
    )

    assert [(a.starting_rank, a.group) for a in result.awards] == [(1, "main")]
    assert result.not_awarded == (("u18", 100_000),)


def test_a_category_prize_is_not_put_into_the_pool_of_the_main_prizes():
    record = field(6, 6, 6, sex=["m", "w", "m"])
    women = PrizeGroup("women", (80_000,), only_women=True)

    # The second takes 800; the first and the third divide 1000 and 600.
    groups = [PrizeGroup("main", (100_000, 60_000)), women]
    assert awarded(record, groups, sharing=Sharing.EQUAL) == [
        (1, "main", 80_000),
        (2, "women", 80_000),
        (3, "main", 80_000),
    ]


def test_a_level_player_without_a_prize_joins_the_group_that_gives_him_most():
    # By points 2, 3 and 4 are level; 3 holds the prize up to 1600, 2 the second main prize.
    record = field(8, 6, 6, 6, rating=[1900, 1800, 1500, 1400])
    groups = [
        PrizeGroup("main", (100_000, 30_000)),
        PrizeGroup("to 1600", (50_000,), rated_up_to=1600),
    ]

    assert awarded(record, groups, sharing=Sharing.EQUAL) == [
        (1, "main", 100_000),
        (2, "main", 30_000),
        (3, "to 1600", 25_000),
        (4, "to 1600", 25_000),
    ]


@pytest.mark.parametrize(
    ("group", "winner"),
    [
        (PrizeGroup("u18", (1,), born_from=2008), 3),
        (PrizeGroup("senior", (1,), born_until=over_age(65, year=2026)), 2),
        (PrizeGroup("women", (1,), only_women=True), 4),
        (PrizeGroup("to 1600", (1,), rated_up_to=1600), 3),
        (PrizeGroup("1600 to 1800", (1,), rated_from=1600, rated_up_to=1800), 2),
        (PrizeGroup("unrated", (1,), only_unrated=True), 4),
        (PrizeGroup("anybody", (1,)), 1),
    ],
)
def test_each_category_has_its_own_winner(group, winner):
    record = field(
        8, 6, 4, 2,
        birth=["", "1961/12/31", "2008/01/01", "0000/00/00"],
        rating=[1900, 1800, 1600, None],
        sex=["m", "", "m", "w"],
    )  # fmt: skip

    assert [line[0] for line in awarded(record, [group])] == [winner]


def test_a_prize_for_nobody_is_named():
    record = field(4, 2, sex=["m", "m"])
    women = PrizeGroup("women", (5_000,), only_women=True)

    result = prize_list(record, standings(record, tie_breaks=[]), [women])

    assert (result.awards, result.not_awarded, result.total) == ((), (("women", 5_000),), 0)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([PrizeGroup("main", (-1,))], "main: a prize cannot be negative"),
        ([PrizeGroup("main", (1, 2))], "main: a lower place cannot have the higher prize"),
        ([PrizeGroup("a", (1,)), PrizeGroup("a", (2,))], "Two prize groups are called 'a'"),
    ],
)
def test_impossible_prizes_are_refused(groups, message):
    record = field(4, 2)

    with pytest.raises(ValueError, match=message):
        prize_list(record, standings(record, tie_breaks=[]), groups)


RECORD = random_swiss(5, players=16, rounds=4, trouble=0.2)
TABLES = [standings(RECORD, tie_breaks=codes) for codes in ([], ["DE", "BH"], ["TPN"])]
PRIZES = st.lists(st.integers(0, 50_000), max_size=6).map(lambda p: tuple(sorted(p, reverse=True)))


@given(
    main=PRIZES,
    strong=PRIZES,
    weak=PRIZES,
    sharing=st.sampled_from(list(Sharing)),
    table=st.sampled_from(TABLES),
)
def test_all_money_is_paid_once_and_nobody_is_paid_twice(main, strong, weak, sharing, table):
    groups = [
        PrizeGroup("main", main),
        PrizeGroup("strong", strong, rated_from=1800),
        PrizeGroup("weak", weak, rated_up_to=1700),
    ]

    result = prize_list(RECORD, table, groups, sharing=sharing)

    ranks = [award.starting_rank for award in result.awards]
    left = sum(amount for _, amount in result.not_awarded)
    assert len(ranks) == len(set(ranks))
    assert result.total + left == sum(main) + sum(strong) + sum(weak)
