"""Making a club of a file: everything or nothing, and every rating as it was."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from clubs.access import Actor
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from clubs.founding import slug_for
from clubs.models import Club, Membership, Player, Role, User
from ratings.models import RatingAdjustment, RatingList, RatingReport, RatingRevision
from ratings.replay import update_list
from ratings.rules import TimeControl
from tournaments.portable.tables import (
    CLUB_FIELDS,
    FORMAT,
    TABLES,
    BadRow,
    checked_rows,
    row_from_json,
    self_references,
    table_name,
    travelling_fields,
)

MOST_UNPACKED_BYTES = 2_000_000_000
MOST_LINE_BYTES = 2_000_000
CHUNK = 1000
MEMBERS = frozenset({"club.json", "history.jsonl"} | {table_name(model) for model in TABLES})


def import_club(founder: User | None, source: IO[bytes], *, slug: str = "") -> Club:
    """Return a new club made of an exported one; ``founder`` owns it.

    All ratings are worked out anew from the reports and compared with the file, row by row. Any
    difference, and any row that is not sound, refuses the whole. Raises InvalidInput.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            _check_members(archive)
            with transaction.atomic():
                return _Import(archive, founder, slug).run()
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise _refused("file_not_readable", _("This is not a file of a club."), "file") from error
    except IntegrityError as error:
        message = _("The rows of the file contradict each other.")
        raise _refused("rows_contradict", message, "file") from error


def _check_members(archive: zipfile.ZipFile) -> None:
    names = {info.filename for info in archive.infolist()}
    if names != MEMBERS or len(archive.infolist()) != len(MEMBERS):
        message = _("The file does not hold the parts of a club.")
        raise _refused("parts_missing", message, "file", parts=sorted(MEMBERS ^ names)[:20])
    if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED_BYTES:
        raise _refused("file_too_large", _("The file is too large."), "file")


