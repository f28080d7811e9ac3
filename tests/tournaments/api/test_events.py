"""Events and entries over REST: settings with versions, rosters, late entries, byes, check-in."""

from __future__ import annotations

import pytest
from factories import make_access, make_player, make_rating
from factories_events import make_event, make_field, play_round

from clubs.models import Player
from ratings.models import RatingAdjustment
from support.api_caller import Caller, caller_for
from tournaments.models import Entry, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round

HERE = "tournaments/1/"
ROSTER = [
    {"name": "Sousa, Ana", "birth_year": 2001, "fide_id": 1900001, "rating": 1750},
    {"name": "Lima, Rui", "birth_year": 1980},
]


def test_an_event_is_created_read_changed_and_deleted(tool):
    made = tool.post(
        "tournaments/",
        {"name": "Night", "format": "external", "start_date": "2026-11-27", "minutes": 12,
         "increment": 3, "points": {"win": 300, "draw": 100}},
    )  # fmt: skip
    assert made.status_code == 201
    assert made["Location"].endswith("/tournaments/1/")
    assert made.json()["time_control"] == "rapid"
    assert made.json()["points"]["win"] == 300

    read = tool.get(HERE)
    assert (read.json(), read["ETag"]) == (made.json(), made["ETag"])
    unchanged = tool.get(HERE, If_None_Match=read["ETag"])
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert tool.get(HERE, If_Modified_Since=read["Last-Modified"]).status_code == 304

    changed = tool.patch(HERE, {"rounds_planned": 7}, If_Match=read["ETag"])
    assert (changed.status_code, changed["ETag"]) == (200, '"v2"')
    late = tool.patch(HERE, {"rounds_planned": 9}, If_Match=read["ETag"])
    assert (late.status_code, late.json()["facts"]["version"]) == (412, 2)

    assert tool.delete(HERE).status_code == 204
    assert Tournament.objects.count() == 0


def test_every_wrong_setting_is_named(tool):
    answer = tool.post(
        "tournaments/",
        {"name": "", "minutes": 9999, "format": "chess960", "points": {"win": "many"}, "colour": 1},
    )

    assert answer.status_code == 422
    assert sorted((item["path"], item["code"]) for item in answer.json()["errors"]) == [
        ("colour", "unknown_field"),
        ("format", "invalid_choice"),
        ("minutes", "max_value"),
        ("name", "blank"),
        ("points.win", "invalid"),
    ]


def test_an_event_is_held_again_like_last_time(club, tool):
    make_event(make_access(club), name="Night 12", rounds_planned=7)

    made = tool.post(f"{HERE}repeat/", {"start_date": "2026-12-04"}).json()

    assert (made["number"], made["name"], made["rounds_planned"]) == (2, "Night 13", 7)


def test_events_are_filtered_and_come_in_pages(club, tool):
    access = make_access(club)
    for day in (1, 8, 15):
        make_event(access, name=f"E{day}", minutes=3)
    make_event(access, name="Slow", minutes=90)

    slow = tool.get("tournaments/?time_control=standard").json()["results"]
    page = tool.get("tournaments/?page_size=3").json()
    rest = tool.get(page["next"].split(f"/{club.slug}/")[-1])

    assert [each["name"] for each in slow] == ["Slow"]
    assert [each["name"] for each in page["results"]] == ["Slow", "E15", "E8"]
    assert [each["name"] for each in rest.json()["results"]] == ["E1"]
    assert tool.get("tournaments/?first_day_from=soon").status_code == 422


def test_a_roster_is_entered_once_and_its_players_are_known_again(club, tool):
    known = make_player(club, "Lima, Rui", birth_year=1980)
    make_event(make_access(club))

    first = tool.post(f"{HERE}entries/", {"players": ROSTER})
    again = tool.post(f"{HERE}entries/", {"players": ROSTER})

    assert first.status_code == 200
    assert first.json() == again.json()
    assert [each["rating"] for each in first.json()] == [1750, None]
    assert first.json()[1]["player"]["id"] == known.pk
    assert Player.objects.filter(club=club).count() == 2
    assert RatingAdjustment.objects.get().rating == 1750


def test_a_doubtful_player_is_asked_about_and_nobody_entered(club, tool):
    namesake = make_player(club, "Lima, Rui")
    make_event(make_access(club))
    roster = [{"name": "Neu, Paul"}, {"name": "Lima, Rui", "birth_year": 1980}]

    asked = tool.post(f"{HERE}entries/", {"players": roster})
    roster[1]["is_new"] = True
    entered = tool.post(f"{HERE}entries/", {"players": roster})

    again = tool.post(f"{HERE}entries/", {"players": roster})

    assert again.json() == entered.json()
    assert asked.status_code == 422
    problem = asked.json()["errors"][0]
    assert (problem["path"], problem["code"]) == ("players[1]", "doubtful_player")
    assert problem["facts"]["candidates"][0]["player"] == namesake.pk
    assert len(entered.json()) == 2
    assert Player.objects.filter(club=club).count() == 3


