"""An event is read in four queries, into the record the pure modules take."""

from __future__ import annotations

import pytest
from factories import make_access, make_club
from factories_events import make_event, make_field, play_round

from clubs.access import Right
from clubs.models import Player
from tournaments.byes import request_bye
from tournaments.event_queries import event_record, load_event_record, load_event_view
from tournaments.pairing_rounds import pair_round
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [4, 40])
def test_reading_an_event_costs_four_queries(players: int, django_assert_num_queries):
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [2000 - n for n in range(players)])
    play_round(access, event)
    play_round(access, event)

    with django_assert_num_queries(4):
        record = load_event_record(event)

    assert (len(record.competitors), record.rounds_paired) == (players, 2)


def test_the_record_holds_colours_byes_families_and_settings():
    access = make_access(make_club())
    event = make_event(access, initial_colour="w", pairing_bye=50, acceleration="baku", win=100)
    entries = make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400])
    Player.objects.filter(name__in=["P5", "P6"]).update(family_group="Silva", birth_year=2010)
    request_bye(access, entries[2], round_number=1)
    play_round(access, event, usual=Result.WHITE_WINS)
    event.refresh_from_db()

    record = load_event_record(event)

    letters = {p.starting_rank: p.cells[0].outcome.value for p in record.competitors}
    assert letters[3] == "H"
    assert sorted(letters.values()) == ["0", "0", "1", "1", "H", "U"]
    assert record.points.pairing_bye == 50
    assert record.forbidden_pairs == ((frozenset({5, 6}), 1, 5),)
    # C.04.5.1: six players make an upper group of four; five rounds give 1, 1 and a half.
    assert record.virtual_points == tuple((rank, (100, 100, 50)) for rank in (1, 2, 3, 4))
    assert (record.time_control_text, record.rounds) == ("90+30", 5)
    assert record.competitors[4].birth == "2010/00/00"


def test_a_draft_is_left_out_unless_asked_for():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    pair_round(access, event)

    assert load_event_view(event).current_round is None
    view = load_event_view(event, drafts=True)
    assert view.current_round is not None
    assert [board.board_number for board in view.current_round.open_boards] == [1]
    assert view.entry_by_id[view.entries[0].pk] is view.entry_by_rank[1]


def test_an_adjourned_game_is_a_draw_for_pairing_only():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    play_round(access, event, usual=Result.ADJOURNED)
    view = load_event_view(event)

    assert [p.cells[0].outcome.value for p in event_record(view).competitors] == ["*", "*"]
    assert [
        p.cells[0].outcome.value for p in event_record(view, adjourned_as_draw=True).competitors
    ] == ["=", "="]


def test_members_see_full_names_and_organisers_years_of_birth():
    club = make_club()
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    Player.objects.filter(name="P1").update(is_hidden=True, birth_year=1980)
    public = make_access(club, rights=frozenset())
    member = make_access(club, rights=frozenset({Right.READ}))

    hidden = load_event_record(event, shown_to=public).competitors[0]
    known = load_event_record(event, shown_to=member).competitors[0]
    told = load_event_record(event, shown_to=access).competitors[0]

    assert (hidden.name.startswith("Player "), hidden.birth) == (True, "")
    assert (known.name, known.birth) == ("P1", "")
    assert (told.name, told.birth) == ("P1", "1980/00/00")
