"""Closing a tournament as a story: from the last result to ratings that can be corrected.

Read with tournaments/closing.py, ratings/submit.py, ratings/replay and ratings/rules/change.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from factories import make_access, make_club, make_player, make_players
from factories_events import (
    board_of,
    make_event,
    make_field,
    make_rated_players,
    play_round,
    rate,
)

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, NotAllowed, Outdated, Refused
from clubs.models import AuditEvent, Player
from rankfile.celery import app
from ratings.models import RatingChange, RatingList, RatingReport, RatingRevision
from ratings.reports import event_state
from ratings.tasks import sweep
from tournaments.byes import request_bye
from tournaments.closing import close_tournament, closing_problems, preview_closing
from tournaments.correcting import (
    Correction,
    correct_tournament,
    preview_correction,
    preview_reopening,
    reopen_tournament,
)
from tournaments.entering_results import enter_result, enter_results
from tournaments.entries import enter_players
from tournaments.event_queries import standings_of
from tournaments.event_settings import change_round_settings, change_settings, delete_tournament
from tournaments.given_rounds import set_boards
from tournaments.models import Entry, Round, Tournament
from tournaments.publishing import publish_round
from tournaments.replacing import preview_replacing, replace_player
from tournaments.results import ByeKind, Result

pytestmark = pytest.mark.django_db

AfterCommit = Callable[..., AbstractContextManager[Any]]
FIRST, SECOND = date(2026, 3, 7), date(2026, 4, 4)


@pytest.fixture
def committed(django_capture_on_commit_callbacks: AfterCommit) -> Callable[[], Any]:
    """Run what happens after commit, as it does in the running product."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def make_evening(access: ClubAccess, **fields: Any) -> Tournament:
    """Return an event in which the boards are made by hand."""
    return make_event(access, format="free", rounds_planned=9, **fields)


def play(
    access: ClubAccess,
    event: Tournament,
    white: Player,
    black: Player,
    result: Result,
    byes: dict[Player, ByeKind] | None = None,
) -> None:
    """Play one game as a round of its own."""
    entered = enter_players(access, event, [white, black, *(byes or {})])
    ranks = {entry.player: entry.starting_rank for entry in entered}
    round_ = set_boards(
        access,
        event,
        [(ranks[white], ranks[black])],
        byes={ranks[player]: kind for player, kind in (byes or {}).items()},
    )
    publish_round(access, round_)
    enter_results(access, round_, [{"board": 1, "result": result}])


def row(player: Player, event: Tournament) -> RatingChange:
    return RatingChange.objects.get(player=player, event_key=event.number)


def rows() -> list[tuple[str, int, int | None, int | None]]:
    """Return all history rows of events: who, which event, before and after."""
    return list(
        RatingChange.objects.filter(event_key__isnull=False)
        .order_by("event_key", "player__name")
        .values_list("player__name", "event_key", "before", "after")
    )


def test_walkovers_byes_and_absences_are_points_but_not_rated_games(committed):
    """F04: 1600 scores 3.5 of 5; two games are rated: (1 − .36) + (0 − .50), × 20 = 2.8 → +3."""
    access = make_access(make_club())
    event = make_evening(access)
    own, first, absent, last = make_rated_players(access, [1600, 1700, 1650, 1600])
    play(access, event, own, first, Result.WHITE_WINS)
    play(access, event, own, absent, Result.WHITE_WINS_BY_FORFEIT)
    play(access, event, first, last, Result.DRAW, {own: ByeKind.PAIRING_ALLOCATED})
    play(access, event, first, last, Result.DRAW, {own: ByeKind.HALF_POINT})
    play(access, event, last, own, Result.WHITE_WINS)

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
    first = rows()

    with committed():
        again = close_tournament(access, event, "whatever was shown")
    assert (again.pk, again.state, again.revision) == (closed.pk, "closed", 1)
    assert rows() == first
    assert len(first) == 10

    with committed():
        reopen_tournament(access, closed, digest=preview_reopening(access, closed).digest)
    assert rows() == []
    with committed():
        close_tournament(access, closed, preview_closing(access, closed).digest)
    assert rows() == first
    assert AuditEvent.objects.filter(action="event_closed").count() == 2


