"""Entries over REST: the roster, late entries, withdrawals, check-in, the starting list."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, visible_players
from clubs.api.bodies import IF_MATCH, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.sparse import FIELDS, sparse
from clubs.api.versions import etag, expected_version
from clubs.errors import InvalidInput, Problem
from clubs.public_fields import public_player
from ratings.api.schemas import PreviewSchema, preview_body
from tournaments.access import entry_for
from tournaments.api.schemas import (
    CheckInRequest,
    EntryChange,
    EntrySchema,
    NumberingRequest,
    RegularSchema,
    ReplacementRequest,
    RosterRequest,
    entry_body,
)
from tournaments.api.views import EventApiView
from tournaments.entries import (
    check_in,
    check_in_several,
    lock_entry,
    remove_entry,
    who_was_here,
)
from tournaments.event_queries import load_event_record
from tournaments.models import Entry
from tournaments.replacing import preview_replacing, replace_player
from tournaments.results import ByeKind
from tournaments.roster import RosterLine, enter_roster
from tournaments.starting_list import number_starting_list
from tournaments.withdrawals import return_entry, withdraw_entry


class EntryQuery(serializers.Serializer[Any]):
    """Which entries, and whether with their rounds."""

    player = serializers.IntegerField(required=False, min_value=1)
    checked_in = serializers.BooleanField(required=False)
    expand = serializers.ChoiceField(choices=["rounds"], required=False)


class EntryList(EventApiView):
    """The players of the event."""

    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="entries_list",
        parameters=[EntryQuery, FIELDS],
        responses=EntrySchema(many=True, partial=True),
        tags=["entries"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List entries by starting rank; `expand=rounds` adds every result of each player."""
        query = read_query(EntryQuery, request)
        entries = self.event.entries.filter(starting_rank__isnull=False).select_related("player")
        if "player" in query:
            entries = entries.filter(player_id=query["player"])
        if "checked_in" in query:
            entries = entries.filter(checked_in_at__isnull=not query["checked_in"])
        expands = query.get("expand") == "rounds"
        record = load_event_record(self.event, shown_to=self.access) if expands else None
        known = {each.starting_rank: each for each in record.competitors} if record else {}
        points = self.event.points
        return paged(
            self, request, entries,
            sparse(
                request, EntrySchema,
                lambda rows: [
                    entry_body(row, self.access, known.get(row.starting_rank), points)
                    for row in rows
                ],
            ),
            ordering=("starting_rank",),
        )  # fmt: skip

    @extend_schema(
        operation_id="entries_enter",
        request=RosterRequest,
        responses={200: EntrySchema(many=True)},
        tags=["entries"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Enter players: a whole roster, or somebody who comes late. All of them, or none.

        The answer has the entries in the order of the request. Who has entered already stays as he
        is, so the same roster may be sent again. Starting ranks move until round 1 is published.
        """
        body = read_body(RosterRequest, request)
        entries = enter_roster(
            self.access,
            self.event,
            [_roster_line(line) for line in body["players"]],
            missed_rounds_as=ByeKind(body.get("missed_rounds_as", ByeKind.ZERO_POINT)),
        )
        return Response([entry_body(entry, self.access) for entry in entries])


def _roster_line(line: dict[str, Any]) -> RosterLine:
    known = dict(line)
    year, day = known.pop("birth_year", None), known.pop("birth_date", None)
    birth = day.strftime("%Y/%m/%d") if day else f"{year}/00/00" if year else ""
    return RosterLine(birth=birth, player_id=known.pop("player", None), **known)


class EntryDetail(EventApiView):
    """One player in the event."""

    rights: ClassVar = {"PATCH": Right.RESULTS, "DELETE": Right.MANAGE}

    def _answer(self, entry: Entry) -> Response:
        body = entry_body(entry, self.access)
        return Response(body, headers={"ETag": etag(entry.version, body)})

    @extend_schema(operation_id="entries_read", responses=EntrySchema, tags=["entries"])
    def get(self, _request: Request, rank: int, **_kwargs: Any) -> Response:
        """Return an entry by its starting rank."""
        return self._answer(entry_for(self.access, self.event, rank))

    @extend_schema(
        operation_id="entries_change",
        request=EntryChange,
        parameters=[IF_MATCH],
        responses=EntrySchema,
        tags=["entries"],
    )
    @idempotent
    def patch(self, request: Request, rank: int, **_kwargs: Any) -> Response:
        """Check a player in, withdraw him from a round on, or let him come back."""
        entry = entry_for(self.access, self.event, rank)
        body = read_body(EntryChange, request)
        lock_entry(self.access, entry, Right.RESULTS, version=expected_version(request))
        if "checked_in" in body:
            check_in(self.access, entry, present=body["checked_in"])
        if "withdrawn_from" in body:
            withdraw_entry(
                self.access,
                entry,
                from_round=body["withdrawn_from"],
                paired=body.get("paired", ""),
            )
        if "returns_in" in body:
            return_entry(self.access, entry, from_round=body["returns_in"])
        return self._answer(entry_for(self.access, self.event, rank))

    @extend_schema(
        operation_id="entries_remove",
        parameters=[IF_MATCH],
        responses={204: None},
        tags=["entries"],
    )
    @idempotent
    def delete(self, request: Request, rank: int, **_kwargs: Any) -> Response:
        """Take out a player who was never paired; others move up in the list."""
        entry = entry_for(self.access, self.event, rank)
        remove_entry(self.access, entry, version=expected_version(request))
        return Response(status=204)


class EntryReplacement(EventApiView):
    """The wrong namesake."""

    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="entries_replace",
        request=ReplacementRequest,
        responses=EntrySchema,
        tags=["entries"],
    )
    @idempotent
    def post(self, request: Request, rank: int, **_kwargs: Any) -> Response:
        """Give an entry with all its results to the player who really played."""
        entry = entry_for(self.access, self.event, rank)
        body = read_body(ReplacementRequest, request)
        player = fetch(self.access, visible_players(self.access), pk=body.pop("player"))
        replaced = replace_player(self.access, entry, player, **body)
        return Response(entry_body(replaced, self.access))


class EntryReplacementPreview(EventApiView):
    """What replacing a player of a closed event would move."""

    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="entries_replace_preview",
        request=ReplacementRequest,
        responses={200: PreviewSchema, 204: None},
        tags=["entries"],
    )
    def post(self, request: Request, rank: int, **_kwargs: Any) -> Response:
        """Return the wave; nothing (204) while the event is open, because no rating moves."""
        entry = entry_for(self.access, self.event, rank)
        body = read_body(ReplacementRequest, request)
        player = fetch(self.access, visible_players(self.access), pk=body["player"])
        preview = preview_replacing(self.access, entry, player)
        if preview is None:
            return Response(status=204)
        return Response(preview_body(preview, self.access))


class StartingList(EventApiView):
    """The numbers of the starting list."""

    rights: ClassVar = {"PUT": Right.MANAGE}

    @extend_schema(
        operation_id="entries_number",
        request=NumberingRequest,
        responses={200: EntrySchema(many=True)},
        tags=["entries"],
    )
    @idempotent
    def put(self, request: Request, **_kwargs: Any) -> Response:
        """Number the list anew; refused once round 1 has been published."""
        body = read_body(NumberingRequest, request)
        order = body.get("entries") or body.get("by") or "rating"
        number_starting_list(self.access, self.event, order=order)
        entries = self.event.entries.select_related("player").order_by("starting_rank")
        return Response([entry_body(entry, self.access) for entry in entries])


class CheckIn(EventApiView):
    """Who is here."""

    rights: ClassVar = {"POST": Right.RESULTS}

    @extend_schema(
        operation_id="entries_check_in",
        request=CheckInRequest,
        responses={200: EntrySchema(many=True)},
        tags=["entries"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Note of several players at once that they are here or not."""
        body = read_body(CheckInRequest, request)
        by_rank = {entry.starting_rank: entry for entry in self.event.entries.all()}
        problems = [
            Problem(
                "rank_unknown", _("There is no such number in the starting list."),
                f"{name}[{index}]", {"starting_rank": rank},
            )
            for name in ("present", "absent")
            for index, rank in enumerate(body.get(name, ()))
            if rank not in by_rank
        ]  # fmt: skip
        if problems:
            raise InvalidInput("check_in_invalid", _("Nothing was noted."), problems=problems)
        changed: list[Entry] = []
        for name, present in (("present", True), ("absent", False)):
            if ranks := body.get(name):
                entries = [by_rank[rank] for rank in dict.fromkeys(ranks)]
                changed += check_in_several(self.access, self.event, entries, present=present)
        return Response([entry_body(entry, self.access) for entry in changed])


class Regulars(EventApiView):
    """Whom to ask: the players who come most often."""

    read_right = Right.MANAGE
    pagination_class: ClassVar = None

    @extend_schema(
        operation_id="entries_regulars", responses=RegularSchema(many=True), tags=["entries"]
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List players by attendance over the year before the event, at most 300."""
        found = who_was_here(
            self.access, self.event, search=request.query_params.get("search", "")[:100]
        )
        return Response(
            [
                {
                    "player": public_player(regular.player, self.access),
                    "events": regular.events,
                    "last_day": regular.last_day,
                    "rating": regular.rating,
                    "is_entered": regular.is_entered,
                }
                for regular in found
            ]
        )
