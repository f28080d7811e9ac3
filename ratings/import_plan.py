"""What a member list would do, row by row, before anything is written.

A row is new, known, unchanged, a question to the person, or wrong. Nothing is guessed: what is
doubtful waits for a decision, and a value the club already has is never overwritten unless the
person said that the row means this very player.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, of_club
from clubs.errors import Problem
from clubs.matching import KnownPlayer, MatchKind, PlayerIndex, index_of_club
from clubs.models import Player
from clubs.names import search_form
from clubs.player_table import PlayerTable, TableRow, read_player_table
from clubs.players import player_problems
from clubs.today import today_in
from ratings.adjustments import lowest_rating
from ratings.changes import Changes
from ratings.models import Rating
from ratings.preview import Wave, preview_changes
from ratings.rules import TimeControl

NEW, SKIP = "new", "skip"
FILLED = ("birth_year", "birth_date", "fide_id", "national_id", "federation", "title", "sex",
          "email", "phone")  # fmt: skip


class RowKind(StrEnum):
    """What happens to a row."""

    NEW = "new"
    KNOWN = "known"
    UNCHANGED = "unchanged"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row and what it would do.

    ``fields`` are written to the new or known player, ``ratings`` become first ratings by time
    control; ``kept`` are the fields whose value in the club differs and stays.
    """

    line: int
    name: str
    kind: RowKind
    row: TableRow | None = None
    player_id: int | None = None
    candidates: tuple[KnownPlayer, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def needs_decision(self) -> bool:
        """Whether nothing can be imported before somebody decides about this row."""
        return self.kind in (RowKind.DOUBTFUL, RowKind.WRONG)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The whole file; ``problems`` are those of the file itself."""

    table: PlayerTable
    rows: tuple[PlannedRow, ...]
    problems: tuple[Problem, ...]
    wave: Wave | None

    def of_kind(self, *kinds: RowKind) -> list[PlannedRow]:
        """Return the rows of some kinds in the order of the file."""
        return [row for row in self.rows if row.kind in kinds]

    @property
    def open_rows(self) -> list[PlannedRow]:
        """The rows that wait for a decision or a correction."""
        return [row for row in self.rows if row.needs_decision]

    @property
    def ready_rows(self) -> list[PlannedRow]:
        """The rows that would be written or are in the club already."""
        return self.of_kind(RowKind.NEW, RowKind.KNOWN, RowKind.UNCHANGED)

    @property
    def birth_years(self) -> dict[int, int | None]:
        """The years of birth that known players would get."""
        return {
            row.player_id: row.fields["birth_year"]
            for row in self.rows
            if row.player_id is not None and "birth_year" in row.fields
        }

    @property
    def digest(self) -> str:
        """What stands for everything shown; another plan has another one."""
        content = [
            [row.line, row.kind, row.player_id, sorted(row.fields.items()),
             sorted(row.ratings.items())]
            for row in self.rows
        ]  # fmt: skip
        text = json.dumps(content, default=str, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def plan_import(
    access: ClubAccess,
    data: bytes,
    *,
    day: date,
    decisions: Mapping[int, str] | None = None,
    corrections: Mapping[int, Mapping[str, str]] | None = None,
    encoding: str = "",
) -> ImportPlan:
    """Return what importing a member list would do; the queries do not grow with the rows.

    ``decisions`` go by line: ``new``, ``skip`` or the id of one of the candidates.
    """
    access.require(Right.MANAGE)
    table = read_player_table(data, corrections=corrections, encoding=encoding)
    in_file = [problem for problem in table.problems if "line" not in problem.facts]
    if in_file:
        return ImportPlan(table, (), tuple(in_file), None)
    planner = _Planner(access, day, decisions or {})
    rows = [*planner.wrong_rows(table.problems), *planner.plan(table.rows)]
    rows.sort(key=lambda row: row.line)
    plan = ImportPlan(table, tuple(rows), (), None)
    if not plan.birth_years:
        return plan
    preview = preview_changes(access.club, Changes(birth_years=plan.birth_years))
    return ImportPlan(table, plan.rows, (), preview.wave)


class _Planner:
    """Plans rows against the club as it is."""

    def __init__(self, access: ClubAccess, day: date, decisions: Mapping[int, str]) -> None:
        self.access = access
        self.decisions = decisions
        self.today = today_in(access.club)
        self.index: PlayerIndex = index_of_club(access)
        self.lowest = {
            str(control): lowest_rating(access.club, control, day) for control in TimeControl
        }
        self.lines_of: dict[object, int] = {}

    def wrong_rows(self, problems: Sequence[Problem]) -> list[PlannedRow]:
        """Return the rows that could not be read, unless the person leaves them out."""
        by_line: dict[int, list[Problem]] = {}
        for problem in problems:
            by_line.setdefault(int(problem.facts["line"]), []).append(problem)
        return [
            PlannedRow(
                line, "",
                RowKind.LEFT_OUT if self.decisions.get(line) == SKIP else RowKind.WRONG,
                problems=tuple(found),
            )
            for line, found in by_line.items()
        ]  # fmt: skip

    def plan(self, rows: Sequence[TableRow]) -> list[PlannedRow]:
        """Return what happens to the rows that could be read; two queries."""
        planned = [self._match(row) for row in rows]
        known = [row.player_id for row in planned if row.player_id is not None]
        players = of_club(self.access, Player).in_bulk(known)
        rated = set(
            Rating.objects.filter(club=self.access.club, player__in=known, rating__isnull=False)
            .values_list("player_id", "rating_list__time_control")
        )  # fmt: skip
        return [
            self._filled(row, players[row.player_id], rated) if row.player_id is not None else row
            for row in planned
        ]

    def _match(self, row: TableRow) -> PlannedRow:
        decision = self.decisions.get(row.line, "")
        if decision == SKIP:
            return PlannedRow(row.line, row.name, RowKind.LEFT_OUT, row)
        if problems := self._problems(row):
            return PlannedRow(row.line, row.name, RowKind.WRONG, row, problems=problems)
        match = self.index.match(
            name=row.name, birth_year=row.birth_year, fide_id=row.fide_id,
            national_id=row.national_id,
        )  # fmt: skip
        chosen = next((p for p in match.players if str(p.id) == decision), None)
        if match.kind == MatchKind.SAME:
            chosen = match.players[0]
        elif match.kind == MatchKind.DOUBTFUL and chosen is None and decision != NEW:
            return PlannedRow(row.line, row.name, RowKind.DOUBTFUL, row, candidates=match.players)
        if (other := self._seen_at(row, chosen)) is not None:
            message = _("The same person as in row %(line)s.") % {"line": other}
            problem = Problem("row_twice", message, f"line {row.line}", {"line": row.line})
            return PlannedRow(row.line, row.name, RowKind.WRONG, row, problems=(problem,))
        if chosen is None:
            fields = {"name": row.name, **_values(row)}
            return PlannedRow(
                row.line, row.name, RowKind.NEW, row, fields=fields, ratings=row.ratings
            )
        return PlannedRow(
            row.line, row.name, RowKind.KNOWN, row, chosen.id,
            candidates=(chosen,) if str(chosen.id) == decision else (),
        )  # fmt: skip

    def _seen_at(self, row: TableRow, chosen: KnownPlayer | None) -> int | None:
        """Return the line that means the same person already, and note this one."""
        words = " ".join(sorted(search_form(row.name).split()))
        keys: list[object] = [("player", chosen.id)] if chosen else [(words, row.birth_year)]
        if row.fide_id:
            keys.append(("fide", row.fide_id))
        found = next((self.lines_of[key] for key in keys if key in self.lines_of), None)
        for key in keys:
            self.lines_of.setdefault(key, row.line)
        return found

    def _problems(self, row: TableRow) -> tuple[Problem, ...]:
        found = []
        columns = {"birth_year": "birth"}
        for problem in player_problems({"name": row.name, **_values(row)}, self.today):
            column = columns.get(problem.path, problem.path)
            found.append(_at(row, problem.code, problem.message, column, _values(row)))
        if row.email:
            try:
                validate_email(row.email)
            except ValidationError as error:
                text = " ".join(error.messages)
                found.append(_at(row, "email_form", text, "email", {"email": row.email}))
        for control, rating in row.ratings.items():
            if rating < self.lowest[control]:
                lowest = self.lowest[control]
                text = _("The lowest rating of this club is %(lowest)s.") % {"lowest": lowest}
                found.append(_at(row, "below_lowest", text, control, {control: rating}))
        return tuple(found)

    def _filled(
        self, planned: PlannedRow, player: Player, rated: set[tuple[int, str]]
    ) -> PlannedRow:
        """Return the row of a known player with what it adds; a chosen one may correct the year."""
        assert planned.row is not None
        fields, kept = {}, []
        for name, value in _values(planned.row).items():
            own = getattr(player, name)
            is_corrected = bool(planned.candidates) and name in ("birth_year", "birth_date")
            if own in (None, "") or (is_corrected and own != value):
                fields[name] = value
            elif own != value:
                kept.append(name)
        if "birth_date" in fields and "birth_year" in kept:
            # A day in another year than the one the club has is no addition but a contradiction.
            del fields["birth_date"]
        ratings = {
            control: rating
            for control, rating in planned.row.ratings.items()
            if (player.pk, control) not in rated
        }
        kind = RowKind.KNOWN if fields or ratings else RowKind.UNCHANGED
        return PlannedRow(
            planned.line, planned.name, kind, planned.row, player.pk, planned.candidates,
            fields, ratings, tuple(kept),
        )  # fmt: skip


def _values(row: TableRow) -> dict[str, Any]:
    """Return the particulars that a row has."""
    found = {name: getattr(row, name) for name in FILLED}
    return {name: value for name, value in found.items() if value not in (None, "")}


def _at(row: TableRow, code: str, message: str, column: str, values: Mapping[str, Any]) -> Problem:
    found = str(values.get(column, values.get("birth_year", "") if column == "birth" else ""))
    facts = {"line": row.line, "column": column, "found": found}
    return Problem(code, message, f"line {row.line}", facts)
