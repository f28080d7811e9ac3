"""Direct encounter: the games that players who are level have played among themselves (article 6).

It is worked out for one group of level players at a time. All met: their table decides, and is
made again inside every tie that remains. Not all met: a player is placed only while he is alone on
top whatever the missing games might bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from tournaments.standings.score_sheet import FORFEITS, PlayedRound, RoundClass, ScoreSheet
from tournaments.standings.tie_breaks.values import (
    HUNDREDTHS,
    OpponentLine,
    Reason,
    TieBreakValue,
)
from tournaments.standings.tie_breaks.workings import line_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class _Table:
    """The separate table of a group: certain scores, and the most each player could reach."""

    scores: dict[int, int]
    highest: dict[int, int]
    is_complete: bool


class _Encounters:
    """The games of one group, with scores brought to one denominator so that averages are exact."""

    def __init__(self, sheet: ScoreSheet, group: Sequence[int], *, forfeits_count: bool) -> None:
        members = set(group)
        self.sheet = sheet
        self.games: dict[int, dict[int, list[PlayedRound]]] = {}
        for rank in group:
            met: dict[int, list[PlayedRound]] = {}
            for played in sheet.rounds_of[rank]:
                if played.opponent in members and _counts(sheet, played, forfeits_count):
                    met.setdefault(played.opponent, []).append(played)
            self.games[rank] = met
        self.scale = lcm(*(len(games) for met in self.games.values() for games in met.values()))

    def table(self, group: Sequence[int]) -> _Table:
        """Return the table of a part of the group."""
        scores, highest = {}, {}
        is_complete = True
        for rank in group:
            score = missing = 0
            for other in group:
                if other == rank:
                    continue
                games = self.games[rank].get(other)
                if games is None:
                    missing += 1
                else:
                    score += sum(game.points for game in games) * self.scale // len(games)
            scores[rank] = score + missing * self.sheet.values.loss * self.scale
            highest[rank] = score + missing * self.sheet.values.win * self.scale
            is_complete = is_complete and not missing
        return _Table(scores, highest, is_complete)


def direct_encounter(
    sheet: ScoreSheet, group: Sequence[int], *, code: str = "DE", forfeits_count: bool = False
) -> dict[int, TieBreakValue]:
    """Return place and mutual score of each player of a group that is level so far.

    Two games between the same players count as their average. Forfeits are left out in a Swiss
    unless ``forfeits_count``; in a round robin they are games. Players who stay level share a
    place; ``value`` is the score against the whole group and may differ inside a place.

    Source: FIDE Handbook C.07, articles 6.1 to 6.3 and 15.2 (both editions).
    """
    encounters = _Encounters(sheet, group, forfeits_count=forfeits_count)
    places: dict[int, int] = {}
    first = 1
    for part in _split(encounters, sorted(group)):
        places.update(dict.fromkeys(part, first))
        first += len(part)
    table = encounters.table(group)
    notes = () if table.is_complete else (Reason.NOT_ALL_MET,)
    return {
        rank: TieBreakValue(
            code=code,
            value=sum(entry.counted for entry in lines),
            unit=HUNDREDTHS * encounters.scale,
            lines=lines,
            place=places[rank],
            notes=notes,
        )
        for rank in group
        for lines in (_lines(encounters, rank),)
    }


def not_level(code: str = "DE") -> TieBreakValue:
    """Return the value of a player who is level with nobody."""
    return TieBreakValue(code=code, value=None, why_undefined=Reason.NOT_LEVEL)


def _counts(sheet: ScoreSheet, played: PlayedRound, forfeits_count: bool) -> bool:
    if played.kind is RoundClass.GAME:
        return True
    return played.kind in FORFEITS and (forfeits_count or sheet.is_round_robin)


def _split(encounters: _Encounters, group: list[int]) -> list[list[int]]:
    """Split a level group into parts that stay level, best first."""
    if len(group) == 1:
        return [group]
    table = encounters.table(group)
    if not table.is_complete:
        return _split_from_the_top(encounters, group, table)
    by_score: dict[int, list[int]] = {}
    for rank in group:
        by_score.setdefault(table.scores[rank], []).append(rank)
    if len(by_score) == 1:
        return [group]
    return [
        part
        for score in sorted(by_score, reverse=True)
        for part in _split(encounters, by_score[score])
    ]


def _split_from_the_top(
    encounters: _Encounters, group: list[int], table: _Table
) -> list[list[int]]:
    placed: list[list[int]] = []
    rest = list(group)
    while len(rest) > 1:
        top = max(rest, key=lambda rank: table.scores[rank])
        if any(table.highest[rank] >= table.scores[top] for rank in rest if rank != top):
            break
        placed.append([top])
        rest.remove(top)
    if not placed:
        return [group]
    return placed + _split(encounters, rest)


def _lines(encounters: _Encounters, rank: int) -> tuple[OpponentLine, ...]:
    lines = []
    for games in encounters.games[rank].values():
        for game in games:
            reasons: tuple[Reason, ...] = ()
            if len(games) > 1:
                reasons += (Reason.AVERAGE_OF_GAMES,)
            if game.kind in FORFEITS:
                reasons += (Reason.FORFEIT_AS_GAME,)
            share = game.points * encounters.scale // len(games)
            lines.append(line_of(game, basis=game.points, counted=share, reasons=reasons))
    return tuple(sorted(lines, key=lambda entry: entry.round_number))
