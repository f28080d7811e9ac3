"""Telling a club's own programs what happened.

The outbox row is written in the transaction of the thing itself, so nothing is told that did not
happen and nothing that happened goes untold. Deliveries repeat until the receiver answers 2xx: at
least once, with an id to recognise a repeat by.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.access import Actor, ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from clubs.models import Club, Role, User, WebhookDelivery, WebhookEndpoint
from clubs.secret_links import make_secret
from clubs.webhook_transport import AddressNotAllowed, post_json

EVENTS = (
    "pairing.published",
    "result.changed",
    "event.closed",
    "event.rated",
    "ratings.corrected",
    "list.issued",
)
# The wait before the next try, by how many have failed; after the last one a delivery is given up.
BACK_OFF = (30, 120, 600, 1800, 7200, 21600, 43200)
LEASE = timedelta(seconds=60)
DISABLED_AFTER = timedelta(days=3)
TIMEOUT_SECONDS = 10


def _address_problems(url: str) -> list[Problem]:
    parts = urlsplit(url)
    allows_private = settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES
    if parts.scheme != "https" and not (allows_private and parts.scheme == "http"):
        return [Problem("url_scheme", _("The address must begin with https://."), "url")]
    if not parts.hostname or parts.username or parts.password:
        message = _("Enter a full address without user name and password.")
        return [Problem("url_form", message, "url")]
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return []
    if not literal.is_global and not allows_private:
        message = _("Private and local addresses are not allowed on this installation.")
        return [Problem("url_private", message, "url")]
    return []


@transaction.atomic
def make_endpoint(
    access: ClubAccess, *, label: str, url: str, events: Sequence[str]
) -> WebhookEndpoint:
    """Return a new endpoint; its ``secret`` is shown to the maker once. Raises InvalidInput."""
    access.require(Right.MANAGE)
    access.require_whole_club()
    problems = _address_problems(url)
    if not label.strip():
        problems.append(Problem("label_missing", _("Say what the address is for."), "label"))
    if not events or set(events) - set(EVENTS):
        problems.append(
            Problem("events_unknown", _("Choose at least one of the events."), "events")
        )
    if problems:
        raise InvalidInput("webhook_invalid", _("The webhook was not made."), problems=problems)
    secret, _digest = make_secret()
    endpoint = WebhookEndpoint.objects.create(
        club=access.club,
        label=label.strip()[:60],
        url=url,
        secret=secret,
        events=sorted(set(events)),
        created_by_id=access.actor.user_id,
    )
    record_act(access.club, access.actor, "webhook_made", subject=endpoint.label, url=url)
    return endpoint


@transaction.atomic
def remove_endpoint(access: ClubAccess, endpoint: WebhookEndpoint) -> None:
    """Delete an endpoint with its log."""
    access.require(Right.MANAGE)
    access.require_whole_club()
    record_act(access.club, access.actor, "webhook_removed", subject=endpoint.label)
    endpoint.delete()


@transaction.atomic
def enable_endpoint(access: ClubAccess, endpoint: WebhookEndpoint) -> WebhookEndpoint:
    """Switch an endpoint on again; what was given up meanwhile can be sent again one by one."""
    access.require(Right.MANAGE)
    access.require_whole_club()
    endpoint.is_active, endpoint.failing_since, endpoint.disabled_at = True, None, None
    endpoint.save(update_fields=["is_active", "failing_since", "disabled_at"])
    record_act(access.club, access.actor, "webhook_enabled", subject=endpoint.label)
    return endpoint


@transaction.atomic
def deliver_again(access: ClubAccess, delivery: WebhookDelivery) -> WebhookDelivery:
    """Put a delivery back into the queue under its old id."""
    access.require(Right.MANAGE)
    access.require_whole_club()
    delivery.state = WebhookDelivery.State.PENDING
    delivery.attempts = 0
    delivery.next_try_at = timezone.now()
    delivery.save(update_fields=["state", "attempts", "next_try_at"])
    record_act(access.club, access.actor, "webhook_redelivered", subject=str(delivery.event_id))
    return delivery


def record_webhook_event(club: Club, event_type: str, data: Mapping[str, Any]) -> None:
    """Write the outbox rows of one event; call it inside the transaction of the event itself.

    One query where nobody listens, two otherwise.
    """
    record_webhook_events(club, [(event_type, data)])


def record_webhook_events(
    club: Club | int, happened: Sequence[tuple[str, Mapping[str, Any]]]
) -> None:
    """Write the outbox rows of several events at once; no more queries than for one."""
    if unknown := {event_type for event_type, _data in happened} - set(EVENTS):
        raise ValueError(unknown)
    if not happened:
        return
    listening = WebhookEndpoint.objects.filter(club=club, is_active=True).order_by()
    endpoints = list(listening.values_list("pk", "events"))
    if not endpoints:
        return
    known = club if isinstance(club, Club) else Club.objects.get(pk=club)
    now = timezone.now()
    rows = [
        WebhookDelivery(
            club=known,
            endpoint_id=endpoint,
            event_type=event_type,
            payload={
                "type": event_type,
                "club": known.slug,
                "occurred_at": now.isoformat(),
                "data": dict(data),
            },
            next_try_at=now,
        )
        for event_type, data in happened
        for endpoint, events in endpoints
        if event_type in events
    ]
    WebhookDelivery.objects.bulk_create(rows)


def deliver_due(*, seconds: float) -> int:
    """Send the deliveries whose time has come, oldest first; return how many were taken.

    An endpoint at which one was not taken is left alone until the next pass: a receiver that is
    down costs one wait, however much it has missed. After ``seconds`` no new one is begun.
    """
    end = time.monotonic() + seconds
    taken = 0
    passed_over: set[int] = set()
    while time.monotonic() < end and (due := _next_due(passed_over)) is not None:
        if deliver(due.pk):
            taken += 1
        else:
            passed_over.add(due.endpoint_id)
    return taken


def _next_due(passed_over: Collection[int]) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.filter(
        next_try_at__lte=timezone.now(),
        state=WebhookDelivery.State.PENDING,
        endpoint__is_active=True,
    )
    return due.exclude(endpoint__in=passed_over).order_by("next_try_at", "pk").first()


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return what the receiver compares: HMAC-SHA256 over the timestamp, a stop and the body."""
    signed = str(timestamp).encode() + b"." + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def deliver(delivery_id: int) -> bool:
    """Send one delivery and return whether the receiver took it.

    The row is leased for a minute before anything is sent: a second worker leaves it alone, and a
    worker that dies holding it loses nothing.
    """
    now = timezone.now()
    leased = WebhookDelivery.objects.filter(
        pk=delivery_id, state=WebhookDelivery.State.PENDING, next_try_at__lte=now
    ).update(next_try_at=now + LEASE, attempts=F("attempts") + 1)
    if not leased:
        return False
    delivery = WebhookDelivery.objects.select_related("endpoint").filter(pk=delivery_id).first()
    if delivery is None:
        return False
    body = json.dumps(
        {"id": str(delivery.event_id), **delivery.payload}, ensure_ascii=False, sort_keys=True
    ).encode()
    timestamp = int(now.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Rankfile-Webhook/1",
        "Rankfile-Event": delivery.event_type,
        "Rankfile-Delivery": str(delivery.event_id),
        "Rankfile-Signature": (
            f"t={timestamp},v1={signature(delivery.endpoint.secret, timestamp, body)}"
        ),
    }
    status, error = None, ""
    try:
        status = post_json(
            delivery.endpoint.url,
            body,
            headers,
            timeout=TIMEOUT_SECONDS,
            allows_private=settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES,
        )
    except AddressNotAllowed:
        error = "address not allowed"
    except (OSError, ValueError) as failure:
        error = f"{type(failure).__name__}: {failure}"[:300]
    _note_outcome(delivery, status, error)
    return delivery.state == WebhookDelivery.State.DELIVERED


