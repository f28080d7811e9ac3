"""What an act upon the ledger is called when somebody reads the audit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy

from clubs.audit_sentences import Facts
from clubs.formatting import day
from ratings.models import TIME_CONTROL_LABELS

SENTENCES: dict[str, str | Promise] = {
    "rating_given": gettext_lazy(
        "%(subject)s was given the rating %(rating)s from %(day)s on (%(list)s): %(reason)s"
    ),
    "rating_withdrawn": gettext_lazy(
        "The rating %(rating)s of %(subject)s from %(day)s on was withdrawn (%(list)s)"
    ),
    "birth_year_changed": gettext_lazy("The year of birth of %(subject)s was changed"),
    "policy_set": gettext_lazy("Rating policy “%(subject)s” was set, valid from %(valid_from)s"),
    "rating_list_tried_again": gettext_lazy("The list %(list)s was told to try again"),
    "player_replaced": gettext_lazy("%(subject)s: replaced by another player"),
    "replacement_taken_back": gettext_lazy("%(subject)s got games and ratings back"),
    "players_imported": gettext_lazy(
        "Players were imported from %(subject)s (new: %(added)s, with more details: %(changed)s,"
        " ratings: %(ratings)s)"
    ),
    "list_issued": gettext_lazy("A rating list was published: %(subject)s"),
}


def list_name(time_control: Any) -> str:
    """Return the name of a rating list."""
    return str(TIME_CONTROL_LABELS.get(str(time_control), time_control))


def stored_day(text: Any) -> str:
    """Return a stored day in the reader's language."""
    try:
        return day(date.fromisoformat(str(text)), get_language() or "en")
    except ValueError:
        return str(text)


def _rating(facts: Facts) -> Facts:
    rating = facts.get("rating")
    return {
        "rating": gettext("unrated") if rating is None else rating,
        "day": stored_day(facts.get("day")),
        "list": list_name(facts.get("time_control")),
    }


FACTS: dict[str, Callable[[Facts], Facts]] = {
    "rating_given": _rating,
    "rating_withdrawn": _rating,
    "policy_set": lambda facts: {"valid_from": stored_day(facts.get("valid_from"))},
    "rating_list_tried_again": lambda facts: {"list": list_name(facts["subject"])},
    "players_imported": lambda facts: {"changed": len(facts.get("changed", []))},
}
