"""Lists, histories, corrections and downloads over REST."""

from __future__ import annotations

import csv
import io
import json
from datetime import date

import pytest
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from clubs.models import Player
from ratings.models import RatingChange
from ratings.replay import update_list
from ratings.submit import submit_report
from support.api_caller import Caller, caller_for


@pytest.fixture
def club(db):
    """Ana 1850 and Rui 1750 played twice, and Kim, hidden from the public, once."""
    club = make_club("North")
    ana, rui, kim = (make_player(club, name) for name in ("Sousa, Ana", "Lima, Rui", "Klein, Kim"))
    for player, rating in ((ana, 1850), (rui, 1750), (kim, 1800)):
        make_rating(player, rating)
    submit_report(club, ANA, make_report([(ana, rui, "=="), (rui, ana, "10"), (kim, ana, "01")]))
    update_list(list_of(club).pk)
    Player.objects.filter(pk=kim.pk).update(is_hidden=True)
    return club


@pytest.fixture
def tool(club):
    return caller_for(club, scopes=("read",))


def number_of(club, name):
    """Return a player's number."""
    return Player.objects.get(club=club, name=name).pk


def test_the_live_list_is_read_best_first(club, tool):
    rows = tool.get("ratings/standard/").json()["results"]
    stored = list_of(club).ratings.order_by("-rating").values_list("rating", "games")

    assert [(row["rating"], row["games"]) for row in rows] == list(stored)
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert {row["k"] for row in rows} == {20}
    assert {row["k_reason"] for row in rows} == {"established"}


def test_the_list_is_searched_and_filtered(club, tool):
    def names(query):
        rows = tool.get(f"ratings/standard/?{query}").json()["results"]
        return [row["player"]["name"] for row in rows]

    assert names("search=rui") == ["Lima, Rui"]
    assert names("rating_from=1780&rating_until=1820") == ["Klein, Kim"]
    assert names("fewest_games=50") == []
    assert tool.get("ratings/standard/?group=seniors").status_code == 422
    assert tool.get("ratings/bullet/").status_code == 404


def test_the_heads_say_whether_ratings_are_being_worked_out(club, tool):
    heads = {each["time_control"]: each["state"] for each in tool.get("ratings/").json()}

    assert heads == {"standard": "current", "rapid": "current", "blitz": "current"}


def test_a_hidden_player_is_nowhere_for_the_public(club):
    public = Caller(club)
    kim = number_of(club, "Klein, Kim")

    assert public.get(f"players/{kim}/history/").status_code == 404
    assert public.get(f"players/{kim}/ratings/").status_code == 404
    ana = number_of(club, "Sousa, Ana")
    paths = (
        "ratings/standard/",
        "ratings/standard/download/",
        "ratings/standard/history/download/?form=jsonl",
        "corrections/",
        f"players/{ana}/history/",
    )
    for path in paths:
        answer = public.get(path)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code == 200
        assert b"Kim" not in body, path


def test_a_history_holds_every_game(club, tool):
    ana = number_of(club, "Sousa, Ana")

    rows = tool.get(f"players/{ana}/history/?time_control=standard").json()["results"]

    stored = RatingChange.objects.get(player=ana, event_key=1)
    assert [row["kind"] for row in rows] == ["change", "adjustment"]
    assert rows[0]["event_name"] == "Event 1"
    assert (rows[0]["change"], rows[0]["raw_change"]) == (stored.change, stored.raw_change)
    games = [(each["colour"], each["opponent"]["name"], each["score"]) for each in rows[0]["games"]]
    assert games == [
        ("w", "Lima, Rui", 50), ("b", "Lima, Rui", 0), ("b", "Klein, Kim", 100),
    ]  # fmt: skip
    assert sum(game["expected_score"] for game in rows[0]["games"]) == rows[0]["expected_score"]


def test_a_players_ratings_are_read_at_once(club, tool):
    ana = number_of(club, "Sousa, Ana")

    rows = tool.get(f"players/{ana}/ratings/").json()

    assert [(row["time_control"], row["games"]) for row in rows] == [("standard", 33)]


def test_another_year_of_birth_rates_the_player_anew(club):
    organiser = caller_for(club)
    ana = number_of(club, "Sousa, Ana")

    changed = organiser.patch(f"players/{ana}/", {"birth_year": 2010, "title": "WCM"})
    update_list(list_of(club).pk)

    assert changed.status_code == 200
    row = RatingChange.objects.get(player=ana, event_key=1)
    assert (row.base_k, row.k_reason) == (40, "junior")
    told = organiser.get(f"corrections/?player={ana}").json()["results"]
    assert {each["cause"] for each in told} == {"particulars"}
    assert told_k_reason(organiser, ana) == "junior"
    assert told_k_reason(caller_for(club, scopes=("pairing",)), ana) == "junior"
    assert told_k_reason(caller_for(club, scopes=("read",)), ana) == "regulations"
    assert told_k_reason(Caller(club), ana) == "regulations"


