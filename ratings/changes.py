"""Inputs of the ledger that would change, and from which day each list would be stale by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from clubs.models import Club
from ratings.event_report import EventReport, ReportedGame, content_digest
from ratings.models import RatingAdjustment
from ratings.policy_input import PolicyInput
from ratings.replay.load import ListChanges, game_input, load_policies, policy_terms
from ratings.replay.records import AdjustmentInput, ReportInput
from ratings.reports import all_live, first_days_of, stored_event_reports
from ratings.rules import TimeControl


@dataclass(frozen=True, slots=True)
class PlannedAdjustment:
    """A rating that would be given; None makes the player unrated.

    ``key`` None stands for the club's next adjustment number.
    """

    time_control: TimeControl
    player_id: int
    day: date
    rating: int | None
    games: int | None = None
    peak: int | None = None
    is_import: bool = False
    key: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """Inputs of the ledger that would change.

    ``withdrawals`` are pairs of event key and time control; ``withdrawn_adjustments`` are ids.
    """

    reports: Sequence[EventReport] = ()
    withdrawals: Sequence[tuple[int, TimeControl]] = ()
    adjustments: Sequence[PlannedAdjustment] = ()
    withdrawn_adjustments: Sequence[RatingAdjustment] = ()
    policy: PolicyInput | None = None
    birth_years: Mapping[int, int | None] = field(default_factory=dict)


def current_reports(club: Club, changes: Changes) -> dict[tuple[int, str], EventReport]:
    """Return what counts now of the events named, by event key and time control; two queries."""
    keys = {report.event_key for report in changes.reports}
    keys |= {key for key, _time_control in changes.withdrawals}
    if not keys:
        return {}
    live = all_live(club).filter(event_key__in=keys)
    stored = list(live.select_related("rating_list"))
    return {
        (report.event_key, str(report.time_control)): report
        for report in stored_event_reports(stored)
    }


def changed_days(
    club: Club, changes: Changes, current: Mapping[tuple[int, str], EventReport]
) -> dict[str, date]:
    """Return from which day each list would be stale by the changes themselves (rule 13)."""
    found: dict[str, list[date]] = defaultdict(list)
    for report in changes.reports:
        found[report.time_control].append(report.last_day)
    named = {(report.event_key, str(report.time_control)) for report in changes.reports}
    named |= {(key, str(time_control)) for key, time_control in changes.withdrawals}
    for (key, time_control), report in current.items():
        if (key, time_control) in named:
            found[time_control].append(report.last_day)
    for adjustment in changes.adjustments:
        found[adjustment.time_control].append(adjustment.day)
    for withdrawn in changes.withdrawn_adjustments:
        found[withdrawn.rating_list.time_control].append(withdrawn.day)
    if changes.policy is not None:
        for time_control in TimeControl:
            found[time_control].append(changes.policy.valid_from)
    if changes.birth_years:
        for time_control, day in first_days_of(club, changes.birth_years).items():
            found[time_control].append(day)
    return {time_control: min(days) for time_control, days in found.items()}


def by_list(club: Club, changes: Changes) -> dict[str, ListChanges]:
    """Return the changes of each list as a replay takes them."""
    policies = None
    if changes.policy is not None:
        policies = load_policies(club.pk, policy_terms(changes.policy.as_row()))
    lists = {
        str(time_control): ListChanges(policies=policies, birth_years=changes.birth_years)
        for time_control in TimeControl
    }
    for key, time_control in changes.withdrawals:
        lists[time_control].reports[key] = None
    for report in changes.reports:
        lists[report.time_control].reports[report.event_key] = _report_input(report)
    for number, planned in enumerate(changes.adjustments):
        lists[planned.time_control].adjustments.append(
            AdjustmentInput(
                id=-1 - number,
                key=planned.key or club.next_adjustment_number + number,
                player=planned.player_id,
                day=planned.day,
                rating=planned.rating,
                games=planned.games,
                peak=planned.peak,
                is_import=planned.is_import,
            )
        )
    for withdrawn in changes.withdrawn_adjustments:
        lists[withdrawn.rating_list.time_control].withdrawn_adjustments.add(withdrawn.pk)
    return lists


def _report_input(report: EventReport) -> ReportInput:
    return ReportInput(
        id=0,
        event_key=report.event_key,
        name=report.name,
        first_day=report.first_day,
        last_day=report.last_day,
        revision=0,
        digest=content_digest(report),
        is_rated=False,
        games=[
            game_input(
                game.round_number,
                game.board_number,
                game.white_id,
                game.black_id,
                game.result,
                game.excluded_reason,
            )
            for game in sorted(report.games)
        ],
    )


def changed_games(changes: Changes, current: Mapping[tuple[int, str], EventReport]) -> int:
    """Return how many games of the events named would come, go or have another result."""
    planned: dict[tuple[int, str], set[ReportedGame]] = {
        (report.event_key, str(report.time_control)): set(report.games)
        for report in changes.reports
    }
    for key, time_control in changes.withdrawals:
        planned.setdefault((key, str(time_control)), set())
    changed = 0
    for place, games in planned.items():
        before = set(current[place].games) if place in current else set()
        boards = {(game.round_number, game.board_number) for game in games ^ before}
        changed += len(boards)
    return changed
