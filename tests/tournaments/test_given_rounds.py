"""Rounds that an organiser or another program makes."""

from __future__ import annotations

import pytest
from factories import make_access, make_club
from factories_events import board_of, make_event, make_field, seats_of

from clubs.errors import InvalidInput, Refused
from tournaments.byes import request_bye
from tournaments.checking import check_round
from tournaments.entering_results import enter_result
from tournaments.given_rounds import (
    add_board,
    read_engine_answer,
    remove_board,
    set_boards,
    set_round_pairings,
)
from tournaments.models import Round
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import (
    publish_round,
)
from tournaments.results import ByeKind, Result

pytestmark = pytest.mark.django_db


def test_free_boards_grow_during_the_evening():
    access = make_access(make_club())
    event = make_event(access, format="free")
    make_field(access, event, [1900, 1800, 1700, 1600])
    with pytest.raises(Refused) as by_hand:
        pair_round(access, event)
    assert by_hand.value.code == "boards_by_hand"

    round_ = publish_round(access, set_boards(access, event, [(1, 2)]))
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)
    set_boards(access, event, [(4, 3), (1, 2)], number=1)

    assert seats_of(round_) == [(4, 3), (1, 2)]
    assert board_of(event, 1, 2).result == Result.WHITE_WINS


def test_boards_two_people_add_and_take_away_together_are_all_kept():
    access = make_access(make_club())
    event = make_event(access, format="free")
    make_field(access, event, [1900, 1800, 1700, 1600])

    round_ = add_board(access, event, 1, 2)
    # Both saw the event before the first board was there.
    for _tap in range(2):
        add_board(access, event, 4, 3, number=1)
    assert seats_of(round_) == [(1, 2), (4, 3)]

    for _tap in range(2):
        remove_board(access, event, 1, 2, number=1)
    assert seats_of(round_) == [(4, 3)]


def test_a_board_with_a_result_is_not_taken_away():
    access = make_access(make_club())
    event = make_event(access, format="free")
    make_field(access, event, [1900, 1800])
    round_ = publish_round(access, add_board(access, event, 1, 2))
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)

    with pytest.raises(Refused) as refused:
        remove_board(access, event, 1, 2, number=1)

    assert refused.value.code == "board_has_result"
    assert seats_of(round_) == [(1, 2)]


def test_a_checked_round_takes_no_more_boards():
    access = make_access(make_club())
    event = make_event(access, format="free")
    make_field(access, event, [1900, 1800, 1700, 1600])
    round_ = publish_round(access, set_boards(access, event, [(1, 2)]))
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)
    check_round(access, round_)

    with pytest.raises(Refused) as refused:
        set_boards(access, event, [(1, 2), (4, 3)], number=1)

    assert refused.value.code == "round_checked"
    assert seats_of(round_) == [(1, 2)]


@pytest.mark.parametrize(
    ("boards", "code"),
    [([(1, 1)], "self_pairing"), ([(1, 2), (2, 3)], "player_twice"), ([(1, 9)], "unknown_player")],
)
def test_impossible_boards_are_refused(boards: list[tuple[int, int]], code: str):
    access = make_access(make_club())
    event = make_event(access, format="free")
    make_field(access, event, [1900, 1800, 1700])

    with pytest.raises(InvalidInput) as refused:
        set_boards(access, event, boards)

    assert code in [problem.code for problem in refused.value.problems]
    assert Round.objects.count() == 0


def test_another_program_sends_its_round_and_the_same_again():
    access = make_access(make_club())
    event = make_event(access, format="external")
    make_field(access, event, [1900, 1800, 1700])
    bye = {3: ByeKind.PAIRING_ALLOCATED}

    first = set_round_pairings(access, event, 1, [(1, 2)], bye, engine="Tool 1")
    again = set_round_pairings(access, event, 1, [(1, 2)], bye)
    with pytest.raises(Refused) as other:
        set_round_pairings(access, event, 1, [(2, 1)], bye)

    assert again == first
    assert (first.state, first.engine) == ("published", "Tool 1")
    assert other.value.code == "round_exists"


def test_a_round_with_another_bye_is_not_the_same():
    access = make_access(make_club())
    event = make_event(access, format="external")
    entries = make_field(access, event, [1900, 1800, 1700, 1600])
    request_bye(access, entries[3], round_number=1)
    sent = {3: ByeKind.PAIRING_ALLOCATED}
    first = set_round_pairings(access, event, 1, [(1, 2)], sent)

    assert set_round_pairings(access, event, 1, [(1, 2)], {**sent, 4: ByeKind.HALF_POINT}) == first
    for other in ({3: ByeKind.ZERO_POINT}, {**sent, 4: ByeKind.ZERO_POINT}, {}):
        with pytest.raises(Refused) as refused:
            set_round_pairings(access, event, 1, [(1, 2)], other)
        assert refused.value.code == "round_exists"


def test_a_draft_sent_again_to_be_published_is_published():
    access = make_access(make_club())
    event = make_event(access, format="external")
    make_field(access, event, [1900, 1800])

    draft = set_round_pairings(access, event, 1, [(1, 2)], publish=False)
    assert draft.state == Round.State.DRAFT
    published = set_round_pairings(access, event, 1, [(1, 2)])

    assert published == draft
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_everything_that_breaks_a_rule_in_a_sent_round_is_told_at_once():
    access = make_access(make_club())
    event = make_event(access, format="external")
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])

    with pytest.raises(InvalidInput) as refused:
        set_round_pairings(access, event, 1, [(1, 1), (2, 9)], {})

    assert sorted({problem.code for problem in refused.value.problems}) == [
        "player_missing", "self_pairing", "unknown_player",
    ]  # fmt: skip
    assert Round.objects.count() == 0


def test_the_plain_answer_of_an_engine_is_read():
    assert read_engine_answer("2\n1 2\n3 0\n") == (
        [(1, 2)], {3: ByeKind.PAIRING_ALLOCATED},
    )  # fmt: skip
    with pytest.raises(InvalidInput):
        read_engine_answer("two\n")
