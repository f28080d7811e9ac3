"""Ratings by hand, policies and merges over REST: shown first, confirmed, taken back."""

from __future__ import annotations

import pytest
from django.utils import timezone
from factories import ANA, list_of, make_club, make_player, make_rating, make_report, make_user
from rest_framework.test import APIClient

from clubs.models import Membership, Role
from ratings.models import RatingAdjustment, RatingChange, RatingPolicy
from ratings.replay import update_list
from ratings.submit import submit_report
from support.api_caller import caller_for


@pytest.fixture
def club(db):
    club = make_club("North")
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    make_rating(ana, 1850)
    make_rating(rui, 1750)
    submit_report(club, ANA, make_report([(ana, rui, "10")]))
    update_list(list_of(club).pk)
    return club


@pytest.fixture
def tool(club):
    return caller_for(club)


@pytest.fixture
def owner(club):
    """Return a client of somebody who owns the club and is signed in."""
    user = make_user()
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    client = APIClient()
    client.force_login(user)
    return client


def test_a_rating_is_given_as_it_was_shown_and_withdrawn(club, tool):
    new = make_player(club, "Neu, Eva")
    body = {"player": new.pk, "time_control": "standard", "rating": 1600, "day": "2026-01-01"}

    preview = tool.post("adjustments/preview/", body).json()
    given = tool.post(
        "adjustments/", {**body, "reason": "from abroad", "digest": preview["digest"]}
    )
    update_list(list_of(club).pk)
    row = RatingChange.objects.get(player=new)
    number = given.json()["number"]
    wave = tool.get(f"adjustments/{number}/withdraw/preview/").json()
    gone = tool.post(f"adjustments/{number}/withdraw/", {"digest": wave["digest"]})
    twice = tool.post(f"adjustments/{number}/withdraw/", {})

    assert (given.status_code, row.after) == (201, 1600)
    assert gone.json()["withdrawn_at"] is not None
    assert (twice.status_code, twice.json()["code"]) == (409, "already_withdrawn")


def test_a_stale_preview_of_a_rating_answers_412(club, tool):
    ana = club.players.get(name="Sousa, Ana")
    body = {"player": ana.pk, "time_control": "standard", "rating": 1900, "day": "2026-02-01"}
    digest = tool.post("adjustments/preview/", body).json()["digest"]
    tool.post("adjustments/", {**body, "rating": 1700, "reason": "first"})

    refused = tool.post("adjustments/", {**body, "reason": "second", "digest": digest})

    assert (refused.status_code, refused.json()["code"]) == (412, "preview_outdated")
    assert RatingAdjustment.objects.filter(rating=1900).count() == 0


def test_every_wrong_number_is_named(club, tool):
    body = {"player": 1, "time_control": "bullet", "rating": 9000}

    answer = tool.post("adjustments/", body)

    assert {(item["path"], item["code"]) for item in answer.json()["errors"]} == {
        ("time_control", "invalid_choice"),
        ("rating", "max_value"),
        ("reason", "required"),
    }


def test_a_policy_is_the_owners(club, tool, owner):
    address = f"/api/v1/clubs/{club.slug}/policies/"
    body = {"valid_from": "2026-01-01", "newcomer_rule": "fide", "falls_to_unrated": True,
            "limits_first_rating": True, "preset": "fide_strict"}  # fmt: skip

    refused = tool.post("policies/", body)
    preview = owner.post(f"{address}preview/", body, format="json").json()
    stored = owner.post(address, {**body, "digest": preview["digest"]}, format="json")

    assert refused.json()["facts"] == {"right": "own"}
    assert (stored.status_code, stored.json()["start_value"]) == (200, None)
    assert RatingPolicy.objects.filter(club=club).count() == 2
    assert [each["preset"] for each in tool.get("policies/").json()["results"]] == [
        "fide_strict", "club",
    ]  # fmt: skip


def test_a_wrong_policy_names_every_field(club, owner):
    body = {"valid_from": "2026-01-01", "falls_to_unrated": False}

    answer = owner.post(f"/api/v1/clubs/{club.slug}/policies/preview/", body, format="json")

    assert {item["code"] for item in answer.json()["errors"]} == {
        "start_value_missing", "minimum_missing",
    }  # fmt: skip


def test_two_rows_of_one_person_are_merged_and_parted(club, tool):
    ana = club.players.get(name="Sousa, Ana")
    double, other = make_player(club, "Souza, Ana"), make_player(club, "Berg, Ole")
    submit_report(club, ANA, make_report([(double, other, "10")], key=2))
    update_list(list_of(club).pk)
    pair = {"kept": ana.pk, "gone": double.pk}

    preview = tool.post("merges/preview/", pair).json()
    merged = tool.post("merges/", {**pair, "digest": preview["digest"], "reason": "spelling"})
    update_list(list_of(club).pk)
    assert merged.status_code == 201
    assert RatingChange.objects.filter(player=double).count() == 0
    assert RatingChange.objects.filter(player=ana, event_key=2).count() == 1

    number = merged.json()["id"]
    back = tool.get(f"merges/{number}/undo/preview/").json()
    tool.post(f"merges/{number}/undo/", {"digest": back["digest"]})
    update_list(list_of(club).pk)

    assert RatingChange.objects.filter(player=double, event_key=2).count() == 1
    assert tool.get("merges/").json()["results"][0]["undone_at"] is not None


def test_two_people_are_not_merged(club, tool):
    ana, rui = club.players.order_by("pk")

    refused = tool.post("merges/preview/", {"kept": ana.pk, "gone": rui.pk})

    assert refused.status_code == 409
    assert [item["code"] for item in refused.json()["errors"]] == ["both_played"]


def test_a_parked_list_is_tried_again(club, tool):
    parked = list_of(club)
    parked.stale_since, parked.failed_at, parked.attempts = "2026-01-01", timezone.now(), 5
    parked.save()

    before = tool.get("ratings/").json()[0]["state"]
    answer = tool.post("ratings/standard/try-again/")

    assert (before, answer.status_code, answer.json()["state"]) == ("parked", 202, "waiting")
