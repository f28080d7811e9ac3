"""Rounds: drafts, explanations, changes by hand, publishing, undoing, and what blocks them."""

from __future__ import annotations

import pytest

from support.club_night import Evening, make_evening
from tournaments.entering_results import enter_results
from tournaments.models import Pairing, PairingJob, Round, Tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return make_evening(6)


def seats(evening: Evening, number: int = 1) -> list[tuple[int, int]]:
    boards = Pairing.objects.filter(tournament=evening.event, round__number=number)
    return list(
        boards.order_by("board_number").values_list("white__starting_rank", "black__starting_rank")
    )


def test_a_double_tap_pairs_one_round(evening: Evening) -> None:
    client = evening.sign_in()
    answers = [client.post(evening.url("pair_next_round"), {"round": "1"}) for _tap in range(2)]

    assert {answer["Location"] for answer in answers} == {
        evening.url("manage_round", round_number=1)
    }
    assert Round.objects.count() == 1


def test_a_tap_after_publishing_does_not_pair_the_next_round(evening: Evening) -> None:
    evening.play_round()

    answer = evening.sign_in().post(evening.url("pair_next_round"), {"round": "1"})

    assert answer.status_code == 409
    assert evening.url("manage_tournament") in answer.content.decode()
    assert Round.objects.count() == 1


def test_a_blocked_act_is_a_link_to_the_first_missing_board(evening: Evening) -> None:
    evening.play_round(results=False)
    client = evening.sign_in()
    client.post(evening.url("enter_board_result", round_number=1, board_number=1), {"result": "10"})

    page = client.get(evening.url("manage_tournament")).content.decode()

    assert "Pair round 2: 2 results missing" in page
    assert evening.url("manage_round", round_number=1) + "#b2" in page


def test_an_adjourned_game_blocks_closing_and_not_the_next_round(evening: Evening) -> None:
    steps = []
    for number in (1, 2, 3):
        round_ = evening.play_round(results=False)
        items = [{"board": 1, "result": "1-0"}, {"board": 2, "result": "0-1"}]
        enter_results(
            evening.access, round_, [*items, {"board": 3, "result": Result.ADJOURNED}]
        )  # fmt: skip
        page = evening.sign_in().get(evening.url("manage_tournament")).content.decode()
        steps += [
            words
            for words in (f"Pair round {number + 1}<", "Close: 1 result missing", "missing")
            if words in page
        ]

    assert steps == ["Pair round 2<", "Pair round 3<", "Close: 1 result missing", "missing"]


def test_one_player_makes_no_round() -> None:
    evening = make_evening(1)

    page = evening.sign_in().get(evening.url("manage_tournament")).content.decode()

    assert "Pair round 1: fewer than two players are here" in page
    answer = evening.sign_in().post(evening.url("pair_next_round"), {"round": "1"})
    assert answer.status_code == 409
    assert Round.objects.count() == 0


def test_the_draft_says_which_colour_was_drawn_and_why_a_board_is_so(evening: Evening) -> None:
    evening.play_round()
    evening.play_round(publish=False)
    client = evening.sign_in()
    evening.event.refresh_from_db()
    colour = {"w": "White", "b": "Black"}[evening.event.initial_colour]

    first = client.get(evening.url("manage_boards", round_number=1)).content.decode()
    page = client.get(evening.url("manage_round", round_number=2) + "?why=1").content.decode()

    assert f"Lots were drawn: number 1 begins with {colour}." in first
    assert "Why board 1 is so" in page
    assert "Both get the colour that suits them." in page or "Colours by FIDE" in page
    assert "Why not somebody nearer" in page


def test_the_bye_is_explained() -> None:
    evening = make_evening(5)
    evening.play_round()
    evening.play_round(publish=False)

    url = evening.url("manage_round", round_number=2) + "?why=bye"
    page = evening.sign_in().get(url).content.decode()

    assert "Why this player has the bye" in page
    assert "Nobody else has as few points." in page or "<ul><li><bdi>" in page


def test_floats_of_the_rounds_before_are_told() -> None:
    """The bye of round 1 brought a point without a game, which counts as a float down."""
    evening = make_evening(5)
    evening.play_round()
    evening.play_round(publish=False)
    bye = evening.event.byes.get(round_number=1)
    board = next(
        board
        for board in Pairing.objects.filter(tournament=evening.event, round__number=2)
        if bye.entry_id in (board.white_id, board.black_id)
    )
    url = evening.url("manage_boards", round_number=2) + f"?why={board.board_number}"

    page = evening.sign_in().get(url).content.decode()

    name = bye.entry.player.name
    told = f"{name} met somebody with fewer points, or had points without a game, in round 1."
    assert told in page


