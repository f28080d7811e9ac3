"""A game as one player sees it, and why it may not count.

``Game`` is a tuple so that a ledger of many thousand games stays light; all rules that take games
take the same ones, and each leaves out what its own article leaves out.
"""

from enum import StrEnum
from typing import NamedTuple

WIN, DRAW, LOSS = 100, 50, 0


class LeftOut(StrEnum):
    """Why a game does not count."""

    UNPLAYED = "unplayed"
    EXCLUDED = "excluded"
    UNRATED_OPPONENT = "unrated_opponent"
    GAP_600 = "gap_600"
    ZERO_START = "zero_start"
    OLDER_THAN_26_MONTHS = "older_than_26_months"


class Game(NamedTuple):
    """One game from one player's side.

    ``opponent`` is the opponent's start rating on the event's list, None for an unrated one;
    ``score`` is in hundredths. ``left_out`` is set by the caller for what the ratings cannot tell:
    UNPLAYED (forfeits, byes) or EXCLUDED (fair play, different times for the two players, a match
    already decided).
    """

    opponent: int | None
    score: int
    left_out: LeftOut | None = None
