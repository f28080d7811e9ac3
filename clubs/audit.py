"""Writing down who did what; called by use cases inside their own transaction."""

from __future__ import annotations

from typing import Any

from clubs.access import Actor
from clubs.models import AuditEvent, Club


def record_act(
    club: Club,
    actor: Actor,
    action: str,
    *,
    subject: str = "",
    event_number: int | None = None,
    **facts: Any,
) -> AuditEvent:
    """Write one line of the club's audit; ``action`` is a stable code such as result_changed."""
    return AuditEvent.objects.create(
        club=club,
        actor_id=actor.user_id,
        actor_label=actor.label,
        action=action,
        subject=subject[:200],
        event_number=event_number,
        facts=facts,
    )
