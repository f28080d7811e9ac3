"""What an event reports for one list: a frozen record and its canonical digest."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from ratings.rules import TimeControl


@dataclass(frozen=True, slots=True, order=True)
class ReportedGame:
    """A game played over the board; ``result`` holds the outcome letters, White first.

    ``excluded_reason`` says why a played game is kept out of rating, or is empty.
    """

    round_number: int
    board_number: int
    white_id: int
    black_id: int
    result: str
    excluded_reason: str = ""


@dataclass(frozen=True, slots=True)
class EventReport:
    """Everything needed to rate an event on one list.

    ``event_key`` is the club's running event number. The days are the event's own, also where it
    is split by time control. Players may be given as they come; games in any order.
    """

    event_key: int
    name: str
    first_day: date
    last_day: date
    time_control: TimeControl
    games: tuple[ReportedGame, ...]

    @property
    def player_ids(self) -> set[int]:
        """Everybody with a game in the report."""
        return {game.white_id for game in self.games} | {game.black_id for game in self.games}

    def with_player_replaced(self, old: int, new: int) -> EventReport:
        """Return the report with one player in the place of another."""
        return replace(
            self,
            games=tuple(
                replace(
                    game,
                    white_id=new if game.white_id == old else game.white_id,
                    black_id=new if game.black_id == old else game.black_id,
                )
                for game in self.games
            ),
        )


def content_digest(report: EventReport) -> str:
    """Return the SHA-256 of a report's content in canonical form."""
    content = [
        report.event_key,
        report.name,
        report.first_day.isoformat(),
        report.last_day.isoformat(),
        str(report.time_control),
        [
            [
                game.round_number,
                game.board_number,
                game.white_id,
                game.black_id,
                game.result,
                game.excluded_reason,
            ]
            for game in sorted(report.games)
        ],
    ]
    canonical = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()
