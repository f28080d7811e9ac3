"""The standings of an event: points, then tie-breaks in the order the event has chosen.

Players are split by one criterion after the other. Direct encounter looks only at the players who
are still level when its turn comes, which is why it is worked out here and not per player. Players
whom nothing separates share a rank, and the table says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tournaments.standings.editions import Edition, edition_for
from tournaments.standings.score_sheet import ScoreSheet, score_sheet
from tournaments.standings.tie_breaks.codes import (
    DIRECT_ENCOUNTER,
    POINTS,
    TIE_BREAKS,
    canonical_codes,
)
from tournaments.standings.tie_breaks.direct_encounter import direct_encounter, not_level
from tournaments.standings.tie_breaks.workings import Workings

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tournaments.event_record import EventRecord
    from tournaments.standings.adjusted import AdjustedScore
    from tournaments.standings.tie_breaks.values import TieBreakValue


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player in the table; ``values`` follow ``Standings.tie_breaks``.

    ``rank`` is shared by ``is_shared`` rows: 1, 2, 2, 4. ``position`` counts the rows and is
    unique. ``decided_by`` is the code that puts the player below the row above; None in the first
    row and where the rank is shared with the row above.
    """

    position: int
    rank: int
    is_shared: bool
    starting_rank: int
    points: int
    values: tuple[TieBreakValue, ...]
    decided_by: str | None


@dataclass(frozen=True)
class Standings:
    """The table after a round.

    ``tie_breaks`` are the codes without the points, in order. ``adjusted`` are the scores as
    opponents count them. ``annulled`` players have no row. ``open_games`` have no result yet and
    bring no points so far.
    """

    after_round: int
    edition: Edition
    tie_breaks: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    adjusted: dict[int, AdjustedScore]
    annulled: tuple[int, ...]
    open_games: int

    @cached_property
    def row_of(self) -> dict[int, StandingsRow]:
        """The rows by starting rank."""
        return {row.starting_rank: row for row in self.rows}

    def value(self, starting_rank: int, code: str) -> TieBreakValue:
        """Return one tie-break of one player; KeyError or ValueError where there is none."""
        return self.row_of[starting_rank].values[self.tie_breaks.index(code)]


@dataclass(frozen=True, slots=True)
class DecisionStep:
    """One criterion in the comparison of two players; None where there is no value."""

    code: str
    first: TieBreakValue | None
    second: TieBreakValue | None
    first_points: int
    second_points: int
    decides: bool


def standings(
    record: EventRecord,
    *,
    tie_breaks: Sequence[str],
    edition: Edition | None = None,
    after_round: int | None = None,
    unrated_as: int | None = None,
    forfeits_count_in_direct_encounter: bool = False,
    annulled: Collection[int] = (),
) -> Standings:
    """Return the table of an event, by default after the last round with a result.

    ``edition`` None takes the one in force on the first day. ``unrated_as`` is the rating that the
    event's regulations give unrated players in rating tie-breaks. ``annulled`` are players whose
    games do not count (``round_robin.annulled_by_half_rule``). PTS may be named and always comes
    first.

    Raises UnknownTieBreakError or RepeatedTieBreakError (ValueErrors) for the codes, ValueError for
    a round that has not been paired and for an opponent who is not in the list.
    """
    codes = tuple(code for code in canonical_codes(tie_breaks) if code != POINTS)
    sheet = score_sheet(record, after_round=after_round, annulled=annulled)
    edition = edition or edition_for(record.start_date)
    workings = Workings(sheet, edition, unrated_as=unrated_as)
    values: dict[str, dict[int, TieBreakValue]] = {}
    separated_by: dict[int, str | None] = {}
    groups = _split_by_points(sheet, separated_by)
    for code in codes:
        compute = TIE_BREAKS[code].compute
        if compute is None:
            values[code] = _direct_encounters(sheet, groups, forfeits_count_in_direct_encounter)
        else:
            values[code] = compute(workings, code)
        groups = [
            part for group in groups for part in _split(group, code, values[code], separated_by)
        ]
    return Standings(
        after_round=sheet.rounds,
        edition=edition,
        tie_breaks=codes,
        rows=_rows(sheet, groups, codes, values, separated_by),
        adjusted=workings.adjusted,
        annulled=sheet.annulled,
        open_games=sheet.open_games,
    )


