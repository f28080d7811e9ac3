"""An event is closed and rated.

The list of problems comes first, then a preview of every change; closing carries the digest of that
preview and is refused if anything moved meanwhile. What is written is what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import Problem, Refused
from clubs.today import today_in
from clubs.webhooks import record_webhook_event
from ratings.preview import Preview, preview_reports, require_same
from ratings.replay import lock_lists
from ratings.submit import EventReport, report_problems, submit_report
from tournaments.event_lock import lock_event, save_event
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.models import Round, Tournament
from tournaments.rating_report import event_reports, list_of_round
from tournaments.results import Result

# A first day so far ahead is a typing error, and would rate nothing before it for years.
FARTHEST_AHEAD = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Target:
    """The page where something is mended: the name of its address and what goes into it."""

    url_name: str
    kwargs: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ClosingProblem:
    """One thing that keeps an event from being closed, and where it is mended."""

    code: str
    message: str
    target: Target
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClosingPreview:
    """What closing would do; ``preview`` and ``digest`` are empty while there are problems.

    ``reports`` are what would be submitted: none where no game was played over the board.
    """

    problems: tuple[ClosingProblem, ...]
    reports: tuple[EventReport, ...] = ()
    preview: Preview | None = None

    @property
    def digest(self) -> str:
        """What confirming has to carry."""
        return self.preview.digest if self.preview else ""


def closing_problems(tournament: Tournament, *, drafts: bool = True) -> list[ClosingProblem]:
    """Return everything that keeps the event from being closed; six queries at most.

    Without ``drafts`` as those see it who do not pair: what is being prepared is not told.
    """
    return problems_of(load_event_view(tournament, drafts=drafts))


def problems_of(view: EventView) -> list[ClosingProblem]:
    """Return everything that keeps a loaded event (drafts included) from being closed."""
    tournament = view.tournament
    club = tournament.club
    problems = _setting_problems(view)
    for each in view.rounds:
        problems += _round_problems(tournament, each)
    if not any(each.pairings for each in view.rounds):
        message = _("No game has been paired in this event.")
        target = target_of(tournament, "manage_tournament")
        problems.append(ClosingProblem("nothing_played", message, target))
    if problems:
        return problems
    settings = target_of(tournament, "tournament_settings")
    return [
        ClosingProblem(found.code, found.message, settings, found.facts)
        for report in event_reports(view)
        for found in report_problems(club, report)
    ]


def target_of(tournament: Tournament, url_name: str, **kwargs: Any) -> Target:
    """Return a page of the event's workspace."""
    return Target(url_name, {"slug": tournament.club.slug, "number": tournament.number, **kwargs})


def _setting_problems(view: EventView) -> list[ClosingProblem]:
    tournament = view.tournament
    settings = target_of(tournament, "tournament_settings")
    problems = []
    if tournament.start_date is None:
        message = _("The event has no first day. The day decides which ratings and rules count.")
        problems.append(ClosingProblem("first_day_missing", message, settings))
    elif tournament.start_date > today_in(tournament.club) + FARTHEST_AHEAD:
        message = _("The first day lies more than %(days)s days ahead.") % {
            "days": FARTHEST_AHEAD.days
        }
        facts = {"first_day": tournament.start_date.isoformat()}
        problems.append(ClosingProblem("first_day_ahead", message, settings, facts))
    if any(not list_of_round(tournament, each.round) for each in view.rounds):
        message = _("The event has no time control. It decides on which list the games are rated.")
        problems.append(ClosingProblem("time_control_missing", message, settings))
    return problems


