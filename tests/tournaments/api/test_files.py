"""Exchange files over REST: in, once and again with more rounds, and out in every dialect."""

from __future__ import annotations

import json

import pytest
from factories import make_access
from factories_events import make_event, make_field, play_round

from clubs.models import Player
from clubs.names import search_form
from support.api_caller import Caller, caller_for
from support.pairing_events import available_engines
from support.pairing_programs import refusal_of
from support.sources import ROOT
from tournaments.exchange.numbering import state_before
from tournaments.exchange.read import read_exchange_file
from tournaments.exchange.write import write_exchange_file
from tournaments.models import Pairing, Round, Tournament
from tournaments.pairing.engine import pair_round as pair_by_engine
from tournaments.pairing.gacrux_engine import gacrux_pairs
from tournaments.pairing.records import PairingState
from tournaments.results import ByeKind, Result

HERE = "tournaments/1/"
FILE = (ROOT / "tests/data/trf/SYN-1/final.trf").read_text(encoding="utf-8")


def after_rounds(text, rounds):
    """Return the file as it was after some rounds: results columns cut, points made to fit."""
    record = read_exchange_file(text.encode()).record
    return write_exchange_file(state_before(record, rounds + 1), dialect="trf16")


def test_a_dry_run_says_what_would_come_and_writes_nothing(tool):
    answer = tool.post("tournaments/import/?dry_run=true", FILE)

    assert (answer.status_code, answer.json()["is_new"]) == (200, True)
    assert answer.json()["tournament"] is None
    assert len(answer.json()["players"]) == read_exchange_file(FILE.encode()).counts.players
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_the_same_file_twice_changes_nothing(tool):
    first = tool.post("tournaments/import/", FILE)
    before = list(Pairing.objects.values_list("pk", "version"))
    second = tool.post("tournaments/import/", FILE)
    third = tool.put(f"{HERE}file/", FILE)

    assert (first.status_code, second.status_code, third.status_code) == (201, 200, 200)
    assert (second.json()["is_changed"], third.json()["is_changed"]) == (False, False)
    assert list(Pairing.objects.values_list("pk", "version")) == before
    assert Tournament.objects.count() == 1


def test_a_later_file_adds_its_rounds(tool):
    made = tool.post("tournaments/import/", after_rounds(FILE, 2))
    assert made.status_code == 201, made.content
    assert Round.objects.count() == 2

    answer = tool.put(f"{HERE}file/", FILE)

    record = read_exchange_file(FILE.encode()).record
    assert answer.status_code == 200, answer.content
    assert answer.json()["rounds_added"] == list(range(3, record.rounds_paired + 1))


def test_a_contradiction_is_refused_with_line_and_field(tool):
    tool.post("tournaments/import/", FILE)
    board = tool.get(f"{HERE}rounds/1/boards/1/").json()
    other = "0-1" if board["result"] != "01" else "1-0"
    body = {"result": other, "later_rounds": "keep"}
    tool.patch(f"{HERE}rounds/1/boards/1/", body)

    answer = tool.put(f"{HERE}file/", FILE)

    assert (answer.status_code, answer.json()["code"]) == (422, "file_contradicts")
    (problem,) = answer.json()["errors"]
    assert (problem["code"], problem["facts"]["field"]) == ("different_result", "round 1")
    assert problem["facts"]["found"] == board["result"]
    assert problem["path"] == f"line {problem['facts']['line']}"


def test_a_file_that_cannot_be_read_names_line_and_column(tool):
    bad = (ROOT / "tests/data/trf/bad-2-result.trf").read_text(encoding="utf-8")

    answer = tool.post("tournaments/import/", bad)

    assert (answer.status_code, answer.json()["code"]) == (422, "file_refused")
    assert answer.json()["errors"][0]["facts"]["line"] > 0
    assert answer.json()["errors"][0]["facts"]["column"] > 0
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("dialect", ["trf16", "trf26"])
def test_what_goes_out_comes_back_equal(tool, dialect):
    tool.post("tournaments/import/", FILE)

    text = tool.get(f"{HERE}file/?dialect={dialect}").content
    again = tool.put(f"{HERE}file/", text.decode())

    assert again.json()["is_changed"] is False
    one, other = read_exchange_file(FILE.encode()).record, read_exchange_file(text).record
    assert [each.cells for each in one.competitors] == [each.cells for each in other.competitors]


