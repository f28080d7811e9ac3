"""Buchholz, Fore Buchholz, Sonneborn-Berger, their cuts, and the average of opponents' Buchholz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ratings.rules import round_half_up
from tournaments.standings.tie_breaks.cuts import NO_CUT, Cut, Element, cut_elements
from tournaments.standings.tie_breaks.values import (
    HUNDREDTHS,
    TEN_THOUSANDTHS,
    Method,
    Reason,
    TieBreakValue,
)
from tournaments.standings.tie_breaks.workings import Workings, line_of

if TYPE_CHECKING:
    from tournaments.standings.adjusted import Contribution

# Up to eight rounds two decimals tell two different averages apart; longer events need a third.
ROUNDS_FOR_TWO_DECIMALS = 8


def buchholz(workings: Workings, code: str = "BH", cut: Cut = NO_CUT) -> dict[int, TieBreakValue]:
    """Return the sums of the opponents' adjusted scores.

    Source: FIDE Handbook C.07, articles 8.1, 14 and 16.
    """
    return {
        rank: _sum_of_scores(code, entries, cut) for rank, entries in workings.contributions.items()
    }


def fore_buchholz(
    workings: Workings, code: str = "FB", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return Buchholz as if every pairing of the last round had ended in a draw.

    Source: FIDE Handbook C.07, articles 8.3, 14 and 16.
    """
    return {
        rank: _sum_of_scores(code, entries, cut)
        for rank, entries in workings.fore_contributions.items()
    }


def sonneborn_berger(
    workings: Workings, code: str = "SB", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return the sums of own points times the opponent's adjusted score, round by round.

    Points and scores are hundredths, so the products are ten-thousandths.

    Source: FIDE Handbook C.07, articles 9.1, 14 and 16.
    """
    return {
        rank: _summed(
            code,
            TEN_THOUSANDTHS,
            entries,
            [Element(e.played.points * e.score, e.score, e.is_voluntary) for e in entries],
            cut,
        )
        for rank, entries in workings.contributions.items()
    }


def average_opponents_buchholz(workings: Workings, code: str = "AOB") -> dict[int, TieBreakValue]:
    """Return the average Buchholz of the opponents met, an exact half rounded up.

    Two decimals in events of up to eight rounds, three in longer ones. A player without a game has
    no value.

    Source: FIDE Handbook C.07, article 8.2.
    """
    sheet = workings.sheet
    unit = HUNDREDTHS if sheet.rounds <= ROUNDS_FOR_TWO_DECIMALS else 10 * HUNDREDTHS
    totals = {
        rank: sum(entry.score for entry in entries)
        for rank, entries in workings.contributions.items()
    }
    values = {}
    for rank, line in sheet.rounds_of.items():
        lines = [
            line_of(
                played, basis=totals[played.opponent], counted=totals[played.opponent] * unit // 100
            )
            if sheet.counts_as_game(played) and played.opponent is not None
            else line_of(played, is_counted=False, reasons=(Reason.NOT_PLAYED,))
            for played in line
        ]
        games = sum(entry.is_counted for entry in lines)
        total = sum(entry.counted for entry in lines)
        values[rank] = TieBreakValue(
            code=code,
            value=round_half_up(total, games) if games else None,
            unit=unit,
            method=Method.AVERAGE,
            lines=tuple(lines),
            why_undefined=None if games else Reason.NO_GAMES,
        )
    return values


def _sum_of_scores(code: str, entries: tuple[Contribution, ...], cut: Cut) -> TieBreakValue:
    elements = [Element(e.score, e.score, e.is_voluntary) for e in entries]
    return _summed(code, HUNDREDTHS, entries, elements, cut)


def _summed(
    code: str,
    unit: int,
    entries: tuple[Contribution, ...],
    elements: list[Element],
    cut: Cut,
) -> TieBreakValue:
    left_out = cut_elements(elements, cut) if cut is not NO_CUT else {}
    total = 0
    lines = []
    for position, (entry, element) in enumerate(zip(entries, elements, strict=True)):
        reason = left_out.get(position)
        if reason is None:
            total += element.counted
            lines.append(
                line_of(
                    entry.played, basis=entry.score, counted=element.counted, reasons=entry.reasons
                )
            )
        else:
            lines.append(
                line_of(
                    entry.played,
                    basis=entry.score,
                    is_counted=False,
                    reasons=(*entry.reasons, reason),
                )
            )
    return TieBreakValue(code=code, value=total, unit=unit, lines=tuple(lines))
