"""The pages of accounts look and speak like the rest of the product."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from clubs.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture
def ana(client: Client) -> User:
    """A person with a confirmed address, signed in."""
    user = User.objects.create_user(email="ana@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    return user


@pytest.mark.parametrize("name", ["login", "signup", "password/reset"])
def test_entrance_pages_have_labels_and_no_placeholders(client: Client, name: str) -> None:
    """Every field has its label above it."""
    html = client.get(f"/accounts/{name}/").text

    fields = re.findall(r'<input type="(?:email|password)"[^>]* id="([^"]+)"', html)
    assert fields
    assert all(f'<label for="{field}">' in html for field in fields)
    assert "placeholder" not in html


def test_a_wrong_password_is_listed_first_and_named_in_the_title(client: Client) -> None:
    """The title is what a screen reader says first."""
    response = client.post("/accounts/login/", {"login": "no@example.org", "password": "x"})

    assert "<title>Error: " in response.text
    main = response.text.split('<main id="main" class="wrap">')[1]
    assert main.lstrip().startswith('<div class="error-list" role="alert" tabindex="-1">')
    assert 'value="no@example.org"' in main


@pytest.mark.parametrize(
    "name", ["email", "password/change", "2fa", "2fa/webauthn", "sessions", "logout"]
)
def test_account_pages_wear_the_product_s_clothes(client: Client, ana: User, name: str) -> None:
    """Masthead, one heading, buttons of ours."""
    response = client.get(f"/accounts/{name}/", follow=True)

    assert response.status_code == 200
    assert '<header class="masthead' in response.text
    assert len(re.findall(r"<h1[ >]", response.text)) == 1
    assert 'class="btn' in response.text


def test_signing_up_leads_to_a_message_and_the_link_signs_in(client: Client) -> None:
    """The whole way in, by forms alone."""
    data = {"email": "bruno@example.org", "password1": PASSWORD}
    sent = client.post("/accounts/signup/", data, follow=True)

    assert "Open the link we sent you" in sent.text
    (address,) = re.findall(r"http://[^/]+(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    page = client.get(address)
    assert "Is <b>bruno@example.org</b> your e-mail address?" in page.text
    client.post(address)
    assert client.get("/accounts/email/").status_code == 200


@pytest.mark.parametrize("address", ["/admin/", "/admin/login/"])
def test_there_is_no_second_way_to_sign_in(client, address):
    """The framework's own would ask for a password alone, any number of times."""
    assert client.get(address).status_code == 404
