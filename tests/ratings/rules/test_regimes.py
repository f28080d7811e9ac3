"""Editions by date: the day before and the day of every change (rating rules, section 3)."""

from datetime import date

import pytest

from ratings.rules import REGIMES, RulesError, TimeControl, first_regime_day, regime_for

STANDARD, RAPID, BLITZ = TimeControl


@pytest.mark.parametrize(
    ("time_control", "day", "name"),
    [
        (STANDARD, date(2022, 1, 1), "STD-2022-01"),
        (STANDARD, date(2024, 2, 29), "STD-2022-01"),
        (STANDARD, date(2024, 3, 1), "STD-2024-03"),
        (STANDARD, date(2025, 9, 30), "STD-2024-03"),
        (STANDARD, date(2025, 10, 1), "STD-2025-10"),
        (STANDARD, date(2026, 11, 30), "STD-2025-10"),
        (RAPID, date(2022, 10, 1), "RB-2022-10"),
        (RAPID, date(2024, 2, 29), "RB-2022-10"),
        (BLITZ, date(2024, 3, 1), "RB-2024-03"),
        (BLITZ, date(2024, 11, 30), "RB-2024-03"),
        (BLITZ, date(2024, 12, 1), "RB-2024-12"),
        (RAPID, date(2026, 11, 30), "RB-2024-12"),
    ],
)
def test_the_first_day_decides_the_edition(time_control, day, name):
    assert regime_for(time_control, day).id == name


@pytest.mark.parametrize(
    ("time_control", "day"),
    [(STANDARD, "2021-12-31"), (RAPID, "2022-09-30"), (BLITZ, "1900-01-01")],
)
def test_a_day_before_the_oldest_edition_is_refused_by_name(time_control, day):
    with pytest.raises(RulesError, match=f"^no verified {time_control} rules for {day}$"):
        regime_for(time_control, date.fromisoformat(day))


def test_the_first_rateable_day_is_that_of_the_oldest_edition():
    assert [first_regime_day(time_control) for time_control in TimeControl] == [
        date(2022, 1, 1),
        date(2022, 10, 1),
        date(2022, 10, 1),
    ]


def test_what_each_edition_changed():
    facts = {
        regime.id: (
            regime.one_upgrade,
            regime.exempt_from,
            regime.excluded_gap,
            regime.floor,
            regime.first_rating.hypothetical_rating,
            regime.first_rating.maximum,
            regime.borrows_standard,
        )
        for regime in REGIMES
    }

    assert facts == {
        "STD-2022-01": (True, None, None, 1000, None, None, False),
        "STD-2024-03": (False, None, None, 1400, 1800, 2200, False),
        "STD-2025-10": (False, 2650, None, 1400, 1800, 2200, False),
        "RB-2022-10": (True, None, None, 1000, None, None, True),
        "RB-2024-03": (False, None, None, 1400, 1800, 2200, True),
        "RB-2024-12": (False, None, 600, 1400, 1800, 2200, True),
    }
