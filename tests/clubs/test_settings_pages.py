"""The club's particulars through the page."""

from __future__ import annotations

import pytest
from django.urls import reverse
from factories import make_club, sign_in

from clubs.founding import club_version
from clubs.models import AuditEvent, Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club("Torre")


def fields(club, **more):
    base = {"name": club.name, "slug": club.slug, "language": "en", "time_zone": "UTC",
            "is_public": "on", "version": club_version(club)}  # fmt: skip
    return {**base, **more}


def save(client, club, **more):
    return client.post(reverse("club_settings", args=[club.slug]), fields(club, **more))


def test_everything_an_owner_may_change_is_saved(client, club):
    sign_in(client, club)

    answer = save(
        client, club, name="Torre 2", slug="torre-2", city="Porto", federation="por",
        website="example.org", language="pt-br", time_zone="Europe/Lisbon", is_public="",
        shows_birth_years="on", issues_lists_monthly="on",
    )  # fmt: skip

    assert answer.url == reverse("club_settings", args=["torre-2"])
    saved = Club.objects.values(
        "name", "slug", "city", "federation", "website", "language", "time_zone", "is_public",
        "shows_birth_years", "issues_lists_monthly",
    ).get()  # fmt: skip
    assert saved == {
        "name": "Torre 2",
        "slug": "torre-2",
        "city": "Porto",
        "federation": "POR",
        "website": "https://example.org",
        "language": "pt-br",
        "time_zone": "Europe/Lisbon",
        "is_public": False,
        "shows_birth_years": True,
        "issues_lists_monthly": True,
    }
    assert AuditEvent.objects.get(action="club_changed").facts["old"]["name"] == "Torre"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 101}, "at most 100 characters"),
        ({"slug": "Torre Club"}, "Use small letters a–z, digits and hyphens"),
        ({"slug": "new"}, "This word is kept for the product."),
        ({"slug": "taken"}, "Another club has this address."),
        ({"federation": "P1"}, "Three capital letters, for example POR."),
        ({"website": "javascript:alert(1)"}, "Enter a valid URL."),
        ({"language": "xx"}, "Select a valid choice."),
        ({"time_zone": "Mars/Base"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_kept(client, club, wrong, message):
    Club.objects.create(name="Other", slug="taken")
    sign_in(client, club)

    answer = save(client, club, city="Typed town", **wrong)

    assert answer.status_code == 422
    assert message in answer.text
    assert 'value="Typed town"' in answer.text
    assert Club.objects.get(pk=club.pk).city == ""


def test_two_owners_do_not_overwrite_each_other_unseen(client, club):
    sign_in(client, club)
    version = club_version(club)
    save(client, club, city="Porto")

    stale = save(client, club, city="Lisboa", version=version)
    again = save(client, club, city="Lisboa", version=stale.text.split(
        'name="version" value="'
    )[1].split('"')[0])  # fmt: skip

    assert stale.status_code == 409
    assert "Somebody changed the settings meanwhile." in stale.text
    assert again.status_code == 303
    assert Club.objects.get().city == "Lisboa"


def test_an_organiser_does_not_see_the_settings(client, club):
    sign_in(client, club, "organiser")

    assert client.get(reverse("club_settings", args=[club.slug])).status_code == 403
    assert "Settings" not in client.get(reverse("club_manage", args=[club.slug])).text
