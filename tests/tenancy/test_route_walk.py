"""Every route, as everybody: nothing of another club is readable, writable, or told apart from
nothing.

Each test walks all routes in one pair of clubs; whatever a request did is rolled back before the
next, so the routes do not see one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection, transaction
from django.test import Client

from clubs.access import Actor, ClubAccess, Right
from clubs.models import User
from clubs.tokens import make_token
from tenancy.routes import BY_PRIMARY_KEY, Route, club_routes
from tenancy.world import MARKERS, World, build_world, tenant_rows
from tournaments.models import Tournament

NOBODY = 987654321
ROUTES = club_routes()
# The person himself leaves or joins: that is no right in the club.
OWN_DECISIONS = frozenset({"club_leave", "accept_invitation"})
# What somebody may change who only enters results.
HELPERS_TABLES = frozenset(
    {"tournaments_pairing", "clubs_auditevent", "tournaments_tournament", "tournaments_round",
     "clubs_webhookdelivery"}
)  # fmt: skip
# Sessions, and when a token was last used, are no changes of a club.
OUTSIDE_THE_CLUB = frozenset({"django_session"})
_LAST_USE = 'UPDATE "clubs_apitoken" SET "last_used_at"'
_WRITES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
REFUSED = (302, 303, 401, 403, 404, 405)


@pytest.fixture
def north(db: None) -> World:
    return build_world("north")


@pytest.fixture
def south(db: None, north: World) -> World:
    return build_world("south", is_public=False, extra_players=3)


def _client(user: User | None = None, token: str = "") -> Client:
    headers = {"Authorization": f"Bearer {token}"} if token else None
    client = Client(headers=headers, raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def _callers(route: Route, world: World, *users: User | None) -> Iterator[Client]:
    for user in users:
        yield _client(user)
    if route.is_api:
        yield _client(token=world.token)


Answer = tuple[int, str, str]


def _ask(client: Client, route: Route, method: str, address: str) -> Answer:
    """Return status, place to go to, and the body without what differs by chance."""
    extra: dict[str, Any] = {}
    if route.is_api and method != "get":
        extra = {"content_type": "application/json", "data": "{}"}
    answer = getattr(client, method)(address, **extra)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = body.decode(errors="replace")
    if answer.status_code >= 500:
        raise AssertionError(f"{method} {address}: {answer.status_code}") from (
            answer.exc_info[1] if getattr(answer, "exc_info", None) else None
        )
    text = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", text)
    text = re.sub(r"<time[^>]*>.*?</time>", "", text)
    return answer.status_code, answer.headers.get("Location", ""), text


def _ask_and_undo(client: Client, route: Route, method: str, address: str) -> Answer:
    with transaction.atomic():
        answer = _ask(client, route, method, address)
        transaction.set_rollback(True)
    return answer


def _changed_tables(
    client: Client, route: Route, method: str, world: World
) -> tuple[int, set[str]]:
    """Return the status, and the tables that the request wrote to; then undo it."""
    written: set[str] = set()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = _WRITES.match(sql)
        if found and not sql.startswith(_LAST_USE):
            written.add(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        status, _place, _body = _ask_and_undo(client, route, method, route.address(world))
    return status, written - OUTSIDE_THE_CLUB


def _alike(answer: Answer, *names: str) -> Answer:
    status, place, body = answer
    for name in names:
        for written in (name, quote(name, safe="")):
            place, body = place.replace(written, "•"), body.replace(written, "•")
    return status, place, body


def _without_secret(routes: Iterable[Route]) -> Iterator[Route]:
    """Leave out links that carry their right in themselves; they have tests of their own."""
    for route in routes:
        if not any("secret" in meaning for _name, meaning in route.meanings):
            yield route


def test_a_club_that_is_not_yours_answers_like_none(north: World, south: World) -> None:
    differing = []
    before = tenant_rows(south.club)
    for route in _without_secret(ROUTES):
        address = route.address(south)
        none = address.replace("south", "seuth")
        for caller in _callers(route, north, None, north.people["owner"]):
            for method in route.methods:
                foreign = _ask_and_undo(caller, route, method, address)
                nothing = _ask_and_undo(caller, route, method, none)
                if _alike(foreign, "south") != _alike(nothing, "seuth"):
                    differing.append((method, address, foreign[0], nothing[0]))
                assert not any(marker in foreign[2] for marker in MARKERS), address
    assert differing == []
    assert tenant_rows(south.club) == before


def test_a_foreign_thing_in_your_own_club_answers_like_none(north: World, south: World) -> None:
    differing = []
    before = tenant_rows(south.club)
    for route in ROUTES:
        for meaning in {meaning for _name, meaning in route.meanings} & BY_PRIMARY_KEY:
            foreign = south.numbers[meaning]
            for caller in _callers(route, north, north.people["owner"]):
                for method in route.methods:
                    answers = []
                    for number in (foreign, NOBODY):
                        address = route.address(north, **{meaning: number})
                        answer = _ask_and_undo(caller, route, method, address)
                        answers.append(_alike(answer, address))
                    if answers[0] != answers[1] or answers[0][0] not in REFUSED:
                        statuses = [answer[0] for answer in answers]
                        differing.append((method, route.pattern, meaning, statuses))
    assert differing == []
    assert tenant_rows(south.club) == before


@pytest.mark.parametrize("role", ["public", "stranger", "member"])
def test_who_has_no_right_changes_nothing(role: str, north: World, south: World) -> None:
    user = {"public": None, "stranger": south.people["owner"]}.get(role, north.people.get(role))
    client = _client(user)
    wrong = []
    for route in _without_secret(ROUTES):
        if route.name in OWN_DECISIONS:
            continue
        for method in route.writes:
            status, changed = _changed_tables(client, route, method, north)
            if changed or status not in REFUSED:
                wrong.append((method, route.pattern, status, changed))
    assert wrong == []


def test_a_helper_changes_results_and_nothing_else(north: World) -> None:
    client = _client(north.people["helper"])
    wrong = []
    for route in _without_secret(ROUTES):
        if route.name in OWN_DECISIONS:
            continue
        for method in route.writes:
            _status, changed = _changed_tables(client, route, method, north)
            if not changed <= HELPERS_TABLES:
                wrong.append((method, route.pattern, changed))
    assert wrong == []


def test_a_helper_ticks_arrivals_in_a_draft_and_sees_nothing_else_of_it(north: World) -> None:
    draft = Tournament.objects.get(club=north.club, number=north.numbers["running"])
    draft.rounds.all().delete()
    Tournament.objects.filter(pk=draft.pk).update(state=Tournament.State.DRAFT)
    client = _client(north.people["helper"])
    opened = set()
    for route in _without_secret(ROUTES):
        if "running" not in {meaning for _name, meaning in route.meanings}:
            continue
        for method in route.methods:
            answer = _ask_and_undo(client, route, method, route.address(north))
            if answer[0] not in (401, 403, 404, 405):
                opened.add((route.name, method))
    assert opened == {("manage_entries", "get"), ("check_in_entry", "post")}


@pytest.mark.parametrize("role", ["public", "stranger", "member"])
def test_nothing_private_is_shown(role: str, north: World, south: World) -> None:
    user = {"public": None, "stranger": south.people["owner"]}.get(role, north.people.get(role))
    client = _client(user)
    # People of the club know who plays there; the public knows only what is shown.
    private = [marker for marker in MARKERS if role != "member" or marker != "Hiddenname"]
    leaks = []
    for route in _without_secret(ROUTES):
        for player in ("player", "hidden"):
            address = route.address(north, player=north.numbers[player])
            _status, place, body = _ask_and_undo(client, route, "get", address)
            leaks += [(address, marker) for marker in private if marker in body + place]
    assert leaks == []


@pytest.mark.parametrize(
    ("role", "rounds", "is_told"),
    [("public", [1], False), ("member", [1], False), ("helper", [1], False),
     ("organiser", [1, 2, 3], True)],
)  # fmt: skip
def test_drafts_and_families_are_told_to_those_who_pair_alone(
    role: str, rounds: list[int], is_told: bool, north: World
) -> None:
    client = _client(north.people.get(role))
    here = f"/api/v1/clubs/north/tournaments/{north.numbers['running']}/"

    byes = client.get(f"{here}byes/").json()["results"]
    explained = client.get(f"{here}rounds/1/explanation/")

    assert [bye["round_number"] for bye in byes] == rounds
    assert explained.status_code == (404 if role == "public" else 200)
    assert ('"reason":"forbidden"' in explained.content.decode()) == is_told
    assert client.get(f"{here}rounds/2/").status_code == (200 if is_told else 404)


@pytest.mark.parametrize("role", ["organiser", "owner"])
def test_those_who_run_the_club_get_an_answer(role: str, north: World) -> None:
    client = _client(north.people[role])
    statuses: dict[int, int] = {}
    for route in _without_secret(ROUTES):
        status, _place, _body = _ask_and_undo(client, route, "get", route.address(north))
        statuses[status] = statuses.get(status, 0) + 1
    # 403 where only owners may, 405 where a page is only posted to, 409 and 422 by the state.
    assert set(statuses) <= {200, 302, 303, 403, 404, 405, 409, 422}
    assert statuses[200] > len(ROUTES) // 2


def test_the_walk_covers_pages_and_operations() -> None:
    patterns = {route.pattern for route in ROUTES}

    assert len(patterns) == len(ROUTES) > 60
    assert any(route.is_api for route in ROUTES)


def test_a_token_of_one_event_does_not_open_another(north: World) -> None:
    access = ClubAccess(north.club, Actor("Ana"), frozenset(Right))
    _row, text = make_token(
        access,
        "One event",
        ["read", "results", "pairing", "manage", "close"],
        event_number=north.numbers["closed"],
    )
    client = _client(token=text)
    opened = []
    for route in ROUTES:
        if not route.pattern.startswith("api/v1/clubs/<slug:club>/"):
            continue
        for method in route.methods:
            status, changed = _changed_tables(client, route, method, north)
            if changed or status not in (401, 404, 405):
                opened.append((method, route.pattern, status, changed))
    # The club's own public card is open to everybody, and the list of events holds this one alone.
    card = "api/v1/clubs/<slug:club>/"
    assert [item[:3] for item in opened] == [
        ("get", card, 200),
        ("patch", card, 403),
        ("get", f"{card}tournaments/", 200),
    ]
    listed = client.get("/api/v1/clubs/north/tournaments/").json()["results"]
    assert [event["number"] for event in listed] == [north.numbers["closed"]]
