"""Who calls the API and how often: life of a token, the session, limits, compression, CORS."""

from __future__ import annotations

import gzip
import json
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.api.throttling import CallerThrottle
from clubs.models import ApiToken, AuditEvent, Player
from clubs.tokens import make_token

BASE = "/api/v1/clubs/north/"


@pytest.fixture
def token(people):
    """Return a token's text, and a client that carries it."""
    _token, text = make_token(people.access(people.ana), "Pairing tool", ["read", "manage"])
    return text


@pytest.fixture
def tool(token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def test_a_token_ends_on_its_day(tool):
    assert tool.get(f"{BASE}players/").status_code == 200

    ApiToken.objects.update(expires_at=timezone.now())
    late = tool.get(f"{BASE}players/")

    assert (late.status_code, late.json()["code"]) == (401, "token_invalid")


def test_a_token_shows_when_it_was_used_last(tool):
    assert ApiToken.objects.get().last_used_at is None
    before = timezone.now()

    (row,) = tool.get(f"{BASE}tokens/").json()["results"]

    assert row["label"] == "Pairing tool"
    assert before <= ApiToken.objects.get().last_used_at
    assert row["last_used_at"] is not None


def test_what_a_token_writes_stands_in_the_audit_under_its_name(tool):
    tool.post(f"{BASE}players/", {"name": "Sousa, Ana"}, format="json")

    line = AuditEvent.objects.get(action="player_added")
    assert (line.actor_label, line.subject) == ("Pairing tool", "Sousa, Ana")


def test_only_a_digest_of_a_token_is_stored(token):
    row = ApiToken.objects.get()

    assert token not in (row.digest, row.prefix)
    assert len(row.digest) == 64
    assert token.startswith(row.prefix)


@pytest.mark.parametrize("length", [12, 100])
def test_a_token_is_revoked_by_command(people, token, tool, length):
    out = StringIO()

    call_command("revoke_token", "north", token[:length], stdout=out)

    assert out.getvalue().strip() == "Pairing tool no longer works."
    assert tool.get(f"{BASE}players/").status_code == 401
    assert AuditEvent.objects.get(action="token_revoked").subject == "Pairing tool"


@pytest.mark.parametrize("club", ["south", "nowhere"])
def test_a_token_of_another_club_is_not_revoked(people, token, club):
    with pytest.raises(CommandError):
        call_command("revoke_token", club, token)

    assert ApiToken.objects.get().revoked_at is None


def test_a_person_signed_in_uses_the_api_with_the_session(people):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(people.olga)
    client.cookies["csrftoken"] = "c" * 32
    body = {"name": "Lima, Rui"}

    read = client.get(f"{BASE}players/")
    forged = client.post(f"{BASE}players/", body, format="json")
    added = client.post(f"{BASE}players/", body, format="json", headers={"X-CSRFToken": "c" * 32})

    assert (read.status_code, forged.status_code, added.status_code) == (200, 403, 201)
    assert AuditEvent.objects.get(action="player_added").actor_label == "Olga"


@pytest.fixture
def three_a_minute():
    cache.clear()
    usual = CallerThrottle.THROTTLE_RATES
    CallerThrottle.THROTTLE_RATES = {"api": "3/min"}
    yield
    CallerThrottle.THROTTLE_RATES = usual


def test_a_token_that_calls_too_often_is_told_when_to_come_back(people, tool, three_a_minute):
    """An address counts apart from it."""
    answers = [tool.get(BASE) for _ in range(4)]

    left = [(each["RateLimit-Limit"], each["RateLimit-Remaining"]) for each in answers]
    assert left == [("3", "2"), ("3", "1"), ("3", "0"), ("3", "0")]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    refused = answers[3]
    assert (refused["Content-Type"], refused.json()["code"]) == (
        "application/problem+json", "throttled",
    )  # fmt: skip
    assert 0 < int(refused["Retry-After"]) <= 61
    assert 0 < int(refused["RateLimit-Reset"]) <= 61
    assert APIClient().get(BASE).status_code == 200


def test_answers_are_compressed_for_who_takes_it(people, tool):
    Player.objects.bulk_create(
        Player(club=people.north, name=f"Player {number}", search_name=f"player {number}")
        for number in range(50)
    )

    plain = tool.get(f"{BASE}players/")
    small = tool.get(f"{BASE}players/", headers={"Accept-Encoding": "gzip"})

    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content) / 4
    assert json.loads(gzip.decompress(small.content)) == plain.json()
    same = tool.get(
        f"{BASE}players/", headers={"Accept-Encoding": "gzip", "If-None-Match": small["ETag"]}
    )
    assert same.status_code == 304


def test_a_script_on_another_site_may_ask_with_a_token_and_read_the_limits(people):
    asked = APIClient().options(
        f"{BASE}players/",
        headers={
            "Origin": "https://club.example",
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization",
        },
    )
    read = APIClient().get(f"{BASE}players/", headers={"Origin": "https://club.example"})

    assert asked["Access-Control-Allow-Origin"] == "*"
    assert "authorization" in asked["Access-Control-Allow-Headers"]
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    exposed = set(read["Access-Control-Expose-Headers"].split(", "))
    assert {"ETag", "Last-Modified", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"} <= (
        exposed
    )
