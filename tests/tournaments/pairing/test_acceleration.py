"""Baku acceleration: the regulation's own examples, and what engines make of it."""

from __future__ import annotations

import pytest

from support.pairing_events import available_engines, event_of, points_with
from tournaments.pairing.acceleration import baku_group_size, baku_virtual_points
from tournaments.pairing.engine import PairingEngine, pair_round
from tournaments.pairing.errors import WrongState
from tournaments.pairing.records import PairingState

ENGINES = available_engines()


@pytest.mark.parametrize(
    ("players", "size"), [(161, 82), (160, 80), (158, 80), (10, 6), (8, 4), (7, 4), (3, 2)]
)
def test_the_upper_group_is_half_rounded_up_to_even(players: int, size: int) -> None:
    """161 and 82 are the regulation's own numbers; the others by its formula 2 x Q."""
    assert baku_group_size(players) == size


def test_nine_rounds_have_three_with_a_point_and_two_with_half() -> None:
    """The regulation's own example."""
    assert baku_virtual_points(range(1, 5), 9) == (
        (1, (100, 100, 100, 50, 50)),
        (2, (100, 100, 100, 50, 50)),
    )


@pytest.mark.parametrize(
    ("rounds", "by_round"),
    [(5, (100, 100, 50)), (7, (100, 100, 50, 50)), (11, (100,) * 3 + (50,) * 3)],
)
def test_half_of_the_rounds_are_accelerated(rounds: int, by_round: tuple[int, ...]) -> None:
    assert baku_virtual_points([1, 2], rounds)[0] == (1, by_round)


def test_the_boundary_stays_when_somebody_comes_later() -> None:
    late = baku_virtual_points(range(1, 12), 9, last_of_upper_group=4)

    assert [rank for rank, _ in late] == [1, 2, 3, 4]


def test_other_point_values_have_no_baku_acceleration() -> None:
    with pytest.raises(WrongState) as refusal:
        baku_virtual_points([1, 2], 5, points=points_with(win=300, draw=100))

    assert refusal.value.facts["reason"] == "acceleration_needs_standard_points"


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
def test_the_upper_group_plays_within_itself_in_round_one(engine: PairingEngine) -> None:
    """Eight players: 1-3, 2-4 above and 5-7, 6-8 below instead of 1-5, 2-6, 3-7, 4-8."""
    virtual = baku_virtual_points(range(1, 9), 7)
    record = event_of(dict.fromkeys(range(1, 9), ""), rounds=7, virtual_points=virtual)

    proposed = pair_round(PairingState(record, 1), engine)

    assert [sorted(pairing.ranks) for pairing in proposed.pairings] == [
        [1, 3],
        [2, 4],
        [5, 7],
        [6, 8],
    ]
