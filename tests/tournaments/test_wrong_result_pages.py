"""A result of an earlier round was wrong: keep the later round, exchange seats, pair again."""

from __future__ import annotations

import pytest

from clubs.models import AuditEvent
from support.club_night import Evening, make_evening
from tournaments.models import Pairing
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Return an evening of six players with round 1 published and no result."""
    evening = make_evening()
    evening.play_round(results=False)
    return evening


@pytest.fixture
def later(evening: Evening) -> Evening:
    """Return the evening with round 1 played and round 2 published."""
    client = evening.sign_in()
    for number in (1, 2, 3):
        client.post(evening.result_url(number), {"result": "10"})
    evening.play_round(results=False)
    return evening


def test_a_wrong_result_of_an_earlier_round_asks_what_becomes_of_the_later(later: Evening) -> None:
    client = later.sign_in()
    answer = client.post(later.result_url(), {"result": "01"})

    assert answer.status_code == 303
    page = client.get(answer["Location"])
    text = page.content.decode()
    assert "Round 1, board 1: 0–1 instead of 1–0." in text
    assert "Keep round 2 as it is" in text
    assert "Pair the boards that have not begun again" in text
    assert later.board().result == "10"


def test_a_helper_corrects_without_seeing_the_draft(evening: Evening) -> None:
    client = evening.sign_in("helper")
    for number in (1, 2, 3):
        client.post(evening.result_url(number), {"result": "10"})
    evening.play_round(publish=False)

    answer = client.post(evening.result_url(), {"result": "01"})
    text = client.get(answer["Location"]).content.decode()
    sent = {"result": "BLACK_WINS", "choice": "keep"}

    assert "The next round is being prepared with the old result." in text
    assert "ound 2" not in text
    assert "None" not in text
    assert client.post(answer["Location"], sent).status_code == 303
    assert evening.board().result == "01"


def test_without_a_later_round_the_result_is_corrected_where_it_stands(evening: Evening) -> None:
    answer = evening.sign_in().get(
        evening.url("wrong_result", round_number=1, board_number=1) + "?result=DRAW"
    )

    assert answer["Location"] == evening.url("manage_round", round_number=1)


def test_the_later_round_is_kept_when_it_is_said(later: Evening) -> None:
    before = list(Pairing.objects.filter(round__number=2).values_list("white", "black"))
    url = later.url("wrong_result", round_number=1, board_number=1)

    later.sign_in("helper").post(url, {"result": "BLACK_WINS", "choice": "keep"})

    assert later.board().result == "01"
    assert list(Pairing.objects.filter(round__number=2).values_list("white", "black")) == before


def test_the_boards_that_have_not_begun_are_paired_again(later: Evening) -> None:
    before = set(Pairing.objects.filter(round__number=2).values_list("white", "black"))
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in().post(url, {"result": "BLACK_WINS", "choice": "pair_again"})

    assert answer["Location"] == later.url("manage_boards", round_number=2)
    assert later.board().result == "01"
    assert set(Pairing.objects.filter(round__number=2).values_list("white", "black")) != before


def test_helpers_do_not_pair_again(later: Evening) -> None:
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in("helper").post(url, {"result": "BLACK_WINS", "choice": "pair_again"})

    assert answer.status_code == 403
    assert later.board().result == "10"


@pytest.fixture
def mistaken() -> Evening:
    """Return an evening of four in which 4 beat 2 and 2 was entered: 1-2 and 3-4 are paired."""
    evening = make_evening(4)
    evening.play_round(results=False)
    client = evening.sign_in()
    for pairing in Pairing.objects.select_related("white", "black"):
        is_white = pairing.white.starting_rank < pairing.black.starting_rank
        url = evening.result_url(pairing.board_number)
        client.post(url, {"result": "10" if is_white else "01"})
    evening.play_round(results=False)
    assert met(2) == [{1, 2}, {3, 4}]
    return evening


def met(round_number: int) -> list[set[int]]:
    """Return who sits at the boards of a round, by starting rank."""
    boards = Pairing.objects.filter(round__number=round_number).order_by("board_number")
    seats = boards.values_list("white__starting_rank", "black__starting_rank")
    return sorted(({white, black} for white, black in seats), key=min)


def exchange_offered(evening: Evening) -> tuple[str, dict[str, str]]:
    """Return where the right result of board 2 and the one exchange there is are sent, and what."""
    wrong = evening.board(2)
    right = Result(wrong.result).swapped.name
    url = evening.url("wrong_result", round_number=1, board_number=2)
    page = evening.sign_in().get(f"{url}?result={right}")
    assert "Change seats on boards 1, 2" in page.content.decode()
    (swap,) = page.context["consequences"].advice.swaps
    sent = {"result": right, "choice": "swap", "swap": swap.seats, "version": str(wrong.version)}
    return url, sent


def test_two_players_change_seats_where_the_correction_needs_no_more(mistaken: Evening) -> None:
    client = mistaken.sign_in()
    url, sent = exchange_offered(mistaken)

    for status in (303, 409):
        answer = client.post(url, sent)
        assert answer.status_code == status
        assert met(2) == [{1, 4}, {2, 3}]

    assert mistaken.board(2).result == Result[sent["result"]]
    acts = list(AuditEvent.objects.values_list("action", flat=True)[:2])
    assert acts == ["boards_swapped", "result_changed"]


def test_seats_are_not_changed_once_a_board_has_begun(mistaken: Evening) -> None:
    client = mistaken.sign_in()
    url, sent = exchange_offered(mistaken)
    begun = mistaken.url("enter_board_result", round_number=2, board_number=1)
    client.post(begun, {"result": "=="})

    answer = client.post(url, sent)

    assert answer.status_code == 422
    assert met(2) == [{1, 2}, {3, 4}]
    assert mistaken.board(2).result != Result[sent["result"]]


def test_an_exchange_that_was_not_offered_is_refused(later: Evening) -> None:
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in().post(url, {"result": "BLACK_WINS", "choice": "swap", "swap": "99"})

    assert answer.status_code == 422
    assert later.board().result == "10"
