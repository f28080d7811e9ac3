"""Withdrawals from a round robin are explained by the 50 % rule; sheets show the right tables."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from factories import make_access, make_club
from factories_events import make_event, make_field, play_round

from support.api_caller import caller_for
from support.club_night import Evening, make_evening
from support.page_text import text_of
from tournaments.event_queries import standings_of
from tournaments.models import Tournament
from tournaments.pairing_rounds import pair_all_rounds
from tournaments.publishing import publish_all_rounds
from tournaments.results import Result
from tournaments.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


def round_robin(players: int, played: int, **fields: object) -> Evening:
    """Return a round robin of which some rounds have been played."""
    evening = make_evening(players, format=Tournament.Format.ROUND_ROBIN, **fields)
    for _round in range(played):
        evening.play_round()
    return evening


def test_who_leaves_early_counts_for_nobody_and_the_pages_say_why() -> None:
    evening = round_robin(5, 2)
    # Of five players, number 1 is free in round 1 and meets number 2 in round 2.
    quitter = evening.entries()[0]
    client = evening.sign_in()
    entry_page = evening.url("manage_entry", entry_id=quitter.pk)

    before = text_of(client.get(entry_page))
    withdraw_entry(evening.access, quitter, from_round=3)
    page = reverse("tournament_page", args=[evening.club.slug, evening.event.number])
    public = text_of(client.get(page))
    body = caller_for(evening.club).get("tournaments/1/standings/").json()

    assert "1 of 4 games played." in before
    assert "That is less than half" in before
    assert "Left before half of the games were played, so these results do not count:" in public
    assert "(1 of 4 played)" in public
    assert "rated games stay rated" in public
    assert body["annulled"] == [1]
    assert {row["starting_rank"] for row in body["rows"]} == {2, 3, 4, 5}
    card = text_of(client.get(reverse("tournament_entry", args=[evening.club.slug, 1, 1])))
    assert "Left after 1 of 4 games. That is less than half" in card
    sheet = text_of(client.get(evening.url("print_standings")))
    assert "Left before half of the games were played" in sheet


def test_who_leaves_after_half_of_the_games_stays_in_the_table() -> None:
    evening = round_robin(4, 2)
    leaver = evening.entries()[0]
    entry_page = evening.url("manage_entry", entry_id=leaver.pk)

    before = text_of(evening.sign_in().get(entry_page))
    withdraw_entry(evening.access, leaver, from_round=3)
    round_3 = evening.play_round(results=False)

    assert "2 of 3 games played." in before
    assert "That is at least half" in before
    table = standings_of(evening.event)
    assert table.annulled == ()
    # The game that is left goes to the opponent without play, at once.
    forfeits = [b.result for b in round_3.pairings.all() if leaver.pk in (b.white_id, b.black_id)]
    assert forfeits in (["-+"], ["+-"])


def test_the_table_of_an_earlier_round_does_not_know_who_left_later() -> None:
    evening = round_robin(5, 2)
    tool = caller_for(evening.club)
    before = tool.get("tournaments/1/standings/?after=1").json()

    withdraw_entry(evening.access, evening.entries()[0], from_round=3)

    after_1 = tool.get("tournaments/1/standings/?after=1").json()
    after_2 = tool.get("tournaments/1/standings/?after=2").json()
    assert after_1 == before
    assert after_1["annulled"] == []
    assert (len(after_1["rows"]), len(after_2["rows"])) == (5, 4)
    assert after_2["annulled"] == [1]


def test_a_forfeit_is_no_game_played() -> None:
    """One game over the board and a win without play are one of three games: less than half."""
    access = make_access(make_club())
    event = make_event(access, format="round_robin")
    entries = make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, usual=Result.WHITE_WINS)
    play_round(access, event, {1: Result.WHITE_WINS_BY_FORFEIT, 2: Result.WHITE_WINS_BY_FORFEIT})

    withdraw_entry(access, entries[0], from_round=3)

    event.refresh_from_db()
    assert standings_of(event).annulled == (1,)


def test_the_plan_of_rounds_does_not_move_the_limit() -> None:
    """The event was planned with its usual five rounds; a double round robin of four has six."""
    access = make_access(make_club())
    event = make_event(access, format="double_round_robin", rounds_planned=5)
    entries = make_field(access, event, [1900, 1800, 1700, 1600])
    for _round in range(2):
        play_round(access, event)

    withdraw_entry(access, entries[0], from_round=3)

    event.refresh_from_db()
    assert standings_of(event).annulled == (1,)


@pytest.mark.parametrize("order", ["", "?order=start"])
def test_the_sheet_of_a_round_robin_is_a_matrix_in_either_order(order: str) -> None:
    evening = make_evening(4, format=Tournament.Format.ROUND_ROBIN)
    pair_all_rounds(evening.access, evening.event)
    publish_all_rounds(evening.access, evening.event)
    client = evening.sign_in()
    board = evening.url("enter_board_result", round_number=1, board_number=2)
    client.post(board, {"result": "01"})

    page = client.get(evening.url("print_standings") + order).content.decode()
    crosstable = page[page.index("Crosstable") :]
    names = re.findall(r'class="keep"><bdi>([^<]+)', crosstable)

    assert crosstable.count("×") == 4
    listed = [entry.player.name for entry in evening.entries()]
    # Number 3 won the only game, at board 2 against number 2.
    assert names == listed if order else names[0] == listed[2]


def test_shared_places_are_marked_on_the_sheet() -> None:
    evening = make_evening(4, tie_breaks=["WIN"])
    evening.play_round(results=False)
    client = evening.sign_in()
    for number in (1, 2):
        board = evening.url("enter_board_result", round_number=1, board_number=number)
        client.post(board, {"result": "=="})

    page = client.get(evening.url("print_standings")).content.decode()

    assert page.count('<td class="rank">1=</td>') == 4


def test_the_sheet_of_a_keizer_season_shows_the_season() -> None:
    evening = make_evening(4, format=Tournament.Format.KEIZER)
    evening.play_round()

    page = evening.sign_in().get(evening.url("print_standings")).content.decode()
    rows = caller_for(evening.club).get("tournaments/1/keizer/").json()["rows"]

    assert "Keizer score" in page
    scores = re.findall(r'class="num strong">([\d.]+)</td></tr>', page[: page.index("Crosstable")])
    assert scores == [f"{row['score'] / 100:.2f}" for row in rows]
