"""Everything a club holds on one person, for that person: in full, and of nobody else."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, Q, QuerySet

from clubs.access import ClubAccess, Right, of_club
from clubs.audit import acts_about, record_act
from clubs.models import AuditEvent, Membership, Player, PlayerMerge
from ratings.models import (
    PublishedListRow,
    Rating,
    RatingAdjustment,
    RatingChange,
    RatingRevision,
)
from ratings.queries import game_lines
from tournaments.models import Bye, Entry, Pairing

FORMAT = "rankfile-person-1"


def personal_data(access: ClubAccess, player: Player) -> dict[str, Any]:
    """Return all that the club holds on a player, rows merged into his included.

    Of opponents only the number of their row is in it: their names are not this person's data. The
    audit is read whole, piece by piece.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    people = of_club(access, Player).filter(Q(pk=player.pk) | Q(merged_into=player))
    rows = list(people.order_by("pk"))
    ids = [row.pk for row in rows]
    mine = {"player__in": ids}
    entries = of_club(access, Entry).filter(**mine)
    boards = of_club(access, Pairing).filter(Q(white__in=entries) | Q(black__in=entries))
    changes = of_club(access, RatingChange).filter(**mine).order_by("last_day", "chain_rank", "key")
    record_act(
        access.club, access.actor, "personal_data_exported", subject=player.name, player=player.pk
    )
    return {
        "format": FORMAT,
        "club": {"name": access.club.name, "address": access.club.slug},
        "player": [_fields(row) for row in rows],
        "memberships": [
            {**_fields(row), "email": row.user.email, "account_name": row.user.name}
            for row in of_club(access, Membership).filter(**mine).select_related("user")
        ],
        "merges": _all(of_club(access, PlayerMerge).filter(Q(kept__in=ids) | Q(gone__in=ids))),
        "entries": [
            {**_fields(row), "event": row.tournament.number, "event_name": row.tournament.name}
            for row in entries.select_related("tournament").order_by("pk")
        ],
        "byes": _all(of_club(access, Bye).filter(entry__in=entries).order_by("pk")),
        "boards": [
            _board(row, ids)
            for row in boards.select_related("round", "white", "black", "tournament").order_by("pk")
        ],
        "ratings": _all(of_club(access, Rating).filter(**mine).order_by("rating_list_id")),
        "ratings_by_hand": _all(of_club(access, RatingAdjustment).filter(**mine).order_by("key")),
        "history": [
            {**_fields(row), "games": [line._asdict() for line in game_lines(row)]}
            for row in changes
        ],
        "corrections": _all(of_club(access, RatingRevision).filter(**mine).order_by("pk")),
        "published_lists": [
            {**_fields(row), "list": row.published_list.number, "as_of": row.published_list.as_of}
            for row in of_club(access, PublishedListRow)
            .filter(**mine)
            .select_related("published_list")
            .order_by("pk")
        ],
        "audit": [_act(line, ids) for line in acts_about(access.club, ids)],
    }


def _act(line: AuditEvent, ids: list[int]) -> dict[str, Any]:
    """Return a line of the audit; where it concerns several people, without the others."""
    act = {"at": line.at, "action": line.action, "event": line.event_number}
    if line.facts.get("player") in ids:
        act |= {"subject": line.subject, "facts": line.facts}
    return act


def _all(rows: QuerySet[Any]) -> list[dict[str, Any]]:
    return [_fields(row) for row in rows]


def _fields(row: Model) -> dict[str, Any]:
    """Return the columns of a row under the names of its fields."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _board(board: Pairing, ids: list[int]) -> dict[str, Any]:
    has_white = board.white.player_id in ids
    return {
        "event": board.tournament.number,
        "round": board.round.number,
        "board": board.board_number,
        "colour": "white" if has_white else "black",
        "opponent": board.black.player_id if has_white else board.white.player_id,
        "result": board.result,
    }
