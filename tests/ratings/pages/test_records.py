"""Opponents, colours, best results and streaks, counted by hand."""

from __future__ import annotations

from datetime import date

import pytest
from factories import list_of, make_access, make_player

from ratings.player_page.records import load_records


@pytest.fixture
def games(rated, play):
    """Ana: 1 1 ½ 1 0 1 1 1 in order; Bruno 1700, Carla 1900."""
    ana, bruno, carla = rated("Ana", 1500), rated("Bruno", 1700), rated("Carla", 1900)
    play([(ana, bruno, "10"), (bruno, ana, "01"), (ana, carla, "==")], key=1, day=date(2026, 3, 1))
    play([(ana, carla, "10"), (carla, ana, "10")], key=3, day=date(2026, 3, 8))
    play([(ana, bruno, "10"), (bruno, ana, "01"), (carla, ana, "01")], key=2, day=date(2026, 3, 15))
    return ana, bruno, carla


def test_each_opponent_is_counted(games):
    ana, _bruno, _carla = games

    records = load_records(make_access(ana.club), ana, list_of(ana.club))

    assert [
        (item.person.name, item.games, item.wins, item.draws, item.losses, item.score)
        for item in records.opponents
    ] == [("Bruno", 4, 4, 0, 0, 400), ("Carla", 4, 2, 1, 1, 250)]
    assert [
        (item.colour, item.games, item.wins, item.draws, item.losses) for item in records.colours
    ] == [("w", 4, 3, 1, 0), ("b", 4, 3, 0, 1)]


def test_records_come_as_a_table(client, games):
    ana, bruno, carla = games

    text = client.get(f"/clubs/{ana.club.slug}/players/{ana.pk}/records.csv?list=standard").text

    head, *lines = text.splitlines()
    assert head == (
        "record,opponent_id,opponent,event_number,event,day,games,wins,draws,losses,score,value"
    )
    assert lines[:4] == [
        f"opponent,{bruno.pk},Bruno,,,,4,4,0,0,400,",
        f"opponent,{carla.pk},Carla,,,,4,2,1,1,250,",
        "colour_w,,,,,,4,3,1,0,350,",
        "colour_b,,,,,,4,3,0,1,300,",
    ]
    assert lines[4].startswith(f"best_win,{carla.pk},Carla,3,Event 3,")
    assert lines[4].endswith(",1892")
    assert lines[-4:] == [
        "streak_longest_winning,,,,,,,,,,,3",
        "streak_longest_unbeaten,,,,,,,,,,,4",
        "streak_present_winning,,,,,,,,,,,3",
        "streak_present_unbeaten,,,,,,,,,,,3",
    ]


def test_streaks_follow_the_order_of_play_and_not_of_entry(games):
    """Event 3 was played before event 2: 1 1 ½ 1 0 1 1 1."""
    ana, bruno, carla = games

    streaks = [
        load_records(make_access(ana.club), player, list_of(ana.club)).streaks
        for player in (ana, bruno, carla)
    ]

    assert [
        (s.longest_winning, s.longest_unbeaten, s.present_winning, s.present_unbeaten)
        for s in streaks
    ] == [(3, 4, 3, 3), (0, 0, 0, 0), (1, 1, 0, 0)]


def test_best_wins_have_the_rating_used_in_the_event(games):
    ana, _bruno, _carla = games

    records = load_records(make_access(ana.club), ana, list_of(ana.club))

    best = records.best_wins[0]
    assert (best.opponent.name, best.rating, best.event_name) == ("Carla", 1892, "Event 3")
    assert [item.event_key for item in records.best_performances] == [2, 1]


def test_somebody_without_games_has_no_records(client, club):
    player = make_player(club, "Nobody")

    page = client.get(f"/clubs/{club.slug}/players/{player.pk}/records/").content.decode()

    assert "No rated games on this list yet" in page
