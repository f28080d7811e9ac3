"""People join a club, change roles and leave."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Actor, ClubAccess, Right, fetch, nothing_here, of_club
from clubs.audit import record_act
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from clubs.founding import require_other_owner
from clubs.models import Club, Invitation, Membership, Role, User
from clubs.secret_links import digest_of, make_secret

INVITATION_LASTS = timedelta(days=14)


def _require_role(role: str) -> None:
    if role not in Role.values:
        problem = Problem("role_unknown", _("Choose one of the roles."), "role", {"role": role})
        raise InvalidInput("role_unknown", _("There is no such role."), problems=[problem])


@transaction.atomic
def invite(access: ClubAccess, role: str, email: str = "") -> tuple[Invitation, str]:
    """Return an invitation and its secret, which goes into the link and is never stored.

    Owners may offer any role; an organiser may bring in helpers and members. The caller sends the
    e-mail, or shows the link.
    """
    access.require(Right.MANAGE)
    _require_role(role)
    if role in (Role.OWNER, Role.ORGANISER):
        access.require(Right.OWN)
    secret, digest = make_secret()
    invitation = Invitation.objects.create(
        club=access.club,
        role=role,
        email=email.strip().lower(),
        digest=digest,
        invited_by_id=access.actor.user_id,
        expires_at=timezone.now() + INVITATION_LASTS,
    )
    record_act(access.club, access.actor, "member_invited", subject=email, role=role)
    return invitation, secret


def open_invitations(access: ClubAccess) -> QuerySet[Invitation]:
    """Return the club's invitations that can still be accepted."""
    return of_club(access, Invitation).filter(
        accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )


def open_invitation(secret: str) -> Invitation:
    """Return the invitation behind a link while it can still be accepted.

    Raises NotFound for an unknown, used, revoked or expired one alike.
    """
    invitation = (
        Invitation.objects.select_related("club")
        .filter(
            digest=digest_of(secret),
            accepted_at__isnull=True,
            revoked_at__isnull=True,
            expires_at__gt=timezone.now(),
        )
        .first()
    )
    if invitation is None:
        raise nothing_here()
    return invitation


@transaction.atomic
def accept_invitation(secret: str, user: User) -> Membership:
    """Return the membership that an invitation gives; an invitation works once.

    Somebody who is in the club already keeps the higher of the two roles. An invitation by e-mail
    is good for whoever holds the link, as the link was sent to that address only.
    """
    invitation = open_invitation(secret)
    used = Invitation.objects.filter(pk=invitation.pk, accepted_at__isnull=True).update(
        accepted_at=timezone.now(), accepted_by=user
    )
    if not used:
        raise nothing_here()
    membership, created = Membership.objects.get_or_create(
        club=invitation.club, user=user, defaults={"role": invitation.role}
    )
    order = list(Role.values)
    if not created and order.index(invitation.role) < order.index(membership.role):
        membership.role = invitation.role
        membership.save(update_fields=["role"])
    actor = Actor(label=str(user), user_id=user.pk)
    record_act(invitation.club, actor, "member_joined", subject=str(user), role=membership.role)
    return membership


@transaction.atomic
def revoke_invitation(access: ClubAccess, invitation: Invitation) -> None:
    """Take an invitation back; its link stops working."""
    access.require(Right.MANAGE)
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    record_act(access.club, access.actor, "invitation_revoked", subject=str(invitation))


@transaction.atomic
def change_role(
    access: ClubAccess, membership: Membership, role: str, *, seen: str = ""
) -> Membership:
    """Return the membership with another role; the club always keeps an owner.

    ``seen`` is the role the person saw; another one now raises Outdated.
    """
    access.require(Right.OWN)
    _require_role(role)
    _lock(access.club)
    membership = fetch(access, Membership.objects.select_related("user"), pk=membership.pk)
    if seen and seen != membership.role:
        now = membership.get_role_display()
        raise Outdated(
            "role_changed",
            _("Somebody changed this role meanwhile. It is now: %(role)s.") % {"role": now},
            facts={"version": membership.role},
        )
    if role != Role.OWNER:
        require_other_owner(access.club, membership)
    old, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    record_act(
        access.club, access.actor, "role_changed", subject=str(membership.user), old=old, new=role
    )
    return membership


@transaction.atomic
def remove_member(access: ClubAccess, membership: Membership) -> None:
    """End a membership; everybody may end his own, owners anybody's."""
    if membership.user_id != access.actor.user_id:
        access.require(Right.OWN)
    _lock(access.club)
    membership = fetch(access, Membership.objects.select_related("user"), pk=membership.pk)
    require_other_owner(access.club, membership)
    membership.delete()
    record_act(access.club, access.actor, "member_left", subject=str(membership.user))


@transaction.atomic
def transfer_ownership(access: ClubAccess, to: Membership) -> None:
    """Make somebody else the owner; the former owner stays as an organiser.

    Raises NotFound where either has lost the place meanwhile.
    """
    access.require(Right.OWN)
    _lock(access.club)
    owners = Membership.objects.filter(role=Role.OWNER)
    own = fetch(access, owners, user_id=access.actor.user_id)
    to = fetch(access, Membership.objects.select_related("user"), pk=to.pk)
    if own.pk == to.pk:
        raise Refused("transfer_to_self", _("Choose another member of the club."))
    Membership.objects.filter(pk=to.pk).update(role=Role.OWNER)
    Membership.objects.filter(pk=own.pk).update(role=Role.ORGANISER)
    record_act(access.club, access.actor, "ownership_transferred", subject=str(to.user))


def _lock(club: Club) -> None:
    # Two owners who demote each other at the same moment must not leave the club without one.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
