"""A round changed by hand is judged in grades and held against what the engine would pair."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from support.api_caller import caller_for
from support.club_night import make_evening
from tournaments.boards import pair_by_hand, swap_colours, swap_players
from tournaments.models import Pairing, PairingJob, Round, Tournament
from tournaments.pairing_jobs import job_of, run_pairing_job

pytestmark = pytest.mark.django_db

HERE = "tournaments/1/"


def ranks(board: Pairing) -> tuple[int, int]:
    """Return who sits at a board, White first."""
    return board.white.starting_rank or 0, board.black.starting_rank or 0


def boards_of(event: Tournament, number: int) -> list[Pairing]:
    boards = Pairing.objects.filter(tournament=event, round__number=number)
    return list(
        boards.select_related("white", "black", "round__tournament").order_by("board_number")
    )


def test_a_round_as_the_engine_made_it_is_equal() -> None:
    evening = make_evening(6)
    evening.play_round()
    evening.play_round(publish=False)
    client = evening.sign_in()
    url = evening.url("manage_boards", round_number=2)

    page = client.get(url).content.decode()
    assert "Compare with the pairing program" in page
    answer = client.post(evening.url("compare_boards", round_number=2))
    assert answer["Location"] == f"{url}?compare=1#compared"
    page = client.get(f"{url}?compare=1").content.decode()

    assert f"gacrux {version('gacrux')} would make the same boards." in page
    body = caller_for(evening.club).get(f"{HERE}rounds/2/comparison/").json()
    assert (body["state"], body["is_equal"], body["differences"]) == ("done", True, [])
    assert not [found for found in body["findings"] if found["grade"] != "information"]


def test_a_board_made_by_hand_shows_its_grades_and_the_engines_boards() -> None:
    evening = make_evening(6)
    evening.play_round()
    round_2 = evening.play_round(publish=False)
    first = ranks(boards_of(evening.event, 1)[0])
    engines = {ranks(board) for board in boards_of(evening.event, 2)}
    pair_by_hand(evening.access, round_2, *first, confirmed=True)
    rest = sorted(set(range(1, 7)) - {r for b in boards_of(evening.event, 2) for r in ranks(b)})
    if rest:
        pair_by_hand(evening.access, round_2, *rest, confirmed=True)

    page = (
        evening.sign_in()
        .get(evening.url("manage_boards", round_number=2) + "?compare=1")
        .content.decode()
    )
    body = caller_for(evening.club).get(f"{HERE}rounds/2/comparison/").json()

    assert "have met before, in round 1" in page
    assert "Against the rules" in page
    assert f"What gacrux {version('gacrux')} would pair instead" in page
    assert body["findings"][0]["code"] == "rematch"
    assert body["findings"][0]["grade"] == "against_the_rules"
    assert sorted(body["findings"][0]["players"]) == sorted(first)
    assert body["findings"][0]["article"] == "C.04.1 2"
    assert body["is_equal"] is False
    named = {(each["engine"]["white"], each["engine"]["black"]) for each in body["differences"]
             if each["engine"]}  # fmt: skip
    assert named
    assert named <= engines


def test_after_a_change_by_hand_the_round_stands_beside_the_engines() -> None:
    evening = make_evening(6)
    evening.play_round(publish=False)
    client = evening.sign_in()
    change = evening.url("change_boards", round_number=1)

    answer = client.post(change, {"act": "swap_colours", "board": "1"}, follow=True)

    assert "The same two with colours swapped" in answer.content.decode()


def test_turned_colours_are_told_as_such() -> None:
    evening = make_evening(4)
    round_1 = evening.play_round(publish=False)
    board = boards_of(evening.event, 1)[0]
    white, black = ranks(board)
    swap_colours(evening.access, board)

    (difference,) = (
        caller_for(evening.club)
        .get(f"{HERE}rounds/{round_1.number}/comparison/")
        .json()["differences"]
    )

    assert difference == {
        "board": 1,
        "current": {"white": black, "black": white},
        "engine": {"white": white, "black": black},
        "colours_only": True,
    }


def test_another_bye_than_the_engines_is_told() -> None:
    evening = make_evening(5)
    evening.play_round()
    round_2 = evening.play_round(publish=False)
    has_bye = round_2.tournament.byes.get(round_number=2, kind="U").entry.starting_rank
    other = ranks(boards_of(evening.event, 2)[0])[0]
    swap_players(evening.access, round_2, other, has_bye, confirmed=True)

    body = caller_for(evening.club).get(f"{HERE}rounds/2/comparison/").json()
    page = (
        evening.sign_in()
        .get(evening.url("manage_boards", round_number=2) + "?compare=1")
        .content.decode()
    )

    assert (body["bye"], body["bye_of_engine"]) == (other, has_bye)
    assert "has the bye" in page


def test_a_large_field_is_compared_in_the_background() -> None:
    evening = make_evening(62)
    job = evening.url("pair_next_round")
    client = evening.sign_in()
    client.post(job, {"round": "1"})
    run_pairing_job(PairingJob.objects.get().pk)
    tool = caller_for(evening.club)
    assert tool.get(f"{HERE}rounds/1/comparison/").json()["state"] == "not_asked"

    asked = tool.post(f"{HERE}rounds/1/comparison/")
    again = tool.post(f"{HERE}rounds/1/comparison/")
    page = client.get(evening.url("manage_boards", round_number=1) + "?compare=1").content.decode()

    assert (asked.status_code, asked.json()["state"]) == (202, "asked")
    assert again.json()["state"] == "asked"
    assert "The pairing program is working." in page
    run_pairing_job(PairingJob.objects.get(compares=True).pk)
    done = tool.get(f"{HERE}rounds/1/comparison/").json()
    assert (done["state"], done["is_equal"]) == ("done", True)
    # The job that compares is no round being paired.
    assert job_of(evening.event) == PairingJob.objects.get(compares=False)
    assert Round.objects.count() == 1

    swap_colours(evening.access, boards_of(evening.event, 1)[0])
    changed = tool.get(f"{HERE}rounds/1/comparison/").json()
    assert (changed["state"], len(changed["differences"])) == ("done", 1)


@pytest.mark.parametrize("format_", ["round_robin", "keizer", "free"])
def test_only_rounds_that_follow_from_points_are_compared(format_: str) -> None:
    evening = make_evening(4, format=format_)
    tool = caller_for(evening.club)
    if format_ == "free":
        tool.put(f"{HERE}rounds/1/boards/", {"pairings": [{"white": 1, "black": 2}]})
    else:
        tool.post(f"{HERE}rounds/")

    compared = tool.get(f"{HERE}rounds/1/comparison/")
    explained = tool.get(f"{HERE}rounds/1/explanation/")
    page = evening.sign_in().get(evening.url("manage_boards", round_number=1) + "?compare=1")

    assert (compared.status_code, compared.json()["code"]) == (409, "not_compared")
    assert (explained.status_code, explained.json()["code"]) == (409, "not_explained")
    assert page.status_code == 200
    assert "Compare with the pairing program" not in page.content.decode()


def test_only_those_who_pair_compare() -> None:
    evening = make_evening(4)
    evening.play_round()

    refused = caller_for(evening.club, scopes=("read", "results")).get(
        f"{HERE}rounds/1/comparison/"
    )

    assert refused.status_code == 403


def test_an_explanation_tells_strength_difference_and_floats() -> None:
    evening = make_evening(6)
    evening.play_round()
    evening.play_round(publish=False)

    boards = caller_for(evening.club).get(f"{HERE}rounds/2/explanation/").json()["boards"]

    for board in boards:
        for colour in ("white", "black"):
            history = board[colour]
            assert history["colour_difference"] in (1, -1)
            assert history["strength"] == "strong"
            assert history["due_colour"] == ("b" if history["colour_difference"] == 1 else "w")
            assert history["floats"] == ["none"]
