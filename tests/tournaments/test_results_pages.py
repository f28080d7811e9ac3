"""Results on a phone: keys, undo, two helpers at once, text, the checking pass, wrong results."""

from __future__ import annotations

import pytest

from clubs.models import AuditEvent
from support.club_night import Evening, make_evening
from tournaments.models import Pairing
from tournaments.templatetags.results import result_words

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Evening:
    """Return an evening of six players with round 1 published and no result."""
    evening = make_evening()
    evening.play_round(results=False)
    return evening


def board(evening: Evening, number: int = 1, round_number: int = 1) -> Pairing:
    return Pairing.objects.get(
        tournament=evening.event, round__number=round_number, board_number=number
    )


def result_url(evening: Evening, number: int = 1, name: str = "enter_board_result") -> str:
    return evening.url(name, round_number=1, board_number=number)


def test_a_pressed_key_is_stored_and_the_way_leads_to_the_undo_bar(evening: Evening) -> None:
    answer = evening.sign_in("helper").post(result_url(evening), {"result": "10", "version": "1"})

    assert answer.status_code == 303
    assert answer["Location"] == evening.url("manage_round", round_number=1) + "?saved=1#work"
    assert board(evening).result == "10"
    page = evening.sign_in("helper").get(answer["Location"])
    assert "1–0, <bdi>" in page.content.decode()
    assert 'name="undo"' in page.content.decode()


def test_a_script_gets_only_what_one_result_changes(evening: Evening) -> None:
    answer = evening.sign_in().post(result_url(evening, 2), {"result": "=="}, headers=HTMX)
    text = answer.content.decode()

    assert answer.status_code == 200
    assert "<html" not in text
    assert 'class="board"' not in text
    assert "2 results missing</h2>" in text
    assert "1 result in</h2>" in text
    assert '<ul data-hx-swap-oob="innerHTML:#squares li:nth-child(2)">' in text
    assert '<ul data-hx-swap-oob="afterbegin:#entered"><li id="b2">' in text
    assert "Pair round 2: 2 results missing" in text
    assert 'id="undo" data-hx-swap-oob="true"' in text


def test_the_last_result_brings_the_whole_page_with_the_next_act(evening: Evening) -> None:
    client = evening.sign_in()
    for number in (1, 2):
        client.post(result_url(evening, number), {"result": "=="})

    answer = client.post(result_url(evening, 3), {"result": "01"}, headers=HTMX)
    text = answer.content.decode()

    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#work", "outerHTML")
    assert "All results are in" in text
    assert "Pair round 2</button>" in text


def test_an_undone_result_makes_the_page_look_again(evening: Evening) -> None:
    client = evening.sign_in()
    client.post(result_url(evening), {"result": "10"})

    answer = client.post(result_url(evening, name="undo_board_result"), headers=HTMX)

    assert answer["HX-Trigger"] == "boardschanged"
    assert "No result any more" in answer.content.decode()


def test_undo_brings_the_old_result_back_and_undone_twice_the_new_one(evening: Evening) -> None:
    client = evening.sign_in()
    client.post(result_url(evening), {"result": "10"})

    client.post(result_url(evening, name="undo_board_result"))
    assert board(evening).result == "**"
    client.post(result_url(evening, name="undo_board_result"))
    assert board(evening).result == "10"


def test_the_second_of_two_helpers_is_told_who_was_faster(evening: Evening) -> None:
    evening.sign_in("organiser").post(result_url(evening), {"result": "10", "version": "1"})

    answer = evening.sign_in("helper").post(result_url(evening), {"result": "01", "version": "1"})
    text = answer.content.decode()

    assert answer.status_code == 409
    assert f"{evening.organiser} entered 1–0 for board 1 meanwhile." in text
    assert "You pressed 0–1, Black won. It was not saved." in text
    assert board(evening).result == "10"


def test_who_insists_sends_the_version_he_has_seen_now(evening: Evening) -> None:
    evening.sign_in("organiser").post(result_url(evening), {"result": "10", "version": "1"})
    client = evening.sign_in("helper")
    client.post(result_url(evening), {"result": "01", "version": "1"})

    answer = client.post(result_url(evening), {"result": "01", "version": "2"})

    assert answer.status_code == 303
    assert board(evening).result == "01"


def test_the_same_key_twice_stores_one_result(evening: Evening) -> None:
    client = evening.sign_in()
    client.post(result_url(evening), {"result": "10"})
    client.post(result_url(evening), {"result": "10"})

    assert AuditEvent.objects.filter(action="result_changed").count() == 1


