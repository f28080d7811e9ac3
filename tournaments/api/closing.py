"""Closing, reopening and correcting over REST: problems, preview, digest, and the rating of it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from clubs.access import Right, fetch, visible_players
from clubs.api.bodies import IF_MATCH, BodySchema, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.versions import etag, expected_version
from ratings.api.event_rating import (
    LONGEST_WAIT,
    EventRatingSchema,
    event_rating_body,
    wait_for_rating,
)
from ratings.api.schemas import (
    TIME_CONTROLS,
    HistoryRowSchema,
    PreviewSchema,
    names_of,
    people_in,
    preview_body,
    row_body,
)
from ratings.models import RatingChange
from ratings.queries import rows_of_event
from ratings.rules import TimeControl
from tournaments.access import works_on_events
from tournaments.api.schemas import TournamentSchema, tournament_body
from tournaments.api.views import EventApiView
from tournaments.closing import (
    ClosingProblem,
    close_tournament,
    closing_problems,
    preview_closing,
)
from tournaments.correcting import (
    Correction,
    correct_tournament,
    preview_correction,
    preview_reopening,
    reopen_tournament,
)
from tournaments.entering_results import result_from
from tournaments.models import Tournament


class ClosingProblemSchema(serializers.Serializer[Any]):
    """One thing that keeps an event from being closed; `page` is where people mend it."""

    code = serializers.CharField()
    message = serializers.CharField()
    facts = serializers.DictField()
    page = serializers.CharField()


class ClosingProblemsSchema(serializers.Serializer[Any]):
    """Everything that keeps an event from being closed."""

    problems = ClosingProblemSchema(many=True)


class ClosingPreviewSchema(serializers.Serializer[Any]):
    """Every change closing would make; null while there are problems."""

    problems = ClosingProblemSchema(many=True)
    preview = PreviewSchema(allow_null=True)


def _problem(problem: ClosingProblem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "message": problem.message,
        "facts": dict(problem.facts),
        "page": problem.target.url_name,
    }


class ClosingProblems(EventApiView):
    """What is still missing."""

    read_right = Right.READ

    @extend_schema(
        operation_id="closing_problems", responses=ClosingProblemsSchema, tags=["closing"]
    )
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return everything that keeps the event from being closed."""
        found = closing_problems(self.event, drafts=works_on_events(self.access))
        return Response({"problems": [_problem(each) for each in found]})


class ClosingPreview(EventApiView):
    """What closing would do."""

    read_right = Right.CLOSE

    @extend_schema(operation_id="closing_preview", responses=ClosingPreviewSchema, tags=["closing"])
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return every change with K and reason, games not rated and why, and the digest."""
        found = preview_closing(self.access, self.event)
        preview = found.preview
        return Response(
            {
                "problems": [_problem(each) for each in found.problems],
                "preview": None if preview is None else preview_body(preview, self.access),
            }
        )


class CloseRequest(BodySchema):
    """The digest of the preview that was shown."""

    digest = serializers.CharField(max_length=64)


class ClosedSchema(serializers.Serializer[Any]):
    """An event and how far its rating is."""

    tournament = TournamentSchema()
    rating = EventRatingSchema()


class ReratedView(EventApiView):
    """What the operations that send an event to the ledger answer."""

    def rerated(self, tournament: Tournament) -> Response:
        """Return the event with its rating: 202 while that is being worked out."""
        body = {
            "tournament": tournament_body(tournament),
            "rating": event_rating_body(self.access.club, tournament.number),
        }
        arguments = [self.access.club.slug, tournament.number]
        headers = {
            "ETag": etag(tournament.version),
            "Location": reverse("api_event_rating", arguments, request=self.request),
        }
        status = 202 if body["rating"]["state"] == "waiting" else 200
        return Response(body, status=status, headers=headers)


class Closing(ReratedView):
    """Closing the event."""

    rights: ClassVar = {"POST": Right.CLOSE}

    @extend_schema(
        operation_id="close",
        request=CloseRequest,
        responses={200: ClosedSchema, 202: ClosedSchema},
        tags=["closing"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Close the event and have it rated; closed already, it is given back.

        202 while the ratings are being worked out: poll `rating/`, also with `?wait=20`. 412
        `preview_outdated` when something moved since the preview.
        """
        digest = read_body(CloseRequest, request)["digest"]
        return self.rerated(close_tournament(self.access, self.event, digest))


class ReopeningPreview(EventApiView):
    """What reopening would move."""

    read_right = Right.CLOSE

    @extend_schema(operation_id="reopening_preview", responses=PreviewSchema, tags=["closing"])
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the wave of taking the event out of the ratings again."""
        return Response(preview_body(preview_reopening(self.access, self.event), self.access))


class ReopenRequest(BodySchema):
    """The digest of the wave that was shown, and why."""

    digest = serializers.CharField(max_length=64)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)


class Reopening(ReratedView):
    """Reopening the event."""

    rights: ClassVar = {"POST": Right.CLOSE}

    @extend_schema(
        operation_id="reopen",
        request=ReopenRequest,
        responses={200: ClosedSchema, 202: ClosedSchema},
        tags=["closing"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Let the event run again; what followed is rated anew."""
        body = read_body(ReopenRequest, request)
        return self.rerated(reopen_tournament(self.access, self.event, **body))


