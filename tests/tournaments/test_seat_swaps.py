"""A wrong result of an earlier round, mended together with an exchange of seats in the next."""

from __future__ import annotations

import pytest

from clubs.models import AuditEvent
from support.club_night import Evening, make_evening
from tournaments.models import Pairing
from tournaments.results import Result

pytestmark = pytest.mark.django_db


def board(evening: Evening, number: int) -> Pairing:
    return Pairing.objects.get(tournament=evening.event, round__number=1, board_number=number)


def result_url(evening: Evening, number: int) -> str:
    return evening.url("enter_board_result", round_number=1, board_number=number)


@pytest.fixture
def mistaken() -> Evening:
    """Return an evening of four in which 4 beat 2 and 2 was entered: 1-2 and 3-4 are paired."""
    evening = make_evening(4)
    evening.play_round(results=False)
    client = evening.sign_in()
    for pairing in Pairing.objects.select_related("white", "black"):
        is_white = pairing.white.starting_rank < pairing.black.starting_rank
        url = result_url(evening, pairing.board_number)
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
    wrong = board(evening, 2)
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

    assert board(mistaken, 2).result == Result[sent["result"]]
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
    assert board(mistaken, 2).result != Result[sent["result"]]
