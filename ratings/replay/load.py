"""Bulk reads for a replay: a fixed number of queries, whatever the number of players.

``load_inputs`` reads what the database holds from a day on and, for a preview, lays changes over
it before it decides which players and which past are needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import OuterRef, Q, Subquery, Value

from clubs.models import Player
from ratings.models import RatedGame, RatingAdjustment, RatingChange, RatingList, RatingReport
from ratings.models import RatingPolicy as PolicyRow
from ratings.replay.records import (
    AdjustmentInput,
    GameInput,
    Inputs,
    Policies,
    PolicyTerms,
    ReportInput,
    Row,
    StandardValue,
    State,
    group_of,
    reference,
    snapshot_of,
    state_from_row,
)
from ratings.rules import TimeControl

SCORES = {"1": 100, "=": 50, "0": 0}
# Beyond this many players a list of ids in a query costs more than reading the whole list.
MANY_PLAYERS = 5000

ROW_FIELDS = tuple(item.name for item in fields(Row))
COLUMNS = ("player_id", *ROW_FIELDS[1:])
row_values = attrgetter(*ROW_FIELDS)


@dataclass(slots=True)
class ListChanges:
    """Changes to the inputs of one list, for a preview; None in ``reports`` is a withdrawal."""

    reports: dict[int, ReportInput | None] = field(default_factory=dict)
    adjustments: list[AdjustmentInput] = field(default_factory=list)
    withdrawn_adjustments: set[int] = field(default_factory=set)
    policies: Policies | None = None
    birth_years: Mapping[int, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StandardPatch:
    """Standard values of a replay that is not stored: they hold from group ``place`` on."""

    place: int
    values: Mapping[int, Sequence[StandardValue]]

    def over(self, stored: dict[int, list[StandardValue]]) -> dict[int, list[StandardValue]]:
        """Return the stored values with the patch laid over them."""
        patched = dict(stored)
        for player, values in self.values.items():
            earlier = [item for item in stored.get(player, ()) if item.group < self.place]
            patched[player] = [*earlier, *values]
        return patched


def load_inputs(
    rating_list: RatingList,
    since: date,
    *,
    changes: ListChanges | None = None,
    standard: StandardPatch | None = None,
) -> Inputs:
    """Return the inputs of a replay from a day on; at most seven queries."""
    changes = changes or ListChanges()
    time_control = TimeControl(rating_list.time_control)
    reports = _reports(rating_list, since, changes.reports)
    adjustments = [
        item
        for item in load_adjustments(rating_list, since)
        if item.id not in changes.withdrawn_adjustments
    ]
    adjustments += changes.adjustments
    players = {item.player for item in adjustments}
    for report in reports:
        for game in report.games:
            players.add(game[2])
            players.add(game[3])
    earliest = min([since, *(report.first_day for report in reports)])
    inputs = Inputs(
        time_control=time_control,
        reports=reports,
        adjustments=adjustments,
        policies=changes.policies or load_policies(rating_list.club_id),
    )
    if not players:
        return inputs
    for row in load_past(rating_list, players, earliest, since):
        snapshot = snapshot_of(row)
        timeline = inputs.timelines.setdefault(row.player, [])
        if timeline and timeline[-1].group == snapshot.group:
            timeline.pop()
        timeline.append(snapshot)
        inputs.states[row.player] = state_from_row(row)
    birth_years = dict(
        Player.objects.filter(_among("pk", players), club=rating_list.club_id).values_list(
            "pk", "birth_year"
        )
    )
    inputs.birth_years = birth_years | dict(changes.birth_years)
    if time_control is not TimeControl.STANDARD:
        values = load_standard(rating_list.club_id, players, earliest)
        inputs.standard = values if standard is None else standard.over(values)
    return inputs


def _reports(
    rating_list: RatingList, since: date, changed: Mapping[int, ReportInput | None]
) -> list[ReportInput]:
    live = RatingReport.objects.filter(
        rating_list=rating_list, is_current=True, last_day__gte=since
    ).exclude(status=RatingReport.Status.WITHDRAWN)
    heads = [
        head
        for head in live.values_list(
            "pk", "event_key", "event_name", "first_day", "last_day", "revision", "digest", "status"
        )
        if head[1] not in changed
    ]
    games: dict[int, list[GameInput]] = defaultdict(list)
    if heads:
        for report_id, *game in _games(rating_list, since):
            games[report_id].append(game_input(*game))
    reports = [
        ReportInput(*head[:7], head[7] == RatingReport.Status.RATED, games[head[0]])
        for head in heads
    ]
    reports += [report for report in changed.values() if report is not None]
    return reports


def _games(rating_list: RatingList, since: date) -> Iterator[tuple[Any, ...]]:
    games = RatedGame.objects.filter(
        report__rating_list=rating_list,
        report__is_current=True,
        report__last_day__gte=since,
    ).order_by("report_id", "round_number", "board_number")
    return games.values_list(
        "report_id",
        "round_number",
        "board_number",
        "white_id",
        "black_id",
        "result",
        "excluded_reason",
    ).iterator(chunk_size=5000)


def game_input(
    round_number: int, board_number: int, white: int, black: int, result: str, excluded: str
) -> GameInput:
    """Return a game from its two result letters, White first."""
    return GameInput(
        round_number,
        board_number,
        white,
        black,
        SCORES[result[0]],
        SCORES[result[1]],
        excluded,
    )


def load_adjustments(rating_list: RatingList, since: date) -> list[AdjustmentInput]:
    """Return the live adjustments of a list from a day on; one query."""
    return [
        AdjustmentInput(
            id=item.pk,
            key=item.key,
            player=item.player_id,
            day=item.day,
            rating=item.rating,
            games=item.games,
            peak=item.peak,
            is_import=item.kind == RatingAdjustment.Kind.IMPORT,
        )
        for item in RatingAdjustment.objects.filter(
            rating_list=rating_list, withdrawn_at__isnull=True, day__gte=since
        ).order_by("day", "key")
    ]


def policy_terms(policy: PolicyRow) -> PolicyTerms:
    """Return a policy, stored or not, as the numbers the chain works with."""
    first_rating = policy.newcomer_rule == PolicyRow.NewcomerRule.FIDE_FIRST_RATING
    return PolicyTerms(
        valid_from=policy.valid_from,
        start_value=None if first_rating else policy.start_value,
        falls_to_unrated=policy.falls_to_unrated,
        floor=policy.floor,
        minimum=policy.minimum,
        hypothetical_rating=policy.hypothetical_rating,
        limits_first_rating=policy.limits_first_rating,
        maximum=policy.maximum,
    )


def load_policies(club_id: int, planned: PolicyTerms | None = None) -> Policies:
    """Return a club's policies, with a planned one in its place; one query."""
    terms = {row.valid_from: policy_terms(row) for row in PolicyRow.objects.filter(club=club_id)}
    if planned is not None:
        terms[planned.valid_from] = planned
    return Policies(list(terms.values()))


