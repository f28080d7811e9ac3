"""Koya: the points against the better half of a round robin (article 9.2)."""

from __future__ import annotations

from tournaments.standings.score_sheet import RoundClass, ScoreSheet
from tournaments.standings.tie_breaks.values import HUNDREDTHS, Reason, TieBreakValue
from tournaments.standings.tie_breaks.workings import Workings, line_of


def koya(workings: Workings, code: str = "KS") -> dict[int, TieBreakValue]:
    """Return the points against opponents with at least half of the highest possible score.

    The highest possible score is a win in every round; in a round robin only in rounds that have an
    opponent, because with an odd number of players everybody is free once. Forfeits count as games.

    Source: FIDE Handbook C.07, articles 9.2 and 15.2.
    """
    sheet = workings.sheet
    highest = sheet.values.win * _rounds_with_opponent(sheet)
    values = {}
    for rank, line in sheet.rounds_of.items():
        lines = []
        for played in line:
            if played.opponent is None:
                continue
            score = sheet.points[played.opponent]
            is_counted = 2 * score >= highest
            reasons: tuple[Reason, ...] = () if is_counted else (Reason.BELOW_HALF,)
            if played.kind is RoundClass.OPEN:
                reasons += (Reason.NO_RESULT_YET,)
            lines.append(
                line_of(
                    played,
                    basis=score,
                    counted=played.points if is_counted else 0,
                    is_counted=is_counted,
                    reasons=reasons,
                )
            )
        values[rank] = TieBreakValue(
            code=code,
            value=sum(entry.counted for entry in lines),
            unit=HUNDREDTHS,
            lines=tuple(lines),
        )
    return values


def _rounds_with_opponent(sheet: ScoreSheet) -> int:
    if not sheet.is_round_robin:
        return sheet.rounds
    lines = sheet.rounds_of.values()
    return max((sum(r.opponent is not None for r in line) for line in lines), default=0)
