"""Editions by name for the tests of the rules."""

from datetime import date

import pytest

from ratings.rules import TimeControl, regime_for


@pytest.fixture(scope="session")
def standard():
    """The standard edition of October 2025."""
    return regime_for(TimeControl.STANDARD, date(2026, 11, 30))


@pytest.fixture(scope="session")
def rapid():
    """The rapid and blitz edition of December 2024."""
    return regime_for(TimeControl.RAPID, date(2026, 11, 30))


@pytest.fixture(scope="session")
def rapid_2022():
    """The rapid and blitz edition of October 2022."""
    return regime_for(TimeControl.RAPID, date(2023, 1, 1))
