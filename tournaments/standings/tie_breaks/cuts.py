"""Leaving out the least and the most significant values (articles 14 and 16.5).

A player who stayed away voluntarily loses that round first: its lowest contribution is cut instead
of the least significant value, unless it is lower still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournaments.standings.tie_breaks.values import OpponentLine, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Cut:
    """How many of the lowest and then of the highest values are left out."""

    lowest: int = 0
    highest: int = 0


NO_CUT = Cut()


class Element(NamedTuple):
    """One value of a sum: what it counts, and the score by which it is judged significant."""

    counted: int
    score: int
    is_voluntary: bool = False


def cut_elements(elements: Sequence[Element], cut: Cut) -> dict[int, Reason]:
    """Return the positions of the elements that are left out, with the reason for each.

    >>> cut_elements([Element(250, 250), Element(200, 200, True), Element(50, 50)], Cut(1))
    {1: <Reason.CUT_UNPLAYED: 'cut-unplayed'>}

    Source: FIDE Handbook C.07, articles 14.1 to 14.4 and 16.5 (both editions).
    """
    left = set(range(len(elements)))
    left_out: dict[int, Reason] = {}
    for _ in range(min(cut.lowest, len(elements))):
        position, reason = _lowest(elements, left)
        left.remove(position)
        left_out[position] = reason
    for _ in range(min(cut.highest, len(left))):
        position = max(left, key=lambda i: (elements[i].score, elements[i].counted, -i))
        left.remove(position)
        left_out[position] = Reason.CUT_HIGHEST
    return left_out


def lines_without(
    lines: tuple[OpponentLine, ...], left_out: dict[int, Reason]
) -> tuple[OpponentLine, ...]:
    """Return the lines with those at the given positions marked as left out, and why."""
    if not left_out:
        return lines
    marked = list(lines)
    for position, reason in left_out.items():
        line = marked[position]
        marked[position] = line._replace(
            counted=0, is_counted=False, reasons=(*line.reasons, reason)
        )
    return tuple(marked)


def _lowest(elements: Sequence[Element], left: set[int]) -> tuple[int, Reason]:
    least = min(left, key=lambda i: (elements[i].score, elements[i].counted, i))
    voluntary = [i for i in left if elements[i].is_voluntary]
    if voluntary:
        candidate = min(voluntary, key=lambda i: (elements[i].counted, elements[i].score, i))
        if elements[candidate].counted >= elements[least].counted:
            return candidate, Reason.CUT_UNPLAYED
    return least, Reason.CUT_LOWEST
