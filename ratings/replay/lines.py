"""A report's games from each player's side, and as the history stores them."""

from __future__ import annotations

from typing import Any, NamedTuple

from ratings.replay.records import ReportInput, Row
from ratings.rules import Game, GameStep, LeftOut, performance_rating

# Where a stored game says why it was left out.
LEFT_OUT = 9


class Line(NamedTuple):
    """A game as one player sees it."""

    round_number: int
    board_number: int
    colour: str
    opponent: int
    score: int
    excluded: str


def sides(report: ReportInput) -> dict[int, list[Line]]:
    """Return every player's games in the order of the report."""
    found: dict[int, list[Line]] = {}
    for number, board, white, black, white_score, black_score, excluded in report.games:
        found.setdefault(white, []).append(Line(number, board, "w", black, white_score, excluded))
        found.setdefault(black, []).append(Line(number, board, "b", white, black_score, excluded))
    return found


def shown(line: Line, step: GameStep) -> list[Any]:
    """Return a game as the history stores it; ``ratings.queries.GameLine`` names the places."""
    values = [
        line.round_number,
        line.board_number,
        line.colour,
        line.opponent,
        step.opponent,
        line.score,
        step.difference,
        step.counted_difference,
        step.expected_score,
        None if step.left_out is None else step.left_out.value,
    ]
    if line.excluded:
        values.append(line.excluded)
    return values


def shown_unrated(line: Line, game: Game) -> list[Any]:
    """Return a game of a player without a rating as the history stores it."""
    left_out = game.left_out
    if left_out is None and game.opponent is None:
        left_out = LeftOut.UNRATED_OPPONENT
    values: list[Any] = [*line[:4], game.opponent, line.score, None, None, None, None]
    values[LEFT_OUT] = None if left_out is None else left_out.value
    if line.excluded:
        values.append(line.excluded)
    return values


def add_performance(row: Row, games: list[Game]) -> None:
    """Note the performance in the played games against rated opponents."""
    performance = performance_rating(games)
    if performance is not None:
        row.average_opponent, row.performance = performance.average, performance.rating