@transaction.atomic
def _note_outcome(delivery: WebhookDelivery, status: int | None, error: str) -> None:
    now = timezone.now()
    rows = WebhookEndpoint.objects.select_for_update()
    endpoint = rows.filter(pk=delivery.endpoint_id).first()
    if endpoint is None:
        # It was deleted, with this delivery, while the receiver was asked.
        return
    delivery.response_status, delivery.last_error = status, error
    if status is not None and 200 <= status < 300:
        delivery.state, delivery.delivered_at = WebhookDelivery.State.DELIVERED, now
        delivery.next_try_at = None
        if endpoint.failing_since is not None:
            endpoint.failing_since = None
            endpoint.save(update_fields=["failing_since"])
    elif delivery.attempts > len(BACK_OFF):
        delivery.state, delivery.next_try_at = WebhookDelivery.State.FAILED, None
    else:
        delivery.next_try_at = now + timedelta(seconds=BACK_OFF[delivery.attempts - 1])
    delivery.save()
    if delivery.state == WebhookDelivery.State.DELIVERED:
        return
    if endpoint.failing_since is None:
        endpoint.failing_since = now
        endpoint.save(update_fields=["failing_since"])
    elif endpoint.is_active and now - endpoint.failing_since > DISABLED_AFTER:
        _disable(endpoint)


def _disable(endpoint: WebhookEndpoint) -> None:
    """Switch off an endpoint that failed for days, and tell the club's owners."""
    endpoint.is_active, endpoint.disabled_at = False, timezone.now()
    endpoint.save(update_fields=["is_active", "disabled_at"])
    club = endpoint.club
    record_act(club, Actor(label="Rankfile"), "webhook_disabled", subject=endpoint.label)
    owners = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER)
    addresses = list(owners.values_list("email", flat=True))
    with override(club.language):
        subject = _("A webhook of %(club)s was switched off") % {"club": club.name}
        text = _(
            "The address of the webhook “%(label)s” has not answered for three days, so nothing "
            "more is sent to it. You can switch it on again in the settings of the club."
        ) % {"label": endpoint.label}

    def tell_owners() -> None:
        send_mail(subject, text, None, addresses, fail_silently=True)

    transaction.on_commit(tell_owners, robust=True)
