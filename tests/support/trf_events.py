"""Events from the report files below tests/data/trf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.exchange.read import read_exchange_file

if TYPE_CHECKING:
    from tournaments.event_record import EventRecord

DATA = Path(__file__).resolve().parents[1] / "data" / "trf"


def event_from_trf(name: str) -> EventRecord:
    """Return the event of a file that reads without a problem."""
    return read_exchange_file((DATA / name).read_bytes()).record
