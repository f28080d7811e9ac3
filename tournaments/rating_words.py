"""What the ledger says of an event's games and players, in words for organisers."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules import KReason, LeftOut

K_REASONS: dict[str, str | Promise] = {
    KReason.REACHED_2400: _("has been 2400 or more"),
    KReason.JUNIOR: _("junior"),
    KReason.FEWER_THAN_30_GAMES: _("fewer than 30 games"),
    KReason.ESTABLISHED: _("30 games or more"),
    KReason.BORROWED: _("standard rating stands in"),
}
LEFT_OUT: dict[str, str | Promise] = {
    LeftOut.UNPLAYED: _("No move was made"),
    LeftOut.EXCLUDED: _("Kept out by the organiser"),
    LeftOut.UNRATED_OPPONENT: _("The opponent was unrated"),
    LeftOut.GAP_600: _("More than 600 points apart"),
    LeftOut.ZERO_START: _("A first rating needs at least half a point"),
    LeftOut.OLDER_THAN_26_MONTHS: _("Older than 26 months"),
}


def k_reason_words(reason: str) -> str:
    """Return why somebody has the K he has; nothing for no reason."""
    return str(K_REASONS[reason]) if reason in K_REASONS else ""


def left_out_words(reason: str | None) -> str:
    """Return why a game does not count; nothing where it does."""
    return str(LEFT_OUT.get(reason, reason)) if reason else ""