def _round_problems(tournament: Tournament, each: RoundView) -> list[ClosingProblem]:
    number = each.round.number
    target = target_of(tournament, "manage_round", round_number=number)
    if each.round.state == Round.State.DRAFT:
        message = _("Round %(round)s is a draft. Publish it or undo it.") % {"round": number}
        return [ClosingProblem("round_is_draft", message, target, {"round": number})]
    problems = []
    adjourned = [b.board_number for b in each.pairings if b.result == Result.ADJOURNED]
    missing = [b.board_number for b in each.open_boards if b.board_number not in adjourned]
    if missing:
        message = ngettext(
            "Round %(round)s: the result of board %(boards)s is missing.",
            "Round %(round)s: the results of boards %(boards)s are missing.",
            len(missing),
        ) % {"round": number, "boards": ", ".join(map(str, missing))}
        facts = {"round": number, "boards": missing}
        problems.append(ClosingProblem("result_missing", message, target, facts))
    if adjourned:
        message = ngettext(
            "Round %(round)s: the game on board %(boards)s is adjourned.",
            "Round %(round)s: the games on boards %(boards)s are adjourned.",
            len(adjourned),
        ) % {"round": number, "boards": ", ".join(map(str, adjourned))}
        facts = {"round": number, "boards": adjourned}
        problems.append(ClosingProblem("game_adjourned", message, target, facts))
    return problems


def preview_closing(access: ClubAccess, tournament: Tournament) -> ClosingPreview:
    """Return the problems of an event, or every change closing would make; nothing is written."""
    access.require(Right.CLOSE)
    view = load_event_view(tournament, drafts=True)
    if problems := problems_of(view):
        return ClosingPreview(tuple(problems))
    reports = event_reports(view)
    return ClosingPreview((), tuple(reports), preview_reports(access.club, reports))


@transaction.atomic
def close_tournament(
    access: ClubAccess, tournament: Tournament, preview_digest: str | None = None
) -> Tournament:
    """Return the closed event; its games have been submitted and will be rated.

    ``preview_digest`` is that of the preview that was shown; commands that show none pass None.
    Closed already, the event is given back: a second click is no error (F19). Raises Refused
    ``closing_problems`` with every problem, and Outdated ``preview_outdated``.
    """
    tournament = lock_event(access, tournament.pk, Right.CLOSE, may_be_closed=True)
    if tournament.is_closed:
        return tournament
    tournament.club = access.club
    view = load_event_view(tournament, drafts=True)
    if problems := problems_of(view):
        raise closing_refused(problems)
    reports = event_reports(view)
    submit_reports(access, reports, preview_digest)
    tournament.state = Tournament.State.CLOSED
    tournament.closed_at = timezone.now()
    tournament.closed_by_label = access.actor.label
    tournament.end_date = tournament.end_date or tournament.start_date
    tournament.revision += 1
    save_event(tournament, "state", "closed_at", "closed_by_label", "end_date", "revision")
    record_act(
        access.club, access.actor, "event_closed", subject=tournament.name,
        event_number=tournament.number, lists=[str(report.time_control) for report in reports],
        games=sum(len(report.games) for report in reports), digest=preview_digest or "",
    )  # fmt: skip
    record_webhook_event(
        access.club,
        "event.closed",
        {"event": tournament.number, "name": tournament.name, "revision": tournament.revision},
    )
    return tournament


def submit_reports(
    access: ClubAccess, reports: list[EventReport], preview_digest: str | None, reason: str = ""
) -> None:
    """Submit reports after comparing the preview with what would happen now."""
    if preview_digest is not None:
        lock_lists(access.club.pk)
        require_same(preview_reports(access.club, reports), preview_digest)
    for report in reports:
        submit_report(access.club, access.actor, report, reason=reason)


def closing_refused(problems: list[ClosingProblem]) -> Refused:
    """Return the refusal to close, every problem named; pages resolve where each is mended."""
    return Refused(
        "closing_problems",
        _("The event cannot be closed yet."),
        problems=[
            Problem(
                found.code,
                found.message,
                facts={
                    **found.facts,
                    "page": found.target.url_name,
                    "page_arguments": dict(found.target.kwargs),
                },
            )
            for found in problems
        ],
    )
