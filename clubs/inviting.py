"""An invitation reaches the person: as a link to pass on, or by e-mail in the club's language."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.access import ClubAccess
from clubs.errors import Refused
from clubs.formatting import day
from clubs.membership import invite, revoke_invitation
from clubs.models import Invitation

logger = logging.getLogger(__name__)


def invitation_link(secret: str) -> str:
    """Return the address that accepts an invitation, in the active language."""
    return settings.BASE_URL + reverse("accept_invitation", args=[secret])


def invite_by_email(access: ClubAccess, role: str, email: str) -> Invitation:
    """Return the invitation that was sent to an address.

    Raises Refused where the mail cannot be sent; the invitation is taken back then, as nobody
    holds its link.
    """
    invitation, secret = invite(access, role, email)
    try:
        _send(access, invitation, secret)
    except OSError as error:
        logger.warning("invitation %s: mail not sent: %s", invitation.pk, error)
        revoke_invitation(access, invitation)
        message = _("The e-mail could not be sent. Leave the address empty to get a link instead.")
        raise Refused("mail_not_sent", message) from error
    return invitation


def _send(access: ClubAccess, invitation: Invitation, secret: str) -> None:
    club = access.club
    with override(club.language):
        facts = {
            "club": club.name,
            "who": access.actor.label,
            "role": invitation.get_role_display(),
            "link": invitation_link(secret),
            "day": day(invitation.expires_at.date(), club.language),
        }
        subject = _("%(club)s invites you to Rankfile") % facts
        text = (
            _(
                "%(who)s invites you to the chess club %(club)s.\n"
                "Your role there: %(role)s.\n"
                "\n"
                "Open this link to accept. It works once, until %(day)s:\n"
                "%(link)s\n"
                "\n"
                "If you do not know the club, ignore this message.\n"
            )
            % facts
        )
    send_mail(subject, text, None, [invitation.email])
