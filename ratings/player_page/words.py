"""The sentences of a rating's explanation, each a whole one: what was done and which rule says so.

A year of birth appears only where the visitor may know it (``clubs.public_fields``).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs import formatting
from ratings.models import RatingAdjustment, RatingChange
from ratings.queries import GameLine, first_rating_steps
from ratings.reason_words import left_out_words
from ratings.rules import KReason, LeftOut
from ratings.shown_k import BY_THE_REGULATIONS, shown_k_reason

# One sentence for each edition of the regulations, by Regime.id.
EDITIONS = {
    "STD-2022-01": _("FIDE standard rules of 1 January 2022."),
    "STD-2024-03": _("FIDE standard rules of 1 March 2024."),
    "STD-2025-10": _("FIDE standard rules of 1 October 2025."),
    "RB-2022-10": _("FIDE rapid and blitz rules of 1 October 2022."),
    "RB-2024-03": _("FIDE rapid and blitz rules of 1 March 2024."),
    "RB-2024-12": _("FIDE rapid and blitz rules of 1 December 2024."),
}
FLAGS = {
    "fell": _("The rating fell below the floor, so the player is unrated again."),
    "kept": _("The player was unrated by then; the change was added to the value kept."),
    "returned": _(
        "With this change the value is at the floor or above: the player is rated again."
    ),
    "minimum": _("The club's lowest rating applies, so the rating ends there."),
    "maximum": _("The highest first rating applies, so the rating ends there."),
    "nothing_to_add_to": _(
        "The rating had been taken away by then, so there was nothing to add the change to."
    ),
    "lapsed": _("The player was rated again that day, so these games lapse uncounted."),
}


def day_text(value: date) -> str:
    """Return a date for a sentence, in the reader's language."""
    return formatting.day(value, get_language() or "en")


def k_sentence(reason: str, k: int, games_before: int, birth_year: int | None) -> str:
    """Return why the base K is what it is.

    ``birth_year`` None is unknown or not to be shown: then no word tells an age.
    """
    reason = shown_k_reason(reason, games_before, knows_year=birth_year is not None)
    facts = {"k": k, "games": games_before, "year": birth_year}
    if reason == KReason.REACHED_2400:
        return gettext("2400 or more reached on this list, so K is %(k)s for good.") % facts
    if reason == KReason.JUNIOR:
        return gettext("Born %(year)s and never 2300 or more on this list, so K is %(k)s.") % facts
    if reason == BY_THE_REGULATIONS:
        return gettext("FIDE's regulations on K give %(k)s here.") % facts
    if reason == KReason.FEWER_THAN_30_GAMES:
        return (
            ngettext(
                "%(games)s rated game on this list so far, fewer than 30, so K is %(k)s.",
                "%(games)s rated games on this list so far, fewer than 30, so K is %(k)s.",
                games_before,
            )
            % facts
        )
    if reason == KReason.BORROWED:
        return gettext("Played with the standard rating, so K is %(k)s.") % facts
    if birth_year is None:
        return (
            gettext("30 rated games or more, never 2400 or more on this list, so K is %(k)s.")
            % facts
        )
    return (
        gettext(
            "30 rated games or more, not a junior, never 2400 or more on this list, so K is %(k)s."
        )
        % facts
    )


def k_limit_sentence(change: RatingChange) -> str:
    """Return why the K used is lower than the base K; empty where it is not."""
    if change.base_k is None or change.used_k in (None, change.base_k):
        return ""
    return gettext(
        "K times games is at most 700: with %(games)s games, K %(base)s becomes %(k)s."
    ) % {
        "games": change.game_count,
        "base": change.base_k,
        "k": change.used_k,
    }


def left_out_sentence(line: GameLine) -> str:
    """Return why a game does not count; empty for one that does."""
    if line.left_out is None:
        return ""
    if line.left_out == LeftOut.EXCLUDED:
        return gettext("Kept out of rating: %(reason)s") % {"reason": line.excluded_reason}
    return left_out_words(line.left_out)


