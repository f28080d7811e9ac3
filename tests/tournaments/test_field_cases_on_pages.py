"""F02, F07 and F08 as a visitor meets them: every page and file of a closed event says one thing.

Their expected numbers are those of the field cases, worked out by hand there. F18 has files of its
own: tests/ratings/pages/test_privacy.py and test_public_event_privacy.py.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from factories import list_of, make_access, make_club
from factories_events import make_evening, make_rated_players, play_game, rate

from clubs.access import ClubAccess
from clubs.models import Player
from ratings.publishing import issue_list
from support.page_text import history_of, page_of, sent, text_of
from tournaments.closing import close_tournament
from tournaments.correcting import Correction, correct_tournament, preview_correction
from tournaments.models import Tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db

AfterCommit = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club("Torre"))


@pytest.fixture
def closed(django_capture_on_commit_callbacks: AfterCommit) -> Callable[..., Tournament]:
    """Return a function that plays games one a round and closes the event."""

    def play(access: ClubAccess, games: list[Any], **fields: Any) -> Tournament:
        event = make_evening(access, **fields)
        for white, black, result in games:
            play_game(access, event, white, black, result)
        with django_capture_on_commit_callbacks(execute=True):
            close_tournament(access, event)
        event.refresh_from_db()
        return event

    return play


def report_line(event: Tournament, player: Player, control: str = "Standard") -> str:
    """Return a player's line of the rating report as words."""
    address = f"/clubs/{event.club.slug}/tournaments/{event.number}/report/"
    words = text_of(Client().get(address)).split(f"{control} rating changes", 1)[1]
    return re.split(r" Why\? ", words.split(f" {player.name} ", 1)[1])[0]


def csv_row(player: Player, event: Tournament) -> dict[str, str]:
    """Return a player's row of an event from the file of events."""
    address = f"/clubs/{player.club.slug}/players/{player.pk}/events.csv"
    rows = csv.DictReader(io.StringIO(sent(Client().get(address))))
    return next(row for row in rows if row["event_number"] == str(event.number))


def live(player: Player, control: str = "standard") -> int:
    """Return a player's rating as the live list has it."""
    address = f"/clubs/{player.club.slug}/ratings/{control}/list.json"
    rows = Client().get(address).json()["players"]
    return next(int(row["rating"]) for row in rows if row["id"] == player.pk)


@pytest.mark.parametrize(
    ("result", "raw", "change", "after"),
    [
        (Result.WHITE_WINS, "+38.40", "+38", 1538),
        (Result.BLACK_WINS, "−21.60", "−22", 1478),
        (Result.DRAW, "+8.40", "+8", 1508),
    ],
)
def test_f02_one_rounding_on_every_page(access, closed, result, raw, change, after):
    """1500, K 20, three times against 1600."""
    ana, *others = make_rated_players(access, [1500, 1600, 1600, 1600])
    event = closed(access, [(ana, other, result) for other in others])
    number = int(change.replace("−", "-"))

    page = page_of(Client(), ana, f"?list=standard&open=event-{event.number}")
    link = re.search(
        r'href="(/calculator/[^"]+)"',
        Client().get(
            f"/clubs/{access.club.slug}/players/{ana.pk}/?list=standard&open=event-{event.number}"
        ).text,
    )  # fmt: skip
    assert link is not None
    calculator = text_of(Client().get(link.group(1).replace("&amp;", "&")))
    told = Client().get(f"/api/v1/clubs/{access.club.slug}/players/{ana.pk}/history/").json()

    assert f"Before rounding {raw} Change {change}" in page
    assert f"K × 20 Before rounding {raw} Change {change}" in page
    line = report_line(event, ana)
    assert f"{raw} " in line
    assert change in line
    for row in (csv_row(ana, event), history_of(Client(), ana)["changes"][0], told["results"][0]):
        assert (int(row["change"]), int(row["after"])) == (number, after)
    assert live(ana) == after
    assert raw in calculator
    assert f"{after}" in calculator


