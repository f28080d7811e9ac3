"""Lists for programs and spreadsheets: CSV, JSON, and the two layouts of FIDE's rating lists.

Every file is made of the same lines, and a line holds what the page shows to the same visitor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpResponse, JsonResponse

from clubs.access import nothing_here
from clubs.fide_list import FideRecord, write_fide_text, write_fide_xml
from ratings.csv_text import csv_text
from ratings.lists.downloads import download

COLUMNS = (
    "place", "id", "name", "latin_name", "title", "sex", "federation", "fide_id", "birth_year",
    "rating", "games", "k", "change", "last_day",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileLine:
    """One player of a list; ``seen`` is what this visitor may know of him (``public_player``)."""

    place: int | None
    seen: dict[str, Any]
    rating: int | None
    games: int
    k: int | None
    change: int | None
    last_day: date | None = None
    is_inactive: bool = False


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list to be written: ``head`` names club, list, number and day for JSON."""

    name: str
    time_control: str
    head: dict[str, Any]
    lines: Sequence[FileLine]


def list_file(content: ListFile, kind: str) -> HttpResponse:
    """Return a list in one of its forms. Raises NotFound for a form that does not exist."""
    writer = WRITERS.get(kind)
    if writer is None:
        raise nothing_here()
    return writer(content)


def _csv(content: ListFile) -> HttpResponse:
    text = csv_text(COLUMNS, (_cells(line) for line in content.lines))
    return download(text, "text/csv; charset=utf-8", f"{content.name}.csv")


def _json(content: ListFile) -> HttpResponse:
    players = [dict(zip(COLUMNS, _cells(line), strict=True)) for line in content.lines]
    body = {**content.head, "players": players}
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


def _text(content: ListFile) -> HttpResponse:
    text = "".join(write_fide_text(_records(content)))
    return download(text, "text/plain; charset=utf-8", f"{content.name}.txt")


def _xml(content: ListFile) -> HttpResponse:
    text = "".join(write_fide_xml(_records(content)))
    return download(text, "application/xml; charset=utf-8", f"{content.name}.xml")


WRITERS: dict[str, Callable[[ListFile], HttpResponse]] = {
    "csv": _csv,
    "json": _json,
    "txt": _text,
    "xml": _xml,
}


def _cells(line: FileLine) -> list[object]:
    seen = line.seen
    return [
        line.place,
        *(seen[name] for name in COLUMNS[1:9]),
        line.rating,
        line.games,
        line.k,
        line.change,
        line.last_day,
    ]


def _records(content: ListFile) -> Iterator[FideRecord]:
    """Yield the players as a pairing program takes them, at their own time control."""
    control = content.time_control
    for line in content.lines:
        seen = line.seen
        ratings: dict[str, Any] = {
            control: line.rating,
            f"{control}_games": line.games,
            f"{control}_k": line.k,
        }
        yield FideRecord(
            fide_id=seen["fide_id"],
            name=seen["latin_name"] or seen["name"],
            federation=seen["federation"],
            sex=seen["sex"],
            title=seen["title"],
            birth_year=seen["birth_year"],
            is_inactive=line.is_inactive,
            **ratings,
        )
