"""Rounds are paired once, published, changed by hand and undone."""

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

from clubs.access import Right
from clubs.errors import NotAllowed, Refused
from clubs.models import AuditEvent
from tournaments.byes import request_bye
from tournaments.entering_results import enter_result
from tournaments.entries import enter_players
from tournaments.models import Bye, Entry, Round, Tournament
from tournaments.pairing_rounds import pair_all_rounds, pair_round
from tournaments.publishing import (
    publish_all_rounds,
    publish_round,
    undo_round,
    unpublish_round,
)
from tournaments.results import Result
from tournaments.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


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


def test_a_helper_pairs_nothing():
    club = make_club()
    event = make_event(make_access(club))

    with pytest.raises(NotAllowed):
        pair_round(make_access(club, rights=frozenset({Right.READ, Right.RESULTS})), event)
