"""The embedded product's thread does what beat would."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from celery import shared_task
from django.utils import timezone

from rankfile.schedule import Schedule

calls: list[str] = []


@shared_task(name="tests.schedule.note")
def note() -> None:
    """Leave a trace."""
    calls.append("note")


@shared_task(name="tests.schedule.fail")
def fail() -> None:
    """Fail as a task does whose database is locked."""
    raise RuntimeError("locked")


@pytest.fixture(autouse=True)
def two_tasks(settings: Any) -> None:
    calls.clear()
    settings.CELERY_BEAT_SCHEDULE = {
        "fail": {"task": "tests.schedule.fail", "schedule": 5.0},
        "often": {"task": "tests.schedule.note", "schedule": 5.0},
        "hourly": {"task": "tests.schedule.note", "schedule": timedelta(hours=1)},
    }


def test_everything_is_due_at_the_start_and_a_failure_stops_nothing() -> None:
    names = Schedule().run_due_tasks()

    assert names == ["fail", "often", "hourly"]
    assert calls == ["note", "note"]


def test_later_only_what_has_become_due_runs_again() -> None:
    now = timezone.now()
    schedule = Schedule()
    with time_machine.travel(now, tick=False):
        schedule.run_due_tasks()
    with time_machine.travel(now + timedelta(seconds=30), tick=False):
        assert schedule.run_due_tasks() == ["fail", "often"]
    with time_machine.travel(now + timedelta(minutes=61), tick=False):
        assert schedule.run_due_tasks() == ["fail", "often", "hourly"]
