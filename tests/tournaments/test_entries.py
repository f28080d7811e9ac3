"""Players enter, come late, ask for byes, leave and come back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import make_access, make_club, make_player, make_players, make_rating
from factories_events import board_of, make_event, make_field, play_round, rate, seats_of

from clubs.errors import NotFound, Outdated, Refused
from clubs.models import AuditEvent, Player
from tournaments.byes import cancel_bye, leave_out_absent, request_bye
from tournaments.entries import (
    check_in,
    enter_players,
    remove_entry,
    set_family_group,
    who_was_here,
)
from tournaments.event_queries import load_event_record
from tournaments.models import Bye, Entry, Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.replacing import replace_player
from tournaments.results import ByeKind, Result
from tournaments.starting_list import number_starting_list
from tournaments.withdrawals import return_entry, withdraw_entry

pytestmark = pytest.mark.django_db


def ranks(event: Tournament) -> list[str]:
    return list(event.entries.order_by("starting_rank").values_list("player__name", flat=True))


def test_the_list_stands_by_rating_title_and_name():
    access = make_access(make_club())
    event = make_event(access)
    players = {name: make_player(access.club, name) for name in ("Zoe", "Bo", "Al", "Cy", "New")}
    for name in ("Zoe", "Bo", "Al"):
        rate(players[name], 1800)
    rate(players["Cy"], 1900)
    Player.objects.filter(name="Zoe").update(title="CM")

    enter_players(access, event, list(Player.objects.all()))

    assert ranks(event) == ["Cy", "Zoe", "Al", "Bo", "New"]
    assert event.entries.get(player__name="New").rating is None


def test_entering_twice_changes_nothing():
    access = make_access(make_club())
    event = make_event(access)
    players = make_players(access.club, 3)
    first = enter_players(access, event, players)
    version = Tournament.objects.get().version

    again = enter_players(access, event, players)

    assert again == first
    assert Tournament.objects.get().version == version


def test_a_player_of_another_club_is_not_there():
    event = make_event(access := make_access(make_club()))

    with pytest.raises(NotFound):
        enter_players(access, event, [make_player(make_club())])


def test_the_queries_of_entering_do_not_grow_with_the_players():
    access = make_access(make_club())
    counts = []
    for how_many in (2, 20):
        event = make_event(access)
        players = make_players(access.club, how_many)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            enter_players(access, event, players)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_those_who_came_most_often_are_offered_first():
    access = make_access(make_club())
    regular, guest, newcomer = (make_player(access.club, n) for n in ("Rui", "Gil", "Nuno"))
    for players in ([regular], [regular, guest]):
        enter_players(access, make_event(access), players)
    tonight = make_event(access)
    enter_players(access, tonight, [guest])

    offered = who_was_here(access, tonight)

    assert [(r.player.name, r.events, r.is_entered) for r in offered] == [
        ("Rui", 2, False), ("Gil", 1, True), ("Nuno", 0, False),
    ]  # fmt: skip
    assert [r.player for r in who_was_here(access, tonight, search="nun")] == [newcomer]


def test_a_late_entry_begins_with_the_next_round_and_takes_half_points_up_to_the_cap():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    play_round(access, event)
    event.refresh_from_db()
    Round.objects.filter(tournament=event).update(number=1)
    enter_players(access, event, make_players(access.club, 1))
    play_round(access, event)

    (late,) = enter_players(
        access, event, make_players(access.club, 1), missed_rounds_as=ByeKind.HALF_POINT
    )

    byes = list(late.byes.order_by("round_number").values_list("round_number", "kind"))
    assert (late.first_round, late.starting_rank) == (3, 4)
    assert byes == [(1, "Z"), (2, "H")]


def test_nobody_enters_a_round_robin_that_has_been_drawn():
    access = make_access(make_club())
    event = make_event(access, format="round_robin", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    pair_round(access, event)

    with pytest.raises(Refused) as refused:
        enter_players(access, event, make_players(access.club, 1))

    assert refused.value.code == "table_drawn"


def test_half_point_byes_have_a_cap_and_do_not_reach_into_the_last_round():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=5)
    entry, _other = make_field(access, event, [1900, 1800])
    request_bye(access, entry, round_number=2)

    with pytest.raises(Refused) as beyond_cap:
        request_bye(access, entry, round_number=3)
    with pytest.raises(Refused) as last_round:
        request_bye(access, entry, round_number=5)
    bye = request_bye(access, entry, round_number=5, override_reason="wedding")
    cancel_bye(access, bye)

    assert (beyond_cap.value.code, beyond_cap.value.facts) == ("bye_cap", {"cap": 1, "taken": 1})
    assert (last_round.value.code, last_round.value.facts["last_round_with_bye"]) == (
        "bye_too_late", 4,
    )  # fmt: skip
    assert list(entry.byes.values_list("round_number", "kind")) == [(2, "H")]


def test_the_bye_of_the_pairing_is_not_taken_back_as_one_that_was_asked_for():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])
    pair_round(access, event)
    given = Bye.objects.get()

    with pytest.raises(Refused) as refused:
        cancel_bye(access, given)

    assert refused.value.code == "bye_of_pairing"
    assert not AuditEvent.objects.filter(action="bye_cancelled").exists()


def test_a_bye_that_is_gone_is_not_taken_back_again():
    access = make_access(make_club())
    event = make_event(access)
    entry, _other = make_field(access, event, [1900, 1800])
    bye = request_bye(access, entry, round_number=2)
    cancel_bye(access, bye)

    with pytest.raises(NotFound):
        cancel_bye(access, bye)

    assert AuditEvent.objects.filter(action="bye_cancelled").count() == 1


def test_a_player_on_a_board_asks_for_no_bye():
    access = make_access(make_club())
    event = make_event(access)
    entry, _other = make_field(access, event, [1900, 1800])
    pair_round(access, event)

    with pytest.raises(Refused) as refused:
        request_bye(access, entry, round_number=1)

    assert (refused.value.code, refused.value.facts["board"]) == ("already_paired", 1)


def test_who_has_not_checked_in_is_left_out_of_the_next_round():
    access = make_access(make_club())
    event = make_event(access)
    here, away, too = make_field(access, event, [1900, 1800, 1700])
    for entry in (here, too):
        check_in(access, entry)

    left_out = leave_out_absent(access, event)
    round_ = pair_round(access, event).round

    assert left_out == [away]
    assert round_ is not None
    assert sorted(seats_of(round_)[0]) == [1, 3]


def test_an_entry_that_was_never_paired_is_removed_and_the_others_move_up():
    access = make_access(make_club())
    event = make_event(access)
    first, _second, _third = make_field(access, event, [1900, 1800, 1700])

    remove_entry(access, first)
    play_round(access, event)

    assert ranks(event) == ["P2", "P3"]
    with pytest.raises(Refused) as refused:
        remove_entry(access, Entry.objects.get(player__name="P2"))
    assert refused.value.code == "already_paired"


def test_numbers_stay_once_round_one_is_published():
    access = make_access(make_club())
    event = make_event(access)
    one, two, three = make_field(access, event, [1900, 1800, 1700])
    number_starting_list(access, event, order=[two.pk, three.pk, one.pk])
    play_round(access, event)

    with pytest.raises(Refused) as refused:
        number_starting_list(access, event, order="draw")

    assert ranks(event) == ["P2", "P3", "P1"]
    assert refused.value.code == "list_fixed"


def test_a_withdrawal_keeps_the_score_and_leaves_zero_point_byes():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event)
    entry = Entry.objects.get(player__name="P1")

    withdraw_entry(access, entry, from_round=2)
    play_round(access, event)

    record = load_event_record(event)
    assert [cell.outcome.value if cell else None for cell in record.competitors[0].cells] == [
        "=", "Z",
    ]  # fmt: skip
    assert record.competitors[0].withdrawn_after == 1


def test_a_paired_player_does_not_withdraw_silently():
    """F14: the arbiter is told and chooses to pair again or to let the opponent win."""
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)
    entry = Entry.objects.get(player__name="P1")

    with pytest.raises(Refused) as refused:
        withdraw_entry(access, entry, from_round=1)
    assert refused.value.facts == {"rounds": [1], "choices": ["pair_again", "forfeit"]}
    assert Entry.objects.get(pk=entry.pk).withdrawn_after is None

    withdraw_entry(access, entry, from_round=1, paired="pair_again")
    again = Round.objects.get(tournament=event)
    assert (again.state, again.pk == round_.pk) == ("draft", False)
    assert {rank for seats in seats_of(again) for rank in seats} < {2, 3, 4}


def test_a_forfeit_of_the_withdrawn_gives_the_board_to_the_opponent():
    access = make_access(make_club())
    event = make_event(access, initial_colour="w")
    make_field(access, event, [1900, 1800])
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)

    withdraw_entry(access, Entry.objects.get(player__name="P1"), from_round=1, paired="forfeit")

    board = board_of(event, 1, 1)
    assert (board.white.player.name, Result(board.result)) == ("P1", Result.BLACK_WINS_BY_FORFEIT)


def test_who_comes_back_keeps_zero_points_for_the_missed_rounds():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=5)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event)
    entry = Entry.objects.get(player__name="P1")
    withdraw_entry(access, entry, from_round=2)
    play_round(access, event)

    entry = return_entry(access, entry, from_round=4)
    play_round(access, event)
    play_round(access, event)

    cells = load_event_record(event).competitors[0].cells
    assert [cell.outcome.value if cell else None for cell in cells[1:3]] == ["Z", "Z"]
    assert cells[3] is not None
    assert cells[3].opponent is not None


def test_a_family_is_not_paired_with_itself():
    access = make_access(make_club())
    event = make_event(access)
    entries = make_field(access, event, [1900, 1800, 1700, 1600])

    # Without the wish round 1 would be 1–3 and 2–4.
    set_family_group(access, event, [entries[0], entries[2]], "Silva")
    round_ = pair_round(access, event).round

    assert round_ is not None
    assert {frozenset(seats) for seats in seats_of(round_)} == {
        frozenset({1, 4}), frozenset({2, 3}),
    }  # fmt: skip


def test_the_wrong_namesake_is_replaced_with_everything_he_played():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    play_round(access, event)
    right = make_player(access.club, "P1 junior")
    rate(right, 1400)

    entry = replace_player(access, Entry.objects.get(player__name="P1"), right)

    assert (entry.player, entry.rating, entry.starting_rank) == (right, 1400, 1)


def test_a_start_rating_given_a_moment_ago_seeds_the_newcomer():
    access = make_access(make_club())
    event = make_event(access, minutes=15, increment=10)
    newcomer = make_player(access.club)
    make_rating(newcomer, 1350, time_control="rapid")

    (entry,) = enter_players(access, event, [newcomer])

    assert entry.rating == 1350


def test_who_saw_an_older_entry_is_told():
    access = make_access(make_club())
    event = make_event(access)
    entry, _other = make_field(access, event, [1900, 1800])
    request_bye(access, entry, round_number=2, version=1)

    with pytest.raises(Outdated) as outdated:
        withdraw_entry(access, entry, from_round=1, version=1)

    assert outdated.value.facts["version"] == 2


def test_a_token_of_one_event_does_not_see_the_clubs_players():
    access = make_access(make_club())
    event = make_event(access)

    with pytest.raises(NotFound):
        who_was_here(replace(access, event_number=event.number), event)
