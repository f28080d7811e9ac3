"""The words for the reasons of the rules: why a game does not count, and where a K comes from.

One wording for the ledger, the calculator, the workspace and the terminal.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules import KReason, LeftOut

LEFT_OUT: dict[str, str | Promise] = {
    LeftOut.UNPLAYED: _("Not played, so not rated."),
    LeftOut.EXCLUDED: _("Taken out by the arbiter."),
    LeftOut.UNRATED_OPPONENT: _("The opponent was unrated, so the game does not count."),
    LeftOut.GAP_600: _(
        "One player above 2600 and 600 points or more between the two, so the game does not count."
    ),
    LeftOut.ZERO_START: _("A first event without a point does not count."),
    LeftOut.OLDER_THAN_26_MONTHS: _("Older than 26 months, so it does not count any more."),
}
# In a line of a table, and in a sentence of its own.
K_REASONS: dict[str, str | Promise] = {
    KReason.REACHED_2400: _("has been 2400 or more"),
    KReason.JUNIOR: _("junior"),
    KReason.FEWER_THAN_30_GAMES: _("fewer than 30 games"),
    KReason.ESTABLISHED: _("30 games or more"),
    KReason.BORROWED: _("standard rating stands in"),
}
WHY_K: dict[str, str | Promise] = {
    KReason.REACHED_2400: _(
        "A rating of 2400 or more on this list, at any time, makes K 10 for good."
    ),
    KReason.JUNIOR: _(
        "Up to the end of the year of the 18th birthday K is 40, as long as the rating on this list"
        " has never been 2300 or more."
    ),
    KReason.FEWER_THAN_30_GAMES: _(
        "Fewer than 30 games have counted on this list before the event, so K is 40."
    ),
    KReason.ESTABLISHED: _(
        "At least 30 games have counted on this list, the rating has never been 2400 or more, and"
        " the player is not a junior, so K is 20."
    ),
    KReason.BORROWED: _(
        "The standard rating stands in for a rating on this list, so K is 40 as for a newcomer."
    ),
}


def k_reason_words(reason: str) -> str:
    """Return why somebody has the K he has; nothing for no reason."""
    return str(K_REASONS[reason]) if reason in K_REASONS else ""


def left_out_words(reason: str | None) -> str:
    """Return why a game does not count, in a sentence; nothing where it does."""
    return str(LEFT_OUT[reason]) if reason else ""