def decision(table: Standings, first: int, second: int) -> tuple[DecisionStep, ...]:
    """Return the comparison of two players criterion by criterion, up to the one that decides.

    Where nothing decides, every criterion is listed and none is marked.
    """
    one, other = table.row_of[first], table.row_of[second]
    steps = [_step(POINTS, None, None, one, other, decides=one.points != other.points)]
    for code, value, other_value in zip(table.tie_breaks, one.values, other.values, strict=True):
        if steps[-1].decides:
            break
        decides = _order_key(code, value) != _order_key(code, other_value)
        steps.append(_step(code, value, other_value, one, other, decides=decides))
    return tuple(steps)


def _step(
    code: str,
    first: TieBreakValue | None,
    second: TieBreakValue | None,
    one: StandingsRow,
    other: StandingsRow,
    *,
    decides: bool,
) -> DecisionStep:
    return DecisionStep(code, first, second, one.points, other.points, decides)


def _order_key(code: str, value: TieBreakValue) -> tuple[bool, int]:
    """Smaller is better; undefined values come last."""
    if code == DIRECT_ENCOUNTER:
        return (False, value.place or 1)
    if value.value is None:
        return (True, 0)
    return (False, value.value if TIE_BREAKS[code].is_lower_better else -value.value)


def _split_by_points(sheet: ScoreSheet, separated_by: dict[int, str | None]) -> list[list[int]]:
    by_points: dict[int, list[int]] = {}
    for rank in sorted(sheet.points):
        by_points.setdefault(sheet.points[rank], []).append(rank)
    groups = [by_points[points] for points in sorted(by_points, reverse=True)]
    for group in groups[1:]:
        separated_by[group[0]] = POINTS
    return groups


def _split(
    group: list[int],
    code: str,
    values: dict[int, TieBreakValue],
    separated_by: dict[int, str | None],
) -> list[list[int]]:
    """Split a level group by one criterion and note what put each new part below the one above."""
    if len(group) == 1:
        return [group]
    by_key: dict[tuple[bool, int], list[int]] = {}
    for rank in group:
        by_key.setdefault(_order_key(code, values[rank]), []).append(rank)
    parts = [by_key[key] for key in sorted(by_key)]
    above = separated_by.pop(group[0], None)
    separated_by[parts[0][0]] = above
    for part in parts[1:]:
        separated_by[part[0]] = code
    return parts


def _direct_encounters(
    sheet: ScoreSheet, groups: list[list[int]], forfeits_count: bool
) -> dict[int, TieBreakValue]:
    values: dict[int, TieBreakValue] = {}
    for group in groups:
        if len(group) == 1:
            values[group[0]] = not_level()
        else:
            values.update(direct_encounter(sheet, group, forfeits_count=forfeits_count))
    return values


def _rows(
    sheet: ScoreSheet,
    groups: list[list[int]],
    codes: tuple[str, ...],
    values: dict[str, dict[int, TieBreakValue]],
    separated_by: dict[int, str | None],
) -> tuple[StandingsRow, ...]:
    rows: list[StandingsRow] = []
    for group in groups:
        first = len(rows) + 1
        for rank in group:
            rows.append(
                StandingsRow(
                    position=len(rows) + 1,
                    rank=first,
                    is_shared=len(group) > 1,
                    starting_rank=rank,
                    points=sheet.points[rank],
                    values=tuple(values[code][rank] for code in codes),
                    decided_by=separated_by.get(rank),
                )
            )
    return tuple(rows)
