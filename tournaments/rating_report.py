"""What a closed event tells the ledger: the games played over the board, by rating list."""

from __future__ import annotations

from datetime import date

from ratings.rules import TimeControl
from ratings.submit import EventReport, ReportedGame
from tournaments.event_queries import EventView
from tournaments.models import Round, Tournament
from tournaments.results import Result


def list_of_round(tournament: Tournament, round_: Round) -> str:
    """Return the list the games of a round belong to: the round's own, else the event's."""
    return round_.time_control or tournament.time_control


def rated_games(view: EventView) -> dict[TimeControl, list[ReportedGame]]:
    """Return the games to be rated by list, in the order of rounds and boards.

    Byes, forfeits and games without a result over the board are not among them; a played game that
    was excluded is, with the reason, so that the history can say why it did not count.
    """
    found: dict[TimeControl, list[ReportedGame]] = {}
    for each in view.rounds:
        games = [
            ReportedGame(
                round_number=each.round.number,
                board_number=board.board_number,
                white_id=board.white.player_id,
                black_id=board.black.player_id,
                result=board.result,
                excluded_reason=board.excluded_reason,
            )
            for board in each.pairings
            if Result(board.result).is_rated
        ]
        if games:
            time_control = TimeControl(list_of_round(view.tournament, each.round))
            found.setdefault(time_control, []).extend(games)
    return {control: found[control] for control in TimeControl if control in found}


def event_reports(view: EventView) -> list[EventReport]:
    """Return the reports of an event, one for each list it has games on.

    The event must have its days and every round a list; ``closing_problems`` says so before.
    """
    tournament = view.tournament
    first_day, last_day = event_days(tournament)
    return [
        EventReport(
            event_key=tournament.number,
            name=tournament.name,
            first_day=first_day,
            last_day=last_day,
            time_control=control,
            games=tuple(games),
        )
        for control, games in rated_games(view).items()
    ]


def event_days(tournament: Tournament) -> tuple[date, date]:
    """Return the first and last day; an event without a last day is one of one day."""
    if tournament.start_date is None:
        raise ValueError("an event without a first day cannot be reported")
    return tournament.start_date, tournament.end_date or tournament.start_date
