"""A policy as a club states it: the numbers, the presets, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import Problem
from ratings.models import RatingPolicy
from ratings.rules import TimeControl, first_regime_day

START_VALUE = 1200
LOWEST = 100
FIRST_DAY = min(first_regime_day(time_control) for time_control in TimeControl)
# A start value is no rating anybody has reached, so it stays under the thresholds of K.
LIMITS = {
    "start_value": (1, 2299),
    "floor": (1, 3000),
    "minimum": (1, 3000),
    "hypothetical_rating": (1, 3000),
    "maximum": (1, 4000),
}


@dataclass(frozen=True, slots=True)
class PolicyInput:
    """A policy as a club states it; None in a number takes that of the regulations in force."""

    valid_from: date
    preset: str = RatingPolicy.Preset.OWN
    newcomer_rule: str = RatingPolicy.NewcomerRule.START_VALUE
    start_value: int | None = None
    falls_to_unrated: bool = False
    floor: int | None = None
    minimum: int | None = None
    hypothetical_rating: int | None = None
    limits_first_rating: bool = False
    maximum: int | None = None

    def as_row(self) -> RatingPolicy:
        """Return the policy as a row that is not stored and has no club."""
        return RatingPolicy(**self.columns())

    def columns(self) -> dict[str, Any]:
        """Return its columns."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


def club_preset(valid_from: date, start_value: int = START_VALUE) -> PolicyInput:
    """Return the default: newcomers start at a value, nobody falls out, lowest rating 100."""
    return PolicyInput(
        valid_from=valid_from,
        preset=RatingPolicy.Preset.CLUB,
        start_value=start_value,
        minimum=LOWEST,
    )


def fide_strict_preset(valid_from: date) -> PolicyInput:
    """Return the regulations' own numbers: first rating from five games, floor, maximum."""
    return PolicyInput(
        valid_from=valid_from,
        preset=RatingPolicy.Preset.FIDE_STRICT,
        newcomer_rule=RatingPolicy.NewcomerRule.FIDE_FIRST_RATING,
        falls_to_unrated=True,
        limits_first_rating=True,
    )


PRESETS = {
    RatingPolicy.Preset.CLUB: club_preset,
    RatingPolicy.Preset.FIDE_STRICT: fide_strict_preset,
}


def policy_problems(policy: PolicyInput) -> list[Problem]:
    """Return everything for which a policy is refused."""
    problems = []
    if policy.preset not in RatingPolicy.Preset.values:
        problems.append(Problem("unknown_preset", _("There is no such preset."), "preset"))
    if policy.newcomer_rule not in RatingPolicy.NewcomerRule.values:
        problems.append(
            Problem("unknown_rule", _("There is no such rule for newcomers."), "newcomer_rule")
        )
    for name, (least, most) in LIMITS.items():
        value = getattr(policy, name)
        if value is not None and not least <= value <= most:
            facts = {"least": least, "most": most}
            text = _("Give a number from %(least)s to %(most)s.") % facts
            problems.append(Problem("out_of_range", text, name, facts))
    if policy.newcomer_rule == RatingPolicy.NewcomerRule.START_VALUE and policy.start_value is None:
        problems.append(
            Problem("start_value_missing", _("Say at which value newcomers start."), "start_value")
        )
    if not policy.falls_to_unrated and policy.minimum is None:
        text = _("Say which rating is the lowest where nobody falls out of the list.")
        problems.append(Problem("minimum_missing", text, "minimum"))
    lowest = policy.floor if policy.falls_to_unrated else policy.minimum
    for name in ("start_value", "maximum"):
        value = getattr(policy, name)
        if value is not None and lowest is not None and value < lowest:
            text = _("This is below the lowest rating of the policy.")
            problems.append(Problem("below_lowest", text, name, {"lowest": lowest}))
    if policy.valid_from < FIRST_DAY:
        first_day = {"day": FIRST_DAY.isoformat()}
        text = _("A policy cannot begin before %(day)s, when the oldest rules begin.") % first_day
        problems.append(Problem("before_first_edition", text, "valid_from", first_day))
    return problems
