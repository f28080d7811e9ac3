"""Large fields are paired in the background, and no lost message or worker loses a round."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from factories import make_access, make_club, make_players
from factories_events import make_event, make_field, play_round

from tournaments.entries import enter_players
from tournaments.models import PairingJob, Round
from tournaments.pairing_jobs import job_of, recover_stale_jobs, run_pairing_job
from tournaments.pairing_rounds import pair_round

pytestmark = pytest.mark.django_db

LARGE = [2400 - 10 * n for n in range(62)]


def test_a_large_field_is_paired_by_a_job(django_capture_on_commit_callbacks):
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, LARGE)

    with django_capture_on_commit_callbacks(execute=True):
        paired = pair_round(access, event)

    assert paired.round is None
    job = job_of(event)
    assert job is not None
    assert (job.state, job.round_number) == ("done", 1)
    round_ = Round.objects.get()
    assert (round_.state, round_.pairings.count()) == ("draft", 31)
    assert pair_round(access, event).round == round_


def test_a_second_tap_joins_the_job_at_work_and_a_second_delivery_finds_nothing():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, LARGE)

    first = pair_round(access, event).job
    again = pair_round(access, event).job
    assert first is not None
    assert again == first
    run_pairing_job(first.pk)

    assert run_pairing_job(first.pk) is None
    assert Round.objects.count() == 1


def test_a_field_that_changed_meanwhile_is_not_paired_by_the_old_one():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, LARGE)
    job = pair_round(access, event).job
    assert job is not None
    entered: list[object] = []

    def somebody_enters(execute, sql, *arguments):
        # The engine runs outside any transaction; the round is stored in the first one after it.
        if sql.startswith("SAVEPOINT") and not entered:
            entered.append(sql)
            enter_players(access, event, make_players(access.club, 1))
        return execute(sql, *arguments)

    with connection.execute_wrapper(somebody_enters):
        run_pairing_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "event_changed")
    assert Round.objects.count() == 0


def test_a_field_without_a_legal_pairing_ends_the_job_with_the_reason():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    play_round(access, event)
    job = PairingJob.objects.create(
        club=access.club, tournament=event, round_number=2, tournament_version=1
    )

    run_pairing_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "no_legal_pairing")


def test_lost_messages_and_workers_are_taken_up_again():
    access = make_access(make_club())
    event, other = (make_event(access, initial_colour="w") for _ in range(2))
    for each in (event, other):
        make_field(access, each, [1900, 1800])
    long_ago = timezone.now() - timedelta(minutes=10)
    common = {"club": access.club, "round_number": 1, "tournament_version": 1}
    waiting = PairingJob.objects.create(tournament=event, **common)
    running = PairingJob.objects.create(
        tournament=other, state="running", started_at=long_ago, **common
    )
    PairingJob.objects.update(created_at=long_ago)

    assert recover_stale_jobs() == 2

    waiting.refresh_from_db()
    running.refresh_from_db()
    assert (waiting.state, running.state, running.error_code) == ("done", "failed", "worker_lost")


def test_a_lost_worker_does_not_keep_the_round_from_being_paired():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, LARGE)
    lost = PairingJob.objects.create(
        club=access.club, tournament=event, round_number=1, tournament_version=1,
        state="running", started_at=timezone.now() - timedelta(minutes=10),
    )  # fmt: skip

    job = pair_round(access, event).job

    lost.refresh_from_db()
    assert job != lost
    assert lost.state == "failed"
