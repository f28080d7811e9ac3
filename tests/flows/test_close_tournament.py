"""Closing a tournament as a story: from the last result to ratings that can be corrected.

Read with tournaments/closing.py, ratings/submit.py, ratings/replay and ratings/rules/change.py.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from factories import make_access, make_club, make_players
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

from clubs.access import Right
from clubs.errors import NotAllowed, Outdated, Refused
from clubs.models import AuditEvent, Player
from ratings.models import RatingChange, RatingList, RatingReport
from ratings.reports import event_state
from ratings.tasks import sweep
from support.workers import broker_down
from tournaments.byes import request_bye
from tournaments.closing import close_tournament, closing_problems, preview_closing
from tournaments.correcting import (
    preview_reopening,
    reopen_tournament,
)
from tournaments.entering_results import enter_result
from tournaments.entries import enter_players
from tournaments.event_queries import standings_of
from tournaments.event_settings import change_settings
from tournaments.models import Entry, Round, Tournament
from tournaments.results import ByeKind, Result

pytestmark = pytest.mark.django_db

AfterCommit = Callable[..., AbstractContextManager[Any]]
FIRST, SECOND = date(2026, 3, 7), date(2026, 4, 4)


def row(player: Player, event: Tournament) -> RatingChange:
    return RatingChange.objects.get(player=player, event_key=event.number)


def test_walkovers_byes_and_absences_are_points_but_not_rated_games(committed):
    """F04: 1600 scores 3.5 of 5; two games are rated: (1 − .36) + (0 − .50), × 20 = 2.8 → +3."""
    access = make_access(make_club())
    event = make_evening(access)
    own, first, absent, last = make_rated_players(access, [1600, 1700, 1650, 1600])
    play_game(access, event, own, first, Result.WHITE_WINS)
    play_game(access, event, own, absent, Result.WHITE_WINS_BY_FORFEIT)
    play_game(access, event, first, last, Result.DRAW, {own: ByeKind.PAIRING_ALLOCATED})
    play_game(access, event, first, last, Result.DRAW, {own: ByeKind.HALF_POINT})
    play_game(access, event, last, own, Result.WHITE_WINS)

    rank = Entry.objects.get(player=own).starting_rank
    assert standings_of(event).row_of[rank].points == 350
    with committed():
        close_tournament(access, event, preview_closing(access, event).digest)

    change = row(own, event)
    assert (change.before, change.after, change.change) == (1600, 1603, 3)
    assert (change.game_count, change.games_before, change.games_after) == (2, 30, 32)
    assert not RatingChange.objects.filter(player=absent, event_key=event.number).exists()
    assert event_state(access.club, event.number) == "rated"


def test_every_problem_is_named_with_the_page_where_it_is_mended():
    access = make_access(make_club())
    event = make_event(access, start_date=None, minutes=None)
    make_field(access, event, [1900, 1800, 1700, 1600])
    round_ = play_round(access, event)
    enter_result(access, board_of(event, 1, 1), Result.PENDING)
    enter_result(access, board_of(event, 1, 2), Result.ADJOURNED)

    problems = closing_problems(Tournament.objects.get())

    slug = access.club.slug
    settings = ("tournament_settings", {"slug": slug, "number": 1})
    board = ("manage_round", {"slug": slug, "number": 1, "round_number": round_.number})
    assert [(p.code, (p.target.url_name, p.target.kwargs)) for p in problems] == [
        ("first_day_missing", settings),
        ("time_control_missing", settings),
        ("result_missing", board),
        ("game_adjourned", board),
    ]
    with pytest.raises(Refused) as refused:
        close_tournament(access, event)
    assert [problem.code for problem in refused.value.problems] == [p.code for p in problems]
    assert Tournament.objects.get().state == "running"


def test_an_event_before_the_first_edition_is_shown_but_not_closed():
    access = make_access(make_club())
    event = make_event(access, start_date=date(1999, 5, 1))
    make_field(access, event, [None, None])
    play_round(access, event)

    assert [problem.code for problem in closing_problems(event)] == ["before_first_edition"]


def test_an_event_without_a_game_or_with_a_draft_is_not_closed():
    access = make_access(make_club())
    empty = make_event(access)
    drafted = make_event(access)
    make_field(access, drafted, [1900, 1800, 1700])
    play_round(access, drafted)
    Round.objects.update(state=Round.State.DRAFT)

    assert [problem.code for problem in closing_problems(empty)] == ["nothing_played"]
    assert [problem.code for problem in closing_problems(drafted)] == ["round_is_draft"]


def test_closing_is_refused_when_something_moved_since_the_preview():
    access = make_access(make_club())
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    play_round(access, event)
    shown = preview_closing(access, event)
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)

    with pytest.raises(Outdated) as outdated:
        close_tournament(access, event, shown.digest)

    assert outdated.value.facts["preview_digest"] == preview_closing(access, event).digest
    assert Tournament.objects.get().state == "running"
    assert RatingReport.objects.count() == 0


def test_closing_twice_and_reopening_without_a_change_gives_the_same_rows(committed):
    """F19 a and c: ten rated players, one row each, the same numbers every time."""
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [2000 - 50 * n for n in range(10)])
    play_round(access, event, {1: Result.WHITE_WINS, 2: Result.BLACK_WINS})
    with committed():
        closed = close_tournament(access, event, preview_closing(access, event).digest)
    first = event_rows()

    with committed():
        again = close_tournament(access, event, "whatever was shown")
    assert (again.pk, again.state, again.revision) == (closed.pk, "closed", 1)
    assert event_rows() == first
    assert len(first) == 10

    with committed():
        reopen_tournament(access, closed, digest=preview_reopening(access, closed).digest)
    assert event_rows() == []
    with committed():
        close_tournament(access, closed, preview_closing(access, closed).digest)
    assert event_rows() == first
    assert AuditEvent.objects.filter(action="event_closed").count() == 2


def test_a_changed_time_control_rates_on_the_new_list_only(committed):
    """F20: closed as 3+2, only blitz rows are written; A's blitz peak is untouched."""
    access = make_access(make_club())
    event = make_event(access, minutes=15, increment=10, rounds_planned=1)
    a, b = make_rated_players(access, [1917, 1700], "rapid")
    rate(a, 1600, time_control="blitz", peak=1650)
    rate(b, 1650, time_control="blitz")
    enter_players(access, event, [a, b])
    event = change_settings(access, event, minutes=3, increment=2)
    play_round(access, event)
    with committed():
        close_tournament(access, event)

    changes = RatingChange.objects.filter(event_key=event.number)
    assert set(changes.values_list("rating_list__time_control", flat=True)) == {"blitz"}
    assert changes.get(player=a).peak_before == 1650


