"""What a club's own program hears of an evening: from the use cases to a real receiver."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from factories import list_of, make_access, make_club
from factories_events import make_event, make_field

from clubs.models import WebhookDelivery
from clubs.tasks import deliver_webhooks
from clubs.webhooks import EVENTS, make_endpoint
from ratings.publishing import issue_list
from ratings.tasks import update_list
from support.api_caller import caller_for
from support.workers import wait_for

HERE = "tournaments/1/"


class Receiver(HTTPServer):
    """A club's own program: checks the signature and keeps what it was told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.secret = ""
        self.told: list[dict] = []

    @property
    def url(self) -> str:
        """Where to post."""
        return f"http://127.0.0.1:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        moment, _comma, code = self.headers["Rankfile-Signature"].partition(",v1=")
        signed = moment.removeprefix("t=").encode() + b"." + body
        wanted = hmac.new(self.server.secret.encode(), signed, hashlib.sha256).hexdigest()
        is_genuine = hmac.compare_digest(wanted, code)
        if is_genuine:
            self.server.told.append(json.loads(body))
        self.send_response(204 if is_genuine else 401)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def receiver():
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join(5)
    server.server_close()


def listening_club(receiver):
    """Return a club whose program listens to everything, with an event of two players."""
    club = make_club("North")
    access = make_access(club)
    endpoint = make_endpoint(access, label="Site", url=receiver.url, events=list(EVENTS))
    receiver.secret = endpoint.secret
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    return club


def play_and_close(tool):
    """Play the evening over the API up to the close."""
    tool.post(f"{HERE}rounds/")
    tool.post(f"{HERE}rounds/1/publication/")
    tool.patch(f"{HERE}rounds/1/boards/1/", {"result": "1-0"})
    digest = tool.get(f"{HERE}closing/preview/").json()["preview"]["digest"]
    tool.post(f"{HERE}close/", {"digest": digest})


def correct(tool):
    """Turn the one result round, a week later."""
    change = {"results": [{"round_number": 1, "board": 1, "result": "0-1"}]}
    digest = tool.post(f"{HERE}correction/preview/", change).json()["digest"]
    tool.post(f"{HERE}correct/", {**change, "digest": digest, "reason": "score sheet"})


def heard(receiver):
    """Return what was told, in order, as types and data."""
    return [(told["type"], told["data"]) for told in receiver.told]


def test_everything_that_happens_is_told_once_and_in_order(db, receiver, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = True
    club = listening_club(receiver)
    tool = caller_for(club)

    play_and_close(tool)
    update_list.apply(args=[list_of(club).pk])
    correct(tool)
    update_list.apply(args=[list_of(club).pk])
    issue_list(make_access(club), list_of(club), date(2026, 11, 27))
    deliver_webhooks()

    assert heard(receiver) == [
        ("pairing.published", {"event": 1, "round": 1}),
        ("result.changed", {"event": 1, "results": [{"round": 1, "board": 1, "result": "10"}]}),
        ("event.closed", {"event": 1, "name": "Club night", "revision": 1}),
        ("event.rated", {"event": 1, "time_control": "standard"}),
        ("result.changed", {"event": 1, "results": [{"round": 1, "board": 1, "result": "01"}]}),
        ("event.rated", {"event": 1, "time_control": "standard"}),
        (
            "list.issued",
            {"list": "standard", "number": 1, "as_of": "2026-11-27", "players": 2},
        ),
    ]
    assert len({told["id"] for told in receiver.told}) == 7
    assert {told["club"] for told in receiver.told} == {club.slug}


def test_a_correction_tells_which_later_events_moved(db, receiver, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = True
    club = listening_club(receiver)
    tool = caller_for(club)
    play_and_close(tool)
    access = make_access(club)
    later = make_event(access, name="Later", rounds_planned=1, start_date=date(2026, 11, 28))
    players = [each["player"]["id"] for each in tool.get(f"{HERE}entries/").json()["results"]]
    tool.post("tournaments/2/entries/", {"players": [{"player": pk} for pk in players]})
    tool.post("tournaments/2/rounds/")
    tool.post("tournaments/2/rounds/1/publication/")
    tool.patch("tournaments/2/rounds/1/boards/1/", {"result": "1-0"})
    digest = tool.get("tournaments/2/closing/preview/").json()["preview"]["digest"]
    tool.post("tournaments/2/close/", {"digest": digest})
    update_list.apply(args=[list_of(club).pk])
    WebhookDelivery.objects.all().delete()

    correct(tool)
    update_list.apply(args=[list_of(club).pk])
    deliver_webhooks()

    assert heard(receiver) == [
        ("result.changed", {"event": 1, "results": [{"round": 1, "board": 1, "result": "01"}]}),
        ("event.rated", {"event": 1, "time_control": "standard"}),
        ("ratings.corrected", {"time_control": "standard", "events": [later.number]}),
    ]


def test_what_is_rolled_back_is_told_to_nobody(db, receiver, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = True
    club = listening_club(receiver)
    tool = caller_for(club)
    tool.post(f"{HERE}rounds/")
    tool.post(f"{HERE}rounds/1/publication/")
    WebhookDelivery.objects.all().delete()

    refused = tool.put(
        f"{HERE}rounds/1/results/",
        {"results": [{"board": 1, "result": "1-0"}, {"board": 2, "result": "1-0"}]},
    )

    assert refused.status_code == 422
    assert WebhookDelivery.objects.count() == 0


@pytest.fixture
def inside_is_allowed(monkeypatch, settings):
    """Let this process, and the worker that starts after it, tell addresses on this machine."""
    monkeypatch.setenv("WEBHOOKS_ALLOW_PRIVATE_ADDRESSES", "True")
    settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = True


def test_a_worker_rates_and_tells(receiver, inside_is_allowed, celery_worker_process):
    club = listening_club(receiver)
    tool = caller_for(club)

    play_and_close(tool)
    wait_for(lambda: tool.get(f"{HERE}rating/").json()["state"] == "rated")
    deliver_webhooks.delay()
    wait_for(lambda: len(receiver.told) == 4)

    assert [told["type"] for told in receiver.told] == [
        "pairing.published", "result.changed", "event.closed", "event.rated",
    ]  # fmt: skip
    assert "deliver_webhooks" in celery_worker_process.log()
