"""Events over REST: list, create, read, change, delete, hold again."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.http import http_date
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from clubs.access import Right
from clubs.api.bodies import IF_MATCH, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.sparse import FIELDS, sparse
from clubs.api.versions import etag, expected_version
from clubs.api.views import ClubView
from tournaments.access import visible_events
from tournaments.api.schemas import (
    RepeatRequest,
    TournamentChange,
    TournamentQuery,
    TournamentRequest,
    TournamentSchema,
    settings_from,
    tournament_body,
)
from tournaments.api.views import EventApiView
from tournaments.creation import create_like_last_time, create_tournament
from tournaments.event_settings import change_settings, delete_tournament
from tournaments.models import Tournament


def event_answer(view: ClubView, tournament: Tournament, status: int = 200) -> Response:
    """Return an event with its version, its date, and for a new one its address."""
    headers = {
        "ETag": etag(tournament.version),
        "Last-Modified": http_date(tournament.updated_at.timestamp()),
    }
    if status == 201:
        arguments = [view.access.club.slug, tournament.number]
        headers["Location"] = reverse("api_tournament", arguments, request=view.request)
    return Response(tournament_body(tournament), status=status, headers=headers)


class TournamentList(ClubView):
    """The events of the club."""

    whole_club: ClassVar[bool] = False

    @extend_schema(
        operation_id="tournaments_list",
        parameters=[TournamentQuery, FIELDS],
        responses=TournamentSchema(many=True, partial=True),
        tags=["tournaments"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List events, the newest number first."""
        events = _filtered(visible_events(self.access), read_query(TournamentQuery, request))
        return paged(
            self, request, events,
            sparse(request, TournamentSchema, lambda rows: [tournament_body(row) for row in rows]),
            ordering=("-number",),
        )  # fmt: skip

    @extend_schema(
        operation_id="tournaments_create",
        request=TournamentRequest,
        responses={201: TournamentSchema},
        tags=["tournaments"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Create an event; `format` external lets another program pair it."""
        self.access.require(Right.MANAGE)
        self.access.require_whole_club()
        fields = settings_from(read_body(TournamentRequest, request))
        return event_answer(self, create_tournament(self.access, **fields), 201)


def _filtered(events: QuerySet[Tournament], query: dict[str, Any]) -> QuerySet[Tournament]:
    lookups = {
        "state": "state",
        "time_control": "time_control",
        "format": "format",
        "first_day_from": "start_date__gte",
        "first_day_until": "start_date__lte",
        "search": "name__icontains",
    }
    return events.filter(**{lookups[name]: value for name, value in query.items()})


class TournamentDetail(EventApiView):
    """One event."""

    rights: ClassVar = {"PATCH": Right.MANAGE, "DELETE": Right.MANAGE}

    @extend_schema(
        operation_id="tournaments_read", responses=TournamentSchema, tags=["tournaments"]
    )
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the event; its ETag changes with everything in it, so it is the one to poll."""
        return event_answer(self, self.event)

    @extend_schema(
        operation_id="tournaments_change",
        request=TournamentChange,
        parameters=[IF_MATCH],
        responses=TournamentSchema,
        tags=["tournaments"],
    )
    @idempotent
    def patch(self, request: Request, **_kwargs: Any) -> Response:
        """Change some settings."""
        fields = settings_from(read_body(TournamentChange, request, partial=True))
        changed = change_settings(
            self.access, self.event, version=expected_version(request), **fields
        )
        return event_answer(self, changed)

    @extend_schema(
        operation_id="tournaments_delete",
        parameters=[IF_MATCH],
        responses={204: None},
        tags=["tournaments"],
    )
    @idempotent
    def delete(self, request: Request, **_kwargs: Any) -> Response:
        """Delete an event that was never rated."""
        delete_tournament(self.access, self.event, version=expected_version(request))
        return Response(status=204)


class TournamentRepeat(EventApiView):
    """The same event on another day."""

    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="tournaments_repeat",
        request=RepeatRequest,
        responses={201: TournamentSchema},
        tags=["tournaments"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Create an event with the settings of this one; players are not taken over."""
        body = read_body(RepeatRequest, request)
        return event_answer(self, create_like_last_time(self.access, self.event, **body), 201)