def told_k_reason(caller, player):
    """Return the one code that a caller reads in list, ratings, history and both downloads."""
    rows = caller.get("ratings/standard/").json()["results"]
    found = {row["k_reason"] for row in rows if row["player"]["id"] == player}
    found |= {row["k_reason"] for row in caller.get(f"players/{player}/ratings/").json()}
    history = caller.get(f"players/{player}/history/").json()["results"]
    found |= {row["k_reason"] for row in history if row["event"] == 1}
    for form in ("csv", "jsonl"):
        answer = caller.get(f"ratings/standard/history/download/?form={form}")
        text = b"".join(answer.streaming_content).decode()
        lines = [json.loads(line) for line in text.splitlines()] if form == "jsonl" else (
            csv.DictReader(io.StringIO(text))
        )  # fmt: skip
        found |= {
            row["k_reason"] for row in lines
            if str(row["player"]) == str(player) and str(row["event"]) == "1"
        }  # fmt: skip
    (reason,) = found
    return reason


def test_long_lists_are_cut_down_to_some_fields(club, tool):
    ana = number_of(club, "Sousa, Ana")

    listed = tool.get("ratings/standard/?fields=place,rating").json()["results"]
    rows = tool.get(f"players/{ana}/history/?fields=event,change").json()["results"]
    refused = tool.get(f"players/{ana}/history/?fields=event,elo")

    assert [set(row) for row in listed] == [{"place", "rating"}] * 3
    assert [row["event"] for row in rows] == [1, None]
    assert [set(row) for row in rows] == [{"event", "change"}] * 2
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["path"] == "fields[1]"


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_whole_list_is_downloaded(club, tool, form):
    answer = tool.get(f"ratings/standard/download/?form={form}")
    text = b"".join(answer.streaming_content).decode()

    rows = (
        list(csv.DictReader(io.StringIO(text)))
        if form == "csv"
        else [json.loads(line) for line in text.splitlines()]
    )
    live = tool.get("ratings/standard/").json()["results"]
    assert [str(row["rating"]) for row in rows] == [str(row["rating"]) for row in live]
    assert [row["name"] for row in rows] == [row["player"]["name"] for row in live]
    assert answer["Content-Disposition"].endswith(f'standard.{form}"')


def test_a_whole_history_is_downloaded_with_games(club, tool):
    answer = tool.get("ratings/standard/history/download/?form=jsonl")
    rows = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]

    assert len(rows) == RatingChange.objects.count()
    assert [row["kind"] for row in rows].count("adjustment") == 3
    assert sum(len(row["games"]) for row in rows) == 6


def test_cells_of_a_spreadsheet_never_become_formulas(club, tool):
    Player.objects.filter(name="Lima, Rui").update(name="=HYPERLINK(1)")

    text = b"".join(tool.get("ratings/standard/download/").streaming_content).decode()

    assert "'=HYPERLINK(1)" in text


def test_lists_are_issued_read_and_handed_out(club):
    organiser = caller_for(club)
    body = {"time_control": "standard", "as_of": date(2026, 3, 31).isoformat(), "note": "March"}

    preview = organiser.post("published-lists/preview/", body).json()
    issued = organiser.post("published-lists/", body)
    address = issued["Location"].split(f"/{club.slug}/")[1]

    assert (preview["number"], preview["players"], preview["new"]) == (1, 3, 3)
    assert (issued.status_code, issued.json()["number"]) == (201, 1)
    assert organiser.get(address).json()["corrections"] == []
    rows = organiser.get(f"{address}rows/").json()["results"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for form, start in (("csv", b"place"), ("json", b"{"), ("txt", b"ID"), ("xml", b"<?xml")):
        assert organiser.get(f"{address}file/?form={form}").content.lstrip().startswith(start)
    assert [each["number"] for each in Caller(club).get("published-lists/").json()["results"]] == [
        1
    ]
    assert len(Caller(club).get(f"{address}rows/").json()["results"]) == 2


def test_a_list_of_a_day_to_come_is_refused(club):
    answer = caller_for(club).post(
        "published-lists/", {"time_control": "standard", "as_of": "2199-01-01"}
    )

    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("as_of", "day_to_come")
    ]


@pytest.mark.parametrize("players", [2, 30])
def test_reads_cost_the_same_queries_for_any_length(players, db, django_assert_num_queries):
    club = make_club()
    people = [make_player(club) for _ in range(players)]
    for player in people:
        make_rating(player, 1500)
    pairs = list(zip(people[::2], people[1::2], strict=True))
    submit_report(club, ANA, make_report([(white, black, "10") for white, black in pairs]))
    update_list(list_of(club).pk)
    tool = caller_for(club)
    tool.get()

    # Token, lists, the list issued last, places, the page.
    with django_assert_num_queries(5):
        tool.get("ratings/standard/")
    # Token, player, the page, the names of opponents.
    with django_assert_num_queries(4):
        tool.get(f"players/{people[0].pk}/history/")
    # Token, list, the rows.
    with django_assert_num_queries(3):
        b"".join(tool.get("ratings/standard/download/").streaming_content)
    with django_assert_num_queries(2):
        tool.get("corrections/")


def test_the_access_of_a_reader_gives_no_rating(club, tool):
    ana = number_of(club, "Sousa, Ana")
    body = {"player": ana, "time_control": "standard", "rating": 2000, "reason": "x"}

    assert tool.post("adjustments/", body).json()["facts"] == {"right": "manage"}
