"""Reads a case strictly: every wrong field is named with its place, none is guessed.

A ``Reader`` goes on after a problem with a harmless stand-in, so that one answer names all the
problems; ``check`` must be called before anything is worked out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from clubs.errors import InvalidInput, Problem
from ratings.rules import DRAW, LOSS, REGIMES, WIN, Regime, RulesError, TimeControl, regime_for

HIGHEST_RATING = 4000
HIGHEST_K = 100
GAMES_LIMIT = 200
EVENTS_LIMIT = 60
PROBLEMS_LIMIT = 100
NAME_LENGTH = 40
YEARS_AHEAD = 10

_NEWEST_DAY = max(regime.first_day for regime in REGIMES)
LAST_DAY = _NEWEST_DAY.replace(year=_NEWEST_DAY.year + YEARS_AHEAD)

# Numbers are taken too: nobody means anything else by them.
SCORES: dict[str | float, int] = {
    "0": LOSS,
    "0.5": DRAW,
    "1": WIN,
    0: LOSS,
    0.5: DRAW,
    1: WIN,
}

_ISO_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_AMOUNT = re.compile(r"[0-9]{1,6}(\.[0-9]{1,2})?", re.ASCII)
_FRACTION = re.compile(r"0(\.[0-9]{1,2})?|1(\.0{1,2})?", re.ASCII)

_NO_RULES = {
    TimeControl.STANDARD: gettext_noop("no verified standard rules for %(day)s"),
    TimeControl.RAPID: gettext_noop("no verified rapid rules for %(day)s"),
    TimeControl.BLITZ: gettext_noop("no verified blitz rules for %(day)s"),
}

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """An item of a list of the input, and its place."""

    value: Any
    path: str


class Reader:
    """Collects the problems of one case while it is read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, code: str, message: str, path: str, **facts: Any) -> None:
        """Note a problem; reading goes on. After a hundred more would help nobody."""
        if len(self.problems) < PROBLEMS_LIMIT:
            self.problems.append(Problem(code=code, message=message, path=path, facts=facts))

    def check(self) -> None:
        """Raise InvalidInput when anything was wrong."""
        if self.problems:
            raise self.error()

    def error(self) -> InvalidInput:
        """Return the error that names all problems noted."""
        count = len(self.problems)
        if count == 1:
            message = self.problems[0].message
        else:
            message = ngettext(
                "%(count)s field is wrong.", "%(count)s fields are wrong.", count
            ) % {"count": count}
        return InvalidInput("invalid_case", message, problems=self.problems)

    def fields(self, value: object, path: str, allowed: Sequence[str]) -> Fields:
        """Return the fields of an object; unknown ones are refused, they may be misspelt."""
        if not isinstance(value, dict):
            self.refuse("not_an_object", gettext("must be an object with named fields"), path)
            return {}
        for name in value:
            if name not in allowed:
                message = gettext("is not a field of this calculation")
                place = f"{path}.{str(name)[:NAME_LENGTH]}"
                self.refuse("unknown_field", message, place, allowed=list(allowed))
        return value

    def rows(self, fields: Fields, name: str, path: str, *, limit: int) -> list[Row]:
        """Return the items of a list with their places; too long a list is not read at all."""
        place = f"{path}.{name}"
        value = fields.get(name)
        if value is None:
            self.missing(place)
            return []
        return self.items(value, place, limit=limit)

    def items(self, value: object, path: str, *, limit: int) -> list[Row]:
        """Return the items of ``value``, which must be a list."""
        if not isinstance(value, list):
            self.refuse("not_a_list", gettext("must be a list"), path)
            return []
        if len(value) > limit:
            message = gettext("has %(count)s rows, at most %(limit)s are possible")
            facts = {"count": len(value), "limit": limit}
            self.refuse("too_many_rows", message % facts, path, **facts)
            return []
        return [Row(item, f"{path}[{index}]") for index, item in enumerate(value)]

    def missing(self, path: str) -> None:
        """Note that a needed field is not there."""
        self.refuse("missing", gettext("is needed"), path)

    def whole(self, fields: Fields, name: str, path: str, *, lowest: int, highest: int) -> int:
        """Return a whole number that must be there."""
        found = self.optional_whole(fields, name, path, lowest=lowest, highest=highest)
        if fields.get(name) is None:
            self.missing(f"{path}.{name}")
        return lowest if found is None else found

    def optional_whole(
        self, fields: Fields, name: str, path: str, *, lowest: int, highest: int
    ) -> int | None:
        """Return a whole number, None where it is absent or null."""
        value = fields.get(name)
        if value is None:
            return None
        return self.number(value, f"{path}.{name}", lowest=lowest, highest=highest)

    def number(self, value: object, path: str, *, lowest: int, highest: int) -> int:
        """Return ``value`` if it is a whole number in the range."""
        if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
            return value
        facts = {"lowest": lowest, "highest": highest, "value": shown(value)}
        message = gettext("must be a whole number from %(lowest)s to %(highest)s, not %(value)s")
        self.refuse("out_of_range", message % facts, path, **facts)
        return lowest

    def hundredths(self, fields: Fields, name: str, path: str, *, highest: int) -> int:
        """Return an amount that must be there in hundredths: whole, or text such as "2.5"."""
        value = fields.get(name)
        place = f"{path}.{name}"
        if value is None:
            self.missing(place)
            return 0
        if isinstance(value, str) and _AMOUNT.fullmatch(value):
            whole, _, decimals = value.partition(".")
            found = 100 * int(whole) + int(decimals.ljust(2, "0"))
            if found <= 100 * highest:
                return found
        return 100 * self.number(value, place, lowest=0, highest=highest)

    def rating(self, fields: Fields, name: str, path: str) -> int:
        """Return a rating that must be there."""
        return self.whole(fields, name, path, lowest=0, highest=HIGHEST_RATING)

    def optional_rating(self, fields: Fields, name: str, path: str) -> int | None:
        """Return a rating, None for an unrated player."""
        return self.optional_whole(fields, name, path, lowest=0, highest=HIGHEST_RATING)

    def score(self, fields: Fields, name: str, path: str) -> int:
        """Return a score in hundredths, written as "0", "0.5" or "1" or as these numbers."""
        value = fields.get(name)
        place = f"{path}.{name}"
        if value is None:
            self.missing(place)
            return LOSS
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            found = SCORES.get(value)
            if found is not None:
                return found
        facts = {"value": shown(value)}
        message = gettext("score must be 0, 0.5 or 1, not %(value)s") % facts
        self.refuse("bad_score", message, place, **facts)
        return LOSS

    def flag(self, fields: Fields, name: str, path: str, *, default: bool) -> bool:
        """Return true or false, ``default`` where it is absent."""
        value = fields.get(name)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.refuse("not_true_or_false", gettext("must be true or false"), f"{path}.{name}")
        return default

    def fraction(self, value: object, path: str) -> int:
        """Return a fractional score from "0.00" to "1.00" in hundredths."""
        if isinstance(value, str) and _FRACTION.fullmatch(value):
            whole, _, decimals = value.partition(".")
            return 100 * int(whole) + int(decimals.ljust(2, "0"))
        facts = {"value": shown(value)}
        message = gettext('must be text from "0.00" to "1.00", not %(value)s') % facts
        self.refuse("bad_fraction", message, path, **facts)
        return 0

    def day(self, value: object, path: str) -> date:
        """Return a calendar day, written year-month-day."""
        if value is None:
            self.missing(path)
            return _NEWEST_DAY
        if isinstance(value, str) and _ISO_DAY.fullmatch(value):
            try:
                found = date.fromisoformat(value)
            except ValueError:
                pass
            else:
                if found <= LAST_DAY:
                    return found
                message = gettext("is too far ahead: no rules can be known for %(day)s")
                self.refuse("date_too_far", message % {"day": value}, path, day=value)
                return _NEWEST_DAY
        facts = {"value": shown(value)}
        message = gettext("must be a day written as 2026-11-30, not %(value)s") % facts
        self.refuse("bad_date", message, path, **facts)
        return _NEWEST_DAY

    def time_control(self, value: object, path: str) -> TimeControl:
        """Return the rating list meant."""
        if value is None:
            self.missing(path)
        elif isinstance(value, str) and value in set(TimeControl):
            return TimeControl(value)
        else:
            facts = {"value": shown(value)}
            message = gettext("must be standard, rapid or blitz, not %(value)s") % facts
            self.refuse("unknown_time_control", message, path, **facts)
        return TimeControl.STANDARD

    def regime(self, time_control: TimeControl, day: date, path: str) -> Regime:
        """Return the edition for an event of that day."""
        try:
            return regime_for(time_control, day)
        except RulesError:
            facts = {"day": day.isoformat()}
            message = gettext(_NO_RULES[time_control]) % facts
            self.refuse("no_rules", message, path, **facts)
            return regime_for(time_control, _NEWEST_DAY)


def shown(value: object) -> str:
    """Return a short form of what was sent, safe to repeat in a message."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "…"
    return text if len(text) <= 40 else f"{text[:40]}…"