def test_a_new_player_beside_his_namesake_is_added_once(club, tool):
    """The namesake plays, too: two people of one name, the second without anything else."""
    first = make_player(club, "Lima, Rui", birth_year=1980)
    make_event(make_access(club))
    roster = [{"player": first.pk}, {"name": "Lima, Rui", "is_new": True}]

    sent = [tool.post(f"{HERE}entries/", {"players": roster}).json() for _time in range(2)]
    other = {"name": "Lima, Rui", "birth_year": 2012, "is_new": True}
    third = tool.post(f"{HERE}entries/", {"players": [*roster, other]}).json()

    assert sent[0] == sent[1]
    assert len({each["player"]["id"] for each in third}) == 3
    assert Player.objects.filter(club=club).count() == 3


def test_every_wrong_line_of_a_roster_is_named(club, tool):
    make_event(make_access(club))
    roster = [
        {"name": "…"},
        {"name": "Ok, Ana", "title": "XX"},
        {"player": 999999},
        {"name": "Ok, Ana", "sex": "q"},
        {"player": 10**30},
    ]

    shape = tool.post(f"{HERE}entries/", {"players": roster})
    content = tool.post(f"{HERE}entries/", {"players": roster[:3]})

    assert [item["path"] for item in shape.json()["errors"]] == [
        "players[3].sex",
        "players[4].player",
    ]
    assert [(item["path"], item["code"]) for item in content.json()["errors"]] == [
        ("players[0].name", "name_missing"),
        ("players[1].title", "title_unknown"),
        ("players[2].player", "player_unknown"),
    ]
    assert Entry.objects.count() == 0


def test_two_lines_of_one_player_are_refused(club, tool):
    player = make_player(club, "Lima, Rui", birth_year=1980)
    make_event(make_access(club))

    answer = tool.post(
        f"{HERE}entries/",
        {"players": [{"player": player.pk}, {"name": "Lima, Rui", "birth_year": 1980}]},
    )

    assert [(item["path"], item["code"]) for item in answer.json()["errors"]] == [
        ("players[1]", "player_twice")
    ]


def test_a_token_of_one_event_learns_nothing_of_namesakes(club):
    make_player(club, "Lima, Rui")
    make_event(make_access(club))
    one = caller_for(club, event=1)

    asked = one.post(f"{HERE}entries/", {"players": [{"name": "Lima, Rui"}]})

    assert asked.json()["errors"][0]["facts"] == {"candidates": []}


def test_withdrawal_return_and_late_entry(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=4)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    seen = tool.get(f"{HERE}entries/4/")["ETag"]

    gone = tool.patch(f"{HERE}entries/4/", {"withdrawn_from": 2}, If_Match=seen)
    stale = tool.patch(f"{HERE}entries/4/", {"withdrawn_from": 3}, If_Match=seen)
    late = tool.post(f"{HERE}entries/", {"players": [{"name": "Spät, Tom"}]}).json()[0]
    back = tool.patch(f"{HERE}entries/4/", {"returns_in": 3})

    assert gone.json()["withdrawn_after"] == 1
    assert (stale.status_code, stale.json()["code"]) == (412, "entry_changed")
    assert (late["first_round"], late["starting_rank"]) == (2, 5)
    assert back.json()["withdrawn_after"] is None
    byes = tool.get(f"{HERE}byes/").json()["results"]
    assert [(bye["round_number"], bye["starting_rank"], bye["kind"]) for bye in byes] == [
        (1, 5, "Z"), (2, 4, "Z"),
    ]  # fmt: skip


def test_absences_of_a_round_are_set_as_a_whole(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700])
    absences = f"{HERE}rounds/2/absences/"

    tool.put(absences, {"absences": {"1": "H", "2": "Z"}})
    answer = tool.put(absences, {"absences": {"2": "H", "3": "Z"}})
    wrong = tool.put(absences, {"absences": {"9": "H", "x": "Z"}})

    assert [(bye["starting_rank"], bye["kind"]) for bye in answer.json()] == [(2, "H"), (3, "Z")]
    assert [item["path"] for item in wrong.json()["errors"]] == ["absences.9", "absences.x"]


def test_a_program_that_pairs_notes_byes(club, tool):
    event = make_event(make_access(club))
    make_field(make_access(club), event, [1900, 1800, 1700])
    play_round(make_access(club), event)
    pairing, results = (caller_for(club, scopes=("read", each)) for each in ("pairing", "results"))

    asked = pairing.post(f"{HERE}byes/", {"starting_rank": 1, "round_number": 2})
    absent = pairing.put(f"{HERE}rounds/2/absences/", {"absences": {"1": "H", "2": "Z"}})
    taken_back = pairing.delete(f"{HERE}byes/{asked.json()['id']}/")
    refused = results.post(f"{HERE}byes/", {"starting_rank": 1, "round_number": 2})

    answers = (asked, absent, taken_back, refused)
    assert [each.status_code for each in answers] == [201, 200, 204, 403]


