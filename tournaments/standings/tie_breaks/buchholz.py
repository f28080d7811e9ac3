"""Buchholz, Fore Buchholz, Sonneborn-Berger, their cuts, and the average of opponents' Buchholz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ratings.rules import round_half_up
from tournaments.standings.score_sheet import RoundClass
from tournaments.standings.tie_breaks.cuts import (
    NO_CUT,
    Cut,
    Element,
    cut_elements,
    lines_without,
)
from tournaments.standings.tie_breaks.values import (
    HUNDREDTHS,
    TEN_THOUSANDTHS,
    Method,
    OpponentLine,
    Reason,
    TieBreakValue,
)
from tournaments.standings.tie_breaks.workings import Workings, line_of

if TYPE_CHECKING:
    from tournaments.standings.adjusted import Contribution

# Elements and lines of every player before any cut.
Base = dict[int, tuple[tuple[Element, ...], tuple[OpponentLine, ...]]]

# Up to eight rounds two decimals tell two different averages apart; longer events need a third.
ROUNDS_FOR_TWO_DECIMALS = 8


def buchholz(workings: Workings, code: str = "BH", cut: Cut = NO_CUT) -> dict[int, TieBreakValue]:
    """Return the sums of the opponents' adjusted scores.

    Source: FIDE Handbook C.07, articles 8.1, 14 and 16.
    """
    return _summed(code, HUNDREDTHS, workings.once(_scores), cut)


def fore_buchholz(
    workings: Workings, code: str = "FB", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return Buchholz as if every pairing of the last round had ended in a draw.

    Source: FIDE Handbook C.07, articles 8.3, 14 and 16.
    """
    return _summed(code, HUNDREDTHS, workings.once(_fore_scores), cut)


def sonneborn_berger(
    workings: Workings, code: str = "SB", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return the sums of own points times the opponent's adjusted score, round by round.

    Points and scores are hundredths, so the products are ten-thousandths.

    Source: FIDE Handbook C.07, articles 9.1, 14 and 16.
    """
    return _summed(code, TEN_THOUSANDTHS, workings.once(_products), cut)


def average_opponents_buchholz(workings: Workings, code: str = "AOB") -> dict[int, TieBreakValue]:
    """Return the average Buchholz of the opponents met over the board, an exact half rounded up.

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
            if played.kind is RoundClass.GAME and played.opponent is not None
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


def _scores(workings: Workings) -> Base:
    return _base(workings.contributions, HUNDREDTHS)


def _fore_scores(workings: Workings) -> Base:
    return _base(workings.fore_contributions, HUNDREDTHS)


def _products(workings: Workings) -> Base:
    return _base(workings.contributions, TEN_THOUSANDTHS)


def _base(entries_of: dict[int, tuple[Contribution, ...]], unit: int) -> Base:
    """Return elements and lines of every player before any cut."""
    base = {}
    for rank, entries in entries_of.items():
        elements = tuple(
            Element(
                e.score if unit == HUNDREDTHS else e.played.points * e.score,
                e.score,
                e.is_voluntary,
            )
            for e in entries
        )
        lines = tuple(
            line_of(entry.played, basis=entry.score, counted=element.counted, reasons=entry.reasons)
            for entry, element in zip(entries, elements, strict=True)
        )
        base[rank] = (elements, lines)
    return base


def _summed(code: str, unit: int, base: Base, cut: Cut) -> dict[int, TieBreakValue]:
    values = {}
    for rank, (elements, lines) in base.items():
        left_out = cut_elements(elements, cut)
        values[rank] = TieBreakValue(
            code=code,
            value=sum(
                element.counted
                for position, element in enumerate(elements)
                if position not in left_out
            ),
            unit=unit,
            lines=lines_without(lines, left_out),
        )
    return values
