"""The exercises of FIDE's technical commission: every published value, in both editions."""

import json
from fractions import Fraction

import pytest

from support.trf_events import DATA, event_from_trf
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings

EXPECTED = json.loads((DATA / "tec-exercises.expected.json").read_text(encoding="utf-8"))
SWISS = event_from_trf("tec-exercises-swiss.trf")
ROUND_ROBIN = event_from_trf("tec-exercises-round-robin.trf")


def shown(value):
    """Return a value as the number people read, exactly."""
    return None if value.value is None else Fraction(value.value, value.unit)


def as_published(number):
    return None if number is None else Fraction(str(number))


@pytest.mark.parametrize("code", EXPECTED["swiss_rules_2023_2024"])
def test_the_swiss_gives_the_published_values(code):
    table = standings(SWISS, tie_breaks=[code], edition=Edition.C07_2024)

    expected = EXPECTED["swiss_rules_2023_2024"][code]
    assert {r: shown(table.value(int(r), code)) for r in expected} == {
        rank: as_published(number) for rank, number in expected.items()
    }


@pytest.mark.parametrize("code", EXPECTED["swiss_rules_2026"])
def test_the_swiss_gives_the_values_of_the_2026_edition(code):
    table = standings(SWISS, tie_breaks=[code], edition=Edition.C07_2026)

    expected = EXPECTED["swiss_rules_2026"][code]
    assert {r: shown(table.value(int(r), code)) for r in expected} == {
        rank: as_published(number) for rank, number in expected.items()
    }


def test_direct_encounter_breaks_no_tie_of_the_swiss():
    table = standings(SWISS, tie_breaks=["DE"])

    ranks = {}
    for row in table.rows:
        ranks.setdefault(row.points, set()).add(row.rank)
    assert {points: len(ranks[points]) for points in (350, 250, 200, 150)} == {
        350: 1,
        250: 1,
        200: 1,
        150: 1,
    }


@pytest.mark.parametrize("code", ["SB", "SB/C1", "KS"])
@pytest.mark.parametrize("edition", list(Edition))
def test_the_round_robin_gives_the_published_values(code, edition):
    table = standings(ROUND_ROBIN, tie_breaks=[code], edition=edition)

    expected = EXPECTED["round_robin"][code]
    assert {r: shown(table.value(int(r), code)) for r in expected} == {
        rank: as_published(number) for rank, number in expected.items()
    }


def test_the_round_robin_gives_the_published_points_and_direct_encounters():
    table = standings(ROUND_ROBIN, tie_breaks=["DE"])

    assert {row.starting_rank: row.points for row in table.rows} == {
        1: 350,
        2: 350,
        3: 350,
        4: 150,
        5: 150,
        6: 150,
    }
    assert [(row.rank, row.is_shared, row.starting_rank) for row in table.rows] == [
        (1, False, 1),
        (2, True, 2),
        (2, True, 3),
        (4, False, 5),
        (5, False, 6),
        (6, False, 4),
    ]
