"""Delivered twice, killed, without a broker: the marks lose nothing and nothing is done twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date, timedelta

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from factories import (
    ANA,
    list_of,
    make_access,
    make_club,
    make_players,
    make_rating,
    make_report,
    sign_in,
)
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.models import Club, Player
from ratings import tasks
from ratings.models import Rating, RatingChange, RatingList, RatingPolicy
from ratings.submit import submit_report
from support.faults import rows_refused
from support.ledger import rate, rating_of, settle
from support.workers import broker_down, wait_for


@pytest.fixture
def ten(transactional_db: None) -> list[Player]:
    """Ten rated players whose event waits to be rated."""
    club = make_club()
    players = make_players(club, 10)
    for player in players:
        make_rating(player, 1500)
    settle(club)
    games = [(white, black, "10") for white, black in zip(players[::2], players[1::2], strict=True)]
    submit_without_nudge(club, games)
    return players


def submit_without_nudge(club: Club, games: list[tuple[Player, Player, str]]) -> None:
    """Submit as if the message to the worker had been lost."""
    report = make_report(games)
    RatingList.objects.filter(club=club).update(failed_at=None)
    with broker_down():
        submit_report(club, ANA, report)


def event_rows() -> int:
    return RatingChange.objects.filter(event_key=1).count()


def in_threads(*jobs: Callable[[], object]) -> None:
    """Run all jobs at the same moment, each on a connection of its own.

    The SQLite of the tests lives in memory, where only one thread may write: there, one by one.
    """
    if connection.vendor == "sqlite":
        for job in jobs:
            job()
        return
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> None:
        gate.wait()
        try:
            job()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


def test_f19_the_same_job_three_times_rates_once(ten: list[Player]) -> None:
    list_id = list_of(ten[0].club).pk

    in_threads(*[lambda: tasks.update_list(list_id)] * 3)

    assert event_rows() == 10
    assert [rating_of(player) for player in ten] == [1510, 1490] * 5
    rating_list = list_of(ten[0].club)
    assert (rating_list.stale_since, rating_list.attempts, rating_list.failed_at) == (
        None,
        0,
        None,
    )


def test_f19_the_same_event_submitted_twice_at_once_is_one_revision(ten: list[Player]) -> None:
    club = ten[0].club
    report = make_report([(ten[0], ten[1], "01")], key=2)

    in_threads(
        lambda: submit_report(club, ANA, report),
        lambda: submit_report(club, ANA, report),
    )
    settle(club)

    revisions = club.rating_reports.filter(event_key=2).values_list("revision", flat=True)
    assert list(revisions) == [1]
    assert RatingChange.objects.filter(event_key=2).count() == 2


def test_f19_an_update_that_dies_halfway_writes_nothing_and_is_done_again(
    ten: list[Player],
) -> None:
    """The rows are written when the current ratings fail: all or none."""
    rating_list = list_of(ten[0].club)
    with rows_refused(Rating), pytest.raises(DatabaseError, match="refused for a test"):
        tasks.update_list(rating_list.pk)
    assert (event_rows(), rating_of(ten[0])) == (0, 1500)
    assert list_of(ten[0].club).stale_since == rating_list.stale_since

    tasks.update_list(rating_list.pk)

    assert (event_rows(), rating_of(ten[0])) == (10, 1510)


def test_the_sweep_rates_what_a_lost_message_left(ten: list[Player]) -> None:
    RatingList.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))

    assert tasks.sweep() == 1

    assert event_rows() == 10
    assert tasks.sweep() == 0


def test_the_sweep_gives_the_nudge_after_commit_its_time(ten: list[Player]) -> None:
    assert tasks.sweep() == 0
    assert event_rows() == 0


def test_after_five_failures_the_list_is_parked_and_can_be_tried_again(ten: list[Player]) -> None:
    """Without a policy no event can be rated: a fault that does not pass by itself."""
    club = ten[0].club
    list_id = list_of(club).pk
    policy = RatingPolicy.objects.get(club=club)
    RatingPolicy.objects.filter(club=club).delete()

    for attempt in range(1, 6):
        tasks.update_list.apply(args=[list_id])
        rating_list = list_of(club)
        assert (rating_list.attempts, rating_list.failed_at is None) == (attempt, attempt < 5)
        assert rating_list.next_try_at is not None
        assert rating_list.next_try_at > timezone.now()
        RatingList.objects.filter(pk=list_id).update(next_try_at=timezone.now())
    assert rating_list.last_error == "IndexError: list index out of range"
    assert tasks.sweep() == 0

    policy.save()
    tasks.try_again(make_access(club), list_of(club))

    assert event_rows() == 10
    assert (list_of(club).failed_at, list_of(club).last_error) == (None, "")


def test_the_sweep_alone_parks_a_list_that_always_fails_and_its_organiser_is_told(
    client: Client, ten: list[Player]
) -> None:
    """Without a policy no event can be rated; nothing but the clock and the sweep moves."""
    club = ten[0].club
    policy = RatingPolicy.objects.get(club=club)
    RatingPolicy.objects.filter(club=club).delete()
    sign_in(client, club, "organiser")
    overview = reverse("club_manage", args=[club.slug])
    assert "could not be worked out" not in client.get(overview).text
    swept = []

    # 10 seconds for the nudge after commit, then 10, 20, 40 and 80 between the five attempts.
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _second in range(0, 600, 5):
            swept.append(tasks.sweep())
            clock.shift(5)

    assert [place * 5 for place, lists in enumerate(swept) if lists] == [10, 20, 40, 80, 160]
    rating_list = list_of(club)
    assert (rating_list.attempts, rating_list.failed_at is not None) == (5, True)
    told = client.get(overview).text
    assert "The Standard ratings could not be worked out." in told
    policy.save()
    client.post(reverse("list_try_again", args=[club.slug, "standard"]))
    assert event_rows() == 10
    assert "could not be worked out" not in client.get(overview).text


def test_messages_lost_with_the_broker_cost_no_attempts(ten: list[Player]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        with broker_down():
            for _ in range(6):
                clock.shift(20)
                tasks.sweep()
        assert (list_of(ten[0].club).attempts, list_of(ten[0].club).failed_at) == (0, None)
        clock.shift(20)
        tasks.sweep()

    assert event_rows() == 10


def test_the_wait_is_told_from_its_beginning_whatever_was_tried(
    client: Client, ten: list[Player]
) -> None:
    """The alert of docs/operations.md fires above 300 seconds."""
    RatingPolicy.objects.filter(club=ten[0].club).delete()
    began = list_of(ten[0].club).pending_since
    assert began is not None

    with time_machine.travel(began, tick=False) as clock:
        for _ in range(4):
            clock.shift(111)
            tasks.sweep()
        assert list_of(ten[0].club).attempts == 4
        assert client.get("/readyz").json()["oldest_pending_seconds"] == 444


def test_waits_grow_and_stay_under_a_quarter_of_an_hour(ten: list[Player]) -> None:
    list_id = list_of(ten[0].club).pk
    waits = []
    for attempts in range(5):
        now = timezone.now()
        RatingList.objects.filter(pk=list_id).update(attempts=attempts, next_try_at=now)
        assert tasks.begin_attempt(list_id)
        rating_list = RatingList.objects.get(pk=list_id)
        assert rating_list.next_try_at is not None
        waits.append(round((rating_list.next_try_at - now).total_seconds()))
    assert waits == [10, 20, 40, 80, 160]


def test_messages_that_come_together_count_as_one_attempt(ten: list[Player]) -> None:
    list_id = list_of(ten[0].club).pk

    for _ in range(20):
        assert tasks.begin_attempt(list_id)

    assert RatingList.objects.get(pk=list_id).attempts == 1


@pytest.mark.django_db
def test_closing_rates_at_once_where_there_is_no_broker(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    club = make_club()
    a, b = make_players(club, 2)

    with django_capture_on_commit_callbacks(execute=True):
        submit_report(club, ANA, make_report([(a, b, "10")]))

    assert rating_of(a) == 1220


@pytest.mark.django_db
def test_a_standard_update_has_the_lists_that_borrow_updated_too(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    club = make_club()
    a, b = make_players(club, 2)
    for key, time_control in ((1, "standard"), (2, "rapid"), (1, "standard")):
        result = "01" if RatingChange.objects.filter(event_key=1).exists() else "10"
        with django_capture_on_commit_callbacks(execute=True):
            submit_report(
                club,
                ANA,
                make_report(
                    [(a, b, result)],
                    key=key,
                    first_day=make_report([]).first_day + timedelta(days=key),
                    time_control=time_control,
                ),
            )

    assert not RatingList.objects.filter(stale_since__isnull=False).exists()
    row = RatingChange.objects.get(player=a, event_key=2)
    assert (row.start_source, row.start_rating) == ("borrowed", 1180)


@pytest.mark.django_db
@pytest.mark.parametrize(("time_control", "queries"), [("standard", 14), ("rapid", 15)])
def test_an_update_costs_the_same_queries_for_2_and_for_40_players(
    time_control: str, queries: int
) -> None:
    counts = []
    for how_many in (2, 40):
        club = make_club()
        players = make_players(club, how_many)
        for player in players:
            make_rating(player, 1500)
        games = list(zip(players[::2], players[1::2], ["10"] * (how_many // 2), strict=True))
        rate(club, make_report(games, key=1, time_control=time_control))
        report = make_report(
            games,
            key=2,
            first_day=date(2026, 3, 8),
            last_day=date(2026, 3, 10),
            time_control=time_control,
        )
        submit_report(club, ANA, report)
        list_id = list_of(club, time_control).pk
        with CaptureQueriesContext(connection) as captured:
            tasks.replay.update_list(list_id)
        counts.append(sum("SAVEPOINT" not in query["sql"] for query in captured))

    assert counts == [queries, queries]


@pytest.mark.usefixtures("celery_worker_process")
def test_a_worker_rates_what_was_submitted() -> None:
    club = make_club()
    a, b = make_players(club, 2)

    submit_report(club, ANA, make_report([(a, b, "10")]))

    wait_for(lambda: list_of(club).stale_since is None)
    assert rating_of(a) == 1220


@pytest.mark.big_setup
def test_many_events_of_a_club_at_once_are_all_rated(transactional_db: None) -> None:
    """Four hands submit and four update at the same time, on all three lists."""
    club = make_club()
    players = make_players(club, 6)
    controls = ("standard", "rapid", "blitz")

    def submit(hand: int) -> None:
        for number in range(5):
            report = make_report(
                [(players[hand], players[hand + 1], "10"), (players[5], players[0], "==")],
                key=hand * 10 + number + 1,
                time_control=controls[(hand + number) % 3],
            )
            submit_report(club, ANA, report)

    def update(time_control: str) -> None:
        for _ in range(10):
            tasks.update_now(list_of(club, time_control).pk)

    in_threads(
        *[lambda hand=hand: submit(hand) for hand in range(4)],
        *[lambda name=name: update(name) for name in controls],
    )
    settle(club)

    assert RatingList.objects.filter(club=club, last_error="").count() == 3
    assert club.rating_reports.filter(status="rated").count() == 20
