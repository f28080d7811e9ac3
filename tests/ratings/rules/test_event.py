"""A whole event: borrowed ratings and refusals."""

from datetime import date

import pytest

from ratings.rules import EventGame, EventPlayer, RulesError, rate_event

DAY = date(2026, 11, 30)


def test_f05_in_a_whole_event(rapid):
    players = [EventPlayer("A", None, standard_rating=1850), EventPlayer("B", 1800, 20)]

    results = rate_event(players, [EventGame("B", "A", 100, 0)], regime=rapid, on=DAY)

    assert (results["A"].start_rating, results["A"].change.change) == (1850, -23)
    assert (results["B"].start_rating, results["B"].change.change) == (1800, 11)


def test_the_standard_list_borrows_nothing(standard):
    players = [EventPlayer("A", None, standard_rating=1850), EventPlayer("B", 1800, 20)]

    results = rate_event(players, [EventGame("B", "A", 50, 50)], regime=standard, on=DAY)

    assert (results["A"].change, results["A"].initial.games_counted) == (None, 1)
    assert results["B"].change.games_counted == 0


@pytest.mark.parametrize(
    ("players", "games"),
    [
        ([EventPlayer("A", 1800, 20), EventPlayer("A", 1700, 20)], []),
        ([EventPlayer("A", 1800)], []),
        ([EventPlayer("A", 1800, 20)], [EventGame("A", "B", 100, 0)]),
        ([EventPlayer("A", 1800, 20)], [EventGame("A", "A", 100, 0)]),
    ],
)
def test_an_impossible_event_is_refused(standard, players, games):
    with pytest.raises(RulesError):
        rate_event(players, games, regime=standard, on=DAY)
