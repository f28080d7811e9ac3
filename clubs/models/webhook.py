"""Whom to tell when something happens, and what was told."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club
from clubs.same_club import SameClub, tenant_key


class WebhookEndpoint(models.Model):
    """An address of the club's own that wants to know of events.

    ``secret`` signs each delivery, so it has to be kept readable; it is shown once.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhook_endpoints")
    label = models.CharField(_("label"), max_length=60)
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(max_length=64, editable=False)
    events = models.JSONField(_("events"), default=list)
    is_active = models.BooleanField(_("active"), default=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["-pk"]
        constraints = [tenant_key("webhook_endpoint_tenant_key")]

    def __str__(self) -> str:
        return self.label


class WebhookDelivery(models.Model):
    """One event for one endpoint: the outbox row that is the queue, and afterwards the log."""

    class State(models.TextChoices):
        PENDING = "pending", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Given up")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries"
    )
    event_id = models.UUIDField(default=uuid.uuid4, editable=False)
    event_type = models.CharField(max_length=40)
    payload = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    response_status = models.PositiveSmallIntegerField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["state", "next_try_at"], name="webhook_due")]
        constraints = [SameClub(field="endpoint", name="webhook_endpoint_same_club")]

    def __str__(self) -> str:
        return f"{self.event_type} {self.event_id}"
