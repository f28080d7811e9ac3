"""Around midnight every day below a club is the club's, whatever the server's clock says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from factories import list_of, make_access, make_club, make_player, make_rating

from clubs.errors import InvalidInput
from clubs.models import Club
from clubs.players import add_player
from ratings.adjustments import adjustment_problems, give_rating
from ratings.changes import PlannedAdjustment
from ratings.identity import change_birth_year
from ratings.rules import TimeControl
from support.api_caller import caller_for
from support.ledger import settle

pytestmark = pytest.mark.django_db
IN_SAO_PAULO = date(2025, 12, 31)


@pytest.fixture
def club() -> Iterator[Club]:
    """Return a club in São Paulo, three hours behind the server, on New Year's Eve at 22:30."""
    with time_machine.travel("2026-01-01T01:30:00Z", tick=False):
        club = make_club()
        club.time_zone = "America/Sao_Paulo"
        club.save()
        yield club


def test_a_rating_without_a_day_holds_from_the_day_of_the_club(club: Club) -> None:
    player = make_player(club)

    given = give_rating(make_access(club), player, list_of(club), rating=1500, reason="A letter.")

    assert given.day == IN_SAO_PAULO


def test_the_preview_of_such_a_rating_is_of_that_day(club: Club) -> None:
    """The digest of the preview confirms what is given without a day a moment later."""
    player, caller = make_player(club), caller_for(club)
    body = {"player": player.pk, "time_control": "standard", "rating": 1500}

    digest = caller.post("adjustments/preview/", body).json()["digest"]
    given = caller.post("adjustments/", {**body, "reason": "A letter.", "digest": digest})

    assert (given.status_code, given.json()["day"]) == (201, IN_SAO_PAULO.isoformat())


def test_the_latest_day_of_a_rating_is_a_year_and_a_day_ahead_there(club: Club) -> None:
    def codes(day: date) -> list[str]:
        planned = PlannedAdjustment(TimeControl.STANDARD, make_player(club).pk, day, 1500)
        return [problem.code for problem in adjustment_problems(list_of(club), planned, "Why")]

    assert codes(date(2027, 1, 1)) == []
    assert codes(date(2027, 1, 2)) == ["day_out_of_range"]


def test_a_year_of_birth_that_has_not_begun_there_is_refused(club: Club) -> None:
    access, player = make_access(club), make_player(club)

    for change in (
        lambda: change_birth_year(access, player, 2026),
        lambda: add_player(access, name="Eva", birth_year=2026),
    ):
        with pytest.raises(InvalidInput):
            change()


def test_lists_and_files_are_of_the_day_there(club: Club, client: Client) -> None:
    """A junior of 2007 is one until the end of 2025: K 40 on the list of that evening."""
    make_rating(make_player(club, birth_year=2007), 1500, date(2025, 1, 1))
    settle(club)

    address = reverse("rating_list_file", args=[club.slug, "standard", "json"])
    file = client.get(address).json()

    assert (file["as_of"], file["players"][0]["k"]) == (IN_SAO_PAULO.isoformat(), 40)
