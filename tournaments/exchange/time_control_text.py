"""A guess at the time control from the words of a file.

Organisers write it in many ways; a guess is offered to people for confirmation, never the last
word. None means that the text does not say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# A stage of the coded form: moves/seconds+increment.
_CODED_STAGE = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?$")
_PLAIN = re.compile(r"(\d{1,4})\s*(?:\+\s*(\d{1,3}))?$")
_HOURS = re.compile(r"(\d{1,2})[:h](\d{2})(?:\s*h)?\s*(?:\+\s*(\d{1,3}))?(?!\d|:)")
_MEASURE = re.compile(r"(\d{1,4})\s*(''|[\"”″]|['’′]|[a-z]+)?")
_UNITS = {
    "hours": ("h", "hr", "hrs", "hour", "hours", "hora", "horas", "saat"),
    "minutes": ("m", "min", "mins", "minute", "minutes", "minuto", "minutos", "dk", "dakika"),
    "seconds": ("s", "sec", "secs", "second", "seconds", "segundo", "segundos", "sn", "saniye"),
}
_MINUTE_MARKS = ("'", "’", "′")
_SECOND_MARKS = ("''", '"', "”", "″")
_LONGEST_MINUTES = 600
_COUNTED_MOVES = 60


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its moves (None for all that remain), its time and its increment in seconds."""

    moves: int | None
    seconds: int
    increment: int


@dataclass(frozen=True, slots=True)
class TimeControlGuess:
    """The time of a player: the base time that falls within 60 moves, increment, and the stages."""

    seconds: int
    increment: int
    stages: tuple[Stage, ...]

    @property
    def minutes(self) -> int:
        """The base time in whole minutes, rounded down."""
        return self.seconds // 60

    @property
    def coded(self) -> str:
        """The time control in the coded form of the format's 2026 edition, in seconds."""
        return ":".join(
            f"{stage.moves}/{stage.seconds}+{stage.increment}"
            if stage.moves
            else f"{stage.seconds}+{stage.increment}"
            for stage in self.stages
        )


def guess_time_control(text: str, coded: str = "") -> TimeControlGuess | None:
    """Return the time control meant by ``coded`` (always seconds), else by the free ``text``.

    >>> guess_time_control("90 min + 30 s").minutes, guess_time_control("15+10").increment
    (90, 10)
    >>> guess_time_control("", "40/6000+30:900+30").minutes
    115
    >>> guess_time_control("moves/time, increment") is None
    True
    """
    return _from_coded(coded.strip()) or _from_text(text.strip().lower()[:200])


def _from_coded(coded: str) -> TimeControlGuess | None:
    if not coded:
        return None
    stages = []
    for part in coded.replace(" ", "").split(":")[:10]:
        match = _CODED_STAGE.match(part)
        if match is None:
            return None
        stages.append(Stage(int(match[1]) if match[1] else None, int(match[2]), int(match[3] or 0)))
    return _guess(tuple(stages))


def _from_text(text: str) -> TimeControlGuess | None:
    if match := _PLAIN.match(text):
        base, increment = int(match[1]), int(match[2] or 0)
        # Nobody has ten hours for a game: such numbers are seconds.
        seconds = base if base >= _LONGEST_MINUTES else base * 60
        return _guess((Stage(None, seconds, increment),))
    if "/" in text or ":" in text:
        as_coded = _from_coded(text)
        if as_coded is not None and as_coded.seconds >= _LONGEST_MINUTES:
            return as_coded
    if match := _HOURS.match(text):
        seconds = int(match[1]) * 3600 + int(match[2]) * 60
        return _guess((Stage(None, seconds, int(match[3] or 0)),))
    return _from_words(text)


def _from_words(text: str) -> TimeControlGuess | None:
    """Add up hours and minutes; the last number of seconds is the increment."""
    base = increment = 0
    for match in _MEASURE.finditer(text):
        number, unit = int(match[1]), match[2] or ""
        if unit in _UNITS["hours"]:
            base += number * 3600
        elif unit in _UNITS["minutes"] or unit in _MINUTE_MARKS:
            base += number * 60
        elif unit in _UNITS["seconds"] or unit in _SECOND_MARKS:
            increment = number
    return _guess((Stage(None, base, increment),))


def _guess(stages: tuple[Stage, ...]) -> TimeControlGuess | None:
    seconds = moves = 0
    for stage in stages:
        if moves >= _COUNTED_MOVES:
            break
        seconds += stage.seconds
        moves += stage.moves or _COUNTED_MOVES
    increment = max((stage.increment for stage in stages[:1]), default=0)
    if not 30 <= seconds <= _LONGEST_MINUTES * 60 or increment > 600:
        return None
    return TimeControlGuess(seconds, increment, stages)
