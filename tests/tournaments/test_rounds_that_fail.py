"""Rounds that cannot be made: the answer says what and where, nothing is written, hands still can.

Each case goes through the organiser's page and through the API.
"""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from support.api_caller import Caller, caller_for
from support.club_night import Evening, make_evening
from tournaments.models import Bye, Pairing, PairingJob, Round
from tournaments.pairing_jobs import run_pairing_job
from tournaments.results import Result
from tournaments.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db

HERE = "tournaments/1/"
CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
NONSENSE = "print('engine'); print(3); print('1 2'); print('1 2'); print('7 8')"
HANG = "import time; time.sleep(60)"
BROKE_OFF = "The pairing program broke off. Nothing was changed; try again, or pair by hand."
TOO_LONG = "The pairing took too long and was ended. Nothing was changed"


@pytest.fixture
def engine(tmp_path: Path, settings: object) -> object:
    """Return a way to make a broken program the engine of this installation."""

    def install(body: str) -> None:
        path = tmp_path / "engine"
        path.write_text(f"#!{sys.executable}\n{body}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        settings.BBP_PAIRINGS = str(path)  # type: ignore[attr-defined]
        settings.PAIRING_SECONDS = 1  # type: ignore[attr-defined]

    return install


def by_page(evening: Evening, number: int) -> tuple[int, str]:
    """Press the button of the round; return status and page."""
    answer = evening.sign_in().post(evening.url("pair_next_round"), {"round": str(number)})
    return answer.status_code, answer.content.decode()


def by_api(evening: Evening) -> tuple[int, dict[str, object]]:
    """Ask for the next round as a program; return status and answer."""
    answer = tool(evening).post(f"{HERE}rounds/")
    return answer.status_code, answer.json()


def tool(evening: Evening) -> Caller:
    return caller_for(evening.club)


def stored() -> tuple[int, int, int]:
    """Return how many rounds, boards and byes there are."""
    return Round.objects.count(), Pairing.objects.count(), Bye.objects.count()


def test_a_field_in_which_everybody_met_is_told_and_paired_by_hand() -> None:
    evening = make_evening(2)
    evening.play_round()
    before = stored()

    status, page = by_page(evening, 2)
    code, body = by_api(evening)

    assert status == 409
    assert "No pairing of these players keeps the rules" in page
    assert evening.url("free_boards") in page
    assert (code, body["code"]) == (409, "no_legal_pairing")
    assert body["facts"]["present"] == [1, 2]
    assert body["facts"]["round_number"] == 2
    assert stored() == before

    client = evening.sign_in()
    typed = {"act": "text", "text": "1 2", "round_number": "2"}
    warned = client.post(evening.url("free_boards"), typed)
    assert warned.status_code == 422
    assert "have met before, in round 1" in warned.content.decode()
    assert client.post(evening.url("free_boards"), {**typed, "confirmed": "1"}).status_code == 303
    assert stored()[:2] == (2, 2)


def test_a_program_sends_the_round_that_has_no_legal_pairing() -> None:
    evening = make_evening(2)
    evening.play_round()
    round_2 = {"number": 2, "pairings": [{"white": 2, "black": 1}]}

    warned = tool(evening).post(f"{HERE}rounds/", round_2)
    done = tool(evening).post(f"{HERE}rounds/", {**round_2, "confirmed": True})

    assert warned.status_code == 422
    assert [item["code"] for item in warned.json()["errors"]] == ["rematch"]
    assert done.status_code == 201


def test_a_round_robin_begun_by_another_table_is_not_gone_on_with() -> None:
    """Round 1 of the table has 1-4 and 2-3; here 4 and 3 met, and the table has them in round 2."""
    evening = make_evening(4, format="round_robin")
    boards = [{"white": 4, "black": 3}, {"white": 1, "black": 2}]
    sent = tool(evening).post(f"{HERE}rounds/", {"number": 1, "pairings": boards})
    assert sent.status_code == 201
    before = stored()

    status, page = by_page(evening, 2)
    code, body = by_api(evening)
    all_at_once = tool(evening).post(f"{HERE}rounds/", {"all_rounds": True})

    assert status == 409
    assert "numbers 1, 2; 3, 4 would meet again" in page
    assert evening.url("free_boards") in page
    assert (code, body["code"]) == (409, "table_differs")
    assert body["facts"]["pairs"] == [[1, 2], [3, 4]]
    assert all_at_once.json()["code"] == "table_differs"
    assert stored() == before
    typed = {"act": "text", "text": "2 3\n4 1", "round_number": "2", "confirmed": "1"}
    assert evening.sign_in().post(evening.url("free_boards"), typed).status_code == 303


def test_one_player_left_makes_no_round() -> None:
    evening = make_evening(3)
    evening.play_round()
    for entry in evening.entries()[1:]:
        withdraw_entry(evening.access, entry, from_round=2)
    before = stored()

    status, page = by_page(evening, 2)
    code, body = by_api(evening)

    assert status == 409
    assert "Fewer than two players are here for this round" in page
    assert (code, body["code"]) == (409, "too_few_players")
    assert body["facts"] == {"present": [1], "way_out": ["close_tournament"]}
    assert stored() == before


def test_an_event_needs_a_round() -> None:
    evening = make_evening(4)
    url = evening.url("tournament_settings")
    client = evening.sign_in()
    form = client.get(url).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields if name != "is_public"}

    page = client.post(url, {**typed, "rounds_planned": "0"})
    answer = tool(evening).patch(HERE, {"rounds_planned": 0})

    assert page.status_code == 422
    assert page.context["form"].errors["rounds_planned"] == ["A number from 1 to 99."]
    assert answer.status_code == 422
    assert [item["path"] for item in answer.json()["errors"]] == ["rounds_planned"]


