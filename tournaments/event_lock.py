"""One writer at a time in an event, and a version that tells who came first.

Every use case that changes an event locks its row first, so two organisers who click together are
served one after the other and the second sees what the first did.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here, of_club
from clubs.errors import Outdated, Refused
from clubs.models import AuditEvent
from tournaments.models import Tournament


def lock_event(
    access: ClubAccess,
    event: int | Tournament,
    right: Right,
    *,
    version: int | None = None,
    may_be_closed: bool = False,
) -> Tournament:
    """Return the event as it is now, locked until the transaction ends.

    ``event`` is its id, or an event that need not have been read (``access.event_named``).
    ``version`` is the one the person saw. Raises NotAllowed, NotFound (also for a token or link of
    another event), Outdated and Refused ``event_closed``.
    """
    access.require(right)
    events = of_club(access, Tournament).select_for_update(no_key=True).order_by()
    if isinstance(event, int):
        events = events.filter(pk=event)
    else:
        events = events.filter(number=event.number)
    tournament = next(iter(events[:1]), None)
    if tournament is None or access.event_number not in (None, tournament.number):
        raise nothing_here()
    if version is not None and version != tournament.version:
        raise outdated_event(tournament)
    if tournament.is_closed and not may_be_closed:
        raise event_closed(tournament)
    return tournament


def lock_events(events: QuerySet[Tournament]) -> None:
    """Lock several events in one order until the transaction ends; one query each.

    For use cases that move a player in all of them: events are locked before lists and players.
    """
    for pk in sorted(set(events.values_list("pk", flat=True))):
        Tournament.objects.select_for_update(no_key=True).filter(pk=pk).first()


def save_event(tournament: Tournament, *fields: str) -> None:
    """Save some fields of a locked event and let its version grow."""
    tournament.version += 1
    tournament.updated_at = timezone.now()
    tournament.save(update_fields=[*fields, "version", "updated_at"])


def event_closed(tournament: Tournament) -> Refused:
    """Return the refusal to change a closed event, with the way out."""
    return Refused(
        "event_closed",
        _("The event is closed. Correct it or reopen it; both show first which ratings move."),
        facts={"event": tournament.number, "way_out": ["correct_tournament", "reopen_tournament"]},
    )


def outdated_event(tournament: Tournament) -> Outdated:
    """Return the answer to somebody who saw an older version of the event."""
    facts: dict[str, Any] = {"version": tournament.version, "state": tournament.state}
    last = AuditEvent.objects.filter(
        club_id=tournament.club_id, event_number=tournament.number
    ).first()
    if last is not None:
        facts |= {
            "changed_by": last.actor_label,
            "changed_at": last.at.isoformat(),
            "action": last.action,
            "subject": last.subject,
        }
    return Outdated(
        "event_changed",
        _("Somebody changed this event meanwhile. Look at it again and repeat what you did."),
        facts=facts,
    )
