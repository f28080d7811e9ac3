"""What a change of the standard list means for rapid and blitz, which borrow from it (rule 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from ratings.models import RatedGame, RatingReport
from ratings.replay.diff import Difference, value_on
from ratings.replay.load import StandardPatch
from ratings.replay.records import Outcome, StandardValue, group_of
from ratings.rules import TimeControl

Values = Mapping[int, Sequence[StandardValue]]


def standard_patch(outcome: Outcome, difference: Difference, since: date) -> StandardPatch:
    """Return the standard values that a replay of the standard list puts in force from a day on."""
    place = group_of(since, 0)
    values: dict[int, list[StandardValue]] = {
        player: [
            StandardValue(item.group, item.rating, item.ref)
            for item in outcome.timelines.get(player, ())
            if item.group >= place
        ]
        for player in difference.players
    }
    return StandardPatch(place, values)


def borrowed_days(
    club_id: int, since: date, outcome: Outcome, difference: Difference
) -> dict[str, date]:
    """Return from which day rapid and blitz are stale after a replay of the standard list.

    The first day of the earliest event in which somebody played whose standard value on that day
    changed, whether or not he borrowed it before. At most one query.
    """
    if not difference:
        return {}
    new_values = standard_patch(outcome, difference, since).values
    return _first_moved_days(_games(club_id, since), difference.old_values, new_values)


def _games(club_id: int, since: date) -> Iterator[tuple[str, date, int, int]]:
    games = RatedGame.objects.filter(
        report__club=club_id,
        report__is_current=True,
        report__first_day__gte=since,
        report__rating_list__time_control__in=[TimeControl.RAPID, TimeControl.BLITZ],
    ).exclude(report__status=RatingReport.Status.WITHDRAWN)
    return (
        games.order_by("report__first_day")
        .values_list(
            "report__rating_list__time_control", "report__first_day", "white_id", "black_id"
        )
        .iterator(chunk_size=5000)
    )


def _first_moved_days(
    games: Iterable[tuple[str, date, int, int]], old: Values, new: Values
) -> dict[str, date]:
    days: dict[str, date] = {}
    for time_control, day, white, black in games:
        if time_control in days:
            continue
        for player in (white, black):
            if value_on(day, old.get(player, ())) != value_on(day, new.get(player, ())):
                days[time_control] = day
                break
    return days
