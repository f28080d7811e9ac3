"""Two clubs with one of everything, and the people who knock at their doors."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.apps import apps
from django.utils import timezone

from clubs.access import Actor, ClubAccess, Right
from clubs.membership import invite
from clubs.models import Club, Invitation, Membership, Player, Role, User, WebhookEndpoint
from clubs.players import add_player
from clubs.tokens import make_token
from clubs.webhooks import make_endpoint, record_webhook_event
from ratings.adjustments import give_rating
from ratings.models import RatingList
from ratings.policies import open_lists
from tournaments.byes import request_bye
from tournaments.closing import close_tournament
from tournaments.creation import create_tournament
from tournaments.entering_results import enter_results
from tournaments.entries import enter_players
from tournaments.helper_links import make_helper_link
from tournaments.merging import merge_players
from tournaments.models import HelperLink, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import ByeKind, Result

# What must never leave the club; each stands in a field of its own.
MARKERS = ("private-mail", "+351-999", "secret-note", "2013-05-14", "Hiddenname",
           "secret-family", "secret-cousin")  # fmt: skip
FAMILY = (0, 3)
ROLES = (Role.OWNER, Role.ORGANISER, Role.HELPER, Role.MEMBER)


@dataclass
class World:
    """A club with everything in it; ``numbers`` are what its addresses are made of."""

    club: Club
    people: dict[str, User] = field(default_factory=dict)
    numbers: dict[str, Any] = field(default_factory=dict)
    token: str = ""


def build_world(slug: str, *, is_public: bool = True, extra_players: int = 0) -> World:
    """Return a club with people of every role, two events, a list, tokens, webhooks and links."""
    club = Club.objects.create(name=slug.title(), slug=slug, is_public=is_public)
    open_lists(club)
    world = World(club)
    for role in ROLES:
        user = User.objects.create_user(f"{role}@{slug}.example", name=f"{role} of {slug}")
        Membership.objects.create(club=club, user=user, role=role)
        world.people[role] = user
    owner = world.people[Role.OWNER]
    access = ClubAccess(club, Actor(str(owner), owner.pk), frozenset(Right), Role.OWNER)
    for number in range(extra_players):
        add_player(access, name=f"Extra {slug} {number}")
    # An odd number of them, so that a draft has a bye, and a family of two who would meet at once.
    players = [
        add_player(
            access,
            name=f"Player{number}, {slug}",
            family_group="secret-family" if number in FAMILY else "",
        )
        for number in range(5)
    ]
    secret = add_player(
        access, name="Sousa, Ana", birth_date=date(2013, 5, 14),
        email=f"private-mail@{slug}.example", phone="+351-999",
        note="secret-note", family_group="secret-cousin",
    )  # fmt: skip
    hidden = add_player(access, name="Hiddenname, Rui", is_hidden=True)
    players += [secret, hidden]
    standard = RatingList.objects.get(club=club, time_control="standard")
    double, spare = (add_player(access, name=f"Double {number}") for number in (1, 2))
    merge = merge_players(access, players[0], double)
    adjustment = give_rating(
        access, players[0], standard, rating=1700, reason="start", day=date(2026, 1, 1)
    )
    closed = _play(access, "Finished", players, closes=True)
    running = _play(access, "Running", players, closes=False)
    token, world.token = make_token(
        access, "Tool", ["read", "results", "pairing", "manage", "close"]
    )
    endpoint = make_endpoint(
        access, label="Site", url="https://example.org/hook", events=["event.closed"]
    )
    record_webhook_event(club, "event.closed", {})
    invitation, invitation_secret = invite(access, "member", "new@example.org")
    link, link_secret = make_helper_link(access, running, label="Helper", hours=5)
    entry = running.entries.get(player=players[0])
    world.numbers = {
        "player": players[0].pk,
        "other_player": spare.pk,
        "merge": merge.pk,
        "hidden": hidden.pk,
        "membership": Membership.objects.get(club=club, role=Role.ORGANISER).pk,
        "token": token.pk,
        "webhook": endpoint.pk,
        "delivery": endpoint.deliveries.get().pk,
        "invitation": invitation.pk,
        "invitation_secret": invitation_secret,
        "link": link.pk,
        "link_secret": link_secret,
        "entry": entry.pk,
        "rank": entry.starting_rank,
        "adjustment": adjustment.pk,
        "running": running.number,
        "closed": closed.number,
    }
    bye = request_bye(
        access, entry, round_number=3, kind=ByeKind.HALF_POINT, override_reason="team match"
    )
    world.numbers["bye"] = bye.pk
    return world


def _play(access: ClubAccess, name: str, players: list[Player], *, closes: bool) -> Tournament:
    """Return an event that was closed after a round, or one with a draft after it."""
    event = create_tournament(
        access, name=name, start_date=date(2026, 11, 20), minutes=90, increment=30,
        rounds_planned=3, tie_breaks=["BH", "SB"],
    )  # fmt: skip
    enter_players(access, event, players)
    each = pair_round(access, event).round
    assert each is not None
    publish_round(access, each)
    boards = each.pairings.count()
    results = [{"board": n, "result": Result.WHITE_WINS} for n in range(1, boards + 1)]
    if not closes:
        results[-1]["result"] = Result.ADJOURNED
    enter_results(access, each, results)
    event.refresh_from_db()
    if closes:
        return close_tournament(access, event)
    pair_round(access, event)
    event.refresh_from_db()
    return event


def tenant_rows(club: Club) -> dict[str, str]:
    """Return a digest of each table's rows of a club: equal digests, unchanged club."""
    digests = {}
    for model in apps.get_models():
        names = {item.name for item in model._meta.concrete_fields}
        if "club" in names:
            rows = model._default_manager.filter(club=club)
        elif model is Club:
            rows = Club.objects.filter(pk=club.pk)
        else:
            continue
        # When a token was last used is no change of the club.
        columns = sorted(names - {"last_used_at"})
        content = repr(list(rows.order_by("pk").values_list(*columns)))
        digests[model.__name__] = hashlib.sha256(content.encode()).hexdigest()
    return digests


def expire(world: World) -> None:
    """Let the links of a club run out."""
    past = timezone.now() - timedelta(days=1)
    Invitation.objects.filter(club=world.club).update(expires_at=past)
    HelperLink.objects.filter(club=world.club).update(expires_at=past)
    WebhookEndpoint.objects.filter(club=world.club).update(is_active=False)
