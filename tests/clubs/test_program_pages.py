"""Tokens and webhooks through the pages and by command."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from factories import make_club, owner_access, sign_in

from clubs.models import ApiToken, WebhookDelivery, WebhookEndpoint
from clubs.tokens import token_for
from clubs.webhooks import make_endpoint, record_webhook_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def organiser(client, club):
    return sign_in(client, club, "organiser")


def make(client, club, **more):
    url = reverse("token_new", args=[club.slug])
    fields = {"label": "Laptop", "scopes": ["read", "results"], "form_key": "k", **more}
    return client.post(url, fields)


def shown_token(page):
    return re.search(r'<code id="token">([^<]+)</code>', page.text)[1]


def test_a_token_is_shown_once_and_works_until_it_is_revoked(client, club, organiser):
    made = make(client, club, expires_on="2099-12-31", event_number="7")
    text = shown_token(made)
    token = token_for(text)
    listed = client.get(reverse("club_programs", args=[club.slug]))
    client.post(reverse("token_revoke", args=[club.slug, token.pk]))

    assert (token.scopes, token.event_number) == (["read", "results"], 7)
    assert text not in listed.text
    assert "event 7 only" in listed.text
    assert made["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert token_for(text) is None


def test_a_token_asked_for_twice_leaves_one_that_works(client, club, organiser):
    texts = [shown_token(make(client, club)) for _ in range(2)]

    assert [token_for(text) is not None for text in texts] == [False, True]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"label": ""}, "This field is required."),
        ({"label": "x" * 61}, "at most 60 characters"),
        ({"scopes": []}, "This field is required."),
        ({"scopes": ["own"]}, "Select a valid choice."),
        ({"event_number": "soon"}, "is not a whole number."),
        ({"event_number": "99999999999"}, "is too high."),
        ({"expires_on": "2001-01-01"}, "The date must be in the future."),
    ],
)
def test_a_wrong_token_is_refused_at_its_field(client, club, organiser, fields, message):
    answer = make(client, club, **fields)

    assert answer.status_code == 422
    assert message in answer.text
    assert not ApiToken.objects.exists()


def hook(client, club, **more):
    fields = {"label": "Site", "url": "https://example.org/hook", "events": ["event.closed"]}
    url = reverse("webhook_new", args=[club.slug])
    return client.post(url, {**fields, "form_key": "k", **more})


def test_a_webhook_shows_its_secret_once_and_is_made_once(client, club, organiser):
    made = [hook(client, club) for _ in range(2)]
    endpoint = WebhookEndpoint.objects.get()
    page = client.get(reverse("webhook_page", args=[club.slug, endpoint.pk]))

    assert all(endpoint.secret in answer.text for answer in made)
    assert endpoint.secret not in page.text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"url": "http://example.org/"}, "The address must begin with https://."),
        ({"url": "https://127.0.0.1/"}, "Private and local addresses are not allowed"),
        ({"url": "nonsense"}, "Enter a valid URL."),
        ({"events": ["club.deleted"]}, "Select a valid choice."),
    ],
)
def test_a_wrong_webhook_is_refused_at_its_field(client, club, organiser, fields, message):
    answer = hook(client, club, **fields)

    assert answer.status_code == 422
    assert message in answer.text
    assert not WebhookEndpoint.objects.exists()


def test_the_log_shows_what_was_sent_and_sends_it_again(client, club, organiser):
    endpoint = make_endpoint(
        owner_access(club), label="Site", url="https://example.org/", events=["event.closed"]
    )
    record_webhook_event(club, "event.closed", {"event": 1})
    delivery = WebhookDelivery.objects.get()
    WebhookDelivery.objects.update(state="failed", attempts=8, next_try_at=None)
    log = reverse("webhook_page", args=[club.slug, endpoint.pk])

    before = client.get(log)
    client.post(reverse("webhook_send_again", args=[club.slug, endpoint.pk, delivery.pk]))

    assert str(delivery.event_id) in before.text
    assert "Given up" in before.text
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("pending", 0)


def test_a_silent_webhook_is_switched_on_again_and_removed(client, club, organiser):
    endpoint = make_endpoint(
        owner_access(club), label="Site", url="https://example.org/", events=["event.closed"]
    )
    WebhookEndpoint.objects.update(is_active=False)
    page = client.get(reverse("webhook_page", args=[club.slug, endpoint.pk]))

    client.post(reverse("webhook_enable", args=[club.slug, endpoint.pk]))
    is_active = WebhookEndpoint.objects.get().is_active
    client.post(reverse("webhook_remove", args=[club.slug, endpoint.pk]))

    assert "Switched off." in page.text
    assert is_active
    assert not WebhookEndpoint.objects.exists()


def test_programs_of_another_club_are_nowhere(client, club, organiser):
    south = owner_access(make_club("South"))
    foreign = make_endpoint(
        south, label="Secret site", url="https://example.org/", events=["event.closed"]
    )
    record_webhook_event(south.club, "event.closed", {"event": 1})
    delivery = WebhookDelivery.objects.get()
    own = make_endpoint(
        owner_access(club), label="Site", url="https://example.org/", events=["event.closed"]
    )

    answers = [
        client.get(reverse("webhook_page", args=[club.slug, foreign.pk])).status_code,
        client.post(reverse("webhook_enable", args=[club.slug, foreign.pk])).status_code,
        client.post(reverse("webhook_remove", args=[club.slug, foreign.pk])).status_code,
        client.post(
            reverse("webhook_send_again", args=[club.slug, own.pk, delivery.pk])
        ).status_code,
    ]

    assert answers == [404, 404, 404, 404]
    assert "Secret site" not in client.get(reverse("club_programs", args=[club.slug])).text


def test_the_programs_cost_the_same_for_one_and_three(client, club, django_assert_num_queries):
    sign_in(client, club, "organiser")
    access = owner_access(club)
    for count in (1, 2):
        for number in range(count):
            make_endpoint(
                access, label=f"{number}", url="https://example.org/", events=["event.closed"]
            )
            call_command("create_token", club.slug, "--label=x", "--scope=read", stdout=StringIO())
        with django_assert_num_queries(6):
            client.get(reverse("club_programs", args=[club.slug]))


def test_a_token_by_command(club):
    out = StringIO()

    call_command(
        "create_token", club.slug, "--label=Pairing", "--scope=pairing", "--scope=results",
        "--event=3", "--days=30", "--json", stdout=out,
    )  # fmt: skip

    printed = json.loads(out.getvalue())
    token = token_for(printed["token"])
    assert (token.label, token.scopes, token.event_number) == ("Pairing", ["pairing", "results"], 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--label=x", "--scope=read"], "There is no club nowhere."),
        (["{club}", "--label= ", "--scope=read"], "--label: Say what the token is for."),
        (["{club}", "--label=x", "--scope=read", "--days=-1"], "--expires_at: The date must be"),
        (["{club}", "--label=x", "--scope=read", "--days=99999999"], "do not fit"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(club, arguments, message):
    with pytest.raises(CommandError, match=message):
        call_command("create_token", *[word.format(club=club.slug) for word in arguments])

    assert not ApiToken.objects.exists()
