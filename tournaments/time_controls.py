"""Which rating list a time control belongs to, and when the organiser may choose otherwise.

The rules decide by minutes and increment; a club may overrule them with a reason, which is kept and
shown, because it moves ratings of a list the games would not belong to.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.errors import Problem
from ratings.models import TIME_CONTROL_LABELS
from ratings.rules import Stage, TimeControl, classify_time_control

LONGEST_MINUTES = 600
LONGEST_INCREMENT = 300


@dataclass(frozen=True, slots=True)
class TimeControlDecision:
    """The list of a time control.

    ``time_control`` is empty while nothing is known. ``classified`` is what the rules say of
    minutes and increment, ``minutes_for_60_moves`` (hundredths) what they measure; both are empty
    without minutes. ``is_overridden`` means that the organiser chose another list.
    """

    time_control: str
    classified: str = ""
    minutes_for_60_moves: int | None = None

    @property
    def is_overridden(self) -> bool:
        """Whether another list than the rules' was chosen."""
        return bool(self.classified) and self.time_control != self.classified

    @property
    def classified_label(self) -> str:
        """The name of the list the rules say, for people."""
        return str(TIME_CONTROL_LABELS[self.classified]) if self.classified else ""


def time_control_for(minutes: int | None, increment: int, chosen: str = "") -> TimeControlDecision:
    """Return the list for a time control, or the chosen one.

    >>> time_control_for(15, 10).time_control, time_control_for(3, 2).time_control
    ('rapid', 'blitz')
    >>> time_control_for(12, 3, chosen="standard").is_overridden
    True
    """
    if minutes is None:
        return TimeControlDecision(chosen)
    found = classify_time_control([Stage(minutes * 100)], increment=increment)
    classified = found.category.value
    return TimeControlDecision(chosen or classified, classified, found.minutes_for_60_moves)


def time_control_problems(
    minutes: int | None, increment: int | None, chosen: str, reason: str
) -> list[Problem]:
    """Return what is wrong with a time control, by field."""
    problems = []
    if minutes is not None and not 0 <= minutes <= LONGEST_MINUTES:
        message = _("Minutes from 0 to %(most)s.") % {"most": LONGEST_MINUTES}
        problems.append(Problem("minutes_range", message, "minutes", {"minutes": minutes}))
    if increment is None or not 0 <= increment <= LONGEST_INCREMENT:
        message = _("Seconds from 0 to %(most)s.") % {"most": LONGEST_INCREMENT}
        problems.append(Problem("increment_range", message, "increment", {"increment": increment}))
    if chosen not in ("", *TimeControl):
        message = _("Choose standard, rapid or blitz.")
        problems.append(Problem("time_control_unknown", message, "time_control"))
    if problems:
        return problems
    if minutes == 0 and increment == 0:
        message = _("A game needs some time.")
        return [Problem("no_time", message, "minutes")]
    if time_control_for(minutes, increment or 0, chosen).is_overridden and not reason.strip():
        message = _("Say why this event counts for another list than its time control.")
        return [Problem("reason_missing", message, "time_control_reason")]
    return []