def test_a_wrong_result_is_corrected_after_closing_with_the_wave_first(committed):
    """F08, with the numbers of the case."""
    access = make_access(make_club())
    a, b, c = make_rated_players(access, [1500, 1500, 1500])
    rate(c, 1510, date(2026, 1, 2))
    one = make_evening(access, name="T1", start_date=FIRST)
    play(access, one, a, b, Result.WHITE_WINS)
    two = make_evening(access, name="T2", start_date=SECOND)
    with committed():
        close_tournament(access, one)
    play(access, two, a, c, Result.DRAW)
    with committed():
        close_tournament(access, two)
    assert rows() == [("P1", 1, 1500, 1510), ("P2", 1, 1500, 1490),
                      ("P1", 2, 1510, 1510), ("P3", 2, 1510, 1510)]  # fmt: skip

    correction = Correction(results={(1, 1): Result.BLACK_WINS})
    shown = preview_correction(access, one.__class__.objects.get(pk=one.pk), correction)
    assert (shown.wave.games, shown.wave.ratings, shown.wave.events) == (1, 2, 1)
    with committed():
        correct_tournament(access, one, correction, digest=shown.digest, reason="score sheet")

    # T2: D = -20, PD .47, +0.03 x 20 = 0.6 -> +1; C: PD .53, -0.6 -> -1.
    assert rows() == [("P1", 1, 1500, 1490), ("P2", 1, 1500, 1510),
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
    play(access, event, a, b, Result.WHITE_WINS)
    with committed():
        close_tournament(access, event)
    before = rows()
    event.refresh_from_db()

    correction = Correction(swapped=frozenset({(1, 1)}))
    shown = preview_correction(access, event, correction)
    with committed():
        correct_tournament(access, event, correction, digest=shown.digest, reason="wrong way")

    board = board_of(event, 1, 1)
    assert (board.white.player, board.black.player, board.result) == (b, a, Result.BLACK_WINS)
    assert rows() == before


def test_the_wrong_namesake_is_replaced_after_closing(committed):
    access = make_access(make_club())
    wrong, opponent, right = make_rated_players(access, [1500, 1500, 1700])
    event = make_evening(access)
    play(access, event, wrong, opponent, Result.WHITE_WINS)
    with committed():
        close_tournament(access, event)
    event.refresh_from_db()
    entry = event.entries.select_related("tournament").get(player=wrong)

    shown = preview_replacing(access, entry, right)
    assert shown is not None
    with committed():
        replace_player(access, entry, right, digest=shown.digest, reason="namesake")

    # 1700 beats 1500: D 200, PD .76, +0.24 x 20 = 4.8 -> +5; the other -4.8 -> -5.
    assert rows() == [("P2", 1, 1500, 1495), ("P3", 1, 1700, 1705)]


def test_a_correction_needs_a_reason_and_boards_that_exist(committed):
    access = make_access(make_club())
    a, b = make_rated_players(access, [1500, 1480])
    event = make_evening(access)
    play(access, event, a, b, Result.WHITE_WINS)
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


def test_a_mixed_event_is_rated_on_each_list_and_moves_list_when_corrected(committed):
    access = make_access(make_club())
    event = make_evening(access, minutes=15, increment=10)
    a, b = make_rated_players(access, [1800, 1700], "rapid")
    for player in (a, b):
        rate(player, 1600, time_control="blitz")
    play(access, event, a, b, Result.WHITE_WINS)
    play(access, event, b, a, Result.WHITE_WINS)
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
    assert len(rows()) == 2


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


@pytest.fixture
def broker_down() -> Iterator[None]:
    """Send real messages to a place where no broker listens."""
    usual = app.conf.broker_url
    app.conf.task_always_eager, app.conf.broker_url = False, "redis://127.0.0.1:1/0"
    yield
    app.conf.task_always_eager, app.conf.broker_url = True, usual


def test_with_the_broker_down_closing_succeeds_and_the_sweep_rates_later(committed, broker_down):
    access = make_access(make_club())
    event = make_event(access, rounds_planned=1)
    make_field(access, event, [1900, 1800])
    play_round(access, event, {1: Result.WHITE_WINS})

    with committed():
        closed = close_tournament(access, event, preview_closing(access, event).digest)
    assert (closed.state, event_state(access.club, 1), rows()) == ("closed", "waiting", [])

    RatingList.objects.update(next_try_at=timezone.now())
    app.conf.task_always_eager = True
    sweep()
    assert len(rows()) == 2
