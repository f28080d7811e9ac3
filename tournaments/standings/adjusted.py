"""Unplayed rounds in Swiss events (article 16): adjusted scores, dummies and cuts.

Two different questions are answered here. What is a player worth to his *opponents* when some of
his rounds were not played: ``adjusted_scores``. And what do his *own* unplayed rounds bring him:
``contributions``, where a dummy opponent with his own score stands in. Buchholz and
Sonneborn-Berger in all their forms are sums over these contributions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tournaments.results import Outcome
from tournaments.standings.score_sheet import (
    FORFEITS,
    PlayedRound,
    RoundClass,
    ScoreSheet,
)
from tournaments.standings.tie_breaks.values import Reason

if TYPE_CHECKING:
    from tournaments.standings.editions import Edition


@dataclass(frozen=True, slots=True)
class AdjustedScore:
    """A player's score as his opponents' tie-breaks count it, in hundredths.

    ``draws_instead`` are the rounds that count as draws although they brought something else.
    ``has_assumed_draw``: the last round was taken as a draw (Fore Buchholz only).
    """

    points: int
    adjusted: int
    draws_instead: tuple[int, ...] = ()
    has_assumed_draw: bool = False


class Contribution(NamedTuple):
    """What one round brings a player: the score of the opponent or dummy, and how it came about."""

    played: PlayedRound
    score: int
    is_voluntary: bool
    reasons: tuple[Reason, ...]


def adjusted_scores(sheet: ScoreSheet, *, fore: bool = False) -> dict[int, AdjustedScore]:
    """Return every player's score for the purposes of his opponents.

    Absences that are not followed by any round the player was available for count as draws, all
    other unplayed rounds as what they brought. In a round robin nothing is adjusted. ``fore`` says
    that the sheet comes from ``fore_sheet``.

    Source: FIDE Handbook C.07, articles 16.3.1 and 16.3.2 (both editions).
    """
    draw = sheet.values.draw
    result = {}
    for rank, line in sheet.rounds_of.items():
        ended = [r for r in line if r.kind is RoundClass.ABSENCE_TO_THE_END]
        adjusted = sheet.points[rank] + sum(draw - r.points for r in ended)
        result[rank] = AdjustedScore(
            points=sheet.points[rank],
            adjusted=adjusted,
            draws_instead=tuple(r.number for r in ended if r.points != draw),
            has_assumed_draw=fore and bool(line) and line[-1].opponent is not None,
        )
    return result


def fore_sheet(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet as if every pairing of the last round had been played and drawn.

    Forfeits of that round are pairings too. An absence before it is then followed by a game, which
    changes its class.

    Source: FIDE Handbook C.07, article 8.3.
    """
    rounds_of = {rank: _with_drawn_end(sheet, line) for rank, line in sheet.rounds_of.items()}
    points = {rank: sum(r.points for r in line) for rank, line in rounds_of.items()}
    return replace(sheet, rounds_of=rounds_of, points=points)


def _with_drawn_end(sheet: ScoreSheet, line: tuple[PlayedRound, ...]) -> tuple[PlayedRound, ...]:
    if not line or line[-1].opponent is None:
        return line
    last = replace(
        line[-1],
        kind=RoundClass.GAME,
        outcome=Outcome.DRAW,
        points=sheet.values.draw,
        game_score=50,
    )
    earlier = tuple(
        replace(r, kind=RoundClass.ABSENCE_WITH_RETURN)
        if r.kind is RoundClass.ABSENCE_TO_THE_END
        else r
        for r in line[:-1]
    )
    return (*earlier, last)


def contributions(
    sheet: ScoreSheet, adjusted: dict[int, AdjustedScore], edition: Edition
) -> dict[int, tuple[Contribution, ...]]:
    """Return what each round of each player brings him, in the order of the rounds.

    Free rounds of a round robin bring nothing and have no entry.

    Source: FIDE Handbook C.07, articles 8.1, 15.2 and 16.4 (2024), 16.4.1 and 16.4.2 (2026).
    """
    return {
        rank: tuple(
            _contribution(played, sheet, adjusted, sheet.points[rank], edition)
            for played in line
            if played.kind is not RoundClass.FREE
        )
        for rank, line in sheet.rounds_of.items()
    }


def _contribution(
    played: PlayedRound,
    sheet: ScoreSheet,
    adjusted: dict[int, AdjustedScore],
    own_points: int,
    edition: Edition,
) -> Contribution:
    if sheet.counts_as_game(played) and played.opponent is not None:
        opponent = adjusted[played.opponent]
        reasons: tuple[Reason, ...] = ()
        if opponent.draws_instead:
            reasons += (Reason.DRAW_INSTEAD,)
        if opponent.has_assumed_draw:
            reasons += (Reason.LAST_ROUND_DRAWN,)
        if played.kind in FORFEITS:
            reasons += (Reason.FORFEIT_AS_GAME,)
        if played.kind is RoundClass.OPEN:
            reasons += (Reason.NO_RESULT_YET,)
        return Contribution(played, opponent.adjusted, False, reasons)
    score, cap_reason = _dummy(played, sheet, adjusted, own_points, edition)
    reasons = (Reason.DUMMY,) if cap_reason is None else (Reason.DUMMY, cap_reason)
    return Contribution(played, score, played.is_voluntary, reasons)


def _dummy(
    played: PlayedRound,
    sheet: ScoreSheet,
    adjusted: dict[int, AdjustedScore],
    own_points: int,
    edition: Edition,
) -> tuple[int, Reason | None]:
    """Return the dummy's score and why it is not the player's own, if it is not."""
    if not edition.caps_the_dummy:
        return own_points, None
    if played.kind in FORFEITS and played.opponent is not None:
        cap, reason = adjusted[played.opponent].adjusted, Reason.CAPPED_BY_OPPONENT
    else:
        cap, reason = sheet.values.draw * sheet.rounds, Reason.CAPPED_BY_ROUNDS
    return (cap, reason) if own_points > cap else (own_points, None)
