"""The beat schedule without beat: the embedded product's own thread runs what is due, inline."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import cast

import structlog
from celery.schedules import BaseSchedule, maybe_schedule
from django.conf import settings
from django.db import connections
from django.utils import timezone

from rankfile.celery import app

SECONDS_BETWEEN_PASSES = 30.0

log = structlog.stdlib.get_logger(__name__)


class Schedule:
    """Which tasks of ``CELERY_BEAT_SCHEDULE`` are due; all of them on the first pass."""

    def __init__(self) -> None:
        self.last_runs: dict[str, datetime] = {}
        # Celery finds the apps' tasks late: a worker asks for them at start, this does it here.
        app.loader.import_default_modules()

    def run_due_tasks(self) -> list[str]:
        """Run what is due, inline, and return the names of those entries."""
        never = timezone.now() - timedelta(days=366)
        due = {
            name: entry["task"]
            for name, entry in settings.CELERY_BEAT_SCHEDULE.items()
            if cast("BaseSchedule", maybe_schedule(entry["schedule"], app=app))
            .is_due(self.last_runs.get(name, never))
            .is_due
        }
        for name, task in due.items():
            self.last_runs[name] = timezone.now()
            outcome = app.tasks[task].apply()
            if outcome.failed():
                log.error("a scheduled task failed", task=task, error=repr(outcome.result))
        return list(due)


def run_schedule(stopped: threading.Event) -> None:
    """Run due tasks now and twice a minute until ``stopped`` is set."""
    schedule = Schedule()
    while not stopped.is_set():
        try:
            schedule.run_due_tasks()
        except Exception:
            # The thread must outlive a locked database or a full disk: the next pass tries again.
            log.exception("the scheduled tasks could not run")
        finally:
            connections.close_all()
        stopped.wait(SECONDS_BETWEEN_PASSES)
