"""A member list becomes players of the club: the whole file, or nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, of_club
from clubs.audit import record_act
from clubs.errors import InvalidInput, Outdated, Problem
from clubs.models import Player
from clubs.players import BATCH, add_players, stored_search_name
from ratings.adjustments import ImportedRating, record_imported_ratings
from ratings.identity import mark_for_birth_years
from ratings.import_plan import FILLED, ImportPlan, PlannedRow, RowKind, plan_import
from ratings.queries import lists_of
from ratings.replay import lock_club, lock_lists


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import has written."""

    plan: ImportPlan
    added: tuple[Player, ...]
    changed: int
    ratings: int


@transaction.atomic
def import_players(
    access: ClubAccess,
    data: bytes,
    *,
    file_name: str,
    day: date,
    digest: str = "",
    decisions: Mapping[int, str] | None = None,
    corrections: Mapping[int, Mapping[str, str]] | None = None,
    encoding: str = "",
) -> ImportOutcome:
    """Return what was added and changed; ratings hold from ``day`` on.

    Raises InvalidInput while any row is wrong or undecided, and Outdated where the plan is no
    longer the one whose ``digest`` was shown.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    # Ratings are given and years of birth change below: both come before the rows of players.
    lock_club(access.club.pk)
    lock_lists(access.club.pk)
    plan = plan_import(
        access, data, day=day, decisions=decisions, corrections=corrections, encoding=encoding
    )
    _refuse_unready(plan)
    if digest and digest != plan.digest:
        message = _("The club's players changed meanwhile. Nothing was imported: look again.")
        raise Outdated("plan_outdated", message)
    new = plan.of_kind(RowKind.NEW)
    added = add_players(access, [row.fields for row in new], source=file_name)
    known = plan.of_kind(RowKind.KNOWN)
    _fill(access, known)
    people = [(player.pk, row) for player, row in zip(added, new, strict=True)]
    people += [(row.player_id or 0, row) for row in known]
    ratings = _give_ratings(access, people, day, file_name)
    record_act(
        access.club, access.actor, "players_imported", subject=file_name, added=len(added),
        changed=[{"player": row.player_id, "fields": sorted(row.fields)} for row in known],
        unchanged=len(plan.of_kind(RowKind.UNCHANGED)), ratings=ratings,
        encoding=plan.table.encoding, left_out=len(plan.of_kind(RowKind.LEFT_OUT)),
    )  # fmt: skip
    return ImportOutcome(plan, tuple(added), len(known), ratings)


def _refuse_unready(plan: ImportPlan) -> None:
    problems = list(plan.problems)
    for row in plan.open_rows:
        problems += row.problems or [
            Problem(
                "doubtful", _("Row %(line)s: say who is meant.") % {"line": row.line},
                f"line {row.line}", {"line": row.line},
            )
        ]  # fmt: skip
    if not problems and not plan.ready_rows:
        problems.append(Problem("nothing", _("No row is left to import."), "file"))
    if problems:
        raise InvalidInput("import_invalid", _("Nothing was imported."), problems=problems)


def _fill(access: ClubAccess, rows: list[PlannedRow]) -> None:
    """Write what known players get; lists where a year of birth decides a K become stale."""
    players = (
        of_club(access, Player)
        .select_for_update(no_key=True)
        .in_bulk([row.player_id for row in rows if row.fields])
    )
    for row in rows:
        if not row.fields:
            continue
        player = players[row.player_id or 0]
        for name, value in row.fields.items():
            setattr(player, name, value)
        player.version += 1
        player.search_name = stored_search_name(
            {"name": player.name, "latin_name": player.latin_name}
        )
    mark_for_birth_years(access, [row.player_id or 0 for row in rows if "birth_year" in row.fields])
    Player.objects.bulk_update(
        players.values(), [*FILLED, "version", "search_name"], batch_size=BATCH
    )


def _give_ratings(
    access: ClubAccess, people: list[tuple[int, PlannedRow]], day: date, file_name: str
) -> int:
    reason = _("Imported from %(file)s") % {"file": file_name}
    recorded = 0
    for control, rating_list in lists_of(access.club).items():
        found = [
            ImportedRating(player, row.ratings[control])
            for player, row in people
            if control in row.ratings
        ]
        recorded += record_imported_ratings(
            access.club, access.actor, rating_list, day=day, ratings=found, reason=reason
        )
    return recorded
