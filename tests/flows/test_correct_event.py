"""A closed event is corrected: the wave first, then new ratings and the revisions they leave."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import pytest
from factories import make_access, make_club, make_player
from factories_events import (
    board_of,
    event_rows,
    make_evening,
    make_event,
    make_field,
    make_rated_players,
    play_game,
    play_round,
    rate,
)

from clubs.errors import InvalidInput, Refused
from clubs.models import AuditEvent
from ratings.models import RatingReport, RatingRevision
from tournaments.closing import close_tournament
from tournaments.correcting import (
    Correction,
    correct_tournament,
    preview_correction,
    reopen_tournament,
)
from tournaments.entering_results import enter_result
from tournaments.event_settings import change_round_settings, delete_tournament
from tournaments.models import Tournament
from tournaments.replacing import preview_replacing, replace_player
from tournaments.results import Result

pytestmark = pytest.mark.django_db

AfterCommit = Callable[..., AbstractContextManager[Any]]
FIRST, SECOND = date(2026, 3, 7), date(2026, 4, 4)


def test_a_wrong_result_is_corrected_after_closing_with_the_wave_first(committed):
    """F08, with the numbers of the case."""
    access = make_access(make_club())
    a, b, c = make_rated_players(access, [1500, 1500, 1500])
    rate(c, 1510, date(2026, 1, 2))
    one = make_evening(access, name="T1", start_date=FIRST)
    play_game(access, one, a, b, Result.WHITE_WINS)
    two = make_evening(access, name="T2", start_date=SECOND)
    with committed():
        close_tournament(access, one)
    play_game(access, two, a, c, Result.DRAW)
    with committed():
        close_tournament(access, two)
    assert event_rows() == [("P1", 1, 1500, 1510), ("P2", 1, 1500, 1490),
                      ("P1", 2, 1510, 1510), ("P3", 2, 1510, 1510)]  # fmt: skip

    correction = Correction(results={(1, 1): Result.BLACK_WINS})
    shown = preview_correction(access, one.__class__.objects.get(pk=one.pk), correction)
    assert (shown.wave.games, shown.wave.ratings, shown.wave.events) == (1, 2, 1)
    with committed():
        correct_tournament(access, one, correction, digest=shown.digest, reason="score sheet")

    # T2: D = -20, PD .47, +0.03 x 20 = 0.6 -> +1; C: PD .53, -0.6 -> -1.
    assert event_rows() == [("P1", 1, 1500, 1490), ("P2", 1, 1500, 1510),
                      ("P1", 2, 1490, 1491), ("P3", 2, 1510, 1509)]  # fmt: skip
    assert RatingRevision.objects.count() == 4
    assert board_of(one, 1, 1).result == Result.BLACK_WINS
    act = AuditEvent.objects.get(action="event_corrected")
    assert (act.facts["reason"], act.actor_label) == ("score sheet", "Ana")


def test_colours_of_a_closed_event_are_swapped_without_moving_a_rating(committed):
    """F11."""
    access = make_access(make_club())
    a, b = make_rated_players(access, [1500, 1480])
    event = make_evening(access)
    play_game(access, event, a, b, Result.WHITE_WINS)
    with committed():
        close_tournament(access, event)
    before = event_rows()
    event.refresh_from_db()

    correction = Correction(swapped=frozenset({(1, 1)}))
    shown = preview_correction(access, event, correction)
    with committed():
        correct_tournament(access, event, correction, digest=shown.digest, reason="wrong way")

    board = board_of(event, 1, 1)
    assert (board.white.player, board.black.player, board.result) == (b, a, Result.BLACK_WINS)
    assert event_rows() == before


def test_the_wrong_namesake_is_replaced_after_closing(committed):
    access = make_access(make_club())
    wrong, opponent, right = make_rated_players(access, [1500, 1500, 1700])
    event = make_evening(access)
    play_game(access, event, wrong, opponent, Result.WHITE_WINS)
    with committed():
        close_tournament(access, event)
    event.refresh_from_db()
    entry = event.entries.select_related("tournament").get(player=wrong)

    shown = preview_replacing(access, entry, right)
    assert shown is not None
    with committed():
        replace_player(access, entry, right, digest=shown.digest, reason="namesake")

    # 1700 beats 1500: D 200, PD .76, +0.24 x 20 = 4.8 -> +5; the other -4.8 -> -5.
    assert event_rows() == [("P2", 1, 1500, 1495), ("P3", 1, 1700, 1705)]


def test_a_correction_needs_a_reason_and_boards_that_exist(committed):
    access = make_access(make_club())
    a, b = make_rated_players(access, [1500, 1480])
    event = make_evening(access)
    play_game(access, event, a, b, Result.WHITE_WINS)
    with pytest.raises(Refused) as still_open:
        preview_correction(access, event, Correction())
    with committed():
        close_tournament(access, event)
    event.refresh_from_db()
    good = Correction(results={(1, 1): Result.DRAW})
    digest = preview_correction(access, event, good).digest

    with pytest.raises(InvalidInput) as no_reason:
        correct_tournament(access, event, good, digest=digest, reason="  ")
    with pytest.raises(InvalidInput) as nonsense:
        preview_correction(
            access,
            event,
            Correction(
                results={(3, 1): Result.DRAW, (1, 1): Result.PENDING},
                replaced={9: make_player(access.club), 1: b},
            ),
        )

    assert still_open.value.code == "event_not_closed"
    assert no_reason.value.code == "reason_missing"
    assert sorted((p.code, p.path) for p in nonsense.value.problems) == [
        ("already_entered", "players[1]"), ("board_unknown", "boards[3.1]"),
        ("rank_unknown", "players[9]"), ("result_open", "boards[1.1]"),
    ]  # fmt: skip


def test_a_closed_event_takes_no_results_and_says_the_way_out(committed):
    access = make_access(make_club())
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    play_round(access, event)
    with committed():
        close_tournament(access, event)

    with pytest.raises(Refused) as refused:
        enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)

    assert (refused.value.code, refused.value.facts["way_out"]) == (
        "event_closed", ["correct_tournament", "reopen_tournament"],
    )  # fmt: skip


def test_a_mixed_event_is_rated_on_each_list_and_moves_list_when_corrected(committed):
    access = make_access(make_club())
    event = make_evening(access, minutes=15, increment=10)
    a, b = make_rated_players(access, [1800, 1700], "rapid")
    for player in (a, b):
        rate(player, 1600, time_control="blitz")
    play_game(access, event, a, b, Result.WHITE_WINS)
    play_game(access, event, b, a, Result.WHITE_WINS)
    change_round_settings(access, event.rounds.get(number=2), minutes=3, increment=2)
    with committed():
        close_tournament(access, event)
    event.refresh_from_db()
    lists = RatingReport.objects.filter(is_current=True).values_list(
        "rating_list__time_control", flat=True
    )
    assert sorted(lists) == ["blitz", "rapid"]
    with pytest.raises(Refused) as refused:
        delete_tournament(access, event)
    assert refused.value.code == "event_rated"

    with committed():
        reopen_tournament(access, event, digest=None)
    delete_tournament(access, event)
    assert Tournament.objects.count() == 0
    assert RatingReport.objects.filter(is_current=True, status="withdrawn").count() == 2
