"""Plain makers of the ground everything stands on: one factory a model, no surprises."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import factory
from django.db import transaction
from django.test import Client

from clubs.access import Actor, ClubAccess, Right, club_for
from clubs.models import Club, Membership, Player, User
from clubs.names import search_form
from ratings.models import RatingAdjustment, RatingList
from ratings.policies import open_lists
from ratings.policy_input import PolicyInput
from ratings.replay import lock_lists, mark_stale
from ratings.rules import TimeControl
from ratings.submit import EventReport, ReportedGame

ANA = Actor(label="Ana")


class UserFactory(factory.django.DjangoModelFactory[User]):
    """A person with an e-mail address."""

    class Meta:
        model = User

    email = factory.Sequence(lambda number: f"person{number}@example.org")

    @classmethod
    def _create(cls, model_class: Any, *_args: Any, **kwargs: Any) -> Any:
        return model_class.objects.create_user(**kwargs)


class ClubFactory(factory.django.DjangoModelFactory[Club]):
    """A club without rating lists; ``make_club`` opens them."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda number: f"Club {number}")
    slug = factory.Sequence(lambda number: f"club-{number}")


class PlayerFactory(factory.django.DjangoModelFactory[Player]):
    """A player of a club that the caller names."""

    class Meta:
        model = Player

    name = factory.Sequence(lambda number: f"Player {number}")
    search_name = factory.LazyAttribute(lambda player: search_form(player.name))


def make_user(email: str = "") -> User:
    """Return a person who can sign in."""
    return UserFactory.create(email=email) if email else UserFactory.create()


def make_club(name: str = "", *, policy: PolicyInput | None = None) -> Club:
    """Return a club with its three rating lists."""
    club = ClubFactory.create(name=name) if name else ClubFactory.create()
    open_lists(club, policy)
    return club


def make_access(club: Club, *, rights: frozenset[Right] = frozenset(Right)) -> ClubAccess:
    """Return the access of Ana, who may do everything unless ``rights`` says less."""
    return ClubAccess(club=club, actor=ANA, rights=rights)


def make_player(club: Club, name: str = "", *, birth_year: int | None = None) -> Player:
    """Return a player of the club."""
    named = {"name": name} if name else {}
    return PlayerFactory.create(club=club, birth_year=birth_year, **named)


def make_players(club: Club, how_many: int) -> list[Player]:
    """Return several players of the club."""
    return [make_player(club) for _ in range(how_many)]


def list_of(club: Club, time_control: str = "standard") -> RatingList:
    """Return one of the club's lists as the database has it now."""
    return RatingList.objects.get(club=club, time_control=time_control)


def make_rating(
    player: Player,
    rating: int | None,
    day: date = date(2026, 1, 1),
    *,
    time_control: str = "standard",
    games: int | None = 30,
    peak: int | None = None,
) -> RatingAdjustment:
    """Give a player a rating by hand, 30 games old unless said otherwise; rates nothing yet."""
    club = player.club
    number = club.next_adjustment_number
    club.next_adjustment_number = number + 1
    club.save(update_fields=["next_adjustment_number"])
    with transaction.atomic():
        rating_list = lock_lists(club.pk, [time_control])[time_control]
        mark_stale(rating_list, day, {"kind": "adjusted"})
    return RatingAdjustment.objects.create(
        club=club,
        rating_list=rating_list,
        player=player,
        key=number,
        day=day,
        rating=rating,
        games=games,
        peak=peak,
        kind=RatingAdjustment.Kind.MANUAL,
        reason="test",
    )


def make_report(
    games: Sequence[tuple[Player, Player, str]],
    *,
    key: int = 1,
    first_day: date = date(2026, 3, 1),
    last_day: date | None = None,
    time_control: str = "standard",
    name: str = "",
) -> EventReport:
    """Return a report; a game is White, Black and the two result letters, one a round."""
    return EventReport(
        event_key=key,
        name=name or f"Event {key}",
        first_day=first_day,
        last_day=last_day or first_day,
        time_control=TimeControl(time_control),
        games=tuple(
            ReportedGame(number, 1, white.pk, black.pk, result)
            for number, (white, black, result) in enumerate(games, start=1)
        ),
    )


def make_member(club: Club, role: str = "owner", *, name: str = "", email: str = "") -> User:
    """Return somebody with a role in the club."""
    user = make_user(email)
    if name:
        user.name = name
        user.save(update_fields=["name"])
    Membership.objects.create(club=club, user=user, role=role)
    return user


def sign_in(client: Client, club: Club, role: str = "owner") -> User:
    """Sign a new member of the club in and return him."""
    user = make_member(club, role, name=role.capitalize())
    client.force_login(user)
    return user


def owner_access(club: Club) -> ClubAccess:
    """Return the access of a new owner with an account."""
    return club_for(make_member(club, "owner", name="Ana"), club.slug)