def test_players_are_swapped_after_the_warnings_were_confirmed(evening: Evening) -> None:
    evening.play_round()
    evening.play_round(publish=False)
    (white, black), (other, _last) = seats(evening, 2)[:2]
    url = evening.url("change_boards", round_number=2)
    client = evening.sign_in()
    sent = {"act": "swap", "one": str(black), "other": str(other)}
    before = seats(evening, 2)

    answer = client.post(url, sent)
    if answer.status_code == 409:
        page = answer.content.decode()
        assert "Do it all the same" in page
        assert "Warning" in page or "Against the rules" in page
        assert seats(evening, 2) == before
        answer = client.post(url, {**sent, "confirmed": "1"})

    assert answer.status_code == 303
    assert seats(evening, 2)[0] == (white, other)


def test_a_rematch_is_warned_of_in_its_grade(evening: Evening) -> None:
    evening.play_round()
    (one, other) = seats(evening, 1)[0]
    evening.play_round(publish=False)
    url = evening.url("change_boards", round_number=2)

    answer = evening.sign_in().post(url, {"act": "pair", "one": str(one), "other": str(other)})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "Against the rules" in page
    assert "have met before, in round 1." in page


@pytest.mark.parametrize("sent", [
    {"act": "swap", "one": "1", "other": "1"}, {"act": "pair", "one": "99", "other": "1"}, {},
])  # fmt: skip
def test_impossible_changes_are_refused(evening: Evening, sent: dict[str, str]) -> None:
    evening.play_round(publish=False)
    before = seats(evening)

    answer = evening.sign_in().post(evening.url("change_boards", round_number=1), sent)

    assert answer.status_code == 422
    assert seats(evening) == before


def test_colours_are_swapped_and_each_keeps_his_points(evening: Evening) -> None:
    evening.play_round()
    white, black = seats(evening)[0]

    answer = evening.sign_in().post(
        evening.url("change_boards", round_number=1), {"act": "swap_colours", "board": "1"}
    )

    assert answer.status_code == 303
    assert seats(evening)[0] == (black, white)
    assert Pairing.objects.get(round__number=1, board_number=1).result == "01"


def test_publishing_names_who_came_since(evening: Evening) -> None:
    from factories import make_player  # noqa: PLC0415

    evening.play_round(publish=False)
    late = make_player(evening.club, "Late Arrival")
    client = evening.sign_in()
    client.post(evening.url("enter_ticked"), {"player": [late.pk]})

    answer = client.post(evening.url("publish_round", round_number=1))
    assert answer.status_code == 409
    assert "Late Arrival" in answer.content.decode()

    answer = client.post(evening.url("publish_round", round_number=1), {"leave_out": "1"})
    assert answer.status_code == 303
    assert Round.objects.get().state == "published"


def test_a_round_is_undone_or_hidden_after_a_question(evening: Evening) -> None:
    evening.play_round(results=False)
    client = evening.sign_in()
    url = evening.url("undo_round", round_number=1)

    assert "3 boards go." in client.get(url).content.decode()
    client.post(url, {"act": "hide"})
    assert Round.objects.get().state == "draft"
    client.post(url, {"act": "undo"})
    assert Round.objects.count() == 0


def test_a_round_with_results_is_not_undone(evening: Evening) -> None:
    evening.play_round()
    client, url = evening.sign_in(), evening.url("undo_round", round_number=1)

    asked = client.get(url).content.decode()
    answer = client.post(url, {"act": "undo"})

    assert "The round has results. Take them back first" in asked
    assert f'href="{evening.url("manage_round", round_number=1)}">To the results</a>' in asked
    assert 'name="act"' not in asked
    assert answer.status_code == 409
    assert Round.objects.count() == 1


def test_a_round_below_others_leads_to_the_last_of_them(evening: Evening) -> None:
    evening.play_round()
    evening.play_round()
    evening.play_round(publish=False)

    asked = evening.sign_in().get(evening.url("undo_round", round_number=1)).content.decode()

    assert "Undo the later round first." in asked
    assert f'href="{evening.url("undo_round", round_number=3)}">Undo round 3</a>' in asked
    assert 'name="act"' not in asked


