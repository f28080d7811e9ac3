"""An event of a club, its settings and its state."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.same_club import tenant_key
from ratings.models import TIME_CONTROL_LABELS
from tournaments.results import PointValues


class Tournament(models.Model):
    """An event.

    ``number`` is the club's running event number: the address and the key in the ledger.
    ``time_control`` decides the rating list; it follows from minutes and increment unless
    ``time_control_reason`` says why it was chosen otherwise. ``point_values`` holds only the values
    that differ from 1, ½, 0 (keys of ``PointValues``, hundredths). ``unrated_as`` and
    ``forfeits_count_in_direct_encounter`` are what the event announced for its tie-breaks.
    ``version`` grows with every change of the event or anything in it. ``revision`` counts what was
    submitted for rating. ``numbering`` says how the starting list came about.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("In preparation")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("Round robin")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("Double round robin")
        KEIZER = "keizer", _("Keizer")
        FREE = "free", _("Free pairing")
        EXTERNAL = "external", _("Paired by another program")

    class Numbering(models.TextChoices):
        RATING = "rating", _("By rating")
        DRAW = "draw", _("By drawing lots")
        HAND = "hand", _("By hand")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    number = models.PositiveIntegerField()
    slug = models.SlugField(max_length=80)
    name = models.CharField(_("name"), max_length=150)
    city = models.CharField(_("place"), max_length=100, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    start_date = models.DateField(_("first day"), null=True, blank=True)
    end_date = models.DateField(_("last day"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    increment = models.PositiveSmallIntegerField(_("seconds added per move"), default=0)
    time_control = models.CharField(
        _("rating list"), max_length=8, choices=list(TIME_CONTROL_LABELS.items()), blank=True
    )
    time_control_reason = models.CharField(_("reason"), max_length=200, blank=True)
    format = models.CharField(_("format"), max_length=20, choices=Format.choices)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=5)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    point_values = models.JSONField(default=dict, blank=True)
    half_point_bye_cap = models.PositiveSmallIntegerField(
        _("half-point byes a player may take"), default=1
    )
    last_rounds_without_bye = models.PositiveSmallIntegerField(
        _("last rounds without half-point byes"), default=1
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    tie_break_edition = models.CharField(max_length=4, blank=True)
    unrated_as = models.PositiveSmallIntegerField(
        _("rating of unrated players in tie-breaks"), null=True, blank=True
    )
    forfeits_count_in_direct_encounter = models.BooleanField(
        _("forfeits count in direct encounter"), default=False
    )
    numbering = models.CharField(
        max_length=6, choices=Numbering.choices, default=Numbering.RATING, editable=False
    )
    initial_colour = models.CharField(max_length=1, blank=True)
    acceleration = models.CharField(max_length=10, blank=True)
    chief_arbiter = models.CharField(_("arbiter"), max_length=100, blank=True)
    deputy_arbiters = models.CharField(_("deputy arbiters"), max_length=200, blank=True)
    description = models.TextField(_("description"), blank=True)
    is_public = models.BooleanField(_("visible to everybody"), default=True)
    revision = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by_label = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        indexes = [
            models.Index(fields=["club", "state", "-start_date"], name="tournament_by_state"),
            models.Index(fields=["club", "-start_date", "-number"], name="tournament_newest"),
        ]
        constraints = [
            tenant_key("tournament_tenant_key"),
            models.UniqueConstraint(fields=["club", "number"], name="one_event_per_number"),
            models.UniqueConstraint(fields=["club", "slug"], name="one_event_per_slug"),
            models.CheckConstraint(
                condition=models.Q(start_date__isnull=True)
                | models.Q(end_date__isnull=True)
                | models.Q(start_date__lte=models.F("end_date")),
                name="event_days_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        """Whether the event has been closed and submitted for rating."""
        return self.state == self.State.CLOSED

    @property
    def points(self) -> PointValues:
        """What each outcome is worth in this event."""
        return PointValues(**self.point_values)
