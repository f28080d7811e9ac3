"""Large fields are paired, and compared with the engine, in the background.

The job's row is the queue and the state shown.

The engine runs outside any transaction, so nobody waits for it. What it proposes is stored only if
the event is still as it was; a lost message or a dead worker loses nothing, because the row stays
and is taken up again.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone

from clubs.access import Actor, ClubAccess
from clubs.audit import record_act
from clubs.errors import ProductError
from tournaments.event_lock import save_event
from tournaments.event_queries import load_event_view
from tournaments.models import PairingJob, Round, Tournament
from tournaments.pairing.errors import PairingError
from tournaments.pairing.records import PairingState, ProposedRound
from tournaments.pairing_engines import answer_of, fingerprint, propose_round
from tournaments.pairing_words import pairing_refusal
from tournaments.round_boards import store_round
from tournaments.round_state import pairing_state, state_without_the_round

logger = logging.getLogger(__name__)

# A worker that has not answered for so long is gone: the engine alone is ended earlier.
LOST_AFTER = timedelta(seconds=150)
NUDGED_AGAIN_AFTER = timedelta(seconds=15)
ACTIVE = (PairingJob.State.WAITING, PairingJob.State.RUNNING)


def job_of(tournament: Tournament) -> PairingJob | None:
    """Return the newest job that pairs, or None; its state is what the page shows."""
    return tournament.pairing_jobs.filter(compares=False).order_by("-pk").first()


def start_pairing_job(
    access: ClubAccess, tournament: Tournament, round_number: int, *, compares: bool = False
) -> PairingJob:
    """Return the job that pairs a round, a new one unless one is at work; the event is locked.

    With ``compares`` the round stays as it is and only the engine's answer is kept. The nudge goes
    out after commit and may be lost: the sweep finds the row.
    """
    active = tournament.pairing_jobs.filter(
        round_number=round_number, compares=compares, state__in=ACTIVE
    ).first()
    if active is not None and not _is_lost(active):
        return active
    if active is not None:
        _fail(active, "worker_lost")
    job = PairingJob.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        round_number=round_number,
        tournament_version=tournament.version,
        compares=compares,
        requested_by_label=access.actor.label,
    )
    if not compares:
        record_act(
            access.club, access.actor, "pairing_started", subject=tournament.name,
            event_number=tournament.number, round=round_number,
        )  # fmt: skip

    def nudge() -> None:
        nudge_job(job.pk)

    transaction.on_commit(nudge, robust=True)
    return job


def nudge_job(job_id: int) -> None:
    """Tell a worker of a job; the embedded product has a thread of its own for it.

    A lost message loses nothing: the row stays, and the sweep finds it.
    """
    if settings.SERVES_EMBEDDED:
        name = f"pairing-{job_id}"
        threading.Thread(target=_run_in_thread, args=(job_id,), name=name, daemon=True).start()
        return
    # The task calls back into this module: one of the two imports has to wait.
    from tournaments.tasks import pair_round_job  # noqa: PLC0415

    try:
        pair_round_job.delay(job_id)
    except Exception:
        logger.warning("pairing job %s: no broker, the sweep will see to it", job_id, exc_info=True)


def _run_in_thread(job_id: int) -> None:
    try:
        run_pairing_job(job_id)
    except Exception:
        logger.exception("pairing job %s broke off", job_id)
    finally:
        connections.close_all()


def _is_lost(job: PairingJob) -> bool:
    return (
        job.state == PairingJob.State.RUNNING
        and job.started_at is not None
        and job.started_at < timezone.now() - LOST_AFTER
    )


def _fail(job: PairingJob, code: str, facts: dict[str, object] | None = None) -> None:
    job.state = PairingJob.State.FAILED
    job.error_code, job.error_facts = code, facts or {}
    job.finished_at = timezone.now()
    job.save(update_fields=["state", "error_code", "error_facts", "finished_at"])


def run_pairing_job(job_id: int) -> PairingJob | None:
    """Do a job and return it; None where it is done, being done, or gone."""
    taken = PairingJob.objects.filter(pk=job_id, state=PairingJob.State.WAITING).update(
        state=PairingJob.State.RUNNING, started_at=timezone.now()
    )
    if not taken:
        return None
    job = PairingJob.objects.select_related("tournament", "club").get(pk=job_id)
    try:
        view = load_event_view(job.tournament, drafts=True)
        if job.compares:
            _keep_answer(job, state_without_the_round(view, job.round_number))
        else:
            state = pairing_state(view, job.round_number)
            proposed = propose_round(state, settings.PAIRING_SECONDS)
            _store_if_unchanged(job, state, proposed)
    except PairingError as error:
        refusal = pairing_refusal(error)
        logger.warning("pairing job %s: %s %s", job.pk, error.code, error.facts)
        _fail(job, refusal.code, refusal.facts)
    except ProductError as error:
        _fail(job, error.code, error.facts)
    except Exception:
        # Whatever else breaks, the organiser must not look at a wheel that turns for ever.
        _fail(job, "pairing_error")
        raise
    return job


def _keep_answer(job: PairingJob, state: PairingState) -> None:
    job.fingerprint = fingerprint(state)
    job.save(update_fields=["fingerprint"])
    job.answer = answer_of(propose_round(state, settings.PAIRING_SECONDS))
    _finish(job, "answer")


def _finish(job: PairingJob, *changed: str) -> None:
    job.state = PairingJob.State.DONE
    job.finished_at = timezone.now()
    job.save(update_fields=["state", "finished_at", *changed])


@transaction.atomic
def _store_if_unchanged(job: PairingJob, state: PairingState, proposed: ProposedRound) -> None:
    tournament = (
        Tournament.objects.select_for_update(no_key=True).filter(pk=job.tournament_id).first()
    )
    if tournament is None or tournament.is_closed:
        return _fail(job, "event_changed")
    view = load_event_view(tournament, drafts=True)
    has_round = view.round(job.round_number) is not None
    if has_round or pairing_state(view, job.round_number) != state:
        return _fail(job, "event_changed")
    round_ = store_round(view, proposed)
    _note_paired(job, tournament, round_)
    return None


def _note_paired(job: PairingJob, tournament: Tournament, round_: Round) -> None:
    save_event(tournament)
    record_act(
        job.club, Actor(label=job.requested_by_label), "round_paired", subject=tournament.name,
        event_number=tournament.number, round=round_.number, engine=round_.engine,
        boards=round_.pairings.count(), initial_colour=tournament.initial_colour,
    )  # fmt: skip
    _finish(job)


def recover_stale_jobs() -> int:
    """Take up jobs whose message or worker was lost; return how many. Called by the sweep."""
    now = timezone.now()
    lost = PairingJob.objects.filter(
        state=PairingJob.State.RUNNING, started_at__lt=now - LOST_AFTER
    )
    recovered = lost.update(
        state=PairingJob.State.FAILED, error_code="worker_lost", finished_at=now
    )
    waiting = PairingJob.objects.filter(
        state=PairingJob.State.WAITING, created_at__lt=now - NUDGED_AGAIN_AFTER
    )
    for job_id in list(waiting.values_list("pk", flat=True)):
        nudge_job(job_id)
        recovered += 1
    return recovered
