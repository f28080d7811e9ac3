"""Baku acceleration: virtual points bring equally strong players together in the first rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.pairing.errors import WrongState
from tournaments.results import PointValues

if TYPE_CHECKING:
    from collections.abc import Iterable


def baku_group_size(players: int) -> int:
    """Return how many players are in the upper group: half of them, rounded up to an even number.

    >>> baku_group_size(161), baku_group_size(160)
    (82, 80)

    Source: FIDE Handbook C.04.5.1, initial groups division.
    """
    return 2 * -(-players // 4)


def baku_virtual_points(
    ranks: Iterable[int],
    rounds: int,
    *,
    last_of_upper_group: int | None = None,
    points: PointValues | None = None,
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the virtual points of each player of the upper group, per round, in hundredths.

    The result is what ``EventRecord.virtual_points`` holds. ``last_of_upper_group`` is the starting
    rank fixed before round 1; give it as soon as entries came later, because the boundary then
    stays where it was. A whole point in the first half (rounded up) of the accelerated rounds, half
    a point in the others; the accelerated rounds are the first half (rounded up) of the event.

    >>> baku_virtual_points([1, 2, 3], 9)
    ((1, (100, 100, 100, 50, 50)), (2, (100, 100, 100, 50, 50)))

    Raises WrongState where a win and a draw are not worth 1 and ½: the method is not defined then.

    Source: FIDE Handbook C.04.5.1, Baku acceleration.
    """
    values = points or PointValues()
    if (values.win, values.draw, values.loss) != (100, 50, 0):
        raise WrongState(reason="acceleration_needs_standard_points", win=values.win)
    ordered = sorted(ranks)
    if last_of_upper_group is None:
        upper = ordered[: baku_group_size(len(ordered))]
    else:
        upper = [rank for rank in ordered if rank <= last_of_upper_group]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    by_round = (100,) * full + (50,) * (accelerated - full)
    return tuple((rank, by_round) for rank in upper)
