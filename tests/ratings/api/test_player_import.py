"""A member list over REST: looked at, decided about, imported as a whole."""

from __future__ import annotations

import pytest
from factories import list_of, make_club, make_player

from clubs.models import Player
from ratings.replay import update_list
from support.api_caller import caller_for

FILE = "Name;Born;Rapid\r\nSousa, Ana;1990;1650\r\nNovo, José;2001;\r\n"


@pytest.fixture
def club(db):
    return make_club("North")


@pytest.fixture
def tool(club):
    return caller_for(club)


def names(club):
    """Return the names of the club's players."""
    return sorted(Player.objects.filter(club=club).values_list("name", flat=True))


def test_a_dry_run_tells_row_by_row_and_writes_nothing(club, tool):
    ana = make_player(club, "Sousa, Ana", birth_year=1990)

    answer = tool.post("players/import/?dry_run=true", FILE)

    assert answer.status_code == 200, answer.content
    rows = [(row["line"], row["kind"], row["player"]) for row in answer.json()["rows"]]
    assert rows == [(2, "known", ana.pk), (3, "new", None)]
    assert answer.json()["rows"][0]["ratings"] == {"rapid": 1650}
    assert answer.json()["rows"][1]["fields"] == {"name": "Novo, José", "birth_year": 2001}
    assert names(club) == ["Sousa, Ana"]


def test_a_file_is_imported_with_its_ratings(club, tool):
    answer = tool.post("players/import/", FILE)

    assert answer.status_code == 200
    added = Player.objects.in_bulk(answer.json()["added"])
    assert sorted(player.name for player in added.values()) == names(club)
    ana = next(player for player in added.values() if player.name == "Sousa, Ana")
    assert ana.adjustments.get().rating == 1650
    update_list(list_of(club, "rapid").pk)
    again = tool.post("players/import/", FILE).json()
    assert [row["kind"] for row in again["rows"]] == [
        "unchanged", "unchanged",
    ]  # fmt: skip


def test_a_doubtful_row_stops_all_until_it_is_decided(club, tool):
    namesake = make_player(club, "Sousa, Ana")
    make_player(club, "Sousa, Ana", birth_year=1985)

    refused = tool.post("players/import/", FILE)
    told = tool.post("players/import/?dry_run=true", FILE).json()["rows"][0]
    decided = tool.post(f"players/import/?decide=2:{namesake.pk}", FILE)

    assert refused.status_code == 422
    assert [(each["path"], each["code"]) for each in refused.json()["errors"]] == [
        ("line 2", "doubtful")
    ]
    assert told["kind"] == "doubtful"
    assert [each["id"] for each in told["candidates"]] == [namesake.pk]
    assert decided.status_code == 200
    assert names(club) == ["Novo, José", "Sousa, Ana", "Sousa, Ana"]
    namesake.refresh_from_db()
    assert namesake.birth_year == 1990


def test_a_plan_that_moved_on_is_refused(club, tool):
    digest = tool.post("players/import/?dry_run=true", FILE).json()["digest"]
    make_player(club, "Novo, José", birth_year=2001)

    refused = tool.post(f"players/import/?digest={digest}", FILE)

    assert (refused.status_code, refused.json()["code"]) == (412, "plan_outdated")


def test_a_wrong_cell_is_named_with_line_and_column(club, tool):
    refused = tool.post("players/import/", "Name;Rapid\r\nSousa, Ana;²²²\r\n")

    assert refused.status_code == 422
    facts = refused.json()["errors"][0]["facts"]
    assert (facts["line"], facts["column"]) == (2, "rapid")
    assert names(club) == []


def test_only_who_manages_the_whole_club_imports(club):
    reader, of_one_event = caller_for(club, scopes=("read",)), caller_for(club, event=1)

    assert reader.post("players/import/", FILE).json()["facts"] == {"right": "manage"}
    assert of_one_event.post("players/import/", FILE).status_code == 404
