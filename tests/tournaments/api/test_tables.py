"""Standings, crosstables, Keizer seasons and prizes over REST."""

from __future__ import annotations

import pytest
from factories import make_access
from factories_events import make_event, make_field, play_round

from tournaments.entering_results import enter_results
from tournaments.given_rounds import set_boards
from tournaments.publishing import publish_round
from tournaments.results import Result

HERE = "tournaments/1/"


@pytest.fixture
def event(club):
    """Four players, two rounds played: White always won."""
    access = make_access(club)
    event = make_event(access, rounds_planned=3, tie_breaks=["BH", "SB"])
    make_field(access, event, [1900, 1800, 1700, 1600])
    for _round in range(2):
        play_round(access, event, usual=Result.WHITE_WINS)
    return event


def test_each_tie_break_opens_to_the_lines_that_make_it(event, tool):
    body = tool.get(f"{HERE}standings/?expand=lines").json()

    assert [each["code"] for each in body["criteria"]] == ["BH", "SB"]
    for row in body["rows"]:
        for value in row["tie_breaks"]:
            assert sum(line["counted"] for line in value["lines"]) == value["value"]


def test_the_table_of_an_earlier_round_and_of_none(event, tool):
    assert tool.get(f"{HERE}standings/?after=1").json()["after_round"] == 1
    refused = tool.get(f"{HERE}standings/?after=3")

    assert (refused.status_code, refused.json()["code"]) == (422, "round_not_paired")


def test_the_crosstable_points_to_its_own_lines(event, tool):
    rows = tool.get(f"{HERE}crosstable/?order=starting-rank").json()["rows"]

    assert [row["starting_rank"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        for cell in row["cells"]:
            assert rows[cell["opponent_number"] - 1]["starting_rank"] == cell["opponent"]


def test_a_keizer_season_has_its_own_table(club, tool):
    access = make_access(club)
    season = make_event(access, format="keizer", rounds_planned=9)
    make_field(access, season, [1900, 1800, 1700, 1600])
    play_round(access, season, usual=Result.WHITE_WINS)

    body = tool.get(f"{HERE}keizer/").json()

    assert [row["place"] for row in body["rows"]] == [1, 2, 3, 4]
    assert all(line["round_number"] == 1 for row in body["rows"] for line in row["lines"])
    assert body["rows"][0]["score"] > body["rows"][-1]["score"]


def test_a_swiss_event_has_no_keizer_table(event, tool):
    refused = tool.get(f"{HERE}keizer/")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_keizer")


def test_prizes_are_worked_out_and_nothing_kept(event, tool):
    body = {
        "groups": [
            {"key": "main", "prizes": [10000, 5000]},
            {"key": "u1750", "prizes": [2000], "rated_up_to": 1750},
        ],
        "sharing": "by-place",
    }

    answer = tool.post(f"{HERE}prizes/", body).json()

    assert answer["total"] == 17000
    # Two players whom nothing separates share the second prize.
    main = [award["amount"] for award in answer["awards"] if award["group"] == "main"]
    assert main == [10000, 2500, 2500]
    assert sum(award["amount"] for award in answer["awards"]) == 17000


def test_prizes_of_a_keizer_season_go_by_its_own_standings(club, tool):
    access = make_access(club)
    season = make_event(access, format="keizer", rounds_planned=9)
    make_field(access, season, [1900, 1800, 1700, 1600])
    round_ = publish_round(access, set_boards(access, season, [(1, 2), (3, 4)]))
    enter_results(
        access, round_,
        [{"board": 1, "result": Result.DRAW}, {"board": 2, "result": Result.WHITE_WINS}],
    )  # fmt: skip

    # Values 5, 4, 3, 2: number 1 has 5 + 4/2, number 2 has 4 + 5/2, number 3 has 3 + 2. By points
    # alone number 3 would be first.
    answer = tool.post(f"{HERE}prizes/", {"groups": [{"key": "main", "prizes": [300, 200, 100]}]})

    awards = [(award["starting_rank"], award["amount"]) for award in answer.json()["awards"]]
    assert awards == [(1, 300), (2, 200), (3, 100)]


def test_prizes_that_rise_are_refused(event, tool):
    answer = tool.post(f"{HERE}prizes/", {"groups": [{"key": "main", "prizes": [1, 2]}]})

    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("groups", "prizes_invalid")
    ]


@pytest.mark.parametrize("players", [4, 40])
def test_tables_cost_the_same_queries_for_any_field(club, tool, players, django_assert_num_queries):
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1500] * players)
    play_round(access, event)
    tool.get(HERE)

    # The token, the event, and the four that read it whole.
    for table in ("standings/?expand=lines", "crosstable/", "file/?dialect=trf26"):
        with django_assert_num_queries(6):
            assert tool.get(HERE + table).status_code == 200
