"""Two clubs and the people every question of access is asked for."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from clubs.access import ClubAccess, club_for
from clubs.founding import create_club
from clubs.models import Club, Membership, Role, User


class People(NamedTuple):
    """Ana owns North, Bruno plays there, Olga organises, Hans helps; Sara owns South."""

    north: Club
    south: Club
    ana: User
    olga: User
    hans: User
    bruno: User
    sara: User

    def access(self, user: User) -> ClubAccess:
        """Return the person's access to North."""
        return club_for(user, self.north.slug)


def _person(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", name=name)


@pytest.fixture
def people(db: None) -> People:
    ana, olga, hans, bruno, sara = map(_person, ("Ana", "Olga", "Hans", "Bruno", "Sara"))
    north = create_club(ana, "North")
    south = create_club(sara, "South")
    for user, role in ((olga, Role.ORGANISER), (hans, Role.HELPER), (bruno, Role.MEMBER)):
        Membership.objects.create(club=north, user=user, role=role)
    return People(north, south, ana, olga, hans, bruno, sara)
