"""Published rating lists over REST."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import HttpResponse
from django.utils.http import http_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from clubs.access import Right, of_club
from clubs.api.bodies import BodySchema, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.schemas import PlayerSchema
from clubs.api.views import ClubView
from clubs.public_fields import public_player
from ratings.api.lists import rating_list_of
from ratings.api.schemas import TIME_CONTROL, TIME_CONTROLS, PersonSchema
from ratings.lists.files import WRITERS, list_file
from ratings.lists.published import (
    ShownCorrection,
    fetch_list,
    lines_of,
    shown_corrections,
)
from ratings.lists.published_file import published_file
from ratings.models import PublishedList, PublishedListRow
from ratings.publishing import issue_list, plan_list


class ListCorrectionSchema(serializers.Serializer[Any]):
    """Whom corrections gave another rating than the list before says, and why."""

    player = PersonSchema()
    was = serializers.IntegerField(allow_null=True)
    now = serializers.IntegerField(allow_null=True)
    causes = serializers.ListField(child=serializers.CharField())


class PublishedListSchema(serializers.Serializer[Any]):
    """A list that was issued; it never changes any more."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    number = serializers.IntegerField()
    as_of = serializers.DateField()
    note = serializers.CharField(allow_blank=True)
    issued_at = serializers.DateTimeField()
    players = serializers.IntegerField()
    corrections = ListCorrectionSchema(many=True, required=False)


class PublishedRowSchema(serializers.Serializer[Any]):
    """One line; the name is that of today, as the player wants it shown."""

    rank = serializers.IntegerField()
    player = PlayerSchema()
    rating = serializers.IntegerField()
    previous_rating = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    k = serializers.IntegerField(allow_null=True)


class PlannedListSchema(serializers.Serializer[Any]):
    """What issuing a list would publish."""

    number = serializers.IntegerField()
    as_of = serializers.DateField()
    players = serializers.IntegerField()
    new = serializers.IntegerField()
    changed = serializers.IntegerField()
    corrections = ListCorrectionSchema(many=True)


class IssueRequest(BodySchema):
    """Which list to issue, as of the end of which day."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    as_of = serializers.DateField()
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)


class PublishedQuery(serializers.Serializer[Any]):
    """Which lists."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)


class FileQuery(serializers.Serializer[Any]):
    """Which form of a list."""

    form = serializers.ChoiceField(choices=list(WRITERS), required=False)


def _body(issued: PublishedList, players: int) -> dict[str, Any]:
    return {
        "time_control": issued.rating_list.time_control,
        "number": issued.number,
        "as_of": issued.as_of,
        "note": issued.note,
        "issued_at": issued.issued_at,
        "players": players,
    }


def _correction(found: ShownCorrection) -> dict[str, Any]:
    return {
        "player": {"id": found.person.id, "name": found.person.name},
        "was": found.was,
        "now": found.now,
        "causes": list(found.causes),
    }


class PublishedLists(ClubView):
    """The lists that were issued."""

    @extend_schema(
        operation_id="published_lists_list",
        parameters=[PublishedQuery],
        responses=PublishedListSchema(many=True),
        tags=["published lists"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List issued lists, the newest first."""
        query = read_query(PublishedQuery, request)
        lists = of_club(self.access, PublishedList).select_related("rating_list")
        if "time_control" in query:
            lists = lists.filter(rating_list__time_control=query["time_control"])
        return paged(
            self, request, lists.annotate(players=Count("rows")),
            lambda rows: [_body(row, row.players) for row in rows], ordering=("-id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="published_lists_issue",
        request=IssueRequest,
        responses={201: PublishedListSchema},
        tags=["published lists"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Issue a list as it stands at the end of a day; it gets the next number."""
        self.access.require(Right.MANAGE)
        body = read_body(IssueRequest, request)
        rating_list = rating_list_of(self.access, body["time_control"])
        issued = issue_list(self.access, rating_list, body["as_of"], note=body.get("note", ""))
        arguments = [self.access.club.slug, rating_list.time_control, issued.number]
        location = reverse("api_published_list", arguments, request=request)
        return Response(
            _body(issued, issued.rows.count()), status=201, headers={"Location": location}
        )


class PublishedListPreview(ClubView):
    """What issuing a list would publish."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="published_lists_preview",
        request=IssueRequest,
        responses=PlannedListSchema,
        tags=["published lists"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Return numbers and corrections of the list to be; nothing is written."""
        self.access.require(Right.MANAGE)
        body = read_body(IssueRequest, request)
        planned = plan_list(rating_list_of(self.access, body["time_control"]), body["as_of"])
        return Response(
            {
                "number": planned.number,
                "as_of": planned.as_of,
                "players": len(planned.rows),
                "new": planned.new,
                "changed": planned.changed,
                "corrections": [
                    _correction(found)
                    for found in shown_corrections(self.access, planned.corrections)
                ],
            }
        )


class PublishedListDetail(ClubView):
    """One issued list."""

    @extend_schema(
        operation_id="published_lists_read",
        parameters=[TIME_CONTROL],
        responses=PublishedListSchema,
        tags=["published lists"],
    )
    def get(self, _request: Request, time_control: str, number: int, **_kwargs: Any) -> Response:
        """Return a list's head, with what corrections changed since the list before."""
        issued = fetch_list(self.access, time_control, number)
        corrections = shown_corrections(self.access, issued.corrections)
        body = _body(issued, issued.rows.count())
        headers = {"Last-Modified": http_date(issued.issued_at.timestamp())}
        return Response(
            body | {"corrections": [_correction(found) for found in corrections]}, headers=headers
        )


class PublishedListRows(ClubView):
    """The lines of an issued list."""

    @extend_schema(
        operation_id="published_lists_rows",
        parameters=[TIME_CONTROL],
        responses=PublishedRowSchema(many=True),
        tags=["published lists"],
    )
    def get(self, request: Request, time_control: str, number: int, **_kwargs: Any) -> Response:
        """List the lines in their order; hidden players leave a gap."""
        issued = fetch_list(self.access, time_control, number)
        return paged(
            self, request, lines_of(self.access, issued), self._bodies,
            ordering=("rank", "player_id"),
        )  # fmt: skip

    def _bodies(self, rows: list[PublishedListRow]) -> list[dict[str, Any]]:
        return [
            {
                "rank": row.rank,
                "player": public_player(row.player, self.access),
                "rating": row.rating,
                "previous_rating": row.previous_rating,
                "games": row.games,
                "k": row.k_factor,
            }
            for row in rows
        ]


class PublishedListFile(ClubView):
    """An issued list as a file."""

    @extend_schema(
        operation_id="published_lists_file",
        parameters=[TIME_CONTROL, FileQuery],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/xml"): OpenApiTypes.STR,
        },
        tags=["published lists"],
    )
    def get(self, request: Request, time_control: str, number: int, **_kwargs: Any) -> HttpResponse:
        """Return the list as CSV (unless said otherwise), JSON, or FIDE's text and XML layouts."""
        kind = read_query(FileQuery, request).get("form", "csv")
        issued = fetch_list(self.access, time_control, number)
        return list_file(published_file(self.access, issued), kind)
