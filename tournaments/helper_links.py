"""Links that let a helper without account enter results of one event, until they expire."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Actor, ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from clubs.secret_links import digest_of, make_secret
from tournaments.event_lock import lock_event
from tournaments.models import HelperLink, Tournament

LONGEST_HOURS = 14 * 24
HELPER_RIGHTS = frozenset({Right.READ, Right.RESULTS})


@transaction.atomic
def make_helper_link(
    access: ClubAccess, tournament: Tournament, *, label: str, hours: int = 12
) -> tuple[HelperLink, str]:
    """Return a new link and its secret, which is shown once and stored only as a digest."""
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    label = " ".join(label.split())
    problems = []
    if not 0 < len(label) <= 60:
        problems.append(Problem("label_missing", _("Say for whom the link is."), "label"))
    if not 1 <= hours <= LONGEST_HOURS:
        message = _("From 1 to %(most)s hours.") % {"most": LONGEST_HOURS}
        problems.append(Problem("hours_range", message, "hours", {"most": LONGEST_HOURS}))
    if problems:
        raise InvalidInput("link_invalid", _("The link was not made."), problems=problems)
    secret, digest = make_secret()
    link = HelperLink.objects.create(
        club=access.club,
        tournament=tournament,
        label=label,
        digest=digest,
        created_by_id=access.actor.user_id,
        expires_at=timezone.now() + timedelta(hours=hours),
    )
    record_act(
        access.club, access.actor, "helper_link_made", subject=label,
        event_number=tournament.number, expires_at=link.expires_at.isoformat(),
    )  # fmt: skip
    return link, secret


@transaction.atomic
def revoke_helper_link(access: ClubAccess, link: HelperLink) -> HelperLink:
    """Return the link, which opens nothing any more."""
    tournament = lock_event(access, link.tournament_id, Right.MANAGE, may_be_closed=True)
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        record_act(
            access.club, access.actor, "helper_link_revoked", subject=link.label,
            event_number=tournament.number,
        )  # fmt: skip
    return link


def open_helper_link(secret: str) -> ClubAccess:
    """Return what a link allows: to read and to enter results of its one event.

    Unknown, expired and revoked links answer alike: NotFound. One query.
    """
    link = (
        HelperLink.objects.select_related("club", "tournament")
        .filter(digest=digest_of(secret), revoked_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if link is None:
        raise nothing_here()
    return ClubAccess(
        club=link.club,
        actor=Actor(label=link.label),
        rights=HELPER_RIGHTS,
        event_number=link.tournament.number,
    )
