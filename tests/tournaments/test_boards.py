"""Single boards change by hand, with what they break shown first."""

from __future__ import annotations

import pytest
from factories import make_access, make_club, make_players
from factories_events import (
    board_of,
    make_event,
    make_field,
    paired,
    play_round,
    seats_of,
)

from clubs.audit import acts_about
from clubs.errors import Refused
from clubs.models import AuditEvent
from tournaments.boards import pair_by_hand, set_bye, swap_colours, swap_players
from tournaments.entering_results import enter_result
from tournaments.entries import enter_players
from tournaments.models import Bye, Entry, Pairing, Round
from tournaments.publishing import (
    publish_round,
)
from tournaments.results import Result

pytestmark = pytest.mark.django_db


def test_numbers_of_the_starting_list_are_no_players_in_the_audit():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    swap_players(access, paired(access, event), 1, 2, confirmed=True)

    acts = [line.action for line in acts_about(access.club, {1, 2})]

    assert AuditEvent.objects.get(action="players_swapped").facts["ranks"] == [1, 2]
    assert "players_swapped" not in acts


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
