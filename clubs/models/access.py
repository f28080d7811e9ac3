"""Ways into a club besides a membership: invitations and tokens for programs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club, Role


class Invitation(models.Model):
    """An offer of a role, as a link; only a digest of the link's secret is stored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    email = models.EmailField(_("e-mail address"), blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return self.email or self.get_role_display()


class ApiToken(models.Model):
    """A program's key to one club.

    ``prefix`` is shown and used to find the row; ``digest`` is the SHA-256 of the whole token.
    ``event_number`` limits the token to one event; the club's running number stands here because
    clubs know nothing of tournaments.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    label = models.CharField(_("label"), max_length=60)
    prefix = models.CharField(max_length=12, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    event_number = models.PositiveIntegerField(_("only for event"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.label

    @property
    def has_expired(self) -> bool:
        """Whether its last day is over."""
        return self.expires_at is not None and self.expires_at <= timezone.now()


class IdempotencyRecord(models.Model):
    """The stored answer to a write that carried an Idempotency-Key, kept for 24 hours.

    Written in the same transaction as the write itself. ``caller`` is ``token:ID`` or ``user:ID``,
    and ``form:ID`` where a person sent the same form of a page again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    caller = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "caller", "key"], name="one_answer_per_idempotency_key"
            )
        ]

    def __str__(self) -> str:
        return self.key
