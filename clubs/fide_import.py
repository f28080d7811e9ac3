"""A FIDE list file becomes the installation's local copy, in batches of bounded size.

The file is read twice: once to be sure that all of it can be read, then to write it. So a damaged
list changes nothing, and no lock is held longer than one batch takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from clubs.fide_list import FideListError, FideRecord, read_fide_list
from clubs.models import FideListImport, FidePlayer
from clubs.names import search_form

BATCH = 2000
PARTICULARS = ("name", "search_name", "federation", "sex", "title", "birth_year", "is_inactive")
CONTROLS = ("standard", "rapid", "blitz")
KNOWN_K = (10, 20, 40)

Progress = Callable[[str, int, int], None]


def import_fide_list(path: Path, progress: Progress | None = None) -> FideListImport:
    """Return the record of an import; players of earlier lists that this one lacks stay.

    ``progress`` is told the step (``check`` or ``write``), the players so far and all of them, 0
    while that is not known. A list of one time control leaves the ratings of the others alone.
    Raises FideListError for a file that cannot be read; nothing is changed then.
    """
    tell = progress or (lambda _step, _done, _all: None)
    record = FideListImport.objects.create(file_name=path.name[:200])
    try:
        count, controls = _check(path, tell)
    except FideListError as error:
        record.error = str(error)
        record.save(update_fields=["error"])
        raise
    for batch in _batches(path):
        _write(batch, controls)
        record.rows += len(batch)
        record.save(update_fields=["rows"])
        tell("write", record.rows, count)
    record.finished_at = timezone.now()
    record.save(update_fields=["finished_at"])
    return record


def _check(path: Path, tell: Progress) -> tuple[int, list[str]]:
    """Return how many players the list has and for which time controls it has ratings."""
    count = 0
    found = dict.fromkeys(CONTROLS, False)
    with path.open("rb") as stream:
        for player in read_fide_list(stream, path.name):
            count += 1
            for control in CONTROLS:
                found[control] = found[control] or getattr(player, control) is not None
            if count % (10 * BATCH) == 0:
                tell("check", count, 0)
    return count, [control for control in CONTROLS if found[control]]


def _batches(path: Path) -> Iterator[list[FideRecord]]:
    with path.open("rb") as stream:
        players = (
            player
            for player in read_fide_list(stream, path.name)
            if player.fide_id is not None and player.name
        )
        while batch := list(islice(players, BATCH)):
            yield batch


@transaction.atomic
def _write(batch: list[FideRecord], controls: list[str]) -> None:
    # The last line counts where a list names a player twice; one statement cannot write both.
    rows = {player.fide_id: _row(player) for player in batch}
    ratings = [
        name for control in controls for name in (control, f"{control}_games", f"{control}_k")
    ]
    FidePlayer.objects.bulk_create(
        rows.values(), batch_size=BATCH, update_conflicts=True, unique_fields=["fide_id"],
        update_fields=[*PARTICULARS, *ratings],
    )  # fmt: skip


def _row(player: FideRecord) -> FidePlayer:
    return FidePlayer(
        fide_id=player.fide_id or 0,
        name=player.name[:100],
        search_name=search_form(player.name)[:220],
        federation=player.federation[:3],
        sex=player.sex,
        title=(player.title or player.women_title)[:3],
        birth_year=player.birth_year,
        standard=player.standard,
        standard_games=min(player.standard_games, 32_767),
        standard_k=player.standard_k if player.standard_k in KNOWN_K else None,
        rapid=player.rapid,
        rapid_games=min(player.rapid_games, 32_767),
        rapid_k=player.rapid_k if player.rapid_k in KNOWN_K else None,
        blitz=player.blitz,
        blitz_games=min(player.blitz_games, 32_767),
        blitz_k=player.blitz_k if player.blitz_k in KNOWN_K else None,
        is_inactive=player.is_inactive,
    )
