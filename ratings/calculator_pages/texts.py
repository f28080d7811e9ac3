"""The sentences in which the rules speak on the pages: reasons, editions, refusals."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from clubs import formatting
from clubs.errors import Problem
from ratings.rules import (
    NotRateable,
    Regime,
    StillUnrated,
    TimeControl,
    first_regime_day,
)

LISTS = {
    TimeControl.STANDARD: _("Standard"),
    TimeControl.RAPID: _("Rapid"),
    TimeControl.BLITZ: _("Blitz"),
}
NEW_RATING = {
    TimeControl.STANDARD: _("New standard rating"),
    TimeControl.RAPID: _("New rapid rating"),
    TimeControl.BLITZ: _("New blitz rating"),
}
FIRST_RATING = {
    TimeControl.STANDARD: _("First standard rating"),
    TimeControl.RAPID: _("First rapid rating"),
    TimeControl.BLITZ: _("First blitz rating"),
}
K_CHOSEN = _("This K was chosen by you.")
WHY_UNRATED = {
    StillUnrated.FEWER_THAN_5_GAMES: _(
        "Five games against rated opponents are needed. The games are kept for 26 months."
    ),
    StillUnrated.BELOW_FLOOR: _(
        "The result is under the lowest rating of this list, so the player stays unrated."
    ),
}
WHY_NOT_RATEABLE = {
    NotRateable.THREE_MINUTES_OR_LESS: _(
        "FIDE rates blitz only with more than 3 minutes for 60 moves."
    ),
    NotRateable.NEEDS_90_MINUTES: _(
        "With a player rated 1800 or more, a standard game needs at least 90 minutes for 60 moves."
    ),
    NotRateable.NEEDS_120_MINUTES: _(
        "With a player rated 2400 or more, a standard game needs at least 120 minutes for 60 moves."
    ),
    NotRateable.FIRST_STAGE_UNDER_30_MOVES: _(
        "The first stage of a standard game must have at least 30 moves."
    ),
}
_REFUSALS = {
    "out_of_range": _("“%(typed)s” is not a whole number from %(lowest)s to %(highest)s."),
    "missing": _("This is needed."),
    "date_too_far": _("No rules can be known for %(shown_day)s."),
    "no_rules": _("The oldest rules known here for this list are those of %(first_day)s."),
    "bad_date": _("“%(typed)s” is not a date."),
    "unrated_player": _("Your rating is needed. Without one, work out a first rating."),
}


def sentence(
    problem: Problem, typed: str, *, time_control: TimeControl = TimeControl.STANDARD
) -> str:
    """Return what is wrong with a field, in a whole sentence."""
    text = _REFUSALS.get(problem.code)
    if text is None:
        return problem.message
    facts: dict[str, Any] = {**problem.facts, "typed": typed}
    language = get_language() or "en"
    if problem.code == "no_rules":
        facts["first_day"] = formatting.day(first_regime_day(time_control), language)
    if problem.code == "date_too_far":
        facts["shown_day"] = typed
    return str(text) % facts


def edition(regime: Regime) -> str:
    """Return the name of an edition for the facts of a result."""
    day = formatting.day(regime.first_day, get_language() or "en")
    return gettext("FIDE, %(day)s") % {"day": day}


def article(regime: Regime) -> str:
    """Return where the rule stands, in a sentence."""
    day = formatting.day(regime.first_day, get_language() or "en")
    if regime.borrows_standard:
        return gettext(
            "FIDE Handbook B.02, rapid and blitz, article 7.3, in the edition in force since"
            " %(day)s."
        ) % {"day": day}
    return gettext("FIDE Handbook B.02, article 8.3, in the edition in force since %(day)s.") % {
        "day": day
    }


def first_rating_article(regime: Regime) -> str:
    """Return where the rule of first ratings stands, in a sentence."""
    day = formatting.day(regime.first_day, get_language() or "en")
    if regime.borrows_standard:
        return gettext(
            "FIDE Handbook B.02, rapid and blitz, article 7.2, in the edition in force since"
            " %(day)s."
        ) % {"day": day}
    return gettext("FIDE Handbook B.02, article 8.2, in the edition in force since %(day)s.") % {
        "day": day
    }
