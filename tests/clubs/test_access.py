"""The club's door: what each kind of person may do, and what a stranger learns."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from clubs.access import Right, club_for, club_for_token, fetch, visible_players
from clubs.errors import NotAllowed, NotFound
from clubs.models import ApiToken, AuditEvent, Membership, Player, User
from clubs.players import add_player
from clubs.tokens import make_token

OF_ROLE = {
    "ana": set(Right),
    "olga": set(Right) - {Right.OWN},
    "hans": {Right.READ, Right.RESULTS},
    "bruno": {Right.READ},
    "sara": set(),
}


@pytest.mark.parametrize(("name", "rights"), OF_ROLE.items())
def test_a_role_gives_exactly_its_rights(people, name, rights):
    assert people.access(getattr(people, name)).rights == rights


@pytest.mark.parametrize("slug", ["south", "no-such-club"])
def test_a_stranger_who_wants_to_organise_learns_nothing(people, slug):
    with pytest.raises(NotFound) as refused:
        club_for(people.ana, slug, Right.MANAGE)

    assert refused.value.code == "not_found"


def test_a_member_without_the_right_is_told_so(people):
    with pytest.raises(NotAllowed) as refused:
        club_for(people.bruno, "north", Right.RESULTS)

    assert refused.value.facts == {"right": "results"}


def test_a_private_club_is_open_to_its_people_only(people):
    people.north.is_public = False
    people.north.save()

    assert club_for(people.bruno, "north").club == people.north
    for stranger in (people.sara, AnonymousUser()):
        with pytest.raises(NotFound):
            club_for(stranger, "north")


def test_an_object_of_another_club_is_not_there(people):
    foreign = Player.objects.create(club=people.south, name="Lima, Rui", search_name="lima rui")

    answers = []
    for number in (foreign.pk, 10**9):
        with pytest.raises(NotFound) as refused:
            fetch(people.access(people.ana), Player, pk=number)
        answers.append((refused.value.code, refused.value.message, refused.value.facts))

    assert answers[0] == answers[1]


def test_the_public_does_not_find_hidden_players(people):
    for name, is_hidden in (("Shown", False), ("Hidden", True)):
        Player.objects.create(
            club=people.north, name=name, search_name=name.lower(), is_hidden=is_hidden
        )

    seen_by_public = visible_players(people.access(people.sara)).values_list("name", flat=True)
    seen_by_member = visible_players(people.access(people.bruno)).values_list("name", flat=True)

    assert sorted(seen_by_public) == ["Shown"]
    assert sorted(seen_by_member) == ["Hidden", "Shown"]


def test_a_token_opens_its_own_club_only(people):
    token, _text = make_token(people.access(people.ana), "Pairing tool", ["pairing"])

    access = club_for_token(token, "north")

    assert access.rights == {Right.READ, Right.PAIRING}
    assert access.actor.label == "Pairing tool"
    with pytest.raises(NotFound):
        club_for_token(token, "south")


@pytest.mark.parametrize("field", ["revoked_at", "expires_at"])
def test_a_dead_token_opens_nothing(people, field):
    token, _text = make_token(people.access(people.ana), "Old", ["read"])
    ApiToken.objects.filter(pk=token.pk).update(**{field: timezone.now() - timedelta(days=1)})
    token.refresh_from_db()

    with pytest.raises(NotFound):
        club_for_token(token, "north")


def test_a_very_long_address_is_cut_where_it_names_who_acts(people):
    address = "a" * 60 + "@" + ".".join(["b" * 60] * 3) + ".org"
    user = User.objects.create_user(address)
    Membership.objects.create(club=people.north, user=user, role="organiser")

    add_player(people.access(user), name="Sousa, Ana")

    assert AuditEvent.objects.get(action="player_added").actor_label == address[:120]
