"""Reading the reports of a club."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Min, Q, QuerySet

from clubs.models import Club
from ratings.event_report import EventReport, ReportedGame
from ratings.models import RatedGame, RatingList, RatingReport
from ratings.rules import TimeControl


def current_report(rating_list: RatingList, event_key: int) -> RatingReport | None:
    """Return the current revision of an event on a list, which may be a withdrawal."""
    return RatingReport.objects.filter(
        rating_list=rating_list, event_key=event_key, is_current=True
    ).first()


def is_withdrawn(report: RatingReport) -> bool:
    """Whether the revision takes the event out of the ledger."""
    return report.status == RatingReport.Status.WITHDRAWN


def live_reports(club: Club, event_key: int) -> list[RatingReport]:
    """Return an event's reports that count, with their lists."""
    reports = all_live(club).filter(event_key=event_key)
    return list(reports.select_related("rating_list").order_by("rating_list_id"))


def all_live(club: Club) -> QuerySet[RatingReport]:
    """Return the reports of a club that count."""
    return RatingReport.objects.filter(club=club, is_current=True).exclude(
        status=RatingReport.Status.WITHDRAWN
    )


def live_with(club: Club, players: Iterable[int]) -> QuerySet[RatingReport]:
    """Return the reports that count in which one of the players has a game."""
    people = list(players)
    games = RatedGame.objects.filter(
        Q(white__in=people) | Q(black__in=people), report__club=club, report__is_current=True
    )
    return all_live(club).filter(pk__in=games.values("report"))


def first_days_of(club: Club, players: Iterable[int]) -> dict[str, date]:
    """Return, by time control, the first day of the earliest event of one of the players."""
    return dict(
        live_with(club, players)
        .order_by()
        .values_list("rating_list__time_control")
        .annotate(first=Min("first_day"))
        .values_list("rating_list__time_control", "first")
    )


def event_state(club: Club, event_key: int) -> str:
    """Return how far the rating of an event is: none, waiting, rated or parked."""
    return state_of(live_reports(club, event_key))


def state_of(reports: Sequence[RatingReport]) -> str:
    """Return how far the rating of an event is, by its live reports with their lists."""
    if not reports:
        return "none"
    if any(report.rating_list.failed_at for report in reports):
        return "parked"
    if any(report.rating_list.stale_since for report in reports):
        return "waiting"
    return "rated"


def stored_event_reports(reports: Sequence[RatingReport]) -> list[EventReport]:
    """Return stored reports as they were submitted; one query, lists loaded."""
    games: dict[int, list[ReportedGame]] = {report.pk: [] for report in reports}
    for game in RatedGame.objects.filter(report__in=reports):
        games[game.report_id].append(
            ReportedGame(
                game.round_number,
                game.board_number,
                game.white_id,
                game.black_id,
                game.result,
                game.excluded_reason,
            )
        )
    return [
        EventReport(
            event_key=report.event_key,
            name=report.event_name,
            first_day=report.first_day,
            last_day=report.last_day,
            time_control=TimeControl(report.rating_list.time_control),
            games=tuple(sorted(games[report.pk])),
        )
        for report in reports
    ]
