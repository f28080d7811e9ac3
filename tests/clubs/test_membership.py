"""People join, change roles and leave; a club is never without an owner."""

from __future__ import annotations

import pytest

from clubs.access import Right, club_for
from clubs.errors import InvalidInput, NotAllowed, NotFound, Refused
from clubs.membership import (
    accept_invitation,
    change_role,
    invite,
    remove_member,
    revoke_invitation,
    transfer_ownership,
)
from clubs.models import AuditEvent, Invitation, Membership


def _membership(people, user):
    return Membership.objects.get(club=people.north, user=user)


def test_an_invitation_gives_its_role_once(people):
    _invitation, secret = invite(people.access(people.ana), "organiser")

    membership = accept_invitation(secret, people.sara)

    assert (membership.club, membership.role) == (people.north, "organiser")
    with pytest.raises(NotFound):
        accept_invitation(secret, people.bruno)


def test_the_secret_of_an_invitation_is_not_stored(people):
    invitation, secret = invite(people.access(people.ana), "member", "New@Example.org")

    stored = Invitation.objects.filter(pk=invitation.pk).values().get()

    assert secret not in map(str, stored.values())
    assert stored["email"] == "new@example.org"


def test_an_invitation_never_takes_a_role_away(people):
    _invitation, secret = invite(people.access(people.ana), "member")

    assert accept_invitation(secret, people.olga).role == "organiser"


def test_a_revoked_invitation_is_gone(people):
    invitation, secret = invite(people.access(people.ana), "member")
    revoke_invitation(people.access(people.ana), invitation)

    with pytest.raises(NotFound):
        accept_invitation(secret, people.sara)


@pytest.mark.parametrize("role", ["owner", "organiser"])
def test_only_an_owner_brings_in_organisers(people, role):
    with pytest.raises(NotAllowed):
        invite(people.access(people.olga), role)

    assert not Invitation.objects.exists()


def test_an_unknown_role_is_refused_at_its_field(people):
    with pytest.raises(InvalidInput) as refused:
        invite(people.access(people.ana), "king")

    assert [(p.path, p.code) for p in refused.value.problems] == [("role", "role_unknown")]


@pytest.mark.parametrize(
    "act",
    [
        lambda access, own: change_role(access, own, "member"),
        lambda access, own: remove_member(access, own),
    ],
)
def test_the_last_owner_stays(people, act):
    with pytest.raises(Refused) as refused:
        act(people.access(people.ana), _membership(people, people.ana))

    assert refused.value.code == "last_owner"
    assert _membership(people, people.ana).role == "owner"


def test_ownership_moves_whole(people):
    transfer_ownership(people.access(people.ana), _membership(people, people.olga))

    assert club_for(people.olga, "north").may(Right.OWN)
    assert _membership(people, people.ana).role == "organiser"


def test_everybody_may_leave_but_not_remove_others(people):
    with pytest.raises(NotAllowed):
        remove_member(people.access(people.hans), _membership(people, people.bruno))

    remove_member(people.access(people.bruno), _membership(people, people.bruno))

    assert not Membership.objects.filter(user=people.bruno).exists()
    assert AuditEvent.objects.get(action="member_left").subject == "Bruno"


def test_a_club_is_not_handed_to_somebody_who_has_left_meanwhile(people):
    chosen = _membership(people, people.olga)
    remove_member(people.access(people.olga), _membership(people, people.olga))

    with pytest.raises(NotFound):
        transfer_ownership(people.access(people.ana), chosen)

    assert _membership(people, people.ana).role == "owner"


def test_a_club_is_handed_over_by_who_still_owns_it(people):
    as_owner = people.access(people.ana)
    transfer_ownership(as_owner, _membership(people, people.olga))

    with pytest.raises(NotFound):
        transfer_ownership(as_owner, _membership(people, people.bruno))

    assert _membership(people, people.bruno).role == "member"


def test_who_became_the_only_owner_meanwhile_is_not_removed(people):
    as_seen = _membership(people, people.bruno)
    as_owner = people.access(people.ana)
    transfer_ownership(as_owner, _membership(people, people.bruno))

    with pytest.raises(Refused) as refused:
        remove_member(as_owner, as_seen)

    assert refused.value.code == "last_owner"
