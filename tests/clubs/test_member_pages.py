"""Members come, change roles and go, through the pages."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from factories import make_club, make_member, make_user, owner_access, sign_in

from clubs.membership import invite
from clubs.models import AuditEvent, Club, Invitation, Membership, User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def fresh_limits():
    """Forget the tries that other tests have counted, and leave none behind."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club():
    return make_club("Torre")


def members(client, club, fields=None):
    url = reverse("club_members", args=[club.slug])
    return client.get(url) if fields is None else client.post(url, fields)


def test_a_link_is_shown_once_and_lets_one_person_in(client, club):
    sign_in(client, club)

    made = members(client, club, {"role": "helper", "email": "", "form_key": "k"})
    (path,) = re.findall(r'<code id="link">http://[^/]+(/invitations/[^<]+)</code>', made.text)
    guest = Client()
    guest.force_login(make_user("new@example.org"))
    seen = guest.get(path)
    joined = guest.post(path)

    assert path not in members(client, club).text
    assert "Your role: Helper." in seen.text
    assert joined.url == reverse("club_manage", args=[club.slug])
    assert Membership.objects.get(user__email="new@example.org").role == "helper"
    assert guest.get(path).status_code == 404


def test_a_link_asked_for_twice_leaves_one_that_works(client, club):
    sign_in(client, club)
    fields = {"role": "helper", "email": "", "form_key": "k"}

    first = members(client, club, fields)
    second = members(client, club, fields)

    links = [re.search(r"/invitations/[^<]+", page.text)[0] for page in (first, second)]
    assert [Client().get(link).status_code for link in links] == [404, 200]


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "Torre invites you to Rankfile"), ("tr", None)]
)
def test_a_mail_goes_out_once_in_the_club_s_language(client, club, language, subject):
    Club.objects.filter(pk=club.pk).update(language=language)
    sign_in(client, club)
    fields = {"role": "organiser", "email": "New@Example.org", "form_key": "k"}

    answers = [members(client, club, fields).status_code for _ in range(2)]

    (letter,) = mail.outbox
    assert answers == [303, 303]
    assert letter.to == ["new@example.org"]
    assert subject in (None, letter.subject)
    prefix = "" if language == "en" else f"/{language}"
    assert f"{prefix}/invitations/" in letter.body
    assert "new@example.org" in members(client, club).text


@override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_PORT=1)
def test_a_mail_that_cannot_go_leaves_no_invitation(client, club):
    sign_in(client, club)

    answer = members(client, club, {"role": "helper", "email": "new@example.org", "form_key": "k"})

    assert answer.status_code == 409
    assert "The e-mail could not be sent." in answer.text
    assert 'value="new@example.org"' in answer.text
    assert not Invitation.objects.filter(revoked_at__isnull=True).exists()


@pytest.mark.parametrize(
    ("role", "fields", "message"),
    [
        ("owner", {"role": ""}, "This field is required."),
        ("owner", {"role": "king"}, "Select a valid choice."),
        ("organiser", {"role": "owner"}, "Select a valid choice."),
        ("owner", {"role": "helper", "email": "nobody"}, "Enter a valid email address."),
    ],
)
def test_a_wrong_invitation_is_refused_at_its_field(client, club, role, fields, message):
    sign_in(client, club, role)

    answer = members(client, club, fields)

    assert answer.status_code == 422
    assert message in answer.text
    assert not Invitation.objects.exists()


def test_an_invitation_is_taken_back(client, club):
    sign_in(client, club)
    invitation, secret = invite(owner_access(club), "helper")

    client.post(reverse("invitation_revoke", args=[club.slug, invitation.pk]))

    assert client.get(reverse("accept_invitation", args=[secret])).status_code == 404


def test_a_role_changes_and_an_older_page_is_told(client, club):
    sign_in(client, club)
    other = Membership.objects.get(user=make_member(club, "helper", name="Hans"))
    url = reverse("member_role", args=[club.slug, other.pk])

    saved = client.post(url, {"role": "organiser", "version": "helper"})
    stale = client.post(url, {"role": "member", "version": "helper"})

    assert (saved.status_code, stale.status_code) == (303, 409)
    assert "It is now: Organiser." in stale.text
    other.refresh_from_db()
    assert other.role == "organiser"


def test_the_last_owner_stays(client, club):
    owner = sign_in(client, club)
    own = Membership.objects.get(user=owner)

    stepped_down = client.post(
        reverse("member_role", args=[club.slug, own.pk]), {"role": "member", "version": "owner"}
    )
    left = client.post(reverse("club_leave", args=[club.slug]))

    assert (stepped_down.status_code, left.status_code) == (409, 409)
    assert "The club needs an owner." in left.text


def test_ownership_is_handed_over_and_the_former_owner_may_leave(client, club):
    former = sign_in(client, club)
    new = Membership.objects.get(user=make_member(club, "organiser", name="Olga"))

    client.post(reverse("member_transfer", args=[club.slug, new.pk]))
    left = client.post(reverse("club_leave", args=[club.slug]))

    assert left.url == reverse("my_clubs")
    new.refresh_from_db()
    assert new.role == "owner"
    assert not Membership.objects.filter(user=former).exists()


