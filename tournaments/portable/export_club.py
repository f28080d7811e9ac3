"""Writing a club into one file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable
from datetime import date
from typing import IO, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import Refused
from clubs.models import AuditEvent
from ratings.models import RatingList
from ratings.replay import lock_lists
from tournaments.portable.tables import (
    CLUB_FIELDS,
    FORMAT,
    TABLES,
    checked_rows,
    row_as_json,
    rows_of,
    table_name,
    travelling_fields,
)


def export_club(access: ClubAccess, target: IO[bytes]) -> None:
    """Write the whole club into ``target`` as a zip of JSON lines; owners only.

    Memory stays bounded: rows are written as they are read. Refused while ratings are being worked
    out, because the file must hold the ratings that follow from it, and when somebody changed the
    club meanwhile: its parts would contradict each other, and could not be imported.
    """
    access.require(Right.OWN)
    club = access.club
    acts = AuditEvent.objects.filter(club=club)
    acts_before = acts.count()
    if RatingList.objects.filter(club=club, stale_since__isnull=False).exists():
        raise Refused(
            "ratings_being_worked_out",
            _("Ratings are being worked out just now. Try again in a moment."),
        )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        header = {
            "format": FORMAT,
            "written_at": timezone.now(),
            "club": {"slug": club.slug} | {name: getattr(club, name) for name in CLUB_FIELDS},
        }
        archive.writestr("club.json", _line(header))
        for model in TABLES:
            fields = travelling_fields(model)
            rows = rows_of(club, model).iterator(chunk_size=2000)
            _write_lines(archive, table_name(model), (row_as_json(row, fields) for row in rows))
        _write_lines(archive, "history.jsonl", checked_rows(club))
    # Nothing is held while the file is written, which takes minutes in a large club. Ratings move
    # only after an act that is on record, so an unchanged record is an unchanged club.
    with transaction.atomic():
        lock_lists(club.pk)
        if acts.count() != acts_before:
            raise Refused(
                "club_changed_meanwhile",
                _("Somebody changed the club while it was being written. Try again."),
            )
        record_act(club, access.actor, "club_exported", subject=club.name)


def _write_lines(archive: zipfile.ZipFile, name: str, rows: Iterable[Any]) -> None:
    with archive.open(name, "w", force_zip64=True) as file:
        for row in rows:
            file.write(_line(row).encode())


def _line(value: Any) -> str:
    return json.dumps(value, default=_day_or_time, ensure_ascii=False) + "\n"


def _day_or_time(value: date) -> str:
    # Django's own encoder would cut the microseconds off.
    return value.isoformat()