class _Import:
    """One run; it lives inside one transaction."""

    def __init__(self, archive: zipfile.ZipFile, founder: User | None, slug: str) -> None:
        self.archive = archive
        self.founder = founder
        self.slug = slug
        self.numbers: dict[type[Model], dict[int, int]] = {}

    def run(self) -> Club:
        """Take over table after table, work the ratings out, compare."""
        self.club = self._make_club()
        for model in TABLES:
            self.numbers[model] = {}
            if model is not RatingRevision:
                self._take_over(model)
        self._rate()
        # The replay noted its rows as new; the history of corrections is the one in the file.
        RatingRevision.objects.filter(club=self.club).delete()
        self._take_over(RatingRevision)
        self._compare()
        if self.founder is not None:
            Membership.objects.create(club=self.club, user=self.founder, role=Role.OWNER)
        actor = Actor(str(self.founder or "Rankfile"), self.founder.pk if self.founder else None)
        record_act(self.club, actor, "club_imported", subject=self.club.name)
        return self.club

    def _make_club(self) -> Club:
        try:
            header = json.loads(self.archive.read("club.json"))
            if header["format"] != FORMAT:
                message = _("This version of the file cannot be read.")
                raise _refused("format_unknown", message, "club.json")
            particulars = {name: header["club"][name] for name in CLUB_FIELDS}
            wanted = self.slug or str(header["club"]["slug"])
        except (ValueError, KeyError, TypeError) as error:
            raise _refused(
                "club_unsound", _("The club is described wrongly."), "club.json"
            ) from error
        is_taken = Club.objects.filter(slug=wanted).exists()
        if is_taken and self.slug:
            raise _refused("slug_taken", _("Another club has this address."), "slug")
        club = Club(slug=slug_for(wanted) if is_taken else wanted, **particulars)
        try:
            club.full_clean()
        except ValidationError as error:
            message = " ".join(error.messages)
            raise _refused("club_unsound", message, "club.json") from error
        club.save()
        return club

    def _lines(self, name: str) -> Iterator[tuple[int, Any]]:
        with self.archive.open(name) as file:
            number = 0
            while line := file.readline(MOST_LINE_BYTES + 1):
                number += 1
                try:
                    if len(line) > MOST_LINE_BYTES:
                        raise ValueError("too long")
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as error:
                    message = _("This line cannot be read.")
                    path = f"{name}, line {number}"
                    raise _refused(
                        "line_unreadable", message, path, file=name, line=number
                    ) from error

    def _take_over(self, model: type[Model]) -> None:
        fields = travelling_fields(model)
        name = table_name(model)
        kept_times = [field.name for field in fields if getattr(field, "auto_now_add", False)]
        own_references: dict[int, list[tuple[str, int]]] = {}
        waiting: list[tuple[int, Model, Mapping[str, Any]]] = []

        def write() -> None:
            rows = [row for _number, row, _data in waiting]
            times = [[getattr(row, field) for field in kept_times] for row in rows]
            model._default_manager.bulk_create(rows)
            for (number, row, data), values in zip(waiting, times, strict=True):
                self.numbers[model][number] = row.pk
                if references := list(self_references(model, fields, data)):
                    own_references[row.pk] = references
                for field, value in zip(kept_times, values, strict=True):
                    setattr(row, field, value)
            if kept_times:
                # The time of the thing itself, which creating the row has just overwritten.
                model._default_manager.bulk_update(rows, kept_times, batch_size=200)
            waiting.clear()

        for line, data in self._lines(name):
            try:
                row = row_from_json(model, fields, data, self.numbers, self.club)
                waiting.append((int(data["id"]), row, data))
            except (BadRow, TypeError, ValueError) as error:
                message = _("This row cannot be taken over: %(reason)s") % {"reason": error}
                path = f"{name}, line {line}"
                raise _refused("row_unsound", message, path, file=name, line=line) from error
            if len(waiting) >= CHUNK:
                write()
        write()
        for pk, references in own_references.items():
            targets = {column: self.numbers[model].get(old) for column, old in references}
            if None in targets.values():
                raise _refused("row_unsound", _("A row names one that is missing."), name)
            model._default_manager.filter(pk=pk).update(**targets)

    def _rate(self) -> None:
        RatingReport.objects.filter(
            club=self.club, status=RatingReport.Status.RATED
        ).update(status=RatingReport.Status.SUBMITTED, rated_at=None)  # fmt: skip
        reports = RatingReport.objects.filter(club=self.club)
        adjustments = RatingAdjustment.objects.filter(club=self.club)
        days = [
            *reports.order_by("first_day").values_list("first_day", flat=True)[:1],
            *adjustments.order_by("day").values_list("day", flat=True)[:1],
        ]
        lists = {item.time_control: item for item in RatingList.objects.filter(club=self.club)}
        if set(lists) != {str(control) for control in TimeControl}:
            raise _refused("lists_missing", _("A rating list is missing."), table_name(RatingList))
        since = min(days, default=None)
        self._mark(since)
        for time_control in TimeControl:
            update_list(lists[time_control].pk)

    def _mark(self, since: date | None) -> None:
        RatingList.objects.filter(club=self.club).update(stale_since=since)

    def _compare(self) -> None:
        old_number = {new: old for old, new in self.numbers[Player].items()}
        stated = {_place(row): row for _line, row in self._lines("history.jsonl")}
        reached = {_place(row): row for row in checked_rows(self.club, old_number)}
        if stated == reached:
            return
        places = [
            key for key in stated.keys() | reached.keys() if stated.get(key) != reached.get(key)
        ]
        first = min(places, key=str)
        message = _("The ratings in the file do not follow from its reports.")
        raise _refused(
            "ratings_differ", message, "history.jsonl",
            rows=len(places), stated=stated.get(first), reached=reached.get(first),
        )  # fmt: skip


def _place(row: Any) -> tuple[Any, ...]:
    try:
        return tuple(row[:4])
    except TypeError:
        raise _refused("line_unreadable", _("This line cannot be read."), "history.jsonl") from None


def _refused(code: str, message: str, path: str, **facts: Any) -> InvalidInput:
    problem = Problem(code, message, path, facts)
    return InvalidInput(code, _("The club was not imported."), problems=[problem])
