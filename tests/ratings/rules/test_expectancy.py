"""Both tables, entry by entry, against the edges and rows typed in the worked cases."""

import pytest

from ratings.rules import RulesError, difference_for_score, expected_score
from support.golden import CASES

EDGES = next(case for case in CASES if case["id"] == "TABLE-812-EDGES-LOW")
ROWS = next(case for case in CASES if case["id"] == "TABLE-811")


def test_every_difference_from_minus_1000_to_1000_has_the_expectancy_of_its_row():
    lower = {
        -gap: int(text.replace(".", ""))
        for gap, text in zip(EDGES["input"]["d"], EDGES["expected"]["pd"], strict=True)
    }
    assert (min(lower), max(lower), len(lower)) == (3, 736, 100)

    for gap in range(1001):
        edge = min((edge for edge in lower if edge >= gap), default=736)
        assert expected_score(-gap) == (50 if gap == 0 else lower[edge])
        assert expected_score(gap) == 100 - expected_score(-gap)


def test_every_percentage_has_the_difference_of_its_row():
    percentages = [int(text.replace(".", "")) for text in ROWS["input"]["p"]]

    assert percentages == list(range(101))
    assert [difference_for_score(p) for p in percentages] == ROWS["expected"]["dp"]


@pytest.mark.parametrize("percentage", [-1, 101])
def test_a_percentage_outside_the_table_is_refused(percentage):
    with pytest.raises(RulesError, match=f"not {percentage}"):
        difference_for_score(percentage)
