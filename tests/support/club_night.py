"""An evening to work on: a club with its people, an event, players, rounds and results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import cycle

from django.test import Client
from django.urls import reverse
from factories import make_club, make_players, make_rating, make_user

from clubs.access import ClubAccess, club_for
from clubs.models import Club, Membership, Role, User
from tournaments.creation import create_tournament
from tournaments.entering_results import enter_results
from tournaments.entries import enter_players
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round

USUAL_RESULTS = ("10", "==", "01")


@dataclass(frozen=True)
class Evening:
    """A club night with everybody who asks for its pages."""

    club: Club
    organiser: User
    helper: User
    stranger: User
    access: ClubAccess
    event: Tournament

    def url(self, name: str, **kwargs: object) -> str:
        """Return the address of one of the event's pages."""
        return reverse(name, kwargs={"slug": self.club.slug, "number": self.event.number, **kwargs})

    def sign_in(self, who: str = "organiser") -> Client:
        """Return a browser in which somebody is signed in."""
        client = Client()
        client.force_login(getattr(self, who))
        return client

    def board(self, number: int = 1, round_number: int = 1) -> Pairing:
        """Return a board as it is stored now."""
        return Pairing.objects.get(
            tournament=self.event, round__number=round_number, board_number=number
        )

    def result_url(self, number: int = 1, name: str = "enter_board_result") -> str:
        """Return an address of a board of the first round."""
        return self.url(name, round_number=1, board_number=number)

    def entries(self) -> list[Entry]:
        """Return the entries in the order of the starting list."""
        return list(self.event.entries.select_related("player"))

    def play_round(self, *, publish: bool = True, results: bool = True) -> Round:
        """Return the next round, paired, published and played with results in turn."""
        round_ = pair_round(self.access, self.event).round
        assert round_ is not None
        if publish:
            round_ = publish_round(self.access, round_)
        if publish and results:
            values = cycle(USUAL_RESULTS)
            boards = round_.pairings.order_by("board_number")
            enter_results(
                self.access,
                round_,
                [{"board": b.board_number, "result": next(values)} for b in boards],
            )
        self.event.refresh_from_db()
        return round_


def make_evening(players: int = 6, rounds: int = 3, **fields: object) -> Evening:
    """Return an evening with rated players entered and nothing paired."""
    club = make_club("Riverside Chess Club")
    people = {}
    for role in (Role.ORGANISER, Role.HELPER):
        people[role] = make_user()
        Membership.objects.create(club=club, user=people[role], role=role)
    access = club_for(people[Role.ORGANISER], club.slug)
    event = create_tournament(
        access, name="Thursday rapid", start_date=date(2026, 11, 26), minutes=12, increment=3,
        rounds_planned=rounds, **fields,
    )  # fmt: skip
    members = make_players(club, players)
    for number, player in enumerate(members):
        make_rating(player, 1900 - 10 * number, time_control="rapid")
    enter_players(access, event, members)
    event.refresh_from_db()
    return Evening(club, people[Role.ORGANISER], people[Role.HELPER], make_user(), access, event)
