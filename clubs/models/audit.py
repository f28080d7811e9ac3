"""Who did what when, per club: append-only."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from clubs.models.club import Club


class AuditEvent(models.Model):
    """One act of a person, a token or the product itself.

    ``action`` is a stable code (``result_changed``); ``facts`` holds the old and new values.
    ``actor_label`` stays when the account is gone. ``event_number`` is the tournament's running
    number, for filtering.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit_events")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    actor_label = models.CharField(max_length=120, blank=True)
    action = models.CharField(max_length=50)
    event_number = models.PositiveIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-id"], name="audit_newest_first"),
            models.Index(fields=["club", "event_number", "-id"], name="audit_of_event"),
        ]

    def __str__(self) -> str:
        return f"{self.action} · {self.subject}"
