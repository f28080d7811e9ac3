"""Links that let a helper without account enter results of one event, until they expire."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.same_club import SameClub
from tournaments.models.tournament import Tournament


class HelperLink(models.Model):
    """One link; only a digest of its secret is stored. ``label`` names the helper in the audit."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="helper_links"
    )
    label = models.CharField(_("for whom"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("helper link")
        verbose_name_plural = _("helper links")
        ordering = ["-pk"]
        constraints = [SameClub(field="tournament", name="helper_link_same_club")]

    def __str__(self) -> str:
        return self.label