def test_an_event_without_a_round_has_pages_tables_and_files_all_the_same() -> None:
    evening = make_evening(4)
    client = evening.sign_in()

    for name in ("tournament_page", "tournament_crosstable"):
        url = reverse(name, args=[evening.club.slug, evening.event.number])
        assert client.get(url).status_code == 200
    assert client.get(evening.url("print_standings")).status_code == 200
    table = tool(evening).get(f"{HERE}standings/").json()
    assert (table["after_round"], [row["rank"] for row in table["rows"]]) == (0, [1, 1, 1, 1])
    for dialect in ("trf16", "trf26", "engine", "csv", "json"):
        assert tool(evening).get(f"{HERE}file/?dialect={dialect}").status_code == 200


def test_a_result_without_a_pairing_is_told_with_its_board() -> None:
    evening = make_evening(4)
    evening.play_round(results=False)
    client = evening.sign_in()
    board = evening.url("enter_board_result", round_number=1, board_number=3)
    paste = evening.url("paste_results", round_number=1)

    assert client.post(board, {"result": "10"}).status_code == 404
    pasted = client.post(paste, {"text": "1 1-0\n3 0-1", "enter": "1"})
    one = tool(evening).patch(f"{HERE}rounds/1/boards/3/", {"result": "1-0"})
    many = tool(evening).put(
        f"{HERE}rounds/1/results/",
        {"results": [{"board": 1, "result": "1-0"}, {"board": 3, "result": "1-0"}]},
    )
    later = tool(evening).put(
        f"{HERE}rounds/2/results/", {"results": [{"board": 1, "result": "1-0"}]}
    )

    assert pasted.status_code == 422
    assert '<a href="#text">line 2</a>: There is no board 3' in pasted.content.decode()
    assert (one.status_code, later.status_code) == (404, 404)
    assert many.status_code == 422
    assert [item["path"] for item in many.json()["errors"]] == ["results[1].board"]
    assert set(Pairing.objects.values_list("result", flat=True)) == {Result.PENDING}


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        (CRASH, "engine_failed", BROKE_OFF),
        (NONSENSE, "engine_failed", BROKE_OFF),
        (HANG, "engine_timed_out", TOO_LONG),
    ],
    ids=["crash", "nonsense", "hang"],
)
def test_a_broken_engine_leaves_a_round_to_be_made_by_hand(
    engine: object, body: str, code: str, message: str
) -> None:
    evening = make_evening(4)
    engine(body)  # type: ignore[operator]

    status, page = by_page(evening, 1)
    answer, found = by_api(evening)

    assert status == 409
    assert message in page
    assert evening.url("free_boards") in page
    assert (answer, found["code"]) == (409, code)
    assert found["facts"]["engine"] == "bbpPairings"
    assert stored() == (0, 0, 0)

    typed = {"act": "text", "text": "1 3\n4 2", "round_number": "1"}
    assert evening.sign_in().post(evening.url("free_boards"), typed).status_code == 303
    assert stored() == (1, 2, 0)


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [(CRASH, "engine_failed", BROKE_OFF), (HANG, "engine_timed_out", TOO_LONG)],
    ids=["crash", "hang"],
)
def test_a_broken_engine_ends_the_job_of_a_large_field(
    engine: object, body: str, code: str, message: str
) -> None:
    evening = make_evening(62)
    engine(body)  # type: ignore[operator]
    status, _page = by_page(evening, 1)
    assert status == 303
    assert by_api(evening)[0] == 202

    run_pairing_job(PairingJob.objects.get().pk)

    page = evening.sign_in().get(evening.url("pairing_progress")).content.decode()
    job = tool(evening).get(f"{HERE}pairing-job/").json()
    assert message in page
    assert "Pair round 1 again" in page
    assert evening.url("free_boards") in page
    assert (job["state"], job["error_code"]) == ("failed", code)
    assert job["error_facts"]["engine"] == "bbpPairings"
    assert stored() == (0, 0, 0)
