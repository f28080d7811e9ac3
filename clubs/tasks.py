"""Background work of clubs: webhook deliveries, and what has become too old to keep."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from clubs.models import IdempotencyRecord
from clubs.webhooks import deliver_due

ANSWERS_ARE_KEPT = timedelta(hours=24)
# In the embedded product the ratings wait for this pass, so slow receivers may not hold it long.
SECONDS_A_PASS = 20


@shared_task(name="clubs.tasks.deliver_webhooks", soft_time_limit=60, time_limit=90)
def deliver_webhooks() -> int:
    """Send what is due, one after another; return how many the receivers took."""
    return deliver_due(seconds=SECONDS_A_PASS)


@shared_task(name="clubs.tasks.forget_old_answers")
def forget_old_answers() -> int:
    """Delete stored answers to idempotent writes after a day; return how many."""
    old = IdempotencyRecord.objects.filter(created_at__lt=timezone.now() - ANSWERS_ARE_KEPT)
    return old.delete()[0]