class PlaceRequest(BodySchema):
    """A board of a closed event."""

    round_number = serializers.IntegerField(min_value=1, max_value=100)
    board = serializers.IntegerField(min_value=1, max_value=32000)


class ResultCorrection(PlaceRequest):
    """Another result of a board."""

    result = serializers.CharField(max_length=20)
    played = serializers.BooleanField(required=False, allow_null=True)


class ExclusionCorrection(PlaceRequest):
    """Why a game is not rated; empty: it is."""

    reason = serializers.CharField(max_length=60, allow_blank=True)


class PlayerCorrection(BodySchema):
    """Who really played under a number."""

    starting_rank = serializers.IntegerField(min_value=1, max_value=32000)
    player = serializers.IntegerField(min_value=1)


class CorrectionRequest(BodySchema):
    """What is changed in a closed event."""

    results = serializers.ListField(child=ResultCorrection(), required=False, max_length=1000)
    swapped_colours = serializers.ListField(child=PlaceRequest(), required=False, max_length=1000)
    excluded = serializers.ListField(child=ExclusionCorrection(), required=False, max_length=1000)
    players = serializers.ListField(child=PlayerCorrection(), required=False, max_length=1000)
    start_date = serializers.DateField(required=False)
    end_date = serializers.DateField(required=False)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)


class ConfirmedCorrection(CorrectionRequest):
    """A correction with the digest of its preview, and why."""

    digest = serializers.CharField(max_length=64)
    reason = serializers.CharField(max_length=200)


class CorrectionView(ReratedView):
    """What preview and correction share."""

    rights: ClassVar = {"POST": Right.CLOSE}

    def correction(self, body: dict[str, Any]) -> Correction:
        """Return the correction a body asks for; players through the club's door."""
        players = visible_players(self.access)
        time_control = body.get("time_control")
        return Correction(
            results={
                _place(item): result_from(item["result"], played=item.get("played"))
                for item in body.get("results", ())
            },
            swapped=frozenset(_place(item) for item in body.get("swapped_colours", ())),
            excluded={_place(item): item["reason"] for item in body.get("excluded", ())},
            replaced={
                item["starting_rank"]: fetch(self.access, players, pk=item["player"])
                for item in body.get("players", ())
            },
            start_date=body.get("start_date"),
            end_date=body.get("end_date"),
            time_control=TimeControl(time_control) if time_control else None,
        )


def _place(item: dict[str, Any]) -> tuple[int, int]:
    return item["round_number"], item["board"]


class CorrectionPreview(CorrectionView):
    """What a correction would move."""

    @extend_schema(
        operation_id="correction_preview",
        parameters=[IF_MATCH],
        request=CorrectionRequest,
        responses=PreviewSchema,
        tags=["closing"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Return the event's own rows and the wave behind them; nothing is written.

        If-Match takes the ETag of the event.
        """
        correction = self.correction(read_body(CorrectionRequest, request))
        preview = preview_correction(
            self.access, self.event, correction, version=expected_version(request)
        )
        return Response(preview_body(preview, self.access))


class Correcting(CorrectionView):
    """Correcting a closed event."""

    @extend_schema(
        operation_id="correct",
        parameters=[IF_MATCH],
        request=ConfirmedCorrection,
        responses={200: ClosedSchema, 202: ClosedSchema},
        tags=["closing"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Correct the event and rate it again with everything that followed; revisions stay.

        If-Match takes the ETag of the event.
        """
        body = read_body(ConfirmedCorrection, request)
        corrected = correct_tournament(
            self.access,
            self.event,
            self.correction(body),
            digest=body["digest"],
            reason=body["reason"],
            version=expected_version(request),
        )
        return self.rerated(corrected)


class RatingQuery(serializers.Serializer[Any]):
    """How long to wait."""

    wait = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST_WAIT,
        help_text="Seconds to wait while the state is waiting; may be answered earlier.",
    )


class EventRating(EventApiView):
    """How far the rating is."""

    @extend_schema(
        operation_id="event_rating",
        parameters=[RatingQuery],
        responses=EventRatingSchema,
        tags=["closing"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """Return none, waiting, rated or parked; with an ETag to poll by."""
        seconds = read_query(RatingQuery, request).get("wait", 0)
        return Response(wait_for_rating(self.access.club, self.event.number, seconds))


class RatingReportQuery(serializers.Serializer[Any]):
    """Which part of the report."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)


class RatingReportRowSchema(HistoryRowSchema):
    """A row of the report, with its list."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)


class RatingReportList(EventApiView):
    """What the event did to everybody's rating."""

    @extend_schema(
        operation_id="event_rating_report",
        parameters=[RatingReportQuery],
        responses=RatingReportRowSchema(many=True),
        tags=["closing"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List the history rows of the event with every game that counted, or why it did not."""
        query = read_query(RatingReportQuery, request)
        rows: QuerySet[RatingChange] = rows_of_event(self.access.club, self.event.number)
        if "time_control" in query:
            rows = rows.filter(rating_list__time_control=query["time_control"])
        return paged(
            self, request, rows, self._bodies, ordering=("rating_list_id", "-change", "id")
        )

    def _bodies(self, rows: list[RatingChange]) -> list[dict[str, Any]]:
        names = names_of(self.access, people_in(rows))
        return [
            {"time_control": row.rating_list.time_control, **row_body(row, names)} for row in rows
        ]
