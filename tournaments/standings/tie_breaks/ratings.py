"""Tie-breaks from ratings: averages and performances of and against the opponents (article 10).

Only games over the board enter, in a round robin too. Game scores are 1, ½ and 0 whatever the
event pays, because the rating tables speak of nothing else. Everything is undefined as soon as an
unrated player takes part, unless the event's regulations name a rating for him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ratings.rules import Game, expected_score, performance_rating, round_half_up
from tournaments.standings.score_sheet import PlayedRound, RoundClass
from tournaments.standings.tie_breaks.cuts import NO_CUT, Cut, Element, cut_elements, lines_without
from tournaments.standings.tie_breaks.values import (
    Method,
    OpponentLine,
    Reason,
    TieBreakValue,
)
from tournaments.standings.tie_breaks.workings import Workings, line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ZERO_SCORE_DISTANCE = 800


def rating(workings: Workings, code: str = "RTNG") -> dict[int, TieBreakValue]:
    """Return the players' own ratings (article 10.6, from March 2026)."""
    if not workings.is_every_rating_known:
        return _undefined(workings, code)
    return {
        rank: TieBreakValue(code=code, value=workings.ratings[rank], method=Method.OWN)
        for rank in workings.sheet.rounds_of
    }


def average_rating(
    workings: Workings, code: str = "ARO", cut: Cut = NO_CUT
) -> dict[int, TieBreakValue]:
    """Return the average rating of the opponents met, an exact half rounded up.

    Source: FIDE Handbook C.07, articles 10.1 and 14.
    """
    if not workings.is_every_rating_known:
        return _undefined(workings, code)
    return {
        rank: _average(code, _without_cut(lines, cut))
        for rank, lines in workings.once(_rated_lines).items()
    }


def performance(workings: Workings, code: str = "TPR") -> dict[int, TieBreakValue]:
    """Return the tournament performance: the average rating plus what the score adds.

    Source: FIDE Handbook C.07, article 10.2; table 8.1.1 of B.02.
    """
    if not workings.is_every_rating_known:
        return _undefined(workings, code)
    values = {}
    for rank, line in workings.sheet.rounds_of.items():
        lines = workings.once(_rated_lines)[rank]
        found = performance_rating(_games(workings, line))
        values[rank] = TieBreakValue(
            code=code,
            value=None if found is None else found.rating,
            method=Method.AVERAGE_PLUS,
            lines=lines,
            addend=0 if found is None else found.dp,
            why_undefined=Reason.NO_GAMES if found is None else None,
        )
    return values


def perfect_performance(workings: Workings, code: str = "PTP") -> dict[int, TieBreakValue]:
    """Return the lowest rating that was to be expected to score at least as much.

    Each line counts the expected score of its game, in hundredths, at that rating. A player
    without a point gets 800 less than the lowest opponent.

    Source: FIDE Handbook C.07, article 10.3; table 8.1.2 of B.02 without the 400-point rule.
    """
    if not workings.is_every_rating_known:
        return _undefined(workings, code)
    values = {}
    for rank, line in workings.sheet.rounds_of.items():
        games = _games(workings, line)
        opponents = [game.opponent for game in games if game.opponent is not None]
        value = _lowest_rating(opponents, sum(game.score for game in games)) if games else None
        lines = tuple(
            entry._replace(counted=expected_score(value - entry.basis))
            if entry.is_counted and entry.basis is not None and value is not None
            else entry
            for entry in workings.once(_rated_lines)[rank]
        )
        values[rank] = TieBreakValue(
            code=code,
            value=value,
            method=Method.SEARCH,
            lines=lines,
            why_undefined=None if games else Reason.NO_GAMES,
        )
    return values


def average_performance(workings: Workings, code: str = "APRO") -> dict[int, TieBreakValue]:
    """Return the average performance of the opponents met (article 10.4)."""
    return _average_of(workings, code, performance)


def average_perfect_performance(workings: Workings, code: str = "APPO") -> dict[int, TieBreakValue]:
    """Return the average perfect performance of the opponents met (article 10.5)."""
    return _average_of(workings, code, perfect_performance)


def _average_of(
    workings: Workings, code: str, basis_of: Callable[[Workings], dict[int, TieBreakValue]]
) -> dict[int, TieBreakValue]:
    if not workings.is_every_rating_known:
        return _undefined(workings, code)
    basis = {rank: value.value for rank, value in workings.once(basis_of).items()}
    return {
        rank: _average(
            code, tuple(_line(r, None if r.opponent is None else basis[r.opponent]) for r in line)
        )
        for rank, line in workings.sheet.rounds_of.items()
    }


def _average(code: str, lines: tuple[OpponentLine, ...]) -> TieBreakValue:
    counted = [entry.counted for entry in lines if entry.is_counted]
    return TieBreakValue(
        code=code,
        value=round_half_up(sum(counted), len(counted)) if counted else None,
        method=Method.AVERAGE,
        lines=lines,
        why_undefined=None if counted else Reason.NO_GAMES,
    )


def _rated_lines(workings: Workings) -> dict[int, tuple[OpponentLine, ...]]:
    """Return every player's opponents with their ratings, before any cut."""
    return {
        rank: tuple(
            _line(
                played,
                None if played.opponent is None else workings.ratings[played.opponent],
                is_assumed=played.opponent is not None and workings.is_assumed(played.opponent),
            )
            for played in line
        )
        for rank, line in workings.sheet.rounds_of.items()
    }


def _without_cut(lines: tuple[OpponentLine, ...], cut: Cut) -> tuple[OpponentLine, ...]:
    counted = [position for position, entry in enumerate(lines) if entry.is_counted]
    elements = [Element(lines[i].counted, lines[i].counted) for i in counted]
    left_out = cut_elements(elements, cut)
    return lines_without(lines, {counted[i]: reason for i, reason in left_out.items()})


def _line(played: PlayedRound, basis: int | None, *, is_assumed: bool = False) -> OpponentLine:
    if played.kind is RoundClass.GAME and basis is not None:
        reasons = (Reason.ASSUMED_RATING,) if is_assumed else ()
        return line_of(played, basis=basis, counted=basis, reasons=reasons)
    reason = Reason.NO_RESULT_YET if played.kind is RoundClass.OPEN else Reason.NOT_PLAYED
    return line_of(played, is_counted=False, reasons=(reason,))


def _games(workings: Workings, line: Sequence[PlayedRound]) -> list[Game]:
    return [
        Game(workings.ratings[played.opponent], played.game_score)
        for played in line
        if played.kind is RoundClass.GAME and played.opponent is not None
    ]


def _lowest_rating(opponents: Sequence[int], score: int) -> int:
    """Find the rating by halving: the expected score never falls when the rating rises."""
    if score == 0:
        return min(opponents) - ZERO_SCORE_DISTANCE
    below, reached = min(opponents) - ZERO_SCORE_DISTANCE, max(opponents) + ZERO_SCORE_DISTANCE
    while reached - below > 1:
        middle = (below + reached) // 2
        if sum(expected_score(middle - opponent) for opponent in opponents) >= score:
            reached = middle
        else:
            below = middle
    return reached


def _undefined(workings: Workings, code: str) -> dict[int, TieBreakValue]:
    return {
        rank: TieBreakValue(code=code, value=None, why_undefined=Reason.UNRATED_TAKE_PART)
        for rank in workings.sheet.rounds_of
    }
