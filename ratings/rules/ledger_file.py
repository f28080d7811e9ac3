"""Ledger files: everything a rated event was rated from, and a check that needs nothing else.

A file is JSON (docs/ledger-files.md has the format). In canonical form - keys sorted, no spaces,
UTF-8 - its SHA-256 is its digest; each file names the digest of the event before it on the same
list, so that nothing in the past can be changed without changing everything after it. This module
needs Python alone: packed with the rest of the rules it is the verifier people can download.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ratings.rules.change import EventGames, rating_change
from ratings.rules.games import Game, LeftOut
from ratings.rules.initial import PoolEvent, initial_rating
from ratings.rules.k_factor import BORROWED_K, KFactor, k_factor
from ratings.rules.regimes import FirstRatingTerms, Regime, regime_for
from ratings.rules.time_controls import TimeControl

FORMAT = "rankfile-ledger/1"
JUNIOR_AGE = 18
SET_BY_CALLER = (LeftOut.UNPLAYED.value, LeftOut.EXCLUDED.value)


class Finding(NamedTuple):
    """One value that does not follow from the inputs: where, what stands there, what should."""

    path: str
    stated: Any
    recomputed: Any

    def __str__(self) -> str:
        return f"{self.path}: the file says {self.stated!r}, the rules give {self.recomputed!r}"


def canonical(data: Mapping[str, Any]) -> bytes:
    """Return the canonical form of a file without its own digest."""
    content = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def digest_of(data: Mapping[str, Any]) -> str:
    """Return the digest that a file must carry."""
    return hashlib.sha256(canonical(data)).hexdigest()


def verify_file(data: Mapping[str, Any]) -> list[Finding]:
    """Return everything in a file that does not follow from its inputs; empty when all is equal.

    A file that is not one, or lacks a part, comes back as a single finding.
    """
    if data.get("format") != FORMAT:
        return [Finding("format", data.get("format"), FORMAT)]
    try:
        findings = []
        if data["digest"] != digest_of(data):
            findings.append(Finding("digest", data["digest"], digest_of(data)))
        first_day = date.fromisoformat(data["event"]["first_day"])
        regime = regime_for(TimeControl(data["list"]), first_day)
        if data["edition"] != regime.id:
            findings.append(Finding("edition", data["edition"], regime.id))
        starts = {row["player"]: row["start"]["rating"] for row in data["players"]}
        for row in data["players"]:
            check = _RowCheck(data, row, regime, first_day, starts)
            findings += check.run()
        return findings
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [Finding("file", f"{type(error).__name__}: {error}", "a complete ledger file")]


def verify_chain(files: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Return where files of one list, given in order, do not follow one another."""
    findings = []
    for before, after in itertools.pairwise(files):
        path = f"event {after['event']['key']}: previous"
        if (before["club"], before["list"]) != (after["club"], after["list"]):
            findings.append(Finding(path, "another list", before["list"]))
        elif after["previous"] != before["digest"]:
            findings.append(Finding(path, after["previous"], before["digest"]))
    return findings