def test_f07_k_of_each_list_on_every_page(access, closed):
    """2394 -> 2402 -> 2385 in standard, never above 2390 in rapid; a loss to 2385 in each."""
    veteran, opponent = make_rated_players(access, [None, None])
    for day, rating in (
        (date(2026, 1, 1), 2394),
        (date(2026, 2, 1), 2402),
        (date(2026, 3, 1), 2385),
    ):
        rate(veteran, rating, day, games=200)
    rate(veteran, 2385, date(2026, 3, 1), time_control="rapid", games=200, peak=2390)
    for control in ("standard", "rapid"):
        rate(opponent, 2385, date(2026, 3, 1), time_control=control, games=200)
    games = [(veteran, opponent, Result.BLACK_WINS)]
    # Before the row of 2402 there was nothing that made K 10.
    early = closed(access, games, name="Early", start_date=date(2026, 1, 20))
    slow = closed(access, games, name="Slow", start_date=date(2026, 4, 1))
    fast = closed(access, games, name="Fast", start_date=date(2026, 4, 2), minutes=15, increment=10)

    for event, control, k, change in (
        (slow, "standard", "10", "−5"), (fast, "rapid", "20", "−10")
    ):  # fmt: skip
        page = page_of(Client(), veteran, f"?list={control}&open=event-{event.number}")
        assert f"K × {k} Before rounding {change}.00 Change {change}" in page
        assert f"{k} {change}.00" in report_line(event, veteran, control.capitalize())
        assert csv_row(veteran, event)["used_k"] == k
        assert live(veteran, control) == 2385 + int(change.replace("−", "-"))
    assert csv_row(veteran, early)["used_k"] == "20"


def test_f08_a_correction_on_every_page(access, closed, django_capture_on_commit_callbacks):
    """A beats B, A draws C; then B had beaten A: 1491, 1510, 1509 with the old numbers beside."""
    a, b, c = make_rated_players(access, [1500, 1500, 1510])
    first = closed(access, [(a, b, Result.WHITE_WINS)], name="T1", start_date=date(2026, 3, 7))
    second = closed(access, [(a, c, Result.DRAW)], name="T2", start_date=date(2026, 4, 4))
    issue_list(access, list_of(access.club), date(2026, 4, 30))
    correction = Correction(results={(1, 1): Result.BLACK_WINS})
    shown = preview_correction(access, first, correction)
    with django_capture_on_commit_callbacks(execute=True):
        correct_tournament(access, first, correction, digest=shown.digest, reason="Swapped.")
    issue_list(access, list_of(access.club), date(2026, 5, 31))

    assert [live(player) for player in (a, b, c)] == [1491, 1510, 1509]
    for player, event, before, after, was in (
        (a, first, 1500, 1490, 1510), (a, second, 1490, 1491, 1510),
        (b, first, 1500, 1510, 1490), (c, second, 1510, 1509, 1510),
    ):  # fmt: skip
        row = csv_row(player, event)
        assert (row["before"], row["after"]) == (str(before), str(after))
        assert f"{after} was {was}" in page_of(Client(), player, "?list=standard")
        assert f"{after} was {was}" in report_words(event)
        assert "Swapped." in page_of(Client(), player, "corrections/")
    lists = f"/clubs/{access.club.slug}/lists/standard/"
    old, new = (text_of(Client().get(f"{lists}{number}/")) for number in (1, 2))
    assert "1510" in old
    assert "1491" not in old
    for name, said, should in (("P1", 1510, 1491), ("P2", 1490, 1510), ("P3", 1510, 1509)):
        assert f"{name} “T1” was corrected. Swapped. {said} {should}" in new
    for player in (a, b, c):
        rows = sorted(history_of(Client(), player)["changes"], key=lambda row: row["last_day"])
        for earlier, later in pairwise(rows):
            assert later["before"] == earlier["after"]


def report_words(event: Tournament) -> str:
    """Return the rating report as words."""
    return text_of(Client().get(f"/clubs/{event.club.slug}/tournaments/{event.number}/report/"))