def load_past(
    rating_list: RatingList, players: Collection[int], earliest: date, since: date
) -> Iterator[Row]:
    """Return, in chain order, each player's last row before ``earliest`` and all up to ``since``.

    One query.
    """
    list_id = Value(rating_list.pk)
    rows = _last_rows_before(rating_list.club_id, list_id, players, earliest).values_list(*COLUMNS)
    if earliest < since:
        between = RatingChange.objects.filter(
            _among("player_id", players),
            rating_list=list_id,
            last_day__gte=earliest,
            last_day__lt=since,
        )
        rows = rows.union(between.values_list(*COLUMNS), all=True)
    wanted = set(players)
    for row in _rows(rows):
        if row.player in wanted:
            yield row


def _rows(values: Any) -> Iterator[Row]:
    ordered = values.order_by("last_day", "chain_rank", "first_day", "key")
    for columns in ordered.iterator(chunk_size=2000):
        yield Row(*columns)


def _last_rows_before(club_id: int, list_id: Any, players: Collection[int], day: date) -> Any:
    newest = (
        RatingChange.objects.filter(player=OuterRef("pk"), rating_list=list_id, last_day__lt=day)
        .order_by("-last_day", "-chain_rank", "-first_day", "-key")
        .values("pk")[:1]
    )
    people = Player.objects.filter(_among("pk", players), club=club_id)
    return RatingChange.objects.filter(pk__in=people.values(newest=Subquery(newest)))


def load_standard(
    club_id: int, players: Collection[int], earliest: date
) -> dict[int, list[StandardValue]]:
    """Return the standard values needed from a day on; one query."""
    standard = Subquery(
        RatingList.objects.filter(club=club_id, time_control=TimeControl.STANDARD).values("pk")
    )
    columns = ("player_id", "last_day", "chain_rank", "first_day", "after", "event_key", "key")
    later = RatingChange.objects.filter(
        _among("player_id", players), rating_list=standard, last_day__gte=earliest
    ).values_list(*columns)
    rows = _last_rows_before(club_id, standard, players, earliest).values_list(*columns)
    ordered = rows.union(later, all=True).order_by("last_day", "chain_rank", "first_day", "key")
    values: dict[int, list[StandardValue]] = defaultdict(list)
    for player, day, rank, _first, after, event_key, key in ordered.iterator(chunk_size=5000):
        value = StandardValue(group_of(day, rank), after, reference(event_key, key))
        add_standard_value(values[player], value)
    return values


def add_standard_value(values: list[StandardValue], value: StandardValue) -> None:
    """Add a value at the end; the last one of a group is the one in force."""
    if values and values[-1].group == value.group:
        values.pop()
    values.append(value)


def _among(column: str, players: Collection[int]) -> Q:
    return Q() if len(players) > MANY_PLAYERS else Q(**{f"{column}__in": list(players)})


def old_rows(rating_list: RatingList, since: date) -> Iterator[tuple[Any, ...]]:
    """Return the stored rows from a day on in chain order: pk, then the values of ``Row``."""
    return (
        RatingChange.objects.filter(rating_list=rating_list, last_day__gte=since)
        .order_by("last_day", "chain_rank", "first_day", "key")
        .values_list("pk", *COLUMNS)
        .iterator(chunk_size=2000)
    )


def states_before(
    rating_list: RatingList, players: Collection[int], since: date
) -> dict[int, tuple[State, Row]]:
    """Return where players stood before a day, with their last row; one query."""
    return {
        row.player: (state_from_row(row), row)
        for row in load_past(rating_list, players, since, since)
    }
