"""Tie-breaks that count a player's own rounds, and the running score (article 7).

In a round robin forfeit wins are games here, forfeit losses are not (article 15.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.results import Colour, Outcome
from tournaments.standings.score_sheet import FORFEITS, PlayedRound, RoundClass, ScoreSheet
from tournaments.standings.tie_breaks.cuts import NO_CUT, Cut
from tournaments.standings.tie_breaks.values import (
    HUNDREDTHS,
    WHOLE,
    OpponentLine,
    Reason,
    TieBreakValue,
)
from tournaments.standings.tie_breaks.workings import Workings, line_of

if TYPE_CHECKING:
    from collections.abc import Callable

_WINS = frozenset({Outcome.WIN, Outcome.UNRATED_WIN, Outcome.FORFEIT_WIN})


def points(workings: Workings, code: str = "PTS") -> dict[int, TieBreakValue]:
    """Return the points of the event, with its own values for results and byes."""
    return _per_round(workings, code, HUNDREDTHS, lambda _, played: played.points)


def wins(workings: Workings, code: str = "WIN") -> dict[int, TieBreakValue]:
    """Return the number of rounds that brought as much as a win, played or not (article 7.1)."""

    def counted(sheet: ScoreSheet, played: PlayedRound) -> int:
        return int(played.kind is not RoundClass.OPEN and played.points == sheet.values.win)

    return _per_round(workings, code, WHOLE, counted)


def games_won(workings: Workings, code: str = "WON") -> dict[int, TieBreakValue]:
    """Return the number of games won over the board (article 7.2)."""

    def counted(sheet: ScoreSheet, played: PlayedRound) -> int:
        return int(_is_counted_game(sheet, played) and played.outcome in _WINS)

    return _per_round(workings, code, WHOLE, counted)


def games_with_black(workings: Workings, code: str = "BPG") -> dict[int, TieBreakValue]:
    """Return the number of games played with the black pieces (article 7.3)."""

    def counted(sheet: ScoreSheet, played: PlayedRound) -> int:
        return int(_is_counted_game(sheet, played) and played.colour is Colour.BLACK)

    return _per_round(workings, code, WHOLE, counted)


def games_won_with_black(workings: Workings, code: str = "BWG") -> dict[int, TieBreakValue]:
    """Return the number of games won with the black pieces (article 7.4)."""

    def counted(sheet: ScoreSheet, played: PlayedRound) -> int:
        return int(
            _is_counted_game(sheet, played)
            and played.colour is Colour.BLACK
            and played.outcome in _WINS
        )

    return _per_round(workings, code, WHOLE, counted)


def rounds_elected(workings: Workings, code: str = "REP") -> dict[int, TieBreakValue]:
    """Return the number of rounds the player was there for (article 7.6; named GE before 2026).

    That is the rounds without half-point byes, zero-point byes and forfeit losses.
    """

    def counted(_: ScoreSheet, played: PlayedRound) -> int:
        return int(not played.is_voluntary)

    return _per_round(workings, code, WHOLE, counted)


def standard_points(workings: Workings, code: str = "STD") -> dict[int, TieBreakValue]:
    """Return one for each game better than the opponent's and a half for an equal one.

    A round without a game is compared with a draw, so a double forfeit brings nothing.

    Source: FIDE Handbook C.07, article 7.7, from March 2026.
    """
    rounds_of = workings.sheet.rounds_of

    def counted(sheet: ScoreSheet, played: PlayedRound) -> int:
        if played.kind is RoundClass.OPEN:
            return 0
        other = (
            rounds_of[played.opponent][played.number - 1].points
            if played.kind is RoundClass.GAME and played.opponent is not None
            else sheet.values.draw
        )
        if played.points == other:
            return HUNDREDTHS // 2
        return HUNDREDTHS if played.points > other else 0

    return _per_round(workings, code, HUNDREDTHS, counted)


def progressive(
    workings: Workings, code: str = "PS", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return the sums of the running scores after each round; a cut leaves out the first rounds.

    Source: FIDE Handbook C.07, articles 7.5 and 14.1.
    """
    values = {}
    for rank, line in workings.sheet.rounds_of.items():
        running = total = 0
        lines = []
        for played in line:
            running += played.points
            is_counted = played.number > cut.lowest
            total += running if is_counted else 0
            lines.append(
                line_of(
                    played,
                    basis=running,
                    counted=running if is_counted else 0,
                    is_counted=is_counted,
                    reasons=() if is_counted else (Reason.CUT_FIRST_ROUND,),
                )
            )
        values[rank] = TieBreakValue(code=code, value=total, unit=HUNDREDTHS, lines=tuple(lines))
    return values


def pairing_number(workings: Workings, code: str = "TPN") -> dict[int, TieBreakValue]:
    """Return the number in the starting list; the lower number is better (article 7.8)."""
    return {rank: TieBreakValue(code=code, value=rank) for rank in workings.sheet.rounds_of}


def _is_counted_game(sheet: ScoreSheet, played: PlayedRound) -> bool:
    if played.kind is RoundClass.GAME:
        return True
    return sheet.is_round_robin and played.kind is RoundClass.FORFEIT_WIN


def _per_round(
    workings: Workings,
    code: str,
    unit: int,
    counted: Callable[[ScoreSheet, PlayedRound], int],
) -> dict[int, TieBreakValue]:
    sheet = workings.sheet
    values = {}
    for rank, line in sheet.rounds_of.items():
        lines = tuple(
            _own_line(sheet, played, counted(sheet, played))
            for played in line
            if played.kind is not RoundClass.FREE
        )
        values[rank] = TieBreakValue(
            code=code, value=sum(entry.counted for entry in lines), unit=unit, lines=lines
        )
    return values


def _own_line(sheet: ScoreSheet, played: PlayedRound, counted: int) -> OpponentLine:
    reasons: tuple[Reason, ...] = ()
    if played.kind is RoundClass.OPEN:
        reasons = (Reason.NO_RESULT_YET,)
    elif played.kind is not RoundClass.GAME:
        is_game = sheet.is_round_robin and played.kind in FORFEITS
        reasons = (Reason.FORFEIT_AS_GAME if is_game else Reason.NOT_PLAYED,)
    return line_of(played, counted=counted, reasons=reasons)
