"""What nobody should send: every operation answers it with a documented refusal, never a fault."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter

import pytest
from django.db import transaction
from factories import make_club
from rest_framework.test import APIClient

from clubs.tokens import make_token
from rankfile.api.documentation import schema
from support.api_writes import UNSAFE, WRITES, Stage, operations

NUL, HUGE, SUPERSCRIPT = "a\0b", 10**30, "²"
# Each stands in the place of every value of a body that works.
VALUES = [NUL, HUGE, -1, SUPERSCRIPT, None, [], {}, [NUL], [HUGE], True, "\ud800", "0001-01-01",
          "9999-12-31", 1e308]  # fmt: skip
BODIES = [
    (b"{", "application/json"),
    (b'{"a": NaN}', "application/json"),
    (b"\xff\xfe{}", "application/json"),
    (b"[" * 100_000, "application/json"),
    (b"null", "application/json"),
    (b"[1]", "application/json"),
    (b'"text"', "application/json"),
    (b'{"no such field": 1}', "application/json"),
    (b"{}", "application/json; charset=nonsense"),
    (b"<a/>", "text/xml"),
    (b"a=1", "application/x-www-form-urlencoded"),
    (b"--x", "multipart/form-data"),
    (b"\0\xff\xfe", "text/plain"),
    (b"1 2\n" * 50_000, "text/plain"),
    (b"001 \xb2\xb2\xb2\xb2", "text/plain"),
    (b"", "text/plain"),
    (b"{}", "nonsense"),
]
HEADERS = [
    {"Accept": "text/html"},
    {"Accept": "nonsense;q=x"},
    {"Accept-Language": "\xff;q=9"},
    {"Authorization": "Bearer"},
    {"Authorization": "Bearer rf_\xff\xfe"},
    {"Authorization": "Bearer " + "x" * 5000},
    {"Authorization": "Basic eA=="},
    {"If-None-Match": '"'},
    {"If-Modified-Since": "yesterday"},
    {"Range": "bytes=x"},
    {"Idempotency-Key": "k" * 201},
    {"Idempotency-Key": "a\tb"},
    {"If-Match": '"v99999999999"'},
    {"If-Match": "*"},
]
QUERIES = ["a%00b", "²", str(HUGE), "-1", "", "%ff", "0001-01-01", "x" * 3000]
NUMBERS = {"number": "running", "round_number": 1, "board": 1, "rank": 1, "bye": "bye",
           "link": "link", "delivery": "delivery", "time_control": "standard"}  # fmt: skip


def cursors():
    """Return cursors that were never given out, as the lists of 1 to 6 sort values they claim."""
    yield from ("x", "%%%", "=" * 50, "a" * 3000, "\0", "é")
    for value in (NUL, HUGE, -HUGE, "x", "²", None, [], "\ud800", "0000-00-00", 1.5, True):
        for length in (1, 2, 3, 5):
            packed = json.dumps([value] * length).encode()
            yield base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.fixture
def stage(db, settings):
    # Without a cache nobody is throttled.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    return Stage()


def some(operation, choices, how_many):
    """Return a few choices, others for each operation: together all of them are tried."""
    found = list(choices)
    return random.Random(operation.name).sample(found, min(how_many, len(found)))


class Watch:
    """Collects what was answered wrongly."""

    def __init__(self, stage):
        self.stage = stage
        stage.client.raise_request_exception = False
        self.paths = schema()["paths"]
        self.wrong = {}
        self.seen = Counter()

    def send(self, operation, what, address, body=b"", content_type="application/json", **headers):
        """Send a request, roll back what it did, and look at the answer."""
        client = headers.pop("client", self.stage.client)
        with transaction.atomic():
            answer = client.generic(
                operation.method.upper(), address, body, content_type=content_type, headers=headers
            )
            if answer.streaming:
                b"".join(answer.streaming_content)
            transaction.set_rollback(True)
        self.seen[answer.status_code] += 1
        problem = self._problem(operation, answer)
        if problem:
            self.wrong[operation.name, what] = problem
        return answer

    def _problem(self, operation, answer):
        """Return what is wrong with an answer; the calculator refuses a case in a case's form."""
        documented = self.paths[operation.path][operation.method]["responses"]
        if str(answer.status_code) not in documented and answer.status_code != 304:
            return answer.status_code, "not documented", answer.content[:300]
        if answer.status_code < 400:
            return None
        if operation.name == "calculator_work_out" and answer.status_code == 422:
            return None
        body = answer.json()
        is_whole = {"type", "title", "status", "code", "facts"} <= set(body)
        if answer["Content-Type"] != "application/problem+json" or not is_whole:
            return answer.status_code, answer["Content-Type"], answer.content[:300]
        if answer.status_code == 422 and not body.get("errors"):
            return "a refusal without problems", body
        return None

    def address(self, operation):
        """Return an address of something that exists."""
        if operation.name in WRITES:
            return self.stage.address(WRITES[operation.name].path)
        values = {name: self.stage.numbers.get(value, value) for name, value in NUMBERS.items()} | {
            "club": "north"
        }
        for word in ("player", "adjustment", "merge", "token", "webhook", "membership"):
            values[word] = self.stage.numbers[word]
        kind = operation.path.split("/{number}")[0].rsplit("/", 1)[-1]
        owners = {"players": "player", "adjustments": "adjustment", "merges": "merge",
                  "tokens": "token", "webhooks": "webhook", "members": "membership"}  # fmt: skip
        if kind in owners:
            values["number"] = values[owners[kind]]
        return operation.path.format(**values)


