"""Which of the three lists a time control belongs to, and whether FIDE would rate it.

Everything is measured by the minutes a player has for 60 moves, in hundredths of a minute: an
increment of one second adds exactly one minute over 60 moves, so the sum stays whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MOVES = 60
STANDARD_FROM = 60_00
RAPID_OVER = 10_00
BLITZ_OVER = 3_00
FIRST_STAGE_MOVES = 30


class TimeControl(StrEnum):
    """The three rating lists."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class NotRateable(StrEnum):
    """Why FIDE would not rate a time control; a club's own list rates it all the same."""

    THREE_MINUTES_OR_LESS = "three_minutes_or_less"
    NEEDS_90_MINUTES = "needs_90_minutes"
    NEEDS_120_MINUTES = "needs_120_minutes"
    FIRST_STAGE_UNDER_30_MOVES = "first_stage_under_30_moves"


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the thinking time: ``minutes`` in hundredths, for ``moves`` or for the rest."""

    minutes: int
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControlClass:
    """The list of a time control, the minutes for 60 moves (hundredths), and FIDE's objections."""

    category: TimeControl
    minutes_for_60_moves: int
    reasons: tuple[NotRateable, ...]

    @property
    def is_fide_rateable(self) -> bool:
        """Whether FIDE would rate a game played at this speed by these players."""
        return not self.reasons


def minutes_for_60_moves(stages: Sequence[Stage], increment: int) -> int:
    """Return the minutes for 60 moves, in hundredths.

    A stage that begins after move 60 adds nothing. ``increment`` is in seconds a move.

    >>> minutes_for_60_moves([Stage(90_00, 40), Stage(30_00)], 30)
    15000
    """
    total = increment * 100
    moves_before = 0
    for stage in stages:
        if moves_before >= MOVES:
            break
        total += stage.minutes
        if stage.moves is None:
            break
        moves_before += stage.moves
    return total


def classify_time_control(
    stages: Sequence[Stage],
    *,
    increment: int = 0,
    ratings: Sequence[int] = (),
    has_qc_approval: bool = False,
) -> TimeControlClass:
    """Return the list a time control belongs to and what FIDE would object to.

    ``ratings`` are those of the players of a game; the strongest decides how long a standard game
    must be. ``has_qc_approval`` stands for an event of 2026 that the Qualification Commission
    allowed at 45 minutes and 30 seconds or longer; it is never assumed.

    >>> classify_time_control([Stage(15_00)], increment=10).category.value
    'rapid'
    >>> classify_time_control([Stage(60_00)], ratings=[1800, 1200]).reasons[0].value
    'needs_90_minutes'

    Source: FIDE Laws of Chess, appendices A and B; Handbook B.02, article 1.1.
    """
    total = minutes_for_60_moves(stages, increment)
    if total >= STANDARD_FROM:
        category = TimeControl.STANDARD
        approved = has_qc_approval and increment >= 30 and stages[0].minutes >= 45_00
        reasons = [] if approved else _standard_objections(total, stages[0], ratings)
    elif total > RAPID_OVER:
        category, reasons = TimeControl.RAPID, []
    else:
        category = TimeControl.BLITZ
        reasons = [] if total > BLITZ_OVER else [NotRateable.THREE_MINUTES_OR_LESS]
    return TimeControlClass(category, total, tuple(reasons))


def _standard_objections(total: int, first: Stage, ratings: Sequence[int]) -> list[NotRateable]:
    strongest = max(ratings, default=0)
    reasons = []
    if strongest >= 2400 and total < 120_00:
        reasons.append(NotRateable.NEEDS_120_MINUTES)
    elif strongest >= 1800 and total < 90_00:
        reasons.append(NotRateable.NEEDS_90_MINUTES)
    if first.moves is not None and first.moves < FIRST_STAGE_MOVES:
        reasons.append(NotRateable.FIRST_STAGE_UNDER_30_MOVES)
    return reasons
