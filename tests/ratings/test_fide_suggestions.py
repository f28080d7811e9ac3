"""Players of the local FIDE list: suggested while a line is typed, added by their number."""

from __future__ import annotations

import pytest
from django.urls import reverse
from factories import make_club, make_player, sign_in

from clubs.models import FidePlayer, Player
from ratings.models import Rating

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


def add(client, club, lines):
    url = reverse("player_add", args=[club.slug])
    fields = {"lines": lines, "time_control": "rapid", "day": "2026-11-30", "form_key": "k1"}
    return client.post(url, fields)


@pytest.fixture
def ana_of_the_list():
    return FidePlayer.objects.create(
        fide_id=1901234, name="Sousa, Ana", search_name="sousa ana", federation="POR", sex="w",
        birth_year=1990, standard=1640, rapid=1580,
    )  # fmt: skip


def suggestions(client, club, line, **headers):
    url = reverse("fide_suggestions", args=[club.slug])
    return client.get(url, {"q": line}, headers={"HX-Request": "true", **headers})


def test_suggestions_of_the_fide_list_are_a_part_of_the_page(
    client, club, organiser, ana_of_the_list
):
    answer = suggestions(client, club, "Ana Zimmer")
    assert "No match in the FIDE list." in answer.text
    answer = suggestions(client, club, "Ana Sou")

    assert "<html" not in answer.text
    assert 'data-line="Sousa, Ana 1990 1901234"' in answer.text
    assert "1 player in the FIDE list matches." in answer.text


def test_who_is_in_the_club_already_is_not_offered(client, club, organiser, ana_of_the_list):
    player = make_player(club, "Sousa, Ana")
    Player.objects.filter(pk=player.pk).update(fide_id=1901234)

    answer = suggestions(client, club, "sousa")

    assert "In the club already" in answer.text
    assert "data-line" not in answer.text


def test_suggestions_cost_the_same_for_one_and_for_many(
    client, club, organiser, ana_of_the_list, django_assert_num_queries
):
    # Session, person, club with role, list, who is known.
    with django_assert_num_queries(5):
        suggestions(client, club, "sousa")
    for number in range(30):
        FidePlayer.objects.create(fide_id=number + 1, name=f"Sousa, {number}", search_name="sousa")
    with django_assert_num_queries(5):
        assert suggestions(client, club, "sousa").text.count("data-line") == 8


def test_without_a_script_suggestions_lead_to_the_list(client, club, organiser):
    answer = client.get(reverse("fide_suggestions", args=[club.slug]), {"q": "Sousa"})

    assert answer.url == reverse("fide_lookup", args=[club.slug]) + "?q=Sousa"


def test_a_line_with_a_fide_id_brings_the_ratings_of_the_list(
    client, club, organiser, committed, ana_of_the_list
):
    with committed():
        add(client, club, "1901234\nLima, Rui 1500")

    player = Player.objects.get(fide_id=1901234)
    assert (player.name, player.birth_year, player.federation) == ("Sousa, Ana", 1990, "POR")
    ratings = Rating.objects.order_by("rating").values_list(
        "player__name", "rating_list__time_control", "rating"
    )
    assert list(ratings) == [
        ("Lima, Rui", "rapid", 1500),
        ("Sousa, Ana", "rapid", 1580),
        ("Sousa, Ana", "standard", 1640),
    ]


def test_a_typed_rating_counts_before_that_of_the_list(
    client, club, organiser, committed, ana_of_the_list
):
    with committed():
        add(client, club, "Ana Sousa 1700 1901234")

    assert Player.objects.get().name == "Ana Sousa"
    ratings = Rating.objects.values_list("rating_list__time_control", "rating")
    assert sorted(ratings) == [("rapid", 1700), ("standard", 1640)]


def test_a_fide_id_nobody_knows_is_said_at_its_line(client, club, organiser):
    answer = add(client, club, "1999999")

    assert answer.status_code == 422
    assert "has no such FIDE ID" in answer.text
    assert "1999999</textarea>" in answer.text
