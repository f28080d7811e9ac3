"""The score sheet of an event: every round of every player with its class and its points.

Standings after an earlier round are the standings of an event that ended there, so the sheet is
cut first and classified afterwards: what happens later cannot change it (a withdrawal in round 4
leaves the table after round 3 alone).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.exchange.cells import cell_of
from tournaments.results import Colour, Outcome, PointValues

if TYPE_CHECKING:
    from collections.abc import Collection


class RoundClass(StrEnum):
    """What one round was for one player; the numbers are the categories of article 16.2.

    ``OPEN`` is a game without result yet. ``FREE`` is a round of a round robin in which the player
    has no opponent by the table; such a round does not exist for any tie-break.
    """

    GAME = "game"
    OPEN = "open"
    FREE = "free"
    BYE = "16.2.1"
    FORFEIT_WIN = "16.2.2"
    ABSENCE_WITH_RETURN = "16.2.3"
    FORFEIT_LOSS = "16.2.4"
    ABSENCE_TO_THE_END = "16.2.5"


FORFEITS = frozenset({RoundClass.FORFEIT_WIN, RoundClass.FORFEIT_LOSS})

# Requested byes and forfeit losses (article 16.1.2).
VOLUNTARY = frozenset(
    {RoundClass.ABSENCE_WITH_RETURN, RoundClass.FORFEIT_LOSS, RoundClass.ABSENCE_TO_THE_END}
)

_REQUESTED = frozenset({Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE})
_ABSENT = Cell(Outcome.ZERO_POINT_BYE)
_GAME_SCORES = {
    Outcome.WIN: 100,
    Outcome.UNRATED_WIN: 100,
    Outcome.DRAW: 50,
    Outcome.UNRATED_DRAW: 50,
}


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of one player: what it was, against whom, and the points of the event for it.

    ``game_score`` is 100, 50 or 0 for a game over the board whatever the event pays for it: the
    rating tables know no other scores.
    """

    number: int
    kind: RoundClass
    outcome: Outcome
    opponent: int | None
    colour: Colour | None
    points: int
    game_score: int

    @property
    def is_voluntary(self) -> bool:
        """Whether the player was not available (a VUR of article 16.1.2)."""
        return self.kind in VOLUNTARY


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All players' rounds up to one round; everything the tie-breaks need.

    ``rounds_of[rank]`` has one entry per round, in order. ``points`` are in hundredths.
    ``ratings`` holds None for unrated players. ``annulled`` are players whose games do not count
    at all; they are not on the sheet.
    """

    rounds: int
    values: PointValues
    is_round_robin: bool
    rounds_of: dict[int, tuple[PlayedRound, ...]]
    points: dict[int, int]
    ratings: dict[int, int | None]
    annulled: tuple[int, ...] = ()

    def counts_as_game(self, played: PlayedRound) -> bool:
        """Whether score tie-breaks treat the round as a game against its opponent.

        In a round robin forfeits are games (article 15.2), in a Swiss they are unplayed rounds.
        """
        if played.kind in (RoundClass.GAME, RoundClass.OPEN):
            return True
        return self.is_round_robin and played.kind in FORFEITS

    @property
    def open_games(self) -> int:
        """How many games have no result yet."""
        both = sum(
            played.kind is RoundClass.OPEN for line in self.rounds_of.values() for played in line
        )
        return both // 2


def last_round_with_result(record: EventRecord) -> int:
    """Return the last round in which a board has a result; 0 before the first one.

    A round that is only paired is not begun for the standings, although its byes are known. In a
    round that consists of byes alone the byes are the result.
    """
    latest = 0
    for number in range(1, record.rounds_paired + 1):
        cells = [cell for cell in (cell_of(p, number) for p in record.competitors) if cell]
        boards = [cell for cell in cells if cell.opponent is not None]
        if any(cell.outcome is not Outcome.PENDING for cell in boards) if boards else bool(cells):
            latest = number
    return latest


def score_sheet(
    record: EventRecord, *, after_round: int | None = None, annulled: Collection[int] = ()
) -> ScoreSheet:
    """Return the score sheet of an event after a round, by default the last one with a result.

    Games against ``annulled`` players (a withdrawal from a round robin before half the games) are
    left out as if these players had never entered.

    Raises ValueError for a round that does not exist and for a cell whose opponent is missing.
    """
    latest = record.rounds_paired
    rounds = last_round_with_result(record) if after_round is None else after_round
    if not 0 <= rounds <= latest:
        raise ValueError(f"Round {rounds} has not been paired; the last one is {latest}.")
    left_out = frozenset(annulled)
    taking_part = [p for p in record.competitors if p.starting_rank not in left_out]
    known = frozenset(player.starting_rank for player in taking_part)
    rounds_of = {
        player.starting_rank: _classified(player, rounds, record, known, left_out)
        for player in taking_part
    }
    return ScoreSheet(
        rounds=rounds,
        values=record.points,
        is_round_robin=record.is_round_robin,
        rounds_of=rounds_of,
        points={rank: sum(r.points for r in line) for rank, line in rounds_of.items()},
        ratings={player.starting_rank: player.rating for player in taking_part},
        annulled=tuple(sorted(left_out)),
    )


def _classified(
    player: Competitor,
    rounds: int,
    record: EventRecord,
    known: frozenset[int],
    left_out: frozenset[int],
) -> tuple[PlayedRound, ...]:
    """Classify from the last round backwards: an absence depends on what follows it."""
    line: list[PlayedRound] = []
    comes_back = False
    for number in range(rounds, 0, -1):
        cell = cell_of(player, number)
        if cell is not None and cell.opponent in left_out:
            cell = None
        kind = _class_of(cell, comes_back=comes_back, is_round_robin=record.is_round_robin)
        cell = cell or _ABSENT
        _check(cell, kind, player.starting_rank, number, known)
        comes_back = comes_back or kind not in VOLUNTARY
        line.append(
            PlayedRound(
                number=number,
                kind=kind,
                outcome=cell.outcome,
                opponent=cell.opponent,
                colour=cell.colour,
                points=record.points.points(cell.outcome),
                game_score=_GAME_SCORES.get(cell.outcome, 0),
            )
        )
    line.reverse()
    return tuple(line)


def _class_of(cell: Cell | None, *, comes_back: bool, is_round_robin: bool) -> RoundClass:
    outcome = Outcome.ZERO_POINT_BYE if cell is None else cell.outcome
    if outcome is Outcome.PENDING:
        return RoundClass.OPEN
    if outcome.is_played:
        return RoundClass.GAME
    if outcome is Outcome.FORFEIT_WIN:
        return RoundClass.FORFEIT_WIN
    if outcome is Outcome.FORFEIT_LOSS:
        return RoundClass.FORFEIT_LOSS
    if is_round_robin:
        return RoundClass.FREE
    if outcome in _REQUESTED:
        return RoundClass.ABSENCE_WITH_RETURN if comes_back else RoundClass.ABSENCE_TO_THE_END
    return RoundClass.BYE


def _check(cell: Cell, kind: RoundClass, rank: int, number: int, known: frozenset[int]) -> None:
    is_bye = kind not in (RoundClass.GAME, RoundClass.OPEN) and kind not in FORFEITS
    if is_bye:
        return
    if cell.opponent not in known or cell.opponent == rank:
        raise ValueError(
            f"Player {rank}, round {number}: opponent {cell.opponent} is not in the list."
        )
