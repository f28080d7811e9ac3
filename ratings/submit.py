"""What an event submits to the ledger, and taking it back.

A report is never edited: a correction or a withdrawal is a new revision, and the highest one is
current. Storing it and marking the list stale is one transaction; rating it comes after.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import Actor
from clubs.errors import InvalidInput, Problem
from clubs.models import Club, Player
from ratings.event_report import EventReport, ReportedGame, content_digest
from ratings.models import RatedGame, RatingList, RatingReport
from ratings.models.report import PLAYED_RESULTS
from ratings.replay import lock_lists, mark_stale
from ratings.reports import (
    current_report,
    event_state,
    is_withdrawn,
    live_reports,
    stored_event_reports,
)
from ratings.rules import TimeControl, first_regime_day
from ratings.tasks import nudge_after_commit

__all__ = [
    "EventReport",
    "ReportedGame",
    "content_digest",
    "event_state",
    "live_reports",
    "report_problems",
    "stored_event_reports",
    "submit_report",
    "submit_reports",
    "withdraw_report",
]

BATCH = 1000


def report_problems(club: Club, report: EventReport) -> list[Problem]:
    """Return everything for which a report is refused; one query."""
    problems = _day_problems(report)
    if not report.games:
        problems.append(Problem("no_games", _("The event has no game to rate."), "games"))
    seen: set[tuple[int, int]] = set()
    for index, game in enumerate(report.games):
        path = f"games[{index}]"
        facts = {"round": game.round_number, "board": game.board_number}
        if game.white_id == game.black_id:
            text = _("Round %(round)s, board %(board)s: a player cannot play against themselves.")
            problems.append(Problem("same_player_twice", text % facts, path, facts))
        if game.result not in PLAYED_RESULTS:
            text = (
                _("Round %(round)s, board %(board)s: only a game that was played is rated.") % facts
            )
            problems.append(Problem("result_not_played", text, f"{path}.result", facts))
        if (game.round_number, game.board_number) in seen:
            text = _("Round %(round)s, board %(board)s is listed twice.") % facts
            problems.append(Problem("board_twice", text, path, facts))
        seen.add((game.round_number, game.board_number))
    problems += _foreign_players(club, report.player_ids)
    return problems


def _day_problems(report: EventReport) -> list[Problem]:
    problems = []
    if report.last_day < report.first_day:
        problems.append(
            Problem("days_reversed", _("The last day is before the first."), "last_day")
        )
    oldest = first_regime_day(report.time_control)
    if report.first_day < oldest:
        text = _("Events before %(day)s cannot be rated: no verified rules go back that far.")
        facts = {"day": oldest.isoformat()}
        problems.append(Problem("before_first_edition", text % facts, "first_day", facts))
    return problems


def _foreign_players(club: Club, players: set[int]) -> list[Problem]:
    own = set(Player.objects.filter(club=club, pk__in=players).values_list("pk", flat=True))
    foreign = sorted(players - own)
    if not foreign:
        return []
    text = ngettext(
        "A player of the event is not a player of this club.",
        "%(count)s players of the event are not players of this club.",
        len(foreign),
    ) % {"count": len(foreign)}
    return [Problem("foreign_player", text, "games", {"players": foreign})]


def submit_report(
    club: Club, actor: Actor, report: EventReport, *, reason: str = ""
) -> RatingReport:
    """Store a report, mark its list stale and ask for the update after commit.

    The very content that is current already is returned as it stands: no new revision. Raises
    InvalidInput with every problem.
    """
    problems = report_problems(club, report)
    if problems:
        raise InvalidInput(
            "report_invalid", _("The event cannot be rated like this."), problems=problems
        )
    digest = content_digest(report)
    with transaction.atomic():
        rating_list = lock_lists(club.pk, [report.time_control])[report.time_control]
        current = current_report(rating_list, report.event_key)
        if current is not None and not is_withdrawn(current) and current.digest == digest:
            return current
        stored = _store(rating_list, actor, report, current, digest, reason)
        RatedGame.objects.bulk_create(
            [
                RatedGame(
                    club_id=club.pk,
                    report=stored,
                    round_number=game.round_number,
                    board_number=game.board_number,
                    white_id=game.white_id,
                    black_id=game.black_id,
                    result=game.result,
                    excluded_reason=game.excluded_reason,
                )
                for game in sorted(report.games)
            ],
            batch_size=BATCH,
        )
        day = report.last_day
        if current is not None and not is_withdrawn(current):
            day = min(day, current.last_day)
        kind = "corrected" if stored.revision > 1 else "submitted"
        mark_stale(rating_list, day, cause_of_report(stored, kind))
        nudge_after_commit(rating_list.pk)
    return stored


def submit_reports(
    club: Club, actor: Actor, reports: Iterable[EventReport], *, reason: str = ""
) -> list[RatingReport]:
    """Store the reports of an event on several lists, in the order in which lists are locked."""
    order = list(TimeControl)
    in_order = sorted(reports, key=lambda report: order.index(report.time_control))
    with transaction.atomic():
        return [submit_report(club, actor, report, reason=reason) for report in in_order]


def _store(
    rating_list: RatingList,
    actor: Actor,
    report: EventReport,
    current: RatingReport | None,
    digest: str,
    reason: str,
) -> RatingReport:
    return _add_revision(
        rating_list,
        current,
        actor,
        event_key=report.event_key,
        event_name=report.name[:150],
        first_day=report.first_day,
        last_day=report.last_day,
        digest=digest,
        status=RatingReport.Status.SUBMITTED,
        reason=reason[:200],
    )


def _add_revision(
    rating_list: RatingList, current: RatingReport | None, actor: Actor, **fields: object
) -> RatingReport:
    revision = 1
    if current is not None:
        revision = current.revision + 1
        RatingReport.objects.filter(pk=current.pk).update(is_current=False)
    return RatingReport.objects.create(
        club_id=rating_list.club_id,
        rating_list=rating_list,
        revision=revision,
        submitted_by_id=actor.user_id,
        submitted_by_label=actor.label[:120],
        **fields,
    )


def withdraw_report(
    club: Club, actor: Actor, *, event_key: int, time_control: TimeControl, reason: str = ""
) -> RatingReport | None:
    """Take an event's report back, as a revision of its own; None when nothing is there."""
    with transaction.atomic():
        rating_list = lock_lists(club.pk, [time_control])[time_control]
        current = current_report(rating_list, event_key)
        if current is None or is_withdrawn(current):
            return None
        withdrawn = _add_revision(
            rating_list,
            current,
            actor,
            event_key=event_key,
            event_name=current.event_name,
            first_day=current.first_day,
            last_day=current.last_day,
            digest="",
            status=RatingReport.Status.WITHDRAWN,
            reason=reason[:200],
        )
        mark_stale(rating_list, current.last_day, cause_of_report(withdrawn, "withdrawn"))
        nudge_after_commit(rating_list.pk)
    return withdrawn


def cause_of_report(report: RatingReport, kind: str) -> dict[str, object]:
    """Return what a revision of a history row will say of its cause."""
    return {
        "kind": kind,
        "report_id": report.pk,
        "event_key": report.event_key,
        "event_name": report.event_name,
        "revision": report.revision,
        "author": report.submitted_by_label,
        "reason": report.reason,
    }
