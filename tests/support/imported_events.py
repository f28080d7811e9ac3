"""Records and report files as events of a club, by the import that organisers use."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from clubs.access import ClubAccess
from support.trf_events import DATA
from tournaments.event_record import EventRecord
from tournaments.exchange.write import write_exchange_file
from tournaments.importing import import_exchange_file
from tournaments.models import Tournament


def import_record(access: ClubAccess, record: EventRecord, day: date, **more: Any) -> Tournament:
    """Return a record as an event that began on a day, with 90 minutes and 30 seconds."""
    dated = replace(record, start_date=day, end_date=day, time_control_text="90+30", **more)
    return import_file(access, write_exchange_file(dated, dialect="trf26").encode())


def import_file(access: ClubAccess, data: bytes, **options: Any) -> Tournament:
    """Return the event of a file; doubtful players are taken for new ones."""
    found = import_exchange_file(access, data, doubtful_are_new=True, **options).tournament
    assert found is not None
    return found


def import_trf(access: ClubAccess, name: str, **options: Any) -> Tournament:
    """Return the event of one of the report files of the tests."""
    return import_file(access, (DATA / name).read_bytes(), **options)
