"""The rows of a ledger file worked out again, one player after the other.

Taken as given are what the club decided and what lies outside the event: results and who was kept
out, start values, the policy's terms, the rating before, a pool collected earlier. Whatever two
rows say of the same thing must agree, and everything else must follow (docs/ledger-files.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ratings.rules.change import EventGames, rating_change
from ratings.rules.games import WIN, Game, LeftOut
from ratings.rules.initial import InitialRating, PoolEvent, initial_rating
from ratings.rules.k_factor import BORROWED_K, JUNIOR_AGE, KFactor, k_factor
from ratings.rules.regimes import FirstRatingTerms, Regime

SET_BY_CALLER = (LeftOut.UNPLAYED.value, LeftOut.EXCLUDED.value)
# Which sources of a start value a row of each kind can have.
SOURCES = {
    "change": ("own", "borrowed", "newcomer"),
    "late": ("late",),
    "first": ("unrated",),
    "pooled": ("unrated",),
    "zero_start": ("unrated",),
}
WITH_SUM = ("change", "late")


class Finding(NamedTuple):
    """One value that does not follow from the inputs: where, what stands there, what should."""

    path: str
    stated: Any
    recomputed: Any

    def __str__(self) -> str:
        return f"{self.path}: the file says {self.stated!r}, the rules give {self.recomputed!r}"


class StatedGame(NamedTuple):
    """A game of a row, from the player's side; ``used`` is the opponent's rating in the formula."""

    round_number: int
    board_number: int
    colour: str
    opponent: int
    used: int | None
    score: int
    difference: int | None
    counted_difference: int | None
    expected_score: int | None
    left_out: str | None
    excluded_reason: str = ""

    @property
    def is_excluded(self) -> bool:
        """Whether the organiser, not the rules, kept it out."""
        return self.left_out in SET_BY_CALLER

    @property
    def is_against_a_rated_player(self) -> bool:
        """Whether it enters the pool of an unrated player."""
        return self.used is not None and not self.is_excluded


class EventCheck:
    """The check of an event's rows, against the rules and against each other."""

    def __init__(self, data: Mapping[str, Any], regime: Regime) -> None:
        event = data["event"]
        self.path = f"event {event['key']}"
        self.key = event["key"]
        self.first_day = date.fromisoformat(event["first_day"])
        self.last_day = date.fromisoformat(event["last_day"])
        self.regime = regime
        self.lowest = int(data["terms"]["lowest"])
        self.falls_to_unrated = bool(data["terms"]["falls_to_unrated"])
        self.rows = {row["player"]: row for row in data["players"]}
        self.games = {
            player: [StatedGame(*game) for game in row["games"]]
            for player, row in self.rows.items()
        }
        self.findings: list[Finding] = []
        self.expect("players", len(data["players"]), len(self.rows))

    def run(self) -> list[Finding]:
        """Return what does not follow."""
        self._opponents()
        for player, row in self.rows.items():
            check = _RowCheck(self, f"player {player}", row, self.games[player])
            check.run()
        return self.findings

    def expect(self, path: str, stated: Any, recomputed: Any) -> None:
        """Note a value that is not the one it must be; 1, 1.0 and true are three values."""
        if json.dumps(stated) != json.dumps(recomputed):
            self.findings.append(Finding(f"{self.path}, {path}", stated, recomputed))

    def _opponents(self) -> None:
        """What a row says of an opponent must be what the opponent's own row says.

        Somebody whose games all went uncounted has no row; then all who met him must agree.
        """
        absent: dict[int, int | None] = {}
        for player, games in self.games.items():
            for game in games:
                path = f"player {player}: round {game.round_number}"
                row = self.rows.get(game.opponent)
                if row is None:
                    used = absent.setdefault(game.opponent, game.used)
                else:
                    # Rated while the event ran: unrated for everybody else (ledger rule 4).
                    used = None if row["kind"] == "late" else row["start"]["rating"]
                    self._mirror(path, player, game)
                self.expect(f"{path}, rating of opponent {game.opponent}", game.used, used)

    def _mirror(self, path: str, player: int, game: StatedGame) -> None:
        place = game.round_number, game.board_number, {"w": "b", "b": "w"}[game.colour], player
        other = next((item for item in self.games[game.opponent] if item[:4] == place), None)
        self.expect(f"{path}, the same game of opponent {game.opponent}", other is not None, True)
        if other is not None:
            self.expect(f"{path}, both sides kept out", game.is_excluded, other.is_excluded)
            most = max(WIN - other.score, 0)
            self.expect(f"{path}, points of both sides", game.score <= most, True)


