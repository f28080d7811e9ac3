"""The lists of a club, one per time control, and the dated policy that rates them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.same_club import tenant_key

# The values are those of ratings.rules.TimeControl, in the order in which lists are locked.
TIME_CONTROL_LABELS = {
    "standard": _("Standard"),
    "rapid": _("Rapid"),
    "blitz": _("Blitz"),
}


class RatingList(models.Model):
    """All ratings of a club for one time control; the lock and the queue of its replay.

    ``stale_since`` is the earliest day from which the rows may no longer be true: set in the
    transaction that changes a report, cleared in the one that replays. It is the queue; a message
    to a worker is only a nudge. ``stale_causes`` says what made it stale, for the revisions, each
    with its own day. ``pending_since`` is when it began to wait: when it became stale, or a
    parked list got new tries. ``attempts`` counts replays that failed since the last good one, the
    next of which is due at ``next_try_at``; the list is parked (``failed_at``) after five and shown
    to the organiser. ``next_nudge_at`` is the sweep's own: when it sends the next message.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_lists")
    time_control = models.CharField(max_length=8, choices=list(TIME_CONTROL_LABELS.items()))
    stale_since = models.DateField(null=True, blank=True)
    stale_causes = models.JSONField(default=list, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    next_nudge_at = models.DateTimeField(null=True, blank=True)
    pending_since = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)
    replayed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(stale_since__isnull=False),
                name="rating_list_stale",
            )
        ]
        constraints = [
            tenant_key("rating_list_tenant_key"),
            models.UniqueConstraint(fields=["club", "time_control"], name="one_list_per_control"),
            models.CheckConstraint(
                condition=models.Q(time_control__in=list(TIME_CONTROL_LABELS)),
                name="rating_list_known_control",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.get_time_control_display()}"


class RatingPolicy(models.Model):
    """What the club decides about its ratings, valid from a day on, for all three lists.

    A number that is None is taken from the regulations in force ("FIDE strict"). ``minimum`` is the
    lowest rating where nobody falls out of the list; ``floor`` is where a player becomes unrated.
    """

    class Preset(models.TextChoices):
        CLUB = "club", _("Club")
        FIDE_STRICT = "fide_strict", _("FIDE strict")
        OWN = "own", _("Own numbers")

    class NewcomerRule(models.TextChoices):
        FIDE_FIRST_RATING = "fide", _("FIDE's first rating, from five games")
        START_VALUE = "start_value", _("A fixed start value")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_policies")
    valid_from = models.DateField(_("valid from"))
    preset = models.CharField(max_length=12, choices=Preset.choices, default=Preset.CLUB)
    newcomer_rule = models.CharField(
        _("newcomers"),
        max_length=12,
        choices=NewcomerRule.choices,
        default=NewcomerRule.START_VALUE,
    )
    start_value = models.PositiveSmallIntegerField(_("start value"), null=True, blank=True)
    falls_to_unrated = models.BooleanField(
        _("falls out of the list under the floor"), default=False
    )
    floor = models.PositiveSmallIntegerField(_("floor"), null=True, blank=True)
    minimum = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    hypothetical_rating = models.PositiveSmallIntegerField(
        _("rating of the two hypothetical opponents"), null=True, blank=True
    )
    limits_first_rating = models.BooleanField(_("limits a first rating"), default=False)
    maximum = models.PositiveSmallIntegerField(_("highest first rating"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rating policy")
        verbose_name_plural = _("rating policies")
        ordering = ["valid_from"]
        constraints = [
            tenant_key("rating_policy_tenant_key"),
            models.UniqueConstraint(fields=["club", "valid_from"], name="one_policy_per_day"),
            models.CheckConstraint(
                condition=~models.Q(newcomer_rule="start_value", start_value__isnull=True),
                name="start_value_is_given",
            ),
            models.CheckConstraint(
                condition=models.Q(falls_to_unrated=True) | models.Q(minimum__isnull=False),
                name="minimum_where_nobody_falls",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_preset_display()} · {self.valid_from}"