def test_byes_beyond_the_rules_need_a_reason(club, tool):
    access = make_access(club)
    make_field(access, make_event(access, rounds_planned=3), [1900, 1800])

    refused = tool.post(f"{HERE}byes/", {"starting_rank": 1, "round_number": 3})
    given = tool.post(
        f"{HERE}byes/", {"starting_rank": 1, "round_number": 3, "override_reason": "team match"}
    )
    taken_back = tool.delete(f"{HERE}byes/{given.json()['id']}/")

    assert (refused.status_code, refused.json()["code"]) == (409, "bye_too_late")
    assert (given.status_code, taken_back.status_code) == (201, 204)


def test_byes_are_public_when_their_round_is_published(club, tool):
    access = make_access(club)
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event)
    tool.post(f"{HERE}byes/", {"starting_rank": 1, "round_number": 3})
    draft = pair_round(access, event).round

    public, member = Caller(club), caller_for(club, scopes=("read",))
    before = [caller.get(f"{HERE}byes/").json()["results"] for caller in (public, member)]
    seen_by_tool = tool.get(f"{HERE}byes/").json()["results"]
    publish_round(access, draft)
    after = public.get(f"{HERE}byes/").json()["results"]

    rounds = [[bye["round_number"] for bye in byes] for byes in (*before, seen_by_tool, after)]
    assert rounds == [[1], [1], [1, 2, 3], [1, 2]]


def test_check_in_leaves_out_who_did_not_come(club, tool):
    access = make_access(club)
    make_field(access, make_event(access), [1900, 1800, 1700])

    tool.post(f"{HERE}check-in/", {"present": [1, 2]})
    left_out = tool.post(f"{HERE}leave-out-absent/")

    assert [(bye["starting_rank"], bye["kind"]) for bye in left_out.json()] == [(3, "Z")]
    here = [each["checked_in"] for each in tool.get(f"{HERE}entries/").json()["results"]]
    assert here == [True, True, False]


def test_the_starting_list_is_numbered_by_hand_and_fixed_by_round_1(club, tool):
    access = make_access(club)
    event = make_event(access)
    entries = make_field(access, event, [1900, 1800, 1700])

    upside_down = [entry.pk for entry in reversed(entries)]
    numbered = tool.put(f"{HERE}starting-list/", {"entries": upside_down})
    play_round(access, event)
    refused = tool.put(f"{HERE}starting-list/", {"by": "rating"})

    assert [each["rating"] for each in numbered.json()] == [1700, 1800, 1900]
    assert (refused.status_code, refused.json()["code"]) == (409, "list_fixed")


def test_entries_open_to_their_rounds(club, tool, django_assert_num_queries):
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    tool.get(HERE)

    # Token, event, the page, and the four that read an event whole.
    with django_assert_num_queries(7):
        body = tool.get(f"{HERE}entries/?expand=rounds").json()

    assert body["results"][0]["score"] == 50
    assert body["results"][0]["rounds"] == [
        {"round_number": 1, "outcome": "=", "points": 50, "opponent": 3,
         "colour": body["results"][0]["rounds"][0]["colour"]}
    ]  # fmt: skip


def test_the_wrong_namesake_is_replaced(club, tool):
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    right = make_player(club, "P1")
    make_rating(right, 1500)

    answer = tool.post(f"{HERE}entries/1/replace/", {"player": right.pk, "reason": "namesake"})
    preview = tool.post(f"{HERE}entries/1/replace/preview/", {"player": right.pk})

    assert answer.json()["player"]["id"] == right.pk
    assert preview.status_code == 204


def test_the_public_sees_names_as_players_want_them_shown(club, tool):
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])
    play_round(access, event)
    hidden, short = Player.objects.filter(club=club, name__in=["P1", "P2"]).order_by("name")
    Player.objects.filter(pk=hidden.pk).update(is_hidden=True, name="Secret, Sam")
    Player.objects.filter(pk=short.pk).update(name_form="short", name="Klein, Kim", birth_year=2015)
    public = Caller(club)

    for path in ("entries/", "entries/?expand=rounds", "rounds/1/", "standings/?expand=lines",
                 "crosstable/", "file/", "file/?dialect=json", "byes/"):  # fmt: skip
        answer = public.get(HERE + path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        assert "Secret" not in text, path
        assert "Klein" not in text, path
        assert "2015" not in text, path


@pytest.mark.parametrize("events", [1, 4])
def test_lists_cost_the_same_queries_for_any_length(club, tool, events, django_assert_num_queries):
    access = make_access(club)
    for number in range(events):
        make_field(access, make_event(access, name=f"E{number}"), [1500] * events)
    tool.get(HERE)

    # The token and the page; of one event the event as well.
    with django_assert_num_queries(2):
        tool.get("tournaments/")
    with django_assert_num_queries(3):
        tool.get(f"{HERE}entries/")
    with django_assert_num_queries(3):
        tool.get(f"{HERE}byes/")
