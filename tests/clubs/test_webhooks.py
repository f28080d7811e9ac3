"""Webhooks against a real receiver on this machine."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail
from django.db import connections
from django.utils import timezone

from clubs.errors import InvalidInput
from clubs.models import WebhookDelivery, WebhookEndpoint
from clubs.tasks import deliver_webhooks
from clubs.webhook_transport import AddressNotAllowed, checked_address
from clubs.webhooks import deliver, deliver_again, deliver_due, make_endpoint, record_webhook_event


class Receiver(HTTPServer):
    """A club's own program: keeps what it got and answers with ``status``."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200
        self.while_asked: Callable[[], object] = lambda: None
        self.received: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?from=rankfile"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers), body))
        self.server.while_asked()
        self.send_response(self.server.status)
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


@pytest.fixture
def endpoint(people, receiver, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = True
    return make_endpoint(
        people.access(people.ana), label="Site", url=receiver.url, events=["event.closed"]
    )


def test_a_delivery_is_signed_and_carries_its_id(people, receiver, endpoint):
    record_webhook_event(people.north, "event.closed", {"event": 7})

    assert deliver_webhooks() == 1

    headers, body = receiver.received[0]
    delivery = WebhookDelivery.objects.get()
    timestamp, _, code = headers["Rankfile-Signature"].partition(",v1=")
    signed = timestamp.removeprefix("t=").encode() + b"." + body
    assert hmac.new(endpoint.secret.encode(), signed, hashlib.sha256).hexdigest() == code
    assert headers["Rankfile-Delivery"] == json.loads(body)["id"] == str(delivery.event_id)
    assert json.loads(body)["data"] == {"event": 7}
    assert (delivery.state, delivery.response_status) == ("delivered", 200)


def test_only_what_was_asked_for_is_sent_and_only_to_the_own_club(people, receiver, endpoint):
    record_webhook_event(people.north, "list.issued", {})
    record_webhook_event(people.south, "event.closed", {})

    assert deliver_webhooks() == 0
    assert receiver.received == []


def test_a_failed_delivery_waits_and_comes_again_under_its_id(people, receiver, endpoint):
    receiver.status = 500
    record_webhook_event(people.north, "event.closed", {})
    deliver_webhooks()
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.response_status) == ("pending", 1, 500)
    assert deliver_webhooks() == 0

    receiver.status = 204
    WebhookDelivery.objects.update(next_try_at=timezone.now())
    assert deliver_webhooks() == 1

    ids = {headers["Rankfile-Delivery"] for headers, _body in receiver.received}
    assert ids == {str(delivery.event_id)}
    assert len(receiver.received) == 2


def test_a_second_worker_leaves_a_leased_delivery_alone(people, receiver, endpoint):
    record_webhook_event(people.north, "event.closed", {})
    number = WebhookDelivery.objects.get().pk
    WebhookDelivery.objects.update(next_try_at=timezone.now() + timedelta(seconds=50))

    assert deliver(number) is False
    assert receiver.received == []


def test_a_receiver_that_fails_is_asked_once_a_pass_and_others_get_theirs(
    people, receiver, endpoint
):
    access = people.access(people.ana)
    closed = make_endpoint(access, label="Off", url="http://127.0.0.1:1/", events=["list.issued"])
    for _time in range(3):
        record_webhook_event(people.north, "list.issued", {})
    record_webhook_event(people.north, "event.closed", {})

    assert deliver_webhooks() == 1

    assert len(receiver.received) == 1
    tries = WebhookDelivery.objects.filter(endpoint=closed).order_by("pk")
    assert list(tries.values_list("attempts", flat=True)) == [1, 0, 0]


def test_a_pass_ends_in_time_and_the_next_goes_on(people, receiver, endpoint):
    receiver.while_asked = lambda: time.sleep(0.2)
    for _time in range(3):
        record_webhook_event(people.north, "event.closed", {})

    assert deliver_due(seconds=0.1) == 1
    assert deliver_due(seconds=10) == 2


@pytest.mark.big_setup
@pytest.mark.django_db(transaction=True)
def test_a_webhook_deleted_while_it_is_told_stops_nothing(people, receiver, endpoint):
    access = people.access(people.ana)
    make_endpoint(access, label="B", url=f"{receiver.url}&b", events=["list.issued"])
    record_webhook_event(people.north, "event.closed", {})
    record_webhook_event(people.north, "list.issued", {})

    def delete_first() -> None:
        WebhookEndpoint.objects.filter(pk=endpoint.pk).delete()
        connections.close_all()

    receiver.while_asked = delete_first

    assert deliver_webhooks() == 1
    assert len(receiver.received) == 2
    assert WebhookDelivery.objects.get().state == "delivered"


def test_after_eight_tries_a_delivery_is_given_up_until_asked_for_again(people, receiver, endpoint):
    receiver.status = 503
    record_webhook_event(people.north, "event.closed", {})
    for _attempt in range(8):
        WebhookDelivery.objects.update(next_try_at=timezone.now())
        deliver_webhooks()
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.attempts) == ("failed", 8)

    receiver.status = 200
    deliver_again(people.access(people.ana), delivery)

    assert deliver_webhooks() == 1


def test_days_of_failure_switch_the_endpoint_off_and_tell_the_owners(
    people, receiver, endpoint, django_capture_on_commit_callbacks
):
    receiver.status = 500
    WebhookEndpoint.objects.update(failing_since=timezone.now() - timedelta(days=4))
    record_webhook_event(people.north, "event.closed", {})

    with django_capture_on_commit_callbacks(execute=True):
        deliver_webhooks()

    endpoint.refresh_from_db()
    assert endpoint.is_active is False
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/hook", "url_scheme"),
        ("https://user:secret@example.org/", "url_form"),
        ("https://127.0.0.1/", "url_private"),
        ("https://10.0.0.8/", "url_private"),
        ("https://[::1]/", "url_private"),
        ("https://169.254.169.254/latest", "url_private"),
    ],
)
def test_addresses_inside_are_refused_on_entry(people, url, code):
    with pytest.raises(InvalidInput) as refused:
        make_endpoint(people.access(people.ana), label="x", url=url, events=["event.closed"])

    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_name_that_leads_inside_is_refused_when_it_is_used():
    with pytest.raises(AddressNotAllowed):
        checked_address("localhost", 443, allows_private=False)
