"""The public pages of an event: figures from published cases, stored exactly as shown."""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from factories import make_access, make_club
from factories_events import make_event, make_field, play_round

from clubs.access import ClubAccess
from clubs.formatting import points
from clubs.public_fields import public_player
from support.imported_events import import_record, import_trf
from support.page_tables import address, page, tables_of
from support.small_events import field_case_event
from support.trf_events import DATA
from tournaments.closing import close_tournament
from tournaments.entering_results import enter_results
from tournaments.event_settings import change_settings
from tournaments.given_rounds import set_boards
from tournaments.models import Tournament
from tournaments.publishing import publish_round
from tournaments.results import ByeKind, Result

pytestmark = pytest.mark.django_db

BEFORE_2026, AFTER_2026 = date(2026, 2, 27), date(2026, 3, 6)


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club("Torre"))


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def standings(html: str) -> dict[str, list[str]]:
    """Return the cells after the name by name, from the first table of a page."""
    return {row[1]: row[2:] for row in tables_of(html)[0][1:] if len(row) > 3}


# Standings


# F10: Buchholz Cut 1, Buchholz, Sonneborn-Berger of the players with unplayed rounds.
F10 = {
    BEFORE_2026: {4: ["7½", "8", "¾"], 5: ["6", "8½", "4¼"], 6: ["6½", "8", "2½"],
                  7: ["7", "7½", "1¾"]},
    AFTER_2026: {4: ["7½", "8", "¾"], 5: ["5½", "7½", "3½"], 6: ["5½", "7", "1½"],
                 7: ["7", "7½", "1¾"]},
}  # fmt: skip


@pytest.mark.parametrize("day", [BEFORE_2026, AFTER_2026])
def test_the_standings_show_the_field_cases(access, day):
    event = import_record(access, field_case_event(), day, name="Cup")

    shown = standings(page(event, "tournament_page"))

    assert {n: shown[f"Player {n}"][2:] for n in (4, 5, 6, 7)} == F10[day]
    # F09: who met the player that went home, and what their Buchholz is.
    assert {n: shown[f"Player {n}"][2:4] for n in (1, 2, 3)} == {
        1: ["6½", "7"], 2: ["8", "10"], 3: ["8½", "10"],
    }  # fmt: skip
    assert [shown[f"Player {n}"][1] for n in range(1, 8)] == [
        "3½", "3", "2", "½", "2½", "1½", "1½",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["SYN-1", "SYN-2", "SYN-3"])
def test_the_standings_show_what_two_programs_agree_on(access, name):
    event = import_trf(access, f"{name}/final.trf", time_control="standard")
    expected = json.loads((DATA / name / "tiebreaks.json").read_text("utf-8"))["values"]
    codes = [code for code in ("BH/C1", "BH", "SB", "WIN", "PS") if code in expected]
    change_settings(access, event, tie_breaks=codes)
    public = make_access(event.club, rights=frozenset())
    seen = {
        entry.starting_rank: public_player(entry.player, public)
        for entry in event.entries.select_related("player")
    }
    names = {rank: f"{player['title']} {player['name']}".strip() for rank, player in seen.items()}

    shown = standings(page(event, "tournament_page"))

    for column, code in enumerate(codes):
        for rank, number in expected[code].items():
            hundredths = Fraction(str(number)) * 100
            assert shown[names[int(rank)]][2 + column] == points(int(hundredths), "en"), code


def test_the_published_exercises_show_shared_places(access):
    event = import_trf(access, "tec-exercises-round-robin.trf", time_control="standard",
                       start_date=AFTER_2026)  # fmt: skip
    Tournament.objects.filter(pk=event.pk).update(format="round_robin")
    change_settings(access, event, tie_breaks=["DE"])

    html = page(event, "tournament_page")

    assert [row[0] for row in tables_of(html)[0][1:]] == ["1", "2=", "2=", "4", "5", "6"]
    assert "A place with = is shared." in html