def test_nil_nil_asks_whether_it_was_played(evening: Evening) -> None:
    answer = evening.sign_in().post(result_url(evening), {"result": "0-0"})
    text = answer.content.decode()

    assert answer.status_code == 422
    assert "Was the game played, or were both players absent?" in text
    assert 'value="00">Played, both lost' in text
    assert board(evening).result == "**"


@pytest.mark.parametrize("code", ["+-", "-+", "--", "A*", "WL", "DD", "LW"])
def test_rarer_results_have_a_button(evening: Evening, code: str) -> None:
    client = evening.sign_in()
    page = client.get(evening.url("manage_round", round_number=1)).content.decode()

    assert f'value="{code}">{result_words(code)}</button>' in page
    client.post(result_url(evening), {"result": code})
    assert board(evening).result == code


@pytest.mark.parametrize("typed", ["", "1:0", "10" * 200, "\N{BLACK CHESS PAWN}", "' OR 1=1"])
def test_what_is_no_result_changes_nothing(evening: Evening, typed: str) -> None:
    answer = evening.sign_in().post(result_url(evening), {"result": typed})

    assert answer.status_code in (303, 422)
    assert board(evening).result == "**"


def test_a_board_that_is_not_there_is_not_found(evening: Evening) -> None:
    answer = evening.sign_in().post(result_url(evening, 99), {"result": "10"})

    assert answer.status_code == 404


def test_an_entered_result_can_be_opened_again(evening: Evening) -> None:
    client = evening.sign_in()
    client.post(result_url(evening), {"result": "10"})

    page = client.get(evening.url("manage_round", round_number=1) + "?change=1").content.decode()

    assert "Now: 1–0, White won. Press what is right." in page
    assert "Take the result away" in page


def test_polling_answers_304_until_something_moves(evening: Evening) -> None:
    client = evening.sign_in("helper")
    url = evening.url("manage_round", round_number=1)
    first = client.get(url, headers=HTMX)
    seen = {**HTMX, "If-None-Match": first["ETag"]}

    assert client.get(url, headers=seen).status_code == 304
    evening.sign_in().post(result_url(evening), {"result": "10"})
    assert client.get(url, headers=seen).status_code == 200


def test_the_page_polls_with_the_tag_it_was_made_for(evening: Evening) -> None:
    client = evening.sign_in()
    url = evening.url("manage_round", round_number=1)
    tag = client.get(url, headers=HTMX)["ETag"]

    page = client.get(url).content.decode()

    assert tag.removeprefix('W/"').removesuffix('"') in page


def test_pasted_text_is_shown_before_it_is_entered(evening: Evening) -> None:
    client = evening.sign_in("helper")
    url = evening.url("paste_results", round_number=1)
    text = "1 1-0\n2 ½-½\n3 -:+"

    look = client.post(url, {"text": text, "look": "1"})
    assert look.status_code == 200
    assert "Enter 3 results" in look.content.decode()
    assert board(evening).result == "**"

    client.post(url, {"text": text, "enter": "1"})
    assert [board(evening, n).result for n in (1, 2, 3)] == ["10", "==", "-+"]


def test_pasted_text_with_a_wrong_line_enters_nothing_and_is_kept(evening: Evening) -> None:
    client = evening.sign_in()
    url = evening.url("paste_results", round_number=1)
    text = "1 1-0\n9 1-0\n2 seven"

    answer = client.post(url, {"text": text, "enter": "1"})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "There is no board 9 in this round." in page
    assert "2 seven" in page
    assert board(evening).result == "**"


def test_pasted_nil_nil_is_asked_about(evening: Evening) -> None:
    client = evening.sign_in()
    url = evening.url("paste_results", round_number=1)

    assert client.post(url, {"text": "1 0-0", "enter": "1"}).status_code == 422
    client.post(url, {"text": "1 0-0", "enter": "1", "zeros": "not_played"})
    assert board(evening).result == "--"


def test_a_checked_round_is_locked_until_an_organiser_unlocks_it(evening: Evening) -> None:
    client, helper = evening.sign_in(), evening.sign_in("helper")
    for number in (1, 2, 3):
        helper.post(result_url(evening, number), {"result": "10"})
    url = evening.url("check_results", round_number=1)
    assert helper.post(url).status_code == 303

    answer = helper.post(result_url(evening), {"result": "01"})
    assert answer.status_code == 409
    assert "is locked. Unlock it first." in answer.content.decode()
    assert helper.post(url, {"act": "unlock"}).status_code == 403

    client.post(url, {"act": "unlock"})
    helper.post(result_url(evening), {"result": "01"})
    assert board(evening).result == "01"