def test_bodies_of_any_kind(stage):
    watch = Watch(stage)
    for operation in operations():
        if operation.method in UNSAFE:
            for body, content_type in some(operation, BODIES, 6):
                watch.send(
                    operation, (body[:20], content_type), watch.address(operation), body,
                    content_type,
                )  # fmt: skip

    assert watch.wrong == {}
    assert {400, 415, 422} <= set(watch.seen)


def test_every_value_of_a_body_may_be_nonsense(stage):
    watch = Watch(stage)
    for operation in operations():
        if operation.name in WRITES:
            write = WRITES[operation.name]
            body = stage.body_of(write)
            for twisted in some(operation, _twisted(body if isinstance(body, dict) else {}), 24):
                watch.send(
                    operation, repr(twisted)[:200], watch.address(operation),
                    json.dumps(twisted, default=str).encode(),
                )  # fmt: skip

    assert watch.wrong == {}
    assert 422 in watch.seen


def _twisted(body):
    """Yield the body with each value, also those inside, exchanged for each kind of nonsense."""
    for name, value in body.items():
        yield from ({**body, name: nonsense} for nonsense in VALUES)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**body, name: [inner]} for inner in _twisted(value[0]))
            yield {**body, name: value * 1001}
        elif isinstance(value, dict):
            yield from ({**body, name: inner} for inner in _twisted(value))


def test_every_parameter_of_a_read_may_be_nonsense(stage):
    watch = Watch(stage)
    for operation in operations():
        if operation.method != "get":
            continue
        address = watch.address(operation)
        for name in operation.parameters - {"club", "number", "after", "before", *NUMBERS}:
            for value in (str(HUGE), *some(operation, QUERIES, 3)):
                watch.send(operation, (name, value), f"{address}?{name}={value}")
        if "after" in operation.parameters:
            for cursor in some(operation, cursors(), 8):
                name = random.Random(cursor).choice(["after", "before"])
                watch.send(operation, (name, cursor), f"{address}?{name}={cursor}")

    assert watch.wrong == {}
    assert 422 in watch.seen


def test_headers_of_any_kind(stage):
    watch = Watch(stage)
    for operation in operations():
        for headers in some(operation, HEADERS, 3):
            watch.send(operation, str(headers), watch.address(operation), b"{}", **headers)

    assert watch.wrong == {}
    assert {401, 406, 422} <= set(watch.seen)


@pytest.mark.parametrize("number", ["0", "99999999", str(HUGE)])
def test_what_is_not_there_is_not_found(stage, number):
    watch = Watch(stage)
    for operation in operations():
        if "number" in operation.parameters:
            address = operation.path.format(
                **{**NUMBERS, "bye": 1, "link": 1, "delivery": 1, "club": "north"}
                | {"number": number}
            )
            answer = watch.send(operation, number, address, b"{}")
            if answer.status_code not in (404, 415):
                watch.wrong[operation.name, number] = answer.status_code, answer.content[:200]

    assert watch.wrong == {}
    assert 404 in watch.seen


def test_a_stranger_with_a_token_of_another_club_finds_nothing(stage):
    south = make_club("South")
    _token, text = make_token(
        type(stage.access)(south, stage.access.actor, stage.access.rights), "South", ["manage"]
    )
    stranger = APIClient()
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    watch = Watch(stage)
    for operation in operations():
        if "/clubs/{club}/" in operation.path:
            answer = watch.send(
                operation, "foreign", watch.address(operation), b"{}", client=stranger
            )
            if answer.status_code not in (404, 415):
                watch.wrong[operation.name, "foreign"] = answer.status_code, answer.content[:200]

    assert watch.wrong == {}


def test_methods_an_address_does_not_have_are_told(stage):
    known = {}
    watch = Watch(stage)
    for operation in operations():
        known.setdefault(operation.path, {"": watch.address(operation)})
        known[operation.path][operation.method.upper()] = True
    for found in known.values():
        address, methods = found.pop(""), set(found)
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
            if method in methods:
                continue
            with transaction.atomic():
                answer = stage.client.generic(method, address, b"{}", "application/json")
                transaction.set_rollback(True)
            assert answer.status_code == 405, (method, address)
            assert answer["Content-Type"] == "application/problem+json", (method, address)
            assert answer.json()["code"] == "method_not_allowed"
            assert set(answer["Allow"].replace(" ", "").split(",")) >= methods - {"HEAD"}


def test_head_and_options_are_answered_like_reads(stage):
    watch = Watch(stage)
    for operation in operations():
        if operation.method == "get" and not operation.name.endswith("download"):
            address = watch.address(operation)
            read, head = stage.client.get(address), stage.client.head(address)
            assert (head.status_code, head.content) == (read.status_code, b""), address
            assert stage.client.options(address).status_code in (200, 404), address


def test_an_address_that_leads_nowhere_answers_like_the_api(client, db):
    for path in ("", "nothing/", "clubs/north/²/", "clubs/a b/", "clubs/north/players/x/"):
        answer = client.get(f"/api/v1/{path}")
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