class _RowCheck:
    """The check of one player's row."""

    def __init__(
        self, event: EventCheck, path: str, row: Mapping[str, Any], games: Sequence[StatedGame]
    ) -> None:
        self.event = event
        self.path = path
        self.row = row
        self.games = games

    def run(self) -> None:
        """Note what does not follow."""
        kind, start = self.row["kind"], self.row["start"]
        self._expect("source", start["source"] in SOURCES[kind], True)
        if kind in WITH_SUM:
            self._change()
        else:
            self._expect("start", start["rating"], None)
            self._first_rating()

    def _expect(self, name: str, stated: Any, recomputed: Any) -> None:
        self.event.expect(f"{self.path}: {name}", stated, recomputed)

    def _expect_all(self, stated: Mapping[str, Any], recomputed: Mapping[str, Any]) -> None:
        for name, value in recomputed.items():
            self._expect(name.replace("_", " "), stated[name], value)

    def _k(self) -> KFactor:
        start = self.row["start"]
        if start["source"] == "borrowed":
            return BORROWED_K
        rating = (start["peak"] or 0) if start["source"] == "newcomer" else start["rating"]
        # The file tells a junior without telling the year of birth; any junior's year will do.
        year = self.event.first_day.year
        return k_factor(
            rating=rating,
            peak=start["peak"],
            games_before=start["games"],
            birth_year=year - JUNIOR_AGE if start["junior"] else None,
            year=year,
        )

    def _change(self) -> None:
        row = self.row
        games = [
            Game(game.used, game.score, LeftOut(game.left_out or "") if game.is_excluded else None)
            for game in self.games
        ]
        k = self._k()
        period = rating_change(
            [EventGames(row["start"]["rating"], games, self.event.regime)], k_base=k.k_base
        )
        for game, step in zip(self.games, period.steps, strict=True):
            recomputed = [
                step.difference,
                step.counted_difference,
                step.expected_score,
                step.left_out,
            ]
            self._expect(f"round {game.round_number}", game[6:10], recomputed)
        self._expect_all(
            row,
            {
                "k": [k.k_base, k.reason, period.k_used],
                "games_counted": period.games_counted,
                "score": period.score,
                "expected_score": period.expected_score,
                "raw_change": period.raw_change,
                "change": period.change,
                "first": None,
            },
        )
        self._after(period.change)

    def _after(self, change: int) -> None:
        """The value after, the value kept and the flags, from the value before and the change."""
        before, kept_before = self.row["before"], self.row["kept_before"]
        base = before if before is not None else kept_before
        after: int | None = None
        kept: int | None = None
        flags: list[str]
        if base is None:
            flags = ["nothing_to_add_to"]
        elif base + change >= self.event.lowest:
            after = base + change
            flags = ["returned"] if before is None else []
        elif self.event.falls_to_unrated:
            kept = base + change
            flags = ["kept"] if before is None else ["fell"]
        else:
            after = self.event.lowest
            flags = ["returned", "minimum"] if before is None else ["minimum"]
        self._expect_all(self.row, {"after": after, "kept": kept, "flags": flags})

    def _first_rating(self) -> None:
        row = self.row
        counted = [game for game in self.games if game.is_against_a_rated_player]
        for game in self.games:
            dropped = "zero_start" if row["kind"] == "zero_start" else None
            left_out = game.left_out if game.is_excluded else dropped
            if game.used is None and not game.is_excluded:
                left_out = LeftOut.UNRATED_OPPONENT.value
            self._expect(f"round {game.round_number}", game[6:10], [None, None, None, left_out])
        self._expect_all(
            row,
            {
                "k": [None, "", None],
                "games_counted": len(counted),
                "score": sum(game.score for game in counted),
                "expected_score": 0,
                "raw_change": 0,
                "change": 0,
            },
        )
        if row["first"] is None:
            self._lapsed()
        else:
            self._pool(row["first"], [[game.used, game.score] for game in counted])

    def _lapsed(self) -> None:
        """Games of somebody who was rated again earlier that day count for no first rating."""
        self._expect("rated again that day", self.row["before"] is not None, True)
        recomputed = {"kind": "pooled", "after": self.row["before"], "flags": ["lapsed"]}
        self._expect_all(self.row, recomputed)

    def _pool(self, stated: Mapping[str, Any], own: list[list[Any]]) -> None:
        pool = stated["pool"]
        place = [self.event.key, self.event.last_day.isoformat()]
        self._expect(
            "its games in the pool", [item[2:4] for item in pool if item[:2] == place], own
        )
        days = [item[1] for item in pool]
        self._expect("days of the pool", days, sorted([*days[:-1], place[1]]))
        floor, hypothetical, maximum = stated["terms"]
        result = initial_rating(
            _pool_events(pool),
            regime=self.event.regime,
            on=self.event.last_day,
            terms=FirstRatingTerms(floor, hypothetical, maximum),
            zero_start_open=stated["zero_start_open"],
        )
        steps = {
            "games": result.games_counted,
            "games_needed": result.terms.games_needed,
            "score": result.score,
            "average": result.average,
            "percentage": result.percentage,
            "dp": result.dp,
            "performance": result.performance,
            "provisional": result.provisional,
            "reason": result.reason,
        }
        self._expect_all(stated, steps)
        if result.rating is None:
            dropped = [game.left_out for game in result.games[-len(own) :]]
            is_zero_start = set(dropped) == {LeftOut.ZERO_START}
            kind = "zero_start" if is_zero_start else "pooled"
            self._expect_all(self.row, {"kind": kind, "after": None, "flags": []})
        else:
            self._first(stated, result)

    def _first(self, stated: Mapping[str, Any], result: InitialRating) -> None:
        left_out = [game.left_out for game in result.games]
        self._expect("games left out", [item[4] for item in stated["pool"]], left_out)
        dropped = {
            "dropped_zero_start": result.dropped_zero_start,
            "dropped_older_than_26_months": result.dropped_older_than_26_months,
        }
        self._expect_all(stated, dropped)
        rating, lowest = result.rating or 0, self.event.lowest
        flags = ["minimum"] * (rating < lowest) + ["maximum"] * result.is_cut
        self._expect_all(self.row, {"kind": "first", "kept": None, "flags": flags})
        today = self.event.last_day.isoformat()
        others = [item for item in stated["pool"] if item[1] == today and item[0] != self.event.key]
        # With another event of that day in the pool, a change of that day may lie between.
        if not others:
            self._expect("after", self.row["after"], max(rating, lowest))


def _pool_events(pool: Sequence[Sequence[Any]]) -> list[PoolEvent]:
    events: dict[tuple[int, str], list[Game]] = {}
    for event_key, day, opponent, score, *_left_out in pool:
        events.setdefault((event_key, day), []).append(Game(opponent, score))
    return [PoolEvent(date.fromisoformat(day), games) for (_key, day), games in events.items()]