def test_locking_leads_to_the_first_missing_board(evening: Evening) -> None:
    page = evening.sign_in().get(evening.url("check_results", round_number=1)).content.decode()

    assert "Lock the round: 3 results missing" in page
    assert evening.url("manage_round", round_number=1) + "#b1" in page


@pytest.fixture
def later(evening: Evening) -> Evening:
    """Return the evening with round 1 played and round 2 published."""
    client = evening.sign_in()
    for number in (1, 2, 3):
        client.post(result_url(evening, number), {"result": "10"})
    evening.play_round(results=False)
    return evening


def test_a_wrong_result_of_an_earlier_round_asks_what_becomes_of_the_later(later: Evening) -> None:
    client = later.sign_in()
    answer = client.post(result_url(later), {"result": "01"})

    assert answer.status_code == 303
    page = client.get(answer["Location"])
    text = page.content.decode()
    assert "Round 1, board 1: 0–1 instead of 1–0." in text
    assert "Keep round 2 as it is" in text
    assert "Pair the boards that have not begun again" in text
    assert board(later).result == "10"


def test_a_helper_corrects_without_seeing_the_draft(evening: Evening) -> None:
    client = evening.sign_in("helper")
    for number in (1, 2, 3):
        client.post(result_url(evening, number), {"result": "10"})
    evening.play_round(publish=False)

    answer = client.post(result_url(evening), {"result": "01"})
    text = client.get(answer["Location"]).content.decode()
    sent = {"result": "BLACK_WINS", "choice": "keep"}

    assert "The next round is being prepared with the old result." in text
    assert "ound 2" not in text
    assert "None" not in text
    assert client.post(answer["Location"], sent).status_code == 303
    assert board(evening).result == "01"


def test_without_a_later_round_the_result_is_corrected_where_it_stands(evening: Evening) -> None:
    answer = evening.sign_in().get(
        evening.url("wrong_result", round_number=1, board_number=1) + "?result=DRAW"
    )

    assert answer["Location"] == evening.url("manage_round", round_number=1)


def test_the_later_round_is_kept_when_it_is_said(later: Evening) -> None:
    before = list(Pairing.objects.filter(round__number=2).values_list("white", "black"))
    url = later.url("wrong_result", round_number=1, board_number=1)

    later.sign_in("helper").post(url, {"result": "BLACK_WINS", "choice": "keep"})

    assert board(later).result == "01"
    assert list(Pairing.objects.filter(round__number=2).values_list("white", "black")) == before


def test_the_boards_that_have_not_begun_are_paired_again(later: Evening) -> None:
    before = set(Pairing.objects.filter(round__number=2).values_list("white", "black"))
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in().post(url, {"result": "BLACK_WINS", "choice": "pair_again"})

    assert answer["Location"] == later.url("manage_boards", round_number=2)
    assert board(later).result == "01"
    assert set(Pairing.objects.filter(round__number=2).values_list("white", "black")) != before


def test_helpers_do_not_pair_again(later: Evening) -> None:
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in("helper").post(url, {"result": "BLACK_WINS", "choice": "pair_again"})

    assert answer.status_code == 403
    assert board(later).result == "10"


def test_an_exchange_that_was_not_offered_is_refused(later: Evening) -> None:
    url = later.url("wrong_result", round_number=1, board_number=1)

    answer = later.sign_in().post(url, {"result": "BLACK_WINS", "choice": "swap", "swap": "99"})

    assert answer.status_code == 422
    assert board(later).result == "10"


def test_a_game_is_kept_out_of_rating_with_a_reason(evening: Evening) -> None:
    client = evening.sign_in()
    client.post(result_url(evening), {"result": "10"})
    url = result_url(evening, name="manage_board")

    assert client.post(url, {"act": "exclude", "reason": " "}).status_code == 422
    client.post(url, {"act": "exclude", "reason": "clocks were wrong"})
    assert board(evening).excluded_reason == "clocks were wrong"
    client.post(url, {"act": "include"})
    assert board(evening).excluded_reason == ""


def test_results_cost_the_same_queries_on_small_and_large_rounds(
    django_assert_num_queries: object,
) -> None:
    for players in (2, 12):
        evening = make_evening(players)
        evening.play_round(results=False)
        client = evening.sign_in()
        with django_assert_num_queries(11):  # type: ignore[operator]
            client.post(result_url(evening), {"result": "10", "version": "1"})
