"""Random events: the same values as two independent programs, on the codes each gets right."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from support.independent_programs import (
    TIEBREAK_CORE_NAMES,
    gacrux_table,
    gacrux_values,
    tiebreak_core_values,
)
from support.random_events import random_round_robin, random_swiss
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.codes import TIE_BREAKS

# Final stages, and direct encounter, which is compared by rank below.
NOT_VALUES = {"PTS", "DE", "RTNG", "RTNG/R", "TPN", "TPN/R"}
VALUES = sorted(set(TIE_BREAKS) - NOT_VALUES)

# In a round robin gacrux leaves forfeit wins out of the counts of games; article 15.2 makes them
# games there, and tiebreak-core agrees.
ROUND_ROBIN_VALUES = sorted(set(VALUES) - {"WON", "BPG", "BWG"})

EVENTS = [
    random_swiss(seed, players=7 + seed, rounds=5 + seed % 5, trouble=trouble)
    for seed, trouble in enumerate((0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.1, 0.2))
]
ROUND_ROBINS = [
    random_round_robin(seed, players=5 + seed, double=seed % 3 == 0) for seed in range(5)
]


def our_values(record, code):
    table = standings(record, tie_breaks=[code])
    return {rank: shown(row.values[0]) for rank, row in table.row_of.items()}


def shown(value):
    return None if value.value is None else Fraction(value.value, value.unit)


@pytest.mark.parametrize("code", VALUES)
@pytest.mark.parametrize("first_day", [date(2026, 2, 28), date(2026, 3, 1)])
def test_a_swiss_has_the_values_of_gacrux_in_both_editions(code, first_day):
    for record in EVENTS:
        dated = replace(record, start_date=first_day)

        assert our_values(dated, code) == gacrux_values(dated, code)


@pytest.mark.parametrize("code", ROUND_ROBIN_VALUES)
def test_a_round_robin_has_the_values_of_gacrux(code):
    for record in ROUND_ROBINS:
        assert our_values(record, code) == gacrux_values(record, code)


@pytest.mark.parametrize("code", sorted(set(TIEBREAK_CORE_NAMES) - {"AOB", "KS", "STD"}))
@pytest.mark.parametrize(("ruleset", "edition"), [("fide-2024", "2024"), ("fide-2026", "2026")])
def test_a_swiss_has_the_values_of_tiebreak_core_in_both_editions(code, ruleset, edition):
    for record in EVENTS:
        table = standings(record, tie_breaks=[code], edition=Edition(edition))

        # The program says 0 where there is no game and hence no value.
        ours = {rank: shown(row.values[0]) or 0 for rank, row in table.row_of.items()}
        assert ours == tiebreak_core_values(record, code, ruleset)


@pytest.mark.parametrize("code", ["WON", "BPG", "BWG", "WIN", "SB", "SB/C1", "ARO", "TPR"])
def test_a_round_robin_has_the_values_of_tiebreak_core(code):
    for record in ROUND_ROBINS:
        assert our_values(record, code) == tiebreak_core_values(record, code, "fide-2026")


@pytest.mark.parametrize("codes", [["DE"], ["WIN", "DE", "BH/C1", "SB"]])
def test_direct_encounter_ranks_as_gacrux_does(codes):
    for seed in range(25):
        for record in (
            random_swiss(seed, players=6 + seed % 10, rounds=4 + seed % 4),
            random_round_robin(seed, players=4 + seed % 6, double=seed % 2 == 0),
        ):
            table = standings(record, tie_breaks=codes)

            theirs = gacrux_table(record, ["PTS", *codes])
            assert {rank: row.rank for rank, row in table.row_of.items()} == {
                rank: line[0] for rank, line in theirs.items()
            }