def start_sentence(change: RatingChange) -> str:
    """Return where the rating used in the formula came from."""
    facts = {"rating": change.start_rating, "day": day_text(change.first_day)}
    source = change.start_source
    if source == RatingChange.StartSource.OWN:
        return gettext("Start rating %(rating)s, in force on %(day)s when round 1 began.") % facts
    if source == RatingChange.StartSource.BORROWED:
        return (
            gettext(
                "No rating on this list yet: the standard rating of %(day)s, %(rating)s, was used."
            )
            % facts
        )
    if source == RatingChange.StartSource.NEWCOMER:
        return (
            gettext("No rating yet: the club's start value for newcomers, %(rating)s, was used.")
            % facts
        )
    if source == RatingChange.StartSource.LATE:
        return (
            gettext(
                "Unrated when the event began but rated before it ended: %(rating)s was used."
                " For the opponents the games are games against an unrated player."
            )
            % facts
        )
    return gettext("Unrated when the event began on %(day)s.") % facts


def kind_sentences(change: RatingChange) -> list[str]:
    """Return what kind of row it is, for all that are no plain change; may be empty."""
    if change.kind == RatingChange.Kind.ADJUSTMENT:
        return [adjustment_sentence(change)]
    steps = first_rating_steps(change)
    if steps is None:
        return []
    if change.kind == RatingChange.Kind.FIRST:
        return [first_sentence(change, steps)]
    if change.kind == RatingChange.Kind.ZERO_START:
        return [gettext("A first event without a point does not count towards a first rating.")]
    return _pool_sentences(change, steps)


def first_sentence(change: RatingChange, steps: Mapping[str, Any]) -> str:
    """Return the headline of a first rating."""
    return ngettext(
        "First rating %(rating)s, from %(games)s game against rated opponents.",
        "First rating %(rating)s, from %(games)s games against rated opponents.",
        steps["games"],
    ) % {"rating": change.after, "games": steps["games"]}


def _pool_sentences(change: RatingChange, steps: Mapping[str, Any]) -> list[str]:
    facts = {"games": steps["games"], "needed": steps["games_needed"]}
    if "lapsed" in change.flags:
        return []
    if steps["reason"] == "below_floor":
        facts |= {"rating": steps["provisional"], "floor": steps["terms"][0]}
        return [
            gettext("%(games)s games give %(rating)s, below the floor of %(floor)s: still unrated.")
            % facts
        ]
    return [
        gettext("%(games)s of %(needed)s games against rated opponents towards a first rating.")
        % facts
    ]


def adjustment_sentence(change: RatingChange) -> str:
    """Return what a rating by hand or by import says: value, kind, reason."""
    given = change.adjustment
    assert given is not None
    facts = {"rating": given.rating, "reason": formatting.sentence(given.reason)}
    if given.rating is None:
        return gettext("Made unrated by decision of the club. Reason: %(reason)s") % facts
    if given.kind == RatingAdjustment.Kind.IMPORT:
        return gettext("%(rating)s taken from an imported file. %(reason)s") % facts
    if given.kind == RatingAdjustment.Kind.START:
        return gettext("Start rating %(rating)s, given by the club. Reason: %(reason)s") % facts
    return gettext("Rating %(rating)s, set by decision of the club. Reason: %(reason)s") % facts


def flag_sentences(change: RatingChange) -> list[str]:
    """Return what floor, minimum or maximum did to the row."""
    return [str(FLAGS[flag]) for flag in change.flags if flag in FLAGS]


def adding_up_sentence(change: RatingChange) -> str:
    """Return how before and change give after where the start rating is another; else empty.

    Overlapping events start from one rating, but their changes are added one after the other.
    """
    if change.kind not in (RatingChange.Kind.CHANGE, RatingChange.Kind.LATE):
        return ""
    if change.before is None or change.after is None or change.before == change.start_rating:
        return ""
    facts = {"before": change.before, "start": change.start_rating, "after": change.after}
    return (
        gettext(
            "The rating moved between the first and the last day of the event: the change, worked"
            " out from %(start)s, was added to %(before)s and gives %(after)s."
        )
        % facts
    )
