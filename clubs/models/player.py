"""A club's players, what is known of them, and what of it the public may see."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club
from clubs.same_club import SameClub, tenant_key


class Sex(models.TextChoices):
    """As exchange files write it."""

    MALE = "m", _("male")
    FEMALE = "w", _("female")


class NameForm(models.TextChoices):
    """How a player's name appears to the public."""

    FULL = "full", _("Full name")
    SHORT = "short", _("First name and initial")
    NEUTRAL = "neutral", _("Neutral name")


class Player(models.Model):
    """A person who plays for or at a club.

    ``name`` is stored in composed form (NFC), family name first with a comma where known
    ("Sousa, Ana"), as rating lists write it. ``search_name`` is the same without accents, case and
    punctuation (``clubs.names.search_form``). A merged player stays as a row that points at the
    kept one, so that a merge can be undone.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=100)
    latin_name = models.CharField(_("name in Latin letters"), max_length=100, blank=True)
    search_name = models.CharField(max_length=220, editable=False)
    title = models.CharField(_("title"), max_length=3, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    fide_id = models.PositiveBigIntegerField(_("FIDE ID"), null=True, blank=True)
    national_id = models.CharField(_("national ID"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    note = models.TextField(_("note"), blank=True)
    family_group = models.CharField(
        _("family"),
        max_length=40,
        blank=True,
        help_text=_("Players with the same word here are not paired with each other if avoidable."),
    )
    name_form = models.CharField(
        _("name shown to the public"), max_length=8, choices=NameForm.choices, default=NameForm.FULL
    )
    is_hidden = models.BooleanField(_("hidden from the public"), default=False)
    shows_birth_year = models.BooleanField(_("shows the year of birth"), default=False)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    pseudonymised_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="merged_players"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(fields=["club", "search_name", "id"], name="player_by_name"),
            models.Index(fields=["club", "fide_id"], name="player_by_fide_id"),
        ]
        constraints = [
            tenant_key("player_tenant_key"),
            models.UniqueConstraint(
                fields=["club", "fide_id"],
                condition=models.Q(fide_id__isnull=False, merged_into__isnull=True),
                name="one_player_per_fide_id",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            SameClub(field="merged_into", name="player_merged_same_club"),
        ]

    def __str__(self) -> str:
        return self.name


class PlayerMerge(models.Model):
    """One merge of two rows for the same person, with what is needed to take it back.

    ``moved`` holds the ids of what was moved from ``gone`` to ``kept``, by kind.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kept = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    gone = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    moved = models.JSONField(default=dict)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    merged_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            SameClub(field="kept", name="merge_kept_same_club"),
            SameClub(field="gone", name="merge_gone_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.gone_id} → {self.kept_id}"
