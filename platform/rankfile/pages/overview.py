"""The first page of the workspace: what runs, what waits, what needs somebody."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubs.access import ClubAccess, Right, of_club
from clubs.fragments import render_page
from clubs.models import Invitation, Player, WebhookEndpoint
from clubs.workspace import READING, address_of, workspace_context, workspace_page
from ratings.models import RatingList
from tournaments.access import events_to_check_in, only_checks_in
from tournaments.models import Tournament

MOST_EVENTS = 20


@workspace_page(Right.RESULTS, *READING)
def club_manage(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Show running events, drafts, and everything that needs attention; constant queries."""
    context = workspace_context(access, "club_manage", **_events(access))
    if access.may(Right.MANAGE):
        context |= _attention(access)
    return render_page(request, "club/manage.html", context)


def _events(access: ClubAccess) -> dict[str, Any]:
    open_events = events_to_check_in(access).exclude(state=Tournament.State.CLOSED)
    rows = list(open_events[: MOST_EVENTS + 1])
    slug = access.club.slug
    linked = [(row, address_of(_main_page(access, row), slug, row.number)) for row in rows]
    return {
        "running": [item for item in linked if item[0].state == Tournament.State.RUNNING],
        "drafts": [item for item in linked if item[0].state == Tournament.State.DRAFT],
        "has_more": len(rows) > MOST_EVENTS,
        "new_event_url": address_of("tournament_new", slug) if access.may(Right.MANAGE) else "",
        "events_url": address_of("tournament_list", slug),
    }


def _main_page(access: ClubAccess, event: Tournament) -> str:
    return "manage_entries" if only_checks_in(access, event) else "manage_tournament"


def _attention(access: ClubAccess) -> dict[str, Any]:
    now = timezone.now()
    lists = list(of_club(access, RatingList).exclude(stale_since=None).order_by("pk"))
    invitations = of_club(access, Invitation).filter(
        accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now
    )
    return {
        "parked": [row for row in lists if row.failed_at],
        "waiting": [row for row in lists if not row.failed_at],
        "invitations": invitations.count(),
        "silent_webhooks": list(of_club(access, WebhookEndpoint).filter(is_active=False)),
        "has_players": of_club(access, Player).exists(),
    }
