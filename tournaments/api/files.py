"""Exchange files over REST: an event comes in as a file, and leaves as one."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from clubs.access import Right
from clubs.api.bodies import IF_MATCH, TextParser, numbered_answers, read_query
from clubs.api.idempotency import idempotent
from clubs.api.versions import etag, expected_version
from clubs.api.views import ClubView
from ratings.api.schemas import TIME_CONTROLS
from tournaments.api.schemas import TournamentSchema, tournament_body
from tournaments.api.views import EventApiView
from tournaments.event_lock import lock_event
from tournaments.exporting import DIALECTS, export_event
from tournaments.import_matching import NEW
from tournaments.importing import ImportOutcome, import_exchange_file
from tournaments.models import Tournament


class BytesParser(TextParser):
    """A file sent as bytes."""

    media_type = "application/octet-stream"


FILE_PARSERS: list[type[BaseParser]] = [TextParser, BytesParser]


class ImportQuery(serializers.Serializer[Any]):
    """What a file leaves open.

    `match` says of starting ranks who they are: `3:17,4:new` is player 17 of the club and somebody
    new.
    """

    dry_run = serializers.BooleanField(required=False, help_text="Say what would come of it.")
    start_date = serializers.DateField(required=False)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)
    match = serializers.CharField(required=False, max_length=10000)
    doubtful_are_new = serializers.BooleanField(required=False)


class FindingSchema(serializers.Serializer[Any]):
    """Something noticed in a file."""

    code = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    found = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class MatchSchema(serializers.Serializer[Any]):
    """Who a player of the file is; `player` null is somebody new to the club."""

    starting_rank = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    player = serializers.IntegerField(allow_null=True)
    matched_by = serializers.CharField(allow_null=True)


class ImportSchema(serializers.Serializer[Any]):
    """What came of a file; the event is null after a dry run of a new one."""

    is_new = serializers.BooleanField()
    is_changed = serializers.BooleanField()
    tournament = TournamentSchema(allow_null=True)
    players = MatchSchema(many=True)
    rounds_added = serializers.ListField(child=serializers.IntegerField())
    results_added = serializers.IntegerField()
    ratings_recorded = serializers.IntegerField()
    messages = FindingSchema(many=True)


def _import_body(outcome: ImportOutcome) -> dict[str, Any]:
    tournament = outcome.tournament
    return {
        "is_new": outcome.is_new,
        "is_changed": outcome.is_changed,
        "tournament": None if tournament is None else tournament_body(tournament),
        "players": [
            {
                "starting_rank": match.competitor.starting_rank,
                "name": match.competitor.name,
                "player": None if match.player is None else match.player.pk,
                "matched_by": match.matched_by and str(match.matched_by),
            }
            for match in outcome.matches
        ],
        "rounds_added": list(outcome.rounds_added),
        "results_added": outcome.results_added,
        "ratings_recorded": outcome.ratings_recorded,
        "messages": [
            {
                "code": found.code,
                "line": found.line,
                "column": found.column,
                "found": found.found,
                "message": found.message(_),
            }
            for found in outcome.messages
        ],
    }


def _import(view: ClubView, request: Request, event: Tournament | None) -> Response:
    query = read_query(ImportQuery, request)
    data = request.data if isinstance(request.data, bytes) else b""
    outcome = import_exchange_file(
        view.access,
        data,
        start_date=query.get("start_date"),
        time_control=query.get("time_control", ""),
        dry_run=query.get("dry_run", False),
        event=event,
        matches=numbered_answers(query.get("match", ""), (NEW,), "match"),
        doubtful_are_new=query.get("doubtful_are_new", False),
    )
    tournament = outcome.tournament
    if tournament is None or not outcome.is_new:
        headers = {} if tournament is None else {"ETag": etag(tournament.version)}
        return Response(_import_body(outcome), headers=headers)
    arguments = [view.access.club.slug, tournament.number]
    location = reverse("api_tournament", arguments, request=request)
    headers = {"ETag": etag(tournament.version), "Location": location}
    return Response(_import_body(outcome), status=201, headers=headers)


FILE_BODY = {"text/plain": OpenApiTypes.STR, "application/octet-stream": OpenApiTypes.BINARY}


class TournamentImport(ClubView):
    """An event from a file."""

    parser_classes = FILE_PARSERS

    @extend_schema(
        operation_id="tournaments_import",
        parameters=[ImportQuery],
        request=FILE_BODY,
        responses={200: ImportSchema, 201: ImportSchema},
        tags=["exchange files"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Create an event from a TRF, or bring the one of the same name and day up to date.

        The same file again changes nothing; more rounds are added; what contradicts the event is
        refused with line and field.
        """
        self.access.require(Right.MANAGE)
        return _import(self, request, None)


class FileQuery(serializers.Serializer[Any]):
    """Which file."""

    dialect = serializers.ChoiceField(choices=list(DIALECTS), required=False)
    round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        help_text="With `engine`: the state before this round; else before the next one.",
    )


class EventFile(EventApiView):
    """The event as a file."""

    rights: ClassVar = {"PUT": Right.MANAGE}
    parser_classes = FILE_PARSERS

    @extend_schema(
        operation_id="tournaments_export",
        parameters=[FileQuery],
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/vnd.chess-pgn"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
        },
        tags=["exchange files"],
    )
    def get(self, request: Request, **_kwargs: Any) -> HttpResponse:
        """Return the event as TRF16 (unless said otherwise), TRF26, engine input, CSV, PGN or JSON.

        `dialect=engine&round=r` is what an engine needs to pair round r: cells of the rounds
        before, and who will not play it.
        """
        query = read_query(FileQuery, request)
        file = export_event(
            self.access, self.event, query.get("dialect", "trf16"), round_number=query.get("round")
        )
        name = f'attachment; filename="{file.name}"'
        return HttpResponse(
            file.text,
            content_type=file.content_type,
            headers={"Content-Disposition": name, "Rankfile-Version": etag(self.event.version)},
        )

    @extend_schema(
        operation_id="tournaments_update_from_file",
        parameters=[ImportQuery, IF_MATCH],
        request=FILE_BODY,
        responses={200: ImportSchema},
        tags=["exchange files"],
    )
    @idempotent
    def put(self, request: Request, **_kwargs: Any) -> Response:
        """Bring this event up to date with a TRF; the same file again changes nothing."""
        version = expected_version(request)
        if version is not None:
            lock_event(
                self.access, self.event.pk, Right.MANAGE, version=version, may_be_closed=True
            )
        return _import(self, request, self.event)