def test_somebody_is_removed_after_asking(client, club):
    sign_in(client, club)
    other = Membership.objects.get(user=make_member(club, "helper", name="Hans"))
    url = reverse("member_remove", args=[club.slug, other.pk])

    asked = client.get(url)
    client.post(url)

    assert "Hans will no longer be in the club." in asked.text
    assert not Membership.objects.filter(pk=other.pk).exists()
    assert AuditEvent.objects.get(action="member_left").subject == "Hans"


def test_a_member_of_another_club_is_nobody_here(client, club):
    sign_in(client, club)
    foreign = Membership.objects.get(user=make_member(make_club("South")))

    names = ("member_role", "member_remove", "member_transfer")
    answers = [client.post(reverse(name, args=[club.slug, foreign.pk])).status_code
               for name in names]  # fmt: skip

    assert answers == [404, 404, 404]
    assert foreign.user.email not in members(client, club).text


def test_an_organiser_changes_no_roles(client, club):
    sign_in(client, club, "organiser")
    other = Membership.objects.get(user=make_member(club, "helper"))

    answer = client.post(reverse("member_role", args=[club.slug, other.pk]), {"role": "owner"})

    assert answer.status_code == 403


def test_the_list_costs_the_same_for_one_and_three_members(client, club, django_assert_num_queries):
    sign_in(client, club)
    for _ in range(2):
        with django_assert_num_queries(6):
            members(client, club)
        make_member(club, "member")
        make_member(club, "member")


def test_my_clubs_lists_all_of_them_with_the_ways_in(client, club):
    user = sign_in(client, club)
    south = make_club("South")
    Membership.objects.create(club=south, user=user, role="member")
    make_club("Elsewhere")

    page = client.get(reverse("my_clubs")).text

    assert reverse("club_manage", args=[club.slug]) in page
    assert reverse("club_leave", args=[south.slug]) in page
    assert reverse("club_manage", args=[south.slug]) not in page
    assert "Elsewhere" not in page


def sign_up(client, address=None, email="new@example.org"):
    """Make an account by forms alone and return the answer that ends it."""
    next_ = {"next": address} if address else {}
    client.post("/accounts/signup/", {"email": email, "password1": PASSWORD, **next_})
    (path,) = re.findall(r"http://[^/]+(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    return client.post(path)


def test_a_new_account_leads_to_a_new_club_and_its_first_steps(client):
    confirmed = sign_up(client)
    created = client.post(
        confirmed.url,
        {"name": "Torre", "city": "", "language": "en", "time_zone": "Europe/Lisbon",
         "form_key": "k"},
    )  # fmt: skip

    assert confirmed.url == reverse("club_create")
    assert created.url == reverse("first_steps", args=["torre"])
    assert client.get(created.url).status_code == 200
    assert Club.objects.get().rating_lists.count() == 3
    assert Membership.objects.get().role == "owner"


def test_signing_up_from_an_invitation_comes_back_to_it(client, club):
    _invitation, secret = invite(owner_access(club), "organiser")
    path = reverse("accept_invitation", args=[secret])

    page = client.get(path)
    confirmed = sign_up(client, path)
    client.post(confirmed.url)

    assert f"/accounts/signup/?next={path}" in page.text
    assert confirmed.url == path
    assert Membership.objects.get(user__email="new@example.org").role == "organiser"


@override_settings(SIGN_UP_OPEN=False)
def test_where_sign_up_is_closed_only_invited_people_make_accounts(client, club):
    refused = client.post("/accounts/signup/", {"email": "x@example.org", "password1": PASSWORD})
    _invitation, secret = invite(owner_access(club), "helper")
    path = reverse("accept_invitation", args=[secret])
    client.get(path)

    assert not User.objects.filter(email="x@example.org").exists()
    assert refused.status_code == 200
    assert sign_up(client, path).url == path


@pytest.mark.parametrize(
    ("roles", "start"),
    [
        ([], "club_create"),
        (["organiser"], "club_manage"),
        (["member"], "my_clubs"),
        (["owner", "helper"], "my_clubs"),
    ],
)
def test_signing_in_leads_to_where_the_person_works(client, roles, start):
    user = User.objects.create_user("ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    clubs = [make_club() for _ in roles]
    for club, role in zip(clubs, roles, strict=True):
        Membership.objects.create(club=club, user=user, role=role)

    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})

    arguments = [clubs[0].slug] if start == "club_manage" else []
    assert answer.url == reverse(start, args=arguments)


def test_too_many_wrong_passwords_are_stopped(client):
    user = User.objects.create_user("ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)

    for number in range(12):
        client.post("/accounts/login/", {"login": user.email, "password": f"wrong {number}"})
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})

    assert answer.status_code != 302
