"""The field cases F09 (a withdrawal) and F10 (a player's own byes): every number they state."""

from dataclasses import replace
from datetime import date

import pytest

from support.small_events import field_case_event
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.codes import TIE_BREAKS
from tournaments.standings.tie_breaks.values import Reason

EVENT = field_case_event()

# Buchholz, Cut 1 and Sonneborn-Berger as F10 gives them, in hundredths and ten-thousandths.
OWN_UNPLAYED_ROUNDS = {
    Edition.C07_2024: {
        4: (800, 750, 7500),
        5: (850, 600, 42500),
        6: (800, 650, 25000),
        7: (750, 700, 17500),
    },
    Edition.C07_2026: {
        4: (800, 750, 7500),
        5: (750, 550, 35000),
        6: (700, 550, 15000),
        7: (750, 700, 17500),
    },
}


def values(codes, **options):
    table = standings(EVENT, tie_breaks=codes, **options)
    return {r: tuple(v.value for v in row.values) for r, row in table.row_of.items()}


@pytest.mark.parametrize("edition", list(Edition))
def test_f09_a_withdrawal_counts_as_a_draw_for_the_opponents(edition):
    table = standings(EVENT, tie_breaks=["BH", "BH/C1"], edition=edition)

    assert table.adjusted[6].points == 150
    assert table.adjusted[6].adjusted == 200
    assert table.adjusted[6].draws_instead == (4,)
    assert {r: a.adjusted for r, a in table.adjusted.items() if r != 6} == {
        1: 350,
        2: 300,
        3: 200,
        4: 50,
        5: 250,
        7: 150,
    }
    assert {r: tuple(v.value for v in table.row_of[r].values) for r in (1, 2, 3)} == {
        1: (700, 650),
        2: (1000, 800),
        3: (1000, 850),
    }


@pytest.mark.parametrize("edition", list(Edition))
def test_f09_a_withdrawal_does_not_change_the_standings_before_it(edition):
    still_there = replace(
        EVENT,
        competitors=tuple(
            replace(player, cells=player.cells[:3], withdrawn_after=None)
            for player in EVENT.competitors
        ),
    )
    withdrawn = replace(
        EVENT,
        competitors=tuple(
            replace(player, withdrawn_after=3 if player.starting_rank == 6 else None)
            for player in EVENT.competitors
        ),
    )

    for after in (0, 1, 2, 3):
        assert standings(
            withdrawn, tie_breaks=list(TIE_BREAKS), edition=edition, after_round=after
        ) == standings(still_there, tie_breaks=list(TIE_BREAKS), edition=edition, after_round=after)


@pytest.mark.parametrize("edition", list(Edition))
def test_f10_own_unplayed_rounds_by_edition(edition):
    found = values(["BH", "BH/C1", "SB"], edition=edition)

    assert {rank: found[rank] for rank in (4, 5, 6, 7)} == OWN_UNPLAYED_ROUNDS[edition]
    assert {rank: found[rank][2] for rank in (1, 2, 3)} == {1: 55000, 2: 72500, 3: 40000}


@pytest.mark.parametrize(
    ("first_day", "order"), [(date(2026, 2, 28), [6, 7]), (date(2026, 3, 1), [7, 6])]
)
def test_f10_the_first_day_chooses_the_edition_and_with_it_the_order(first_day, order):
    table = standings(replace(EVENT, start_date=first_day), tie_breaks=["BH"])

    assert [row.starting_rank for row in table.rows if row.points == 150] == order
    assert table.row_of[order[1]].decided_by == "BH"


def test_f10_cut_one_takes_the_voluntary_round_and_says_so():
    table = standings(EVENT, tie_breaks=["BH/C1"], edition=Edition.C07_2026)

    lines = table.value(5, "BH/C1").lines
    assert [(e.round_number, e.basis, e.counted, e.reasons) for e in lines] == [
        (1, 300, 300, ()),
        (2, 200, 0, (Reason.DUMMY, Reason.CAPPED_BY_ROUNDS, Reason.CUT_UNPLAYED)),
        (3, 200, 200, (Reason.DUMMY, Reason.CAPPED_BY_ROUNDS)),
        (4, 50, 50, ()),
    ]
    forfeit = table.value(6, "BH/C1").lines[1]
    assert (forfeit.opponent, forfeit.basis, forfeit.reasons) == (
        4,
        50,
        (Reason.DUMMY, Reason.CAPPED_BY_OPPONENT),
    )


def test_f10_rating_averages_use_games_played_only():
    found = values(["ARO", "TPR", "WIN", "WON"], edition=Edition.C07_2026)

    assert {rank: found[rank][0] for rank in (1, 5, 6, 7)} == {1: 1701, 5: 1800, 6: 1850, 7: 1833}
    assert {rank: found[rank][1] for rank in (1, 5)} == {1: 2037, 5: 1800}
    assert {rank: found[rank][2:] for rank in (5, 6, 7)} == {5: (2, 1), 6: (1, 0), 7: (1, 0)}


def test_f10_the_performance_shows_its_average_and_what_the_score_adds():
    value = standings(EVENT, tie_breaks=["TPR"]).value(1, "TPR")

    assert (value.value, value.addend) == (2037, 336)
    assert [e.counted for e in value.lines] == [1700, 1900, 1800, 1402]