def test_a_file_tells_those_who_pair_alone_who_will_be_away(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    tool.post(f"{HERE}byes/", {"starting_rank": 4, "round_number": 2})

    away = [
        read_exchange_file(caller.get(f"{HERE}file/?dialect=trf26").content).absences
        for caller in (tool, caller_for(club, scopes=("read",)), Caller(club))
    ]

    assert away == [{(2, 4): ByeKind.HALF_POINT}, {}, {}]


def test_the_engine_takes_what_it_is_given(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400])
    play_round(access, event)
    tool.post(f"{HERE}byes/", {"starting_rank": 6, "round_number": 2, "kind": "Z"})

    answer = tool.get(f"{HERE}file/?dialect=engine&round=2")

    file = read_exchange_file(answer.content)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "XXR 5" in answer.content.decode()
    absences = {rank: kind for (_round, rank), kind in file.absences.items()}
    paired = pair_by_engine(PairingState(file.record, 2, absences))
    assert len(paired.pairings) == 2
    assert 6 not in {rank for pairing in paired.pairings for rank in pairing.ranks}


@pytest.mark.parametrize("engine", available_engines().values(), ids=available_engines().keys())
def test_programs_take_an_event_with_byes_of_its_own_worth(club, tool, engine, tmp_path):
    """A half-point bye is worth nothing here, and a game of round 1 is adjourned."""
    access = make_access(club)
    event = make_event(access, rounds_planned=5, half_point_bye=0)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200])
    for rank in (7, 8):
        tool.post(f"{HERE}byes/", {"starting_rank": rank, "round_number": 1})
    play_round(access, event, {2: Result.ADJOURNED})
    tool.post(f"{HERE}byes/", {"starting_rank": 6, "round_number": 2})

    for query in ("dialect=engine", "dialect=engine&round=2"):
        text = tool.get(f"{HERE}file/?{query}").content.decode()
        assert refusal_of(engine, text, tmp_path) == ""
        assert "0000 - Z" in text


def test_the_reference_engine_pairs_from_the_file_as_it_goes_out(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400, 1300])
    play_round(access, event)
    tool.post(f"{HERE}byes/", {"starting_rank": 6, "round_number": 2, "kind": "Z"})

    text = tool.get(f"{HERE}file/?dialect=engine&round=2").content.decode()
    pairs, _version = gacrux_pairs(text, 2)
    ours = tool.post(f"{HERE}rounds/", {"number": 2}).json()

    records = {line.split()[0] for line in text.splitlines()}
    assert {"001", "192", "XXR", "XXC", "XXZ"} <= records
    assert "XXZ 6" in text.splitlines()
    boards = {
        (board["white"]["starting_rank"], board["black"]["starting_rank"])
        for board in ours["boards"]
    }
    assert {pair for pair in pairs if 0 not in pair} == boards
    assert len(boards) == 3


def test_a_round_that_is_not_there_yet_has_no_engine_file(club, tool):
    make_field(make_access(club), make_event(make_access(club)), [1900, 1800])

    answer = tool.get(f"{HERE}file/?dialect=engine&round=3")

    assert (answer.status_code, answer.json()["code"]) == (422, "round_range")


@pytest.mark.parametrize(
    ("dialect", "kind"),
    [("csv", "text/csv"), ("csv-players", "text/csv"), ("csv-results", "text/csv"),
     ("pgn", "application/vnd.chess-pgn"), ("json", "application/json")],
)  # fmt: skip
def test_tables_games_and_data_go_out(tool, dialect, kind):
    tool.post("tournaments/import/", FILE)

    answer = tool.get(f"{HERE}file/?dialect={dialect}")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(kind)
    assert answer["Content-Disposition"].startswith("attachment")


def test_the_data_hold_every_player_and_round(tool):
    tool.post("tournaments/import/", FILE)
    record = read_exchange_file(FILE.encode()).record

    data = json.loads(tool.get(f"{HERE}file/?dialect=json").content)

    assert [player["name"] for player in data["players"]] == [p.name for p in record.competitors]
    assert len(data["rounds"]) == record.rounds_paired


def test_doubtful_players_are_said_who_they_are(club, tool):
    first = read_exchange_file(FILE.encode()).record.competitors[0]
    # A namesake of whom the club does not know enough to be sure.
    namesake = Player.objects.create(
        club=club, name=first.name, search_name=search_form(first.name)
    )

    asked = tool.post("tournaments/import/", FILE)
    told = tool.post(f"tournaments/import/?match={first.starting_rank}:{namesake.pk}", FILE)
    wrong = tool.post("tournaments/import/?match=first:new", FILE)

    assert (asked.status_code, asked.json()["code"]) == (422, "players_doubtful")
    assert [item["path"] for item in asked.json()["errors"]] == [f"matches.{first.starting_rank}"]
    assert told.status_code == 201
    matched = {each["starting_rank"]: each["player"] for each in told.json()["players"]}
    assert matched[first.starting_rank] == namesake.pk
    assert (wrong.status_code, wrong.json()["code"]) == (422, "match_form")
