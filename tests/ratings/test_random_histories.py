"""The heart of the ledger: whatever happened in whatever order, the rows are a clean batch's."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.random_histories import RandomClub


@pytest.mark.django_db
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), steps=st.integers(3, 25))
def test_any_history_gives_the_rows_of_a_clean_batch(seed: int, steps: int) -> None:
    club = RandomClub(seed)

    for _ in range(steps):
        club.step()

    club.check()
