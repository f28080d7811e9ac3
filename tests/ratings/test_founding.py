"""A new club, by page and by command."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from factories import make_user

from clubs.models import Club, Membership
from ratings.models import RatingList, RatingPolicy

pytestmark = pytest.mark.django_db


def create(client, **more):
    fields = {"name": "Schachfreunde Königsbrück", "city": "", "language": "en",
              "time_zone": "Europe/Berlin", "form_key": "k"}  # fmt: skip
    return client.post(reverse("club_create"), {**fields, **more})


def test_a_name_is_enough_and_a_double_tap_makes_one_club(client):
    client.force_login(make_user("ana@example.org"))

    answers = [create(client) for _ in range(2)]

    club = Club.objects.get()
    assert [answer.url for answer in answers] == [reverse("first_steps", args=[club.slug])] * 2
    assert club.slug == "schachfreunde-konigsbruck"
    assert Membership.objects.get().role == "owner"
    lists = RatingList.objects.order_by("pk").values_list("time_control", flat=True)
    assert list(lists) == ["standard", "rapid", "blitz"]
    assert RatingPolicy.objects.get().start_value == 1200


@pytest.mark.parametrize("name", ["♞♞", "نادي الشطرنج", "New", "  Torre\u202e  "])
def test_names_of_any_script_have_an_address(client, name):
    client.force_login(make_user())

    assert create(client, name=name).status_code == 303
    assert client.get(reverse("club_manage", args=[Club.objects.get().slug])).status_code == 200


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": " \u200b "}, "Enter the name of the club."),
        ({"name": "x" * 101}, "at most 100 characters"),
        ({"time_zone": "Mars/Base"}, "Select a valid choice."),
    ],
)
def test_a_wrong_club_is_refused_at_its_field(client, fields, message):
    client.force_login(make_user())

    answer = create(client, **fields)

    assert answer.status_code == 422
    assert message in answer.text
    assert not Club.objects.exists()


def test_a_visitor_signs_in_first(client):
    assert create(client).url == f"/accounts/login/?next={reverse('club_create')}"


def test_a_club_by_command(client):
    make_user("ana@example.org")
    out = StringIO()

    call_command(
        "create_club", "--name=Torre", "--slug=torre", "--owner=ana@example.org", "--json",
        stdout=out,
    )  # fmt: skip

    club = Club.objects.get()
    assert json.loads(out.getvalue()) == {
        "id": club.pk,
        "name": "Torre",
        "slug": "torre",
        "address": "http://127.0.0.1:8000/clubs/torre/",
    }
    assert club.rating_lists.count() == 3
    assert club.memberships.get().user.email == "ana@example.org"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--name=", "--slug=torre"], "--name: Enter the name of the club."),
        (["--name=Torre", "--slug=New Club"], "--slug: Use small letters"),
        (["--name=Torre", "--slug=new"], "--slug: This word is kept for the product."),
        (["--name=Torre", "--slug=torre", "--owner=x@example.org"], "--owner: nobody has"),
        (["--name=Torre", "--slug=torre", "--time-zone=Mars"], "--time-zone: No such time zone."),
        (["--name=Torre", "--slug=torre", "--language=xx"], "--language: No such language."),
    ],
)
def test_a_wrong_command_names_the_argument(arguments, message):
    with pytest.raises(CommandError, match=message):
        call_command("create_club", *arguments)

    assert not Club.objects.exists()
