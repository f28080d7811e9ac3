"""What most tests of the API of events begin with."""

from __future__ import annotations

import pytest
from factories import make_club

from clubs.models import Club
from support.api_caller import Caller, caller_for


@pytest.fixture
def club(db: None) -> Club:
    """Return a club named North."""
    return make_club("North")


@pytest.fixture
def tool(club: Club) -> Caller:
    """Return a program whose token may do everything in the club."""
    return caller_for(club)
