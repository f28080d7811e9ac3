"""The commands rating_list, update_ratings and explain, as people call them."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from factories import ANA, list_of, make_club, make_player, make_players, make_rating, make_report

from clubs.models import Club
from ratings.models import RatingPolicy
from ratings.submit import submit_report
from support.ledger import rate, rating_of, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club("North")


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_rating_list_prints_data(club: Club) -> None:
    a = make_player(club, "Sousa, Ana")
    a.fide_id = 1234567
    a.save()
    make_rating(a, 1850, games=12, peak=1900)
    settle(club)

    assert json.loads(said("rating_list", club.slug, "standard", "--json")) == [
        {"name": "Sousa, Ana", "fide_id": 1234567, "rating": 1850, "games": 12, "peak": 1900}
    ]
    assert "Sousa, Ana" in said("rating_list", club.slug, "standard")
    assert json.loads(said("rating_list", club.slug, "blitz", "--json")) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("rating_list", "nowhere", "standard"),
        ("rating_list", "nowhere", "bullet"),
        ("explain", "1", "1", "--club", "nowhere"),
        ("update_ratings", "--club", "nowhere"),
    ],
)
def test_an_unknown_club_or_list_is_an_error(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        said(*arguments)


def test_update_ratings_works_off_what_waits(club: Club) -> None:
    a, b = make_players(club, 2)
    submit_report(club, ANA, make_report([(a, b, "10")]))

    assert f"{club.slug} standard … done" in said("update_ratings")
    assert rating_of(a) == 1220
    assert "up to date" in said("update_ratings")


def test_update_ratings_names_the_list_that_fails_and_goes_on(club: Club) -> None:
    broken = make_club("Broken")
    for place in (broken, club):
        a, b = make_players(place, 2)
        submit_report(place, ANA, make_report([(a, b, "10")]))
    RatingPolicy.objects.filter(club=broken).delete()

    with pytest.raises(CommandError, match=f"Not updated: {broken.slug} standard"):
        said("update_ratings")

    assert list_of(club).stale_since is None
    assert list_of(broken).stale_since is not None


def test_explain_prints_the_calculation_game_by_game(club: Club) -> None:
    a, b, c = make_player(club, "Sousa, Ana"), make_player(club, "Lima"), make_player(club, "Reis")
    for player, rating in ((a, 1500), (b, 1600), (c, 2000)):
        make_rating(player, rating)
    rate(club, make_report([(a, b, "10"), (c, a, "10")], key=4, name="Spring Open"))

    text = said("explain", "sousa ana", "4", "--club", club.slug)

    assert "difference −100  expected 0.36  +0.64" in text
    assert "difference −500 counted as −400  expected 0.08  −0.08" in text
    assert "Change 20 × +0.56 = +11.20, rounded +11" in text
    assert "Rating 1500 → 1511" in text
    assert said("explain", str(a.pk), "spring-open", "--club", club.slug) == text


def test_explain_gives_the_same_as_data(club: Club) -> None:
    a, b = make_player(club, "Sousa, Ana"), make_player(club, "Lima")
    rate(club, make_report([(a, b, "10")]))

    (data,) = json.loads(said("explain", str(a.pk), "1", "--club", club.slug, "--json"))

    assert (data["raw_change"], data["change"], data["after"]) == (2000, 20, 1220)
    assert (data["games"][0]["opponent"], data["games"][0]["delta"]) == ("Lima", 50)


def test_explain_says_why_there_is_nothing_to_explain(club: Club) -> None:
    a, b, c = make_players(club, 3)
    twin = make_player(club, a.name)
    submit_report(club, ANA, make_report([(a, b, "10")], name="Night"))
    slug = club.slug

    for arguments, message in (
        ((str(a.pk), "1"), "has not been rated yet"),
        (("Nobody", "1"), "no player 'Nobody'"),
        ((a.name, "1"), f"give one of the ids {a.pk}, {twin.pk}"),
        ((str(a.pk), "9"), "No event '9'"),
    ):
        with pytest.raises(CommandError, match=message):
            said("explain", *arguments, "--club", slug)
    settle(club)
    with pytest.raises(CommandError, match="has no game in Night"):
        said("explain", str(c.pk), "1", "--club", slug)