def test_a_value_opens_to_the_rounds_that_make_it(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    html = page(event, "tournament_page", why=5, by="BH/C1")

    opened = tables_of(html)[1]
    assert [row[1:] for row in opened[1:]] == [
        ["3", "0", "3"], ["2", "½", "–"], ["2", "1", "2"], ["½", "1", "½"], ["", "", "5½"],
    ]  # fmt: skip
    assert "round not played by choice, left out first" in html
    assert "not more than a draw in every round" in html
    assert "Tie-break rules of 1 March 2026." in html


def test_two_who_are_level_are_compared_rule_by_rule(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    html = page(event, "tournament_page", why=6)

    assert "Both have 1½ points. What decided?" in html
    steps = re.findall(
        r"<li(?: class=\"here\")?><span>(.*?)</span><b>(.*?)</b><b>(.*?)</b><em>(.*?)</em>", html
    )
    assert steps == [
        ("Points", "1½", "1½", "level"),
        (
            'Direct encounter <small class="quiet">not all of the level players have met</small>',
            "0", "0", "level",
        ),
        ("Buchholz Cut 1", "7", "5½", "decides"),
    ]  # fmt: skip


def test_every_tie_break_there_is_opens(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    codes = ["AOB", "KS", "ARO", "TPR", "PTP", "APRO", "PS", "REP", "STD", "TPN", "FB/M1"]
    change_settings(access, event, tie_breaks=codes)

    opened = {code: page(event, "tournament_page", why=1, by=code) for code in codes}

    # F10: the averages of games over the board alone.
    assert standings(opened["ARO"])["Player 1"][4:6] == ["1701", "2037"]
    assert "On average, and what the score adds: +336" in opened["TPR"]
    assert "The lowest rating with this expected score" in opened["PTP"]


def test_an_earlier_round_has_its_own_standings(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    html = page(event, "tournament_page", after=2)

    assert "Standings after round 2" in html
    assert {n: row[1] for n, row in standings(html).items()} == {
        "Player 1": "1½", "Player 2": "1½", "Player 3": "1½", "Player 4": "0",
        "Player 5": "½", "Player 6": "1½", "Player 7": "1",
    }  # fmt: skip
    assert page(event, "tournament_page", after=99) == page(event, "tournament_page", after=99)
    assert "Standings after round 4" in page(event, "tournament_page", after=99)


@pytest.mark.parametrize("query", ["why=0", "why=999", "why=x", "after=-1", "after=²", "by=NO"])
def test_a_damaged_address_shows_the_page(access, query):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    assert Client().get(f"{address(event, 'tournament_page')}?{query}").status_code == 200


def test_a_keizer_season_opens_to_the_values_that_make_it(access):
    event = make_event(access, format="keizer", rounds_planned=9, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, usual=Result.WHITE_WINS)

    html = page(event, "tournament_page")
    first = tables_of(html)[0][1]
    opened = page(event, "tournament_page", why=1)

    # By place four players are worth 5, 4, 3, 2. P1 beat P2, now third, and has his own value.
    assert first == ["1", "P1", "1900", "1", "5", "8.00"]
    assert [row[1:] for row in tables_of(opened)[1][1:]] == [
        ["3", "1", "3.00"], ["5", "1", "5"], ["", "", "8.00"],
    ]  # fmt: skip


def test_a_season_whose_order_does_not_settle_says_so(access):
    event = make_event(access, format="keizer", rounds_planned=9, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700])
    # Each beats the next in a circle: whoever is made first makes the one who beat him first.
    for white, black, absent in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        round_ = set_boards(access, event, [(white, black)], byes={absent: ByeKind.ZERO_POINT})
        publish_round(access, round_)
        enter_results(access, round_, [{"board": 1, "result": Result.WHITE_WINS}])

    assert "The order never settles" in page(event, "tournament_page")
    assert "The order never settles" not in page(event, "tournament_page", after=1)


# Crosstable, rounds, card


def test_the_crosstable_of_the_field_cases(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    by_place = tables_of(page(event, "tournament_crosstable"))[0]
    by_start = tables_of(page(event, "tournament_crosstable", order="start"))[0]

    assert [row[1:] for row in by_place[1:]] == [
        ["Player 1", "3½", "1 7", "½ 2", "1 4", "1 5", "2000"],
        ["Player 2", "3", "1 3", "½ 1", "1 6", "½ 4", "1900"],
        ["Player 5", "2½", "0 2", "½ bye", "1 bye", "1 7", "1600"],
        ["Player 3", "2", "½ 6", "1 5", "0 1", "½ 2", "1800"],
        ["Player 7", "1½", "1 bye", "0 4", "½ 7", "0 1", "1402"],
        ["Player 6", "1½", "½ 4", "1 F 7", "0 2", "0 away", "1500"],
        ["Player 4", "½", "0 1", "0 F 6", "½ 5", "0 3", "1700"],
    ]
    assert [row[1] for row in by_start[1:]] == [f"Player {n}" for n in range(1, 8)]
    assert by_start[5][2:] == ["2½", "0 2", "½ bye", "1 bye", "1 4", "3", "1600"]


def test_a_round_robin_is_a_matrix(access):
    event = import_trf(access, "tec-exercises-round-robin.trf", time_control="standard",
                       start_date=AFTER_2026)  # fmt: skip
    Tournament.objects.filter(pk=event.pk).update(format="round_robin")

    rows = tables_of(page(event, "tournament_crosstable", order="start"))[0]

    assert [cell for n, row in enumerate(rows[1:]) for cell in (row[3 + n],)] == ["×"] * 6
    assert [row[2] for row in rows[1:]] == ["3½", "3½", "3½", "1½", "1½", "1½"]


def test_a_round_shows_boards_byes_and_why_two_meet(access):
    event = make_event(access, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event, {1: Result.WHITE_WINS, 2: Result.WHITE_WINS_BY_FORFEIT})

    html = page(event, "tournament_round", 1, why=1)

    boards = [row for row in tables_of(html)[0][1:] if len(row) == 4]
    # Dutch pairing of five: the upper half meets the lower, the last has the bye.
    assert [(row[1], row[2].split()[0], row[3]) for row in boards] == [
        ("P1", "1–0", "P3"), ("P4", "+:−", "P2"),
    ]  # fmt: skip
    assert "Bye · 1" in html
    assert "Nobody is due a colour" in html
    assert "All results are in." in html
    assert Client().get(address(event, "tournament_round", 2)).status_code == 404


def test_a_card_shows_every_round_and_value_of_a_player(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")

    html = page(event, "tournament_entry", 6)

    assert [row[1:] for row in tables_of(html)[0][1:]] == [
        ["Player 3", "1800", "½", "½"],
        ["Player 4", "1700", "1", "1½"],
        ["Player 2", "1900", "0", "1½"],
        ["Absent", "", "0", "1½"],
    ]
    assert "Won by forfeit, no move was made" in html
    assert "Buchholz: 7" in html


# Rating report


def test_the_report_says_who_gained_what_and_what_was_not_rated(access, committed):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    with committed():
        close_tournament(access, event)

    html = page(event, "tournament_report")

    changes, not_rated = tables_of(html)
    rows = {row[0]: row[1:] for row in changes[1:]}
    # Player 1, 2000: 1700, 1900, 1800, 1402; 85, 64, 76, 92 of 100 expected (table 8.1.2 and
    # the 400 points); K 20 x (3.50 - 3.17).
    assert rows["Player 1"][:6] == ["2000", "1701", "3½ of 4", "3.17", "40", "+13.20"]
    assert int(rows["Player 1"][7]) == 2000 + int(rows["Player 1"][6].split()[0])
    assert [row[:2] for row in not_rated[1:]] == [
        ["1", "Player 7"], ["2, board 3", "Player 6 – Player 4"], ["2", "Player 5"],
        ["3", "Player 5"], ["4", "Player 6"],
    ]  # fmt: skip
    assert "Forfeit, no move was made" in html
    ledger = reverse("ledger_event", args=[event.club.slug, "standard", event.number])
    assert ledger in html
    assert Client().get(ledger).status_code == 200
    player = event.entries.get(starting_rank=1).player_id
    row = reverse("player_page", args=[event.club.slug, player])
    assert f"{row}?list=standard&amp;open=event-{event.number}#event-{event.number}" in html


def test_the_report_waits_until_the_ratings_are_there(access):
    event = import_record(access, field_case_event(), AFTER_2026, name="Cup")
    assert "Not rated yet" in page(event, "tournament_report")

    close_tournament(access, event)

    html = page(event, "tournament_report")
    assert "The ratings are being worked out." in html
    assert 'data-hx-trigger="every 2s"' in html
