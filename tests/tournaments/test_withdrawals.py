"""Leaving and coming back where rounds are paired ahead: forfeits come and go with the player."""

from __future__ import annotations

import pytest
from factories import make_access, make_club
from factories_events import board_of, make_event, make_field, play_round

from clubs.access import ClubAccess
from clubs.errors import InvalidInput, Refused
from tournaments.entering_results import enter_result
from tournaments.models import Entry, Tournament
from tournaments.pairing_rounds import pair_all_rounds
from tournaments.publishing import publish_all_rounds
from tournaments.results import Result
from tournaments.withdrawals import return_entry, withdraw_entry

pytestmark = pytest.mark.django_db

# The Berger table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
FIRST_ROUND = {1: Result.WHITE_WINS, 2: Result.DRAW}
BLACK_BY_FORFEIT, WHITE_BY_FORFEIT = Result.BLACK_WINS_BY_FORFEIT, Result.WHITE_WINS_BY_FORFEIT


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club())


@pytest.fixture
def event(access: ClubAccess) -> Tournament:
    """A round robin of four, all rounds published and the first one played."""
    event = make_event(access, format="round_robin", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    pair_all_rounds(access, event)
    publish_all_rounds(access, event)
    for board, result in FIRST_ROUND.items():
        enter_result(access, board_of(event, 1, board), result)
    return event


def entry(rank: int) -> Entry:
    return Entry.objects.get(starting_rank=rank)


def leave(access: ClubAccess, rank: int, from_round: int = 2) -> None:
    withdraw_entry(access, entry(rank), from_round=from_round, paired="forfeit")


def results(event: Tournament) -> dict[tuple[int, int], Result]:
    """Return the results of rounds 2 and 3 by the numbers of White and Black."""
    boards = event.pairings.filter(round__number__gt=1).select_related("white", "black")
    return {(b.white.starting_rank, b.black.starting_rank): Result(b.result) for b in boards}


def test_two_players_leave_and_neither_wins_against_the_other(access, event):
    leave(access, 1)
    leave(access, 2)

    assert results(event) == {
        (4, 3): Result.PENDING, (1, 2): Result.DOUBLE_FORFEIT,
        (2, 4): BLACK_BY_FORFEIT, (3, 1): WHITE_BY_FORFEIT,
    }  # fmt: skip


def test_they_come_back_to_the_games_that_nobody_has_played(access, event):
    leave(access, 1)
    leave(access, 2)

    return_entry(access, entry(1), from_round=2)
    assert results(event) == {
        (4, 3): Result.PENDING, (1, 2): WHITE_BY_FORFEIT,
        (2, 4): BLACK_BY_FORFEIT, (3, 1): Result.PENDING,
    }  # fmt: skip
    return_entry(access, entry(2), from_round=2)

    assert set(results(event).values()) == {Result.PENDING}
    assert event.byes.count() == 0


def test_a_round_that_began_without_him_stays_lost(access, event):
    leave(access, 1)
    enter_result(access, board_of(event, 2, 1), Result.DRAW)

    with pytest.raises(InvalidInput) as refused:
        return_entry(access, entry(1), from_round=2)
    return_entry(access, entry(1), from_round=3)

    assert refused.value.problems[0].code == "round_range"
    assert results(event) == {
        (4, 3): Result.DRAW, (1, 2): BLACK_BY_FORFEIT,
        (2, 4): Result.PENDING, (3, 1): Result.PENDING,
    }  # fmt: skip


def test_a_game_that_was_played_still_keeps_a_player_from_leaving_before_it(access, event):
    leave(access, 1)
    enter_result(access, board_of(event, 3, 1), Result.WHITE_WINS)

    with pytest.raises(Refused) as refused:
        leave(access, 2)

    assert (refused.value.code, refused.value.facts) == (
        "already_played", {"round": 3, "from_round": 4},
    )  # fmt: skip


def test_a_swiss_round_published_without_a_player_is_not_one_to_come_back_with(access):
    event = make_event(access, rounds_planned=4)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    play_round(access, event)
    leave(access, 1)
    play_round(access, event)

    with pytest.raises(InvalidInput):
        return_entry(access, entry(1), from_round=2)
    return_entry(access, entry(1), from_round=3)

    assert list(event.byes.filter(entry=entry(1)).values_list("round_number", "kind")) == [(2, "Z")]
