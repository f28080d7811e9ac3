"""Setting up the demo club from the files beside this module, by the code organisers use."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from allauth.account.models import EmailAddress
from django.db import transaction

from clubs.access import ClubAccess, of_club, the_product_in
from clubs.founding import create_club
from clubs.models import Club, User
from ratings.policies import open_lists
from tournaments.closing import close_tournament
from tournaments.entering_results import enter_results
from tournaments.importing import import_exchange_file
from tournaments.models import Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

FOLDER = Path(__file__).parent
SLUG = "demo"
NAME = "Porto Claro Chess Club"
OWNER = "demo@rankfile.example"
# What the boards of the round being played show: some are over, the others still go on.
FIRST_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.DRAW)


@dataclass(frozen=True, slots=True)
class DemoEvent:
    """A file, the name of its event, and whether the event is over."""

    file: str
    name: str
    is_over: bool = True


EVENTS = (
    DemoEvent("2026-01-winter-open.trf", "Winter Open 2026"),
    DemoEvent("2026-03-rapid-night.trf", "Rapid Night 1"),
    DemoEvent("2026-05-rapid-night.trf", "Rapid Night 2"),
    DemoEvent("2026-07-summer-blitz.trf", "Summer Blitz 2026"),
    DemoEvent("2026-09-club-final.trf", "Club Final 2026"),
    DemoEvent("2026-11-autumn-swiss.trf", "Autumn Swiss 2026", is_over=False),
)


@dataclass(frozen=True, slots=True)
class DemoClub:
    """The club, and the password of its owner where the account was made just now."""

    club: Club
    new_password: str | None
    events_added: int


def set_up_demo(tell: Callable[[str], None]) -> DemoClub:
    """Return the demo club with all its events; what exists already stays as it is.

    ``tell`` receives a line for each step. Each event is one step of its own, so a broken run is
    simply run again.
    """
    owner, password = _owner()
    club = Club.objects.filter(slug=SLUG).first()
    if club is None:
        tell(f"Founding {NAME} …")
        club = _found_club(owner)
    access = the_product_in(club)
    added = 0
    for number, event in enumerate(EVENTS, start=1):
        if of_club(access, Tournament).filter(name=event.name).exists():
            continue
        tell(f"Event {number} of {len(EVENTS)}: {event.name} …")
        _add_event(access, event)
        added += 1
    return DemoClub(club, password, added)


@transaction.atomic
def _owner() -> tuple[User, str | None]:
    owner = User.objects.filter(email=OWNER).first()
    if owner is not None:
        return owner, None
    password = secrets.token_urlsafe(9)
    owner = User.objects.create_user(OWNER, password, name="Aurora Farol")
    EmailAddress.objects.create(user=owner, email=OWNER, primary=True, verified=True)
    return owner, password


@transaction.atomic
def _found_club(owner: User) -> Club:
    club = create_club(owner, NAME, SLUG, city="Porto Claro", federation="POR")
    open_lists(club)
    return club


@transaction.atomic
def _add_event(access: ClubAccess, event: DemoEvent) -> None:
    data = (FOLDER / event.file).read_bytes()
    tournament = import_exchange_file(access, data, doubtful_are_new=True).tournament
    if tournament is None:
        raise RuntimeError(f"{event.file} gave no event")
    if event.is_over:
        close_tournament(access, tournament)
        return
    round_ = pair_round(access, tournament).round
    if round_ is None:
        raise RuntimeError(f"{event.file}: the next round was not paired at once")
    publish_round(access, round_)
    items = [
        {"board": number, "result": result} for number, result in enumerate(FIRST_RESULTS, start=2)
    ]
    enter_results(access, round_, items)
