"""Rounds are paired once, published, changed by hand and undone."""

from __future__ import annotations

import pytest
from factories import make_access, make_club, make_players
from factories_events import board_of, make_event, make_field, play_round, seats_of

from clubs.access import Right
from clubs.errors import InvalidInput, NotAllowed, Refused
from clubs.models import AuditEvent
from tournaments.boards import pair_by_hand, set_bye, swap_colours, swap_players
from tournaments.byes import request_bye
from tournaments.entering_results import enter_result
from tournaments.entries import enter_players
from tournaments.given_rounds import read_engine_answer, set_boards, set_round_pairings
from tournaments.models import Bye, Entry, Pairing, Round, Tournament
from tournaments.pairing_rounds import pair_all_rounds, pair_round
from tournaments.publishing import (
    publish_all_rounds,
    publish_round,
    undo_round,
    unpublish_round,
)
from tournaments.results import ByeKind, Result
from tournaments.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


def paired(access, event) -> Round:
    round_ = pair_round(access, event).round
    assert round_ is not None
    return round_


def test_a_double_tap_gives_the_same_draft():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])

    first = paired(access, event)
    again = paired(access, event)

    assert again == first
    assert Round.objects.count() == 1
    assert list(Bye.objects.values_list("kind", flat=True)) == ["U"]
    assert Tournament.objects.get().initial_colour in ("w", "b")


def test_missing_results_are_named_before_the_next_round():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    publish_round(access, paired(access, event))
    enter_result(access, board_of(event, 1, 2), Result.DRAW)

    with pytest.raises(Refused) as refused:
        pair_round(access, event)

    assert (refused.value.code, refused.value.facts) == (
        "results_missing", {"round": 1, "boards": [1]},
    )  # fmt: skip
    assert "board 1 in round 1" in refused.value.message


def test_an_adjourned_game_does_not_hold_up_the_next_round():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    publish_round(access, paired(access, event))
    enter_result(access, board_of(event, 1, 1), Result.ADJOURNED)
    enter_result(access, board_of(event, 1, 2), Result.DRAW)

    assert paired(access, event).number == 2


@pytest.mark.parametrize("players_left", [0, 1])
def test_nobody_or_one_player_makes_no_round(players_left: int):
    """F14."""
    access = make_access(make_club())
    event = make_event(access)
    entries = make_field(access, event, [1900, 1800])
    for entry in entries[players_left:]:
        withdraw_entry(access, entry, from_round=1)
    version = Tournament.objects.get().version

    with pytest.raises(Refused) as refused:
        pair_round(access, event)

    assert (refused.value.code, refused.value.facts["way_out"]) == (
        "too_few_players", ["close_tournament"],
    )  # fmt: skip
    assert Round.objects.count() == 0
    assert Tournament.objects.get().version == version


def test_no_round_beyond_the_last():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    play_round(access, event)

    with pytest.raises(Refused) as refused:
        pair_round(access, event)

    assert refused.value.code == "all_rounds_paired"


def test_a_field_in_which_everybody_met_is_no_fault_of_the_program():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800])
    play_round(access, event)

    with pytest.raises(Refused) as refused:
        pair_round(access, event)

    assert refused.value.code == "no_legal_pairing"
    assert Round.objects.count() == 1


def test_who_asked_for_a_bye_is_not_paired():
    access = make_access(make_club())
    event = make_event(access)
    entries = make_field(access, event, [1900, 1800, 1700])
    request_bye(access, entries[0], round_number=1)

    round_ = paired(access, event)

    assert sorted(seats_of(round_)[0]) == [2, 3]
    assert list(Bye.objects.values_list("entry__starting_rank", "kind")) == [(1, "H")]


def test_publishing_starts_the_event_and_a_second_tap_changes_nothing():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    round_ = publish_round(access, paired(access, event))
    version = Tournament.objects.get().version

    publish_round(access, round_)

    event.refresh_from_db()
    assert (event.state, event.version) == ("running", version)
    assert AuditEvent.objects.filter(action="round_published").count() == 1


def test_a_draft_that_does_not_fit_who_is_here_is_not_published():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    round_ = paired(access, event)
    enter_players(access, event, make_players(access.club, 1))

    with pytest.raises(Refused) as refused:
        publish_round(access, round_)
    published = publish_round(access, round_, leave_out=True)

    assert refused.value.code == "players_not_paired"
    assert [problem.code for problem in refused.value.problems] == ["player_missing"]
    assert published.state == "published"


def test_a_round_is_undone_only_without_results_and_from_the_end():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    first = play_round(access, event)
    second = paired(access, event)

    with pytest.raises(Refused) as later:
        undo_round(access, first)
    undo_round(access, second)
    with pytest.raises(Refused) as decided:
        undo_round(access, first)

    assert (later.value.code, decided.value.code) == ("later_round_exists", "round_has_results")
    assert decided.value.facts["boards"] == [1, 2]
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_a_round_is_hidden_again_before_it_begins():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    round_ = publish_round(access, paired(access, event))

    assert unpublish_round(access, round_).state == "draft"


