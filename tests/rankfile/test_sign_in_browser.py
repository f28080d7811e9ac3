"""Ways into an account in a real browser: a new password by e-mail, one-time codes, passkeys."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from factories import make_club

from clubs.models import Club, Membership, User

pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW = "correct horse battery", "staple correct horse"


@pytest.fixture
def ana(transactional_db: None) -> User:
    """The owner of a club, with a confirmed address and a password."""
    cache.clear()
    user = User.objects.create_user("ana@example.org", OLD, name="Ana")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Membership.objects.create(club=make_club("Torre"), user=user, role="owner")
    return user


def sign_in(page, password=OLD):
    page.goto("/accounts/login/")
    page.fill("[name=login]", "ana@example.org")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")


def open_guarded(page, address):
    """Open a page that asks for the password once more."""
    page.goto(address)
    page.fill("[name=password]", OLD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"**{address}")


def sign_out(page):
    page.goto("/accounts/logout/")
    page.locator("main form button").click()
    page.wait_for_url(re.compile("://[^/]+/$"))


def one_time_code(secret: str, at: float | None = None) -> str:
    """Return the six digits of the half minute ``at``, or of now (RFC 6238, SHA-1)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    count = struct.pack(">Q", int(time.time() if at is None else at) // 30)
    digest = hmac.new(key, count, hashlib.sha1).digest()
    place = digest[-1] & 15
    return str((struct.unpack_from(">I", digest, place)[0] & 0x7FFFFFFF) % 1_000_000).zfill(6)


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B: at 59 seconds the key "12345678901234567890" gives 94287082."""
    secret = base64.b32encode(b"12345678901234567890").decode()

    assert one_time_code(secret, 59.0) == "287082"


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(ana, page):
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot").click()
    page.fill("[name=email]", ana.email)
    page.press("[name=email]", "Enter")
    page.wait_for_url("**/password/reset/done/")
    (letter,) = mail.outbox
    assert letter.to == [ana.email]
    (link,) = re.findall(r"http://[^/]+(/accounts/password/reset/key/\S+)", str(letter.body))

    page.goto(link)
    page.fill("[name=password1]", NEW)
    page.fill("[name=password2]", NEW)
    page.press("[name=password2]", "Enter")
    page.wait_for_url("**/password/reset/key/done/")

    sign_in(page)
    page.locator(".error-list").wait_for()
    sign_in(page, NEW)
    page.wait_for_url("**/clubs/*/manage/")
    page.goto(link)
    page.get_by_role("heading", name="This link no longer works").wait_for()


def test_a_stranger_who_asks_for_a_new_password_learns_nothing(ana, page):
    page.goto("/accounts/password/reset/")
    page.fill("[name=email]", "nobody@example.org")
    page.press("[name=email]", "Enter")
    page.wait_for_url("**/password/reset/done/")


def test_with_one_time_codes_the_password_alone_opens_nothing(ana, page):
    sign_in(page)
    page.wait_for_url("**/manage/")
    open_guarded(page, "/accounts/2fa/totp/activate/")
    secret = page.locator("#authenticator_secret").input_value()
    page.fill("[name=code]", one_time_code(secret))
    page.press("[name=code]", "Enter")
    page.wait_for_url("**/2fa/recovery-codes/")
    assert Authenticator.objects.filter(user=ana, type="totp").count() == 1
    sign_out(page)

    sign_in(page)
    page.wait_for_url("**/2fa/authenticate/**")
    page.goto(reverse("club_manage", args=[Club.objects.get().slug]))
    page.wait_for_url("**/2fa/authenticate/**")
    page.fill("[name=code]", "000000")
    page.press("[name=code]", "Enter")
    page.locator(".error").first.wait_for()
    # A code counts once, and the next one would come in half a minute.
    cache.clear()
    page.fill("[name=code]", one_time_code(secret))
    page.press("[name=code]", "Enter")
    page.wait_for_url("**/clubs/*/manage/")


def test_a_passkey_is_added_and_signs_in_without_a_password(ana, page):
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
                     "hasUserVerification": True, "isUserVerified": True,
                     "automaticPresenceSimulation": True}},
    )  # fmt: skip
    sign_in(page)
    page.wait_for_url("**/manage/")
    open_guarded(page, "/accounts/2fa/webauthn/add/")
    page.fill("[name=name]", "Phone")
    page.check("[name=passwordless]")
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url(re.compile("/2fa/(recovery-codes/.*|webauthn/)$"))
    assert Authenticator.objects.filter(user=ana, type="webauthn").count() == 1
    sign_out(page)

    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url("**/clubs/*/manage/")
