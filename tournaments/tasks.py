"""Background work of events: pairing large fields."""

from __future__ import annotations

from celery import shared_task

from tournaments import pairing_jobs


@shared_task(name="tournaments.tasks.pair_round_job", soft_time_limit=90, time_limit=120)
def pair_round_job(job_id: int) -> None:
    """Pair the round of one job; delivered twice, the second finds nothing to do."""
    pairing_jobs.run_pairing_job(job_id)


@shared_task(name="tournaments.tasks.recover_pairing_jobs")
def recover_pairing_jobs() -> int:
    """Take up jobs whose message or worker was lost."""
    return pairing_jobs.recover_stale_jobs()
