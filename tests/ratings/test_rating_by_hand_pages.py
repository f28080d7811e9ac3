"""Ratings by hand and years of birth: the wave first, then exactly what was shown."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from factories import ANA, list_of, make_club, make_player, make_report, owner_access, sign_in

from ratings.adjustments import give_rating
from ratings.models import RatingAdjustment, RatingChange
from ratings.submit import submit_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def organiser(client, club):
    return sign_in(client, club, "organiser")


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Run what comes after a commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def played(club, committed):
    """Return Ana (1600 after 30 games) and Rui (1500), who lost to her in March."""
    access = owner_access(club)
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    with committed():
        for player, rating in ((ana, 1600), (rui, 1500)):
            give_rating(
                access, player, list_of(club), rating=rating, games=30, reason="List",
                day=date(2026, 1, 1),
            )  # fmt: skip
        submit_report(club, ANA, make_report([(ana, rui, "10")], name="Spring Open"))
    return ana, rui


def two_steps(client, url, fields, committed):
    """Post a form, then confirm what was shown; return both answers."""
    shown = client.post(url, fields)
    digest = shown.text.split('name="digest" value="')[1].split('"')[0]
    with committed():
        return shown, client.post(url, {**fields, "digest": digest})


def test_a_rating_by_hand_shows_the_wave_and_the_events_it_misses(
    client, club, organiser, committed
):
    ana, _rui = played(club, committed)
    url = reverse("player_rating", args=[club.slug, ana.pk])
    late = {"time_control": "standard", "rating": "1 700", "day": "2026-06-01", "reason": "Jury"}

    missed = client.post(url, late)
    shown, done = two_steps(client, url, {**late, "day": "2026-02-01"}, committed)

    assert "These events begin before that day and are not touched:" in missed.text
    assert "Spring Open" in missed.text
    assert "2 ratings will move." in shown.text
    assert "Nothing has been changed yet." in shown.text
    assert done.status_code == 303
    assert RatingAdjustment.objects.get(rating=1700).reason == "Jury"
    # 1700 against 1500 is expected to score 0.76: K 20 times 0.24 is 4.8.
    assert RatingChange.objects.get(player=ana, event_key=1).after == 1705


def test_what_was_not_shown_is_not_written(client, club, organiser, committed):
    ana, rui = played(club, committed)
    url = reverse("player_rating", args=[club.slug, ana.pk])
    fields = {"time_control": "standard", "rating": "1700", "day": "2026-02-01", "reason": "Jury"}
    shown = client.post(url, fields)
    digest = shown.text.split('name="digest" value="')[1].split('"')[0]

    with committed():
        submit_report(club, ANA, make_report([(rui, ana, "10")], key=2, first_day=date(2026, 4, 1)))
    refused = client.post(url, {**fields, "digest": digest})

    assert refused.status_code == 409
    assert "Something changed since this was shown." in refused.text
    assert "4 ratings will move." in refused.text
    assert not RatingAdjustment.objects.filter(rating=1700).exists()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rating": "", "reason": "x"}, "Enter a rating, or choose to take it away."),
        ({"rating": "99999", "reason": "x"}, "99999 is too high. The highest is 4000."),
        ({"rating": "-5", "reason": "x"}, "-5 is too low."),
        ({"rating": "50", "reason": "x"}, "no rating is below 100 on that day."),
        ({"rating": "1500", "reason": ""}, "This field is required."),
        ({"rating": "1500", "reason": "x", "day": "1900-01-01"}, "Give a day between"),
        ({"rating": "1500", "reason": "x", "day": "soon"}, "Enter a valid date."),
        ({"rating": "1500", "reason": "x" * 201}, "at most 200 characters"),
    ],
)
def test_a_wrong_rating_by_hand_is_said_at_its_field(client, club, organiser, fields, message):
    player = make_player(club, "Sousa, Ana")
    url = reverse("player_rating", args=[club.slug, player.pk])

    answer = client.post(url, {"time_control": "standard", **fields})

    assert answer.status_code == 422
    assert message in answer.text
    assert not RatingAdjustment.objects.exists()


def test_a_rating_is_withdrawn_once(client, club, organiser, committed):
    ana, _rui = played(club, committed)
    given = RatingAdjustment.objects.get(player=ana)
    url = reverse("adjustment_withdraw", args=[club.slug, given.pk])

    shown, done = two_steps(client, url, {"reason": "Typing error"}, committed)
    again = client.post(url, {"reason": "", "digest": "x"})

    assert "2 ratings will move." in shown.text
    assert (done.status_code, again.status_code) == (303, 409)
    assert RatingChange.objects.get(player=ana).start_source == "newcomer"


def test_another_year_of_birth_shows_what_moves_first(client, club, organiser, committed):
    ana, _rui = played(club, committed)
    url = reverse("player_birth", args=[club.slug, ana.pk])
    fields = {"birth_year": "2012", "birth_date": "", "version": ana.version}

    shown, done = two_steps(client, url, fields, committed)

    assert "1 rating will move." in shown.text
    assert done.status_code == 303
    # Expected 0.64: a win gives K times 0.36, with K 40 instead of 20.
    row = RatingChange.objects.get(player=ana, event_key=1)
    assert (row.used_k, row.after) == (40, 1614)


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"birth_year": "1850"}, 422, "A year from 1900 to now."),
        ({"birth_year": "2010", "birth_date": "2011-05-01"}, 422, "The date is in 2011."),
    ],
)
def test_an_impossible_birth_is_refused(client, club, organiser, fields, status, message):
    player = make_player(club, "Sousa, Ana")

    answer = client.post(reverse("player_birth", args=[club.slug, player.pk]), fields)

    assert answer.status_code == status
    assert message in answer.text