def test_an_excluded_game_and_a_half_point_bye_leave_the_rest_to_be_rated(committed):
    access = make_access(make_club())
    event = make_event(access, rounds_planned=3)
    entries = make_field(access, event, [1900, 1800, 1700, 1600, 1500])
    request_bye(access, entries[0], round_number=1)
    play_round(access, event)
    board = board_of(event, 1, 1)
    board.excluded_reason = "clock broke"
    board.save()

    shown = preview_closing(access, event)

    assert shown.preview is not None
    assert [(g.board_number, g.white_reason) for g in shown.preview.left_out] == [(1, "excluded")]
    assert len(shown.reports[0].games) == 2
    with committed():
        close_tournament(access, event, shown.digest)
    assert len(event_rows()) == 2


def test_the_queries_of_closing_do_not_grow_with_the_players():
    counts = []
    for players in (2, 40):
        access = make_access(make_club())
        event = make_event(access)
        make_field(access, event, [2000 - n for n in range(players)])
        play_round(access, event)
        digest = preview_closing(access, event).digest
        with CaptureQueriesContext(connection) as queries:
            close_tournament(access, event, digest)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_only_who_may_close_closes():
    club = make_club()
    access = make_access(club)
    event = make_event(access, rounds_planned=1)
    enter_players(access, event, make_players(club, 2))
    play_round(access, event)
    tool = make_access(club, rights=frozenset({Right.READ, Right.RESULTS, Right.PAIRING}))

    with pytest.raises(NotAllowed):
        close_tournament(tool, event)


def test_with_the_broker_down_closing_succeeds_and_the_sweep_rates_later(committed):
    access = make_access(make_club())
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    play_round(access, event, {1: Result.WHITE_WINS})

    with broker_down(), committed():
        closed = close_tournament(access, event, preview_closing(access, event).digest)
    assert (closed.state, event_state(access.club, 1), event_rows()) == ("closed", "waiting", [])

    RatingList.objects.update(next_try_at=timezone.now())
    sweep()
    assert len(event_rows()) == 2