def test_boards_of_a_free_event_are_made_one_by_one() -> None:
    evening = make_evening(4, format=Tournament.Format.FREE)
    client = evening.sign_in()
    url = evening.url("free_boards")

    client.post(url, {"white": "1", "black": "4", "round_number": "1"})
    client.post(url, {"white": "2", "black": "3", "round_number": "1"})
    assert seats(evening) == [(1, 4), (2, 3)]
    assert client.post(url, {"white": "1", "black": "1", "round_number": "1"}).status_code == 422
    for _tap in range(2):
        gone = client.post(
            url, {"act": "remove", "white": "1", "black": "4", "round_number": "1"}
        )  # fmt: skip
        assert gone.status_code == 303
    assert seats(evening) == [(2, 3)]


def test_a_board_without_a_player_is_refused_at_the_empty_field() -> None:
    evening = make_evening(4, format=Tournament.Format.FREE)

    answer = evening.sign_in().post(
        evening.url("free_boards"), {"white": "2", "black": "", "round_number": "1"}
    )
    page = answer.content.decode()

    assert answer.status_code == 422
    assert '<a href="#black">Name two players.</a>' in page
    assert '<div class="error" id="black-error"><p>Name two players.</p></div>' in page
    assert 'id="white-error"' not in page
    assert '<option value="2" selected>' in page
    assert seats(evening) == []


def test_a_board_added_by_a_double_tap_is_there_once() -> None:
    evening = make_evening(4, format=Tournament.Format.FREE)
    client = evening.sign_in()

    answers = [
        client.post(evening.url("free_boards"), {"white": "1", "black": "4", "round_number": "1"})
        for _tap in range(2)
    ]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert seats(evening) == [(1, 4)]


def test_taking_a_board_away_names_its_players() -> None:
    evening = make_evening(6, format=Tournament.Format.FREE)
    client = evening.sign_in()
    url = evening.url("free_boards")
    for white, black in ((1, 4), (2, 5), (3, 6)):
        client.post(url, {"white": white, "black": black, "round_number": "1"})

    page = client.get(url).content.decode()
    # A colleague takes board 1 away meanwhile, so that board 2 becomes board 1.
    client.post(url, {"act": "remove", "white": "1", "black": "4", "round_number": "1"})
    client.post(url, {"act": "remove", "white": "2", "black": "5", "round_number": "1"})

    assert '<input type="hidden" name="white" value="2">' in page
    assert seats(evening) == [(3, 6)]


def test_another_program_sends_its_boards_as_text() -> None:
    evening = make_evening(5, format=Tournament.Format.EXTERNAL)
    client = evening.sign_in()
    url = evening.url("free_boards")

    wrong = client.post(url, {"act": "text", "text": "1 2\nthree four", "round_number": "1"})
    assert wrong.status_code == 422
    assert "three four" in wrong.content.decode()
    answer = client.post(url, {"act": "text", "text": "3 1\n2 4\n5 0", "round_number": "1"})

    assert answer.status_code == 303
    assert set(seats(evening)) == {(3, 1), (2, 4)}


def test_a_round_robin_is_paired_and_published_at_once() -> None:
    evening = make_evening(4, format=Tournament.Format.ROUND_ROBIN)
    client = evening.sign_in()

    client.post(evening.url("pair_every_round"))
    client.post(evening.url("publish_every_round"))

    assert list(Round.objects.values_list("number", "state")) == [
        (1, "published"), (2, "published"), (3, "published"),
    ]  # fmt: skip


def test_a_large_field_is_paired_in_the_background_and_progress_is_shown(
    django_capture_on_commit_callbacks: object,
) -> None:
    evening = make_evening(62)
    client = evening.sign_in()

    answer = client.post(evening.url("pair_next_round"), {"round": "1"})
    assert answer["Location"] == evening.url("pairing_progress")
    page = client.get(answer["Location"]).content.decode()
    assert 'data-hx-trigger="every 1s"' in page
    assert ">Refresh</a>" in page

    job = PairingJob.objects.get()
    job.state, job.error_code = PairingJob.State.FAILED, "engine_timed_out"
    job.save()
    page = client.get(answer["Location"]).content.decode()
    assert "The pairing took too long and was ended." in page
    assert "Pair round 1 again" in page


def test_a_round_with_its_own_time_control_is_rated_on_its_own_list(evening: Evening) -> None:
    evening.play_round()
    client = evening.sign_in()
    url = evening.url("round_settings", round_number=1)

    assert client.post(url, {"minutes": "3", "increment": "2"}).status_code == 303
    assert Round.objects.get().time_control == "blitz"
    wrong = client.post(url, {"minutes": "many", "increment": "2"})
    assert wrong.status_code == 422
    assert 'value="many"' in wrong.content.decode()
