"""The tenant and the people with a role in it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.same_club import SameClub


class Club(models.Model):
    """A chess club: it owns its players, events and ratings."""

    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    city = models.CharField(_("city"), max_length=100, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    website = models.URLField(_("website"), blank=True)
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    is_public = models.BooleanField(_("visible to everybody"), default=True)
    shows_birth_years = models.BooleanField(_("shows years of birth"), default=False)
    issues_lists_monthly = models.BooleanField(_("issues a list each month"), default=False)
    # The running number is the event's key in the ledger; the counters only ever grow, so a
    # deleted draft never gives its number to another event.
    next_event_number = models.PositiveIntegerField(default=1, editable=False)
    next_adjustment_number = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a person may do in a club; each role may do all that the later ones may."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    HELPER = "helper", _("Helper")
    MEMBER = "member", _("Member")


class Membership(models.Model):
    """A person's role in a club, and which player he or she is there, if any."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    player = models.ForeignKey(
        "clubs.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="known_role"),
            SameClub(field="player", name="membership_player_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
