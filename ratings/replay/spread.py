"""What a change of the standard list means for rapid and blitz, which borrow from it (rule 13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from ratings.models import RatedGame, RatingReport
from ratings.replay.diff import Difference, value_on
from ratings.replay.load import timeline_to_standard
from ratings.replay.records import Outcome, StandardValue, group_of
from ratings.rules import TimeControl


def new_standard_values(outcome: Outcome, since: date) -> dict[int, list[StandardValue]]:
    """Return the standard values that a replay of the standard list put in force from a day on."""
    place = group_of(since, 0)
    return {
        player: [value for value in timeline_to_standard(timeline) if value.group >= place]
        for player, timeline in outcome.timelines.items()
    }


def borrowed_days(
    club_id: int, since: date, outcome: Outcome, difference: Difference
) -> dict[str, date]:
    """Return from which day rapid and blitz are stale after a replay of the standard list.

    The first day of the earliest event in which somebody played whose standard value on that day
    changed, whether or not he borrowed it before. One query.
    """
    if not difference:
        return {}
    new_values = new_standard_values(outcome, since)
    games = RatedGame.objects.filter(
        report__club=club_id,
        report__is_current=True,
        report__first_day__gte=since,
        report__rating_list__time_control__in=[TimeControl.RAPID, TimeControl.BLITZ],
    ).exclude(report__status=RatingReport.Status.WITHDRAWN)
    played = games.order_by("report__first_day").values_list(
        "report__rating_list__time_control", "report__first_day", "white_id", "black_id"
    )
    return first_moved_days(played.iterator(chunk_size=5000), difference.old_values, new_values)


def first_moved_days(
    played: Iterable[tuple[str, date, int, int]],
    old: dict[int, list[StandardValue]],
    new: dict[int, Sequence[StandardValue]] | dict[int, list[StandardValue]],
) -> dict[str, date]:
    """Return, by time control, the first day on which a player's standard value differs.

    ``played`` holds time control, first day, White and Black, in order of the day.
    """
    days: dict[str, date] = {}
    for time_control, day, white, black in played:
        if time_control in days:
            continue
        for player in (white, black):
            before, after = old.get(player, ()), new.get(player, ())
            if value_on(day, before) != value_on(day, after):
                days[time_control] = day
                break
    return days
