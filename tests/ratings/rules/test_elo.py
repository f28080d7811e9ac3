"""The exact decision of plain Elo near a half."""

import pytest

from ratings.rules import elo_change


@pytest.mark.parametrize("k", range(1, 101))
def test_equal_ratings_give_exact_halves_away_from_zero(k):
    away = (k + 1) // 2

    assert elo_change(1500, [(1500, 100)], k=k).change == away
    assert elo_change(1500, [(1500, 0)], k=k).change == -away
    assert elo_change(1500, [(1500, 50)], k=k).change == 0


def test_a_gap_of_400_gives_one_eleventh():
    """The expected score is 10/11, so 22 points make 20 and 2: no float error may show."""
    assert elo_change(1900, [(1500, 100)], k=22).change == 2
    assert elo_change(1500, [(1900, 100)], k=22).change == 20
    assert elo_change(1900, [(1500, 0)], k=22).change == -20
