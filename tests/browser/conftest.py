"""A club with a history to look at, written where the live server reads it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone
from factories import ANA, list_of, make_access, make_club, make_player, make_rating, make_report

from clubs.models import Player
from ratings.publishing import issue_list
from ratings.replay import update_list
from ratings.submit import submit_report

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def window(request, chromium, live_server):
    """Return a function that opens a context of one of the two sizes."""
    contexts = []

    def open_window(**options):
        context = chromium.new_context(
            base_url=live_server.url, locale="en-GB", viewport=request.param, **options
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()


@pytest.fixture
def history(transactional_db) -> Player:
    """Inês: four rapid events in the last months, one of them corrected, and a published list."""
    club = make_club("Northgate Chess Club")
    ines = make_player(club, "Carvalho-Brandão, Inês")
    others = [
        make_player(club, name)
        for name in (
            "Öztürkoğlu, Yiğit",
            "Петренко, Ольга",
            "陳美玲",
            "dos Santos Albuquerque, José",
        )
    ]
    others[1].latin_name = "Petrenko, Olha"
    others[1].save()
    begin = timezone.localdate() - timedelta(days=120)
    for number, player in enumerate([ines, *others]):
        make_rating(player, 1500 + 90 * number, begin, time_control="rapid", games=40)
    for key in range(1, 5):
        _play(ines, others, key, begin + timedelta(days=20 * key), "10")
    issue_list(make_access(club), list_of(club, "rapid"), begin + timedelta(days=45))
    _play(ines, others, 1, begin + timedelta(days=20), "01", reason="The score sheet was misread.")
    issue_list(make_access(club), list_of(club, "rapid"), begin + timedelta(days=75))
    return ines


def _play(
    ines: Player, others: list[Player], key: int, day: date, result: str, **more: str
) -> None:
    games = [(ines, others[0], result), (others[1], ines, "=="), (ines, others[2], "01"),
             (others[3], ines, "01")]  # fmt: skip
    report = make_report(
        games, key=key, first_day=day, time_control="rapid", name=f"Thursday Rapid {key}"
    )
    submit_report(ines.club, ANA, report, **more)
    update_list(list_of(ines.club, "rapid").pk)