class _RowCheck:
    """The check of one player's row."""

    def __init__(
        self,
        data: Mapping[str, Any],
        row: Mapping[str, Any],
        regime: Regime,
        first_day: date,
        starts: Mapping[int, int | None],
    ) -> None:
        self.row = row
        self.terms = data["terms"]
        self.regime = regime
        self.first_day = first_day
        self.last_day = date.fromisoformat(data["event"]["last_day"])
        self.starts = starts
        self.path = f"event {data['event']['key']}, player {row['player']}"
        self.findings: list[Finding] = []

    def run(self) -> list[Finding]:
        """Return what does not follow."""
        self._opponents()
        if self.row["kind"] in ("change", "late"):
            self._change()
        else:
            self._first_rating()
        return self.findings

    def _expect(self, name: str, stated: Any, recomputed: Any) -> None:
        if stated != recomputed:
            self.findings.append(Finding(f"{self.path}: {name}", stated, recomputed))

    def _opponents(self) -> None:
        """Each opponent must have been counted with the start rating his own row states."""
        for game in self.row["games"]:
            opponent, used = game[3], game[4]
            row_is_late = opponent in self.starts and used is None
            if opponent in self.starts and not row_is_late:
                self._expect(f"rating of opponent {opponent}", used, self.starts[opponent])

    def _k(self) -> KFactor:
        start = self.row["start"]
        if start["source"] == "borrowed":
            return BORROWED_K
        rating = (start["peak"] or 0) if start["source"] == "newcomer" else start["rating"]
        # The file tells a junior without telling the year of birth; any junior's year will do.
        year = self.first_day.year
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
            Game(game[4], game[5], LeftOut(game[9]) if game[9] in SET_BY_CALLER else None)
            for game in row["games"]
        ]
        k = self._k()
        period = rating_change(
            [EventGames(row["start"]["rating"], games, self.regime)], k_base=k.k_base
        )
        for game, step in zip(row["games"], period.steps, strict=True):
            left_out = None if step.left_out is None else step.left_out.value
            stated = [game[6], game[7], game[8], game[9]]
            recomputed = [
                step.difference, step.counted_difference, step.expected_score, left_out
            ]  # fmt: skip
            self._expect(f"round {game[0]}", stated, recomputed)
        self._expect("k", row["k"], [k.k_base, str(k.reason), period.k_used])
        self._expect("games counted", row["games_counted"], period.games_counted)
        self._expect("score", row["score"], period.score)
        self._expect("expected score", row["expected_score"], period.expected_score)
        self._expect("raw change", row["raw_change"], period.raw_change)
        self._expect("change", row["change"], period.change)
        self._after(period.change)

    def _after(self, change: int) -> None:
        row = self.row
        if "nothing_to_add_to" in row["flags"]:
            self._expect("after", row["after"], row["before"])
            return
        base = row["before"]
        if base is None:
            base = row["kept_before"] if row["kept_before"] is not None else row["start"]["rating"]
        value = base + change
        lowest = self.terms["lowest"]
        if value >= lowest:
            self._expect("after", row["after"], value)
        elif self.terms["falls_to_unrated"]:
            self._expect("after", row["after"], None)
            self._expect("kept value", row["kept"], value)
        else:
            self._expect("after", row["after"], lowest)

    def _first_rating(self) -> None:
        stated = self.row["first"]
        if stated is None:
            # Games that lapsed because the player was rated again earlier that day.
            self._expect("after", self.row["after"], self.row["before"])
            return
        if self.row["kind"] != "first":
            self._expect("still unrated", stated["reason"] is not None, True)
            return
        pool = _pool_events(stated["pool"])
        floor, hypothetical, maximum = stated["terms"]
        result = initial_rating(
            pool,
            regime=self.regime,
            on=self.last_day,
            terms=FirstRatingTerms(floor, hypothetical, maximum),
            zero_start_open=any(item[4] == LeftOut.ZERO_START.value for item in stated["pool"]),
        )
        self._expect("games", stated["games"], result.games_counted)
        self._expect("score", stated["score"], result.score)
        self._expect("average", stated["average"], result.average)
        self._expect("percentage", stated["percentage"], result.percentage)
        self._expect("dp", stated["dp"], result.dp)
        self._expect("performance", stated["performance"], result.performance)
        self._expect("provisional", stated["provisional"], result.provisional)
        is_alone_that_day = sum(event.day == self.last_day for event in pool) == 1
        if is_alone_that_day and result.rating is not None:
            self._expect("after", self.row["after"], max(result.rating, self.terms["lowest"]))


def _pool_events(pool: Sequence[Sequence[Any]]) -> list[PoolEvent]:
    events: dict[tuple[int, str], list[Game]] = {}
    for event_key, day, opponent, score, _left_out in pool:
        events.setdefault((event_key, day), []).append(Game(opponent, score))
    return [PoolEvent(date.fromisoformat(day), games) for (_key, day), games in events.items()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files named on the command line; 0 when all is equal, 1 when not, 2 for no file."""
    names = list(sys.argv[1:] if arguments is None else arguments)
    write = sys.stdout.write
    if not names or names[0] in ("-h", "--help"):
        write("Usage: rankfile-verify.pyz FILE [FILE ...]\n")
        write("Recomputes rated events from their ledger files, given in the order of the list.\n")
        return 0 if names else 2
    files, findings = [], []
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                content = json.load(file)
        except (OSError, ValueError) as error:
            write(f"{name}: cannot be read: {error}\n")
            return 2
        for data in content if isinstance(content, list) else [content]:
            found = verify_file(data) if isinstance(data, dict) else [Finding("file", data, {})]
            files += [] if found else [data]
            findings += found
            label = data["event"]["name"] if isinstance(data, dict) and "event" in data else name
            write(f"{label}: {'equal' if not found else 'NOT EQUAL'}\n")
    if not findings:
        findings = verify_chain(files)
    for finding in findings:
        write(f"  {finding}\n")
    if not findings:
        write(f"{len(files)} events recomputed, every value equal.\n")
    return 1 if findings else 0
