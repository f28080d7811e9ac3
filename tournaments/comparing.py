"""A round as it stands, judged by the rules and held against what the engine would pair.

A board changed by hand shows here what it breaks, in grades, and which boards the engine would have
made instead. Nothing is written but, for a large field, the job that asks the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.errors import Refused
from tournaments.event_lock import lock_event
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.models import PairingJob, Round
from tournaments.pairing.errors import PairingError
from tournaments.pairing.records import PairingState, ProposedRound
from tournaments.pairing.validate import (
    Comparison,
    Finding,
    compare_with_engine,
    validate_round,
)
from tournaments.pairing_engines import (
    PAIRED_IN_REQUEST,
    fingerprint,
    propose_round,
    round_from,
)
from tournaments.pairing_explanations import EXPLAINED
from tournaments.pairing_jobs import ACTIVE, start_pairing_job
from tournaments.pairing_words import job_failure, pairing_refusal
from tournaments.round_state import present_ranks, proposed_round, state_without_the_round


@dataclass(frozen=True, slots=True)
class Judged:
    """What a round breaks, and how it differs from the engine's.

    ``comparison`` is None while the engine is at work (``is_waiting``) and where it cannot say:
    ``failure`` is then the sentence why. ``needs_job``: only a job can ask the engine now.
    """

    findings: tuple[Finding, ...]
    comparison: Comparison | None = None
    engine: str = ""
    needs_job: bool = False
    is_waiting: bool = False
    failure: str = ""
    failure_code: str = ""


def ask_engine(access: ClubAccess, round_: Round) -> Judged:
    """Return a round judged; in a large field a job asks the engine, unless it has answered."""
    judged = judged_round(access, round_)
    if not judged.needs_job:
        return judged
    with transaction.atomic():
        tournament = lock_event(access, round_.tournament_id, Right.PAIRING, may_be_closed=True)
        start_pairing_job(access, tournament, round_.number, compares=True)
    return judged_round(access, round_)


def judged_round(access: ClubAccess, round_: Round) -> Judged:
    """Return a round judged; a small field is paired again in memory, a large one is looked up.

    Refused with ``not_compared`` in events whose rounds do not follow from points.
    """
    access.require(Right.PAIRING)
    tournament = round_.tournament
    if tournament.format not in EXPLAINED:
        raise Refused(
            "not_compared",
            _("Only the rounds of a Swiss event can be compared with the pairing program."),
        )
    view = load_event_view(tournament, drafts=True)
    found = view.round(round_.number)
    if found is None:
        raise nothing_here()
    state = state_without_the_round(view, round_.number)
    findings = validate_round(state, proposed_round(view, found))
    if len(present_ranks(view, round_.number)) > PAIRED_IN_REQUEST:
        return _answered(view, found, state, findings)
    try:
        engine_round = propose_round(state)
    except PairingError as error:
        refusal = pairing_refusal(error)
        return Judged(findings, failure=refusal.message, failure_code=refusal.code)
    return _compared(view, found, engine_round, findings)


def _answered(
    view: EventView, found: RoundView, state: PairingState, findings: tuple[Finding, ...]
) -> Judged:
    """Look up what a job has found out about the event as it is now."""
    jobs = view.tournament.pairing_jobs.filter(compares=True, round_number=found.round.number)
    if jobs.filter(state__in=ACTIVE).exists():
        return Judged(findings, is_waiting=True)
    job = jobs.filter(fingerprint=fingerprint(state)).order_by("-pk").first()
    if job is None:
        return Judged(findings, needs_job=True)
    if job.state == PairingJob.State.FAILED or job.answer is None:
        failure = job_failure(job.error_code)
        return Judged(findings, needs_job=True, failure=failure, failure_code=job.error_code)
    return _compared(view, found, round_from(job.answer, found.round.number), findings)


def _compared(
    view: EventView, found: RoundView, engine_round: ProposedRound, findings: tuple[Finding, ...]
) -> Judged:
    comparison = compare_with_engine(proposed_round(view, found), engine_round)
    engine = f"{engine_round.engine_name} {engine_round.engine_version}".strip()
    return Judged(findings, comparison, engine)
