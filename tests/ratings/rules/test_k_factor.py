"""K lines in their order (section 6 of the rating rules) and the limit of 700."""

import pytest

from ratings.rules import k_factor, k_used


@pytest.mark.parametrize(
    ("rating", "peak", "games", "birth_year", "k_base", "reason"),
    [
        (2400, None, 5, 2015, 10, "reached_2400"),
        (2100, 2400, 500, None, 10, "reached_2400"),
        (2299, 2299, 500, 2008, 40, "junior"),
        (2250, 2300, 500, 2012, 20, "established"),
        (2250, 2300, 29, 2012, 40, "fewer_than_30_games"),
        (1900, 1900, 100, 2007, 20, "established"),
        (1500, 1500, 29, None, 40, "fewer_than_30_games"),
        (1500, 1500, 30, None, 20, "established"),
        (2350, 2000, 30, None, 20, "established"),
    ],
)
def test_the_first_line_that_fits_gives_k(rating, peak, games, birth_year, k_base, reason):
    factor = k_factor(
        rating=rating, peak=peak, games_before=games, birth_year=birth_year, year=2026
    )

    assert (factor.k_base, factor.reason) == (k_base, reason)


@pytest.mark.parametrize(("year", "k_base"), [(2026, 40), (2027, 20)])
def test_the_whole_year_of_the_18th_birthday_counts(year, k_base):
    factor = k_factor(rating=1900, peak=1900, games_before=99, birth_year=2008, year=year)

    assert factor.k_base == k_base


@pytest.mark.parametrize(
    ("k_base", "games", "used"),
    [
        (40, 0, 40),
        (40, 17, 40),
        (40, 18, 38),
        (40, 35, 20),
        (20, 35, 20),
        (20, 36, 19),
        (20, 39, 17),
        (10, 70, 10),
        (10, 71, 9),
    ],
)
def test_k_times_games_stays_within_700(k_base, games, used):
    assert k_used(k_base, games) == used