def test_swapped_colours_leave_each_player_his_score():
    """F11."""
    access = make_access(make_club())
    event = make_event(access, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event, {1: Result.WHITE_WINS})
    before = board_of(event, 1, 1)

    after = swap_colours(access, before)
    assert (after.white, after.black, after.result) == (
        before.black, before.white, Result.BLACK_WINS,
    )  # fmt: skip

    back = swap_colours(access, after)
    assert (back.white, back.black, back.result) == (before.white, before.black, before.result)

    paired(access, event)
    with pytest.raises(Refused) as refused:
        swap_colours(access, back)
    assert refused.value.code == "colours_used"
    assert swap_colours(access, back, confirmed=True).result == Result.BLACK_WINS


@pytest.mark.parametrize(
    ("result", "swapped"),
    [
        (Result.DRAW, Result.DRAW),
        (Result.PENDING, Result.PENDING),
        (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT),
    ],
)
def test_a_half_point_stays_and_a_forfeit_keeps_its_winner(result: Result, swapped: Result):
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    publish_round(access, paired(access, event))
    enter_result(access, board_of(event, 1, 1), result)

    assert swap_colours(access, board_of(event, 1, 1)).result == swapped


def test_a_pair_made_by_hand_shows_what_it_breaks_before_it_is_done():
    access = make_access(make_club())
    event = make_event(access, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    met = seats_of(Round.objects.get(number=1))[0]
    round_ = paired(access, event)

    with pytest.raises(Refused) as refused:
        pair_by_hand(access, round_, *met)

    graded = [(p.code, p.facts["grade"]) for p in refused.value.problems]
    assert refused.value.code == "pairing_warnings"
    assert graded[0] == ("rematch", "against_the_rules")

    round_ = pair_by_hand(access, round_, *met, confirmed=True)
    assert met in seats_of(round_)
    act = AuditEvent.objects.get(action="paired_by_hand")
    assert "rematch" in act.facts["warnings"]


def test_a_latecomer_takes_the_bye_players_board():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])
    round_ = publish_round(access, paired(access, event))
    (late,) = enter_players(access, event, make_players(access.club, 1))
    free = Bye.objects.get(kind="U").entry

    pair_by_hand(access, round_, free.starting_rank, late.starting_rank)

    assert (free.starting_rank, 4) in seats_of(round_)
    assert Bye.objects.count() == 0
    assert Entry.objects.get(pk=late.pk).first_round == 1


def test_two_players_change_seats_and_a_board_with_a_result_stays():
    access = make_access(make_club())
    event = make_event(access, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400])
    round_ = publish_round(access, paired(access, event))
    assert seats_of(round_) == [(1, 4), (5, 2), (3, 6)]

    swap_players(access, round_, 4, 6)
    assert seats_of(round_) == [(1, 6), (5, 2), (3, 4)]

    enter_result(access, board_of(event, 1, 1), Result.DRAW)
    with pytest.raises(Refused) as refused:
        swap_players(access, Round.objects.get(), 4, 6)
    assert (refused.value.code, refused.value.facts["boards"]) == ("board_has_result", [1])
    assert board_of(event, 1, 1).result == Result.DRAW


def test_a_bye_set_by_hand_frees_the_opponent():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    round_ = paired(access, event)

    with pytest.raises(Refused):
        set_bye(access, round_, 1)
    set_bye(access, round_, 1, confirmed=True)

    assert Pairing.objects.count() == 0
    assert list(Bye.objects.values_list("entry__starting_rank", "kind")) == [(1, "U")]


def test_a_round_robin_has_all_its_rounds_at_once_by_the_berger_table():
    """FIDE Handbook C.05 Annex 1, table for four players."""
    access = make_access(make_club())
    event = make_event(access, format="round_robin")
    make_field(access, event, [1900, 1800, 1700, 1600])

    rounds = pair_all_rounds(access, event)
    publish_all_rounds(access, event)

    assert [seats_of(round_) for round_ in rounds] == [
        [(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)],
    ]  # fmt: skip
    assert Tournament.objects.get().rounds_planned == 3
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}


def test_the_next_round_of_a_round_robin_gives_a_withdrawn_players_board_to_the_opponent():
    access = make_access(make_club())
    event = make_event(access, format="round_robin", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    withdraw_entry(access, Entry.objects.get(starting_rank=3), from_round=2)

    round_ = paired(access, event)

    assert list(round_.pairings.order_by("board_number").values_list("result", flat=True)) == [
        Result.WHITE_WINS_BY_FORFEIT, Result.PENDING,
    ]  # fmt: skip


def test_a_keizer_evening_pairs_who_is_here():
    access = make_access(make_club())
    event = make_event(access, format="keizer", rounds_planned=1)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    play_round(access, event)

    assert Round.objects.count() == 2


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


def test_a_helper_pairs_nothing():
    club = make_club()
    event = make_event(make_access(club))

    with pytest.raises(NotAllowed):
        pair_round(make_access(club, rights=frozenset({Right.READ, Right.RESULTS})), event)
