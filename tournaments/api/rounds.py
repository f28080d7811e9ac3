"""Rounds over REST: paired here or by another program, published, rearranged, undone."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from clubs.access import Right, nothing_here
from clubs.api.bodies import IF_MATCH, StrictJsonParser, TextParser, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.versions import etag, expected_version
from clubs.errors import InvalidInput, Problem
from tournaments.access import round_for, works_on_events
from tournaments.api.round_schemas import (
    ArrangeRequest,
    BoardsRequest,
    GivenRoundQuery,
    JobSchema,
    PublishRequest,
    RoundChange,
    RoundRequest,
    RoundSchema,
    boards_body,
    job_body,
    round_body,
)
from tournaments.api.views import EventApiView
from tournaments.boards import pair_by_hand, set_bye, swap_players
from tournaments.checking import check_round, uncheck_round
from tournaments.event_queries import load_event_view
from tournaments.event_settings import change_round_settings
from tournaments.given_rounds import read_engine_answer, set_boards, set_round_pairings
from tournaments.models import PairingJob, Round
from tournaments.pairing_jobs import job_of
from tournaments.pairing_rounds import pair_all_rounds, pair_round
from tournaments.publishing import (
    publish_all_rounds,
    publish_round,
    undo_round,
    unpublish_round,
)
from tournaments.results import ByeKind


class RoundQuery(serializers.Serializer[Any]):
    """Whether the list of rounds comes with boards."""

    expand = serializers.ChoiceField(choices=["boards"], required=False)


class RoundView(EventApiView):
    """What the views of rounds share."""

    def full_round(self, number: int, status: int = 200) -> Response:
        """Return a round with its boards as the database has it now."""
        view = load_event_view(self.event, drafts=works_on_events(self.access))
        found = view.round(number)
        if found is None:
            raise nothing_here()
        body = round_body(found.round) | boards_body(
            number, found.pairings, found.byes, found.absent, self.access
        )
        headers = {"ETag": etag(found.round.version, body)}
        if status == 201:
            arguments = [self.access.club.slug, self.event.number, number]
            headers["Location"] = reverse("api_round", arguments, request=self.request)
        return Response(body, status=status, headers=headers)

    def find_round(self, number: int) -> Round:
        """Return a round of the event, or raise NotFound."""
        return round_for(self.access, self.event, number)


class RoundList(RoundView):
    """The rounds of the event."""

    rights: ClassVar = {"POST": Right.PAIRING}
    parser_classes = [StrictJsonParser, TextParser]

    @extend_schema(
        operation_id="rounds_list",
        parameters=[RoundQuery],
        responses=RoundSchema(many=True),
        tags=["rounds"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List the rounds; `expand=boards` adds boards, byes and who has neither."""
        expands = read_query(RoundQuery, request).get("expand") == "boards"
        sees_drafts = works_on_events(self.access)
        rounds = self.event.rounds.all()
        if not sees_drafts:
            rounds = rounds.filter(state=Round.State.PUBLISHED)
        boards: dict[int, dict[str, Any]] = {}
        if expands:
            boards = {
                each.round.number: boards_body(
                    each.round.number, each.pairings, each.byes, each.absent, self.access
                )
                for each in load_event_view(self.event, drafts=sees_drafts).rounds
            }
        return paged(
            self, request, rounds,
            lambda rows: [round_body(row) | boards.get(row.number, {}) for row in rows],
            ordering=("number",),
        )  # fmt: skip

    @extend_schema(
        operation_id="rounds_pair",
        parameters=[GivenRoundQuery, IF_MATCH],
        request={"application/json": RoundRequest, "text/plain": OpenApiTypes.STR},
        responses={200: RoundSchema, 201: RoundSchema, 202: JobSchema},
        tags=["rounds"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Pair the next round, or store it as another program paired it.

        As `text/plain` the body is the plain answer of an engine: a count, then White and Black of
        a board on each line, 0 for the bye. A large field is paired in the background (202). The
        same round again answers 200, another one under its number 409. If-Match takes the ETag of
        the event.
        """
        version = expected_version(request)
        if isinstance(request.data, bytes):
            options = read_query(GivenRoundQuery, request)
            pairings, byes = read_engine_answer(request.data.decode("utf-8", "replace"))
            return self._given(pairings, byes, options, version)
        body = read_body(RoundRequest, request)
        if body.get("all_rounds"):
            rounds = pair_all_rounds(self.access, self.event, version=version)
            return self.full_round(min(each.number for each in rounds), 201)
        if "pairings" in body:
            pairings, byes = seats_from(body["pairings"])
            return self._given(pairings, byes, body, version)
        before = self.event.rounds.count()
        paired = pair_round(self.access, self.event, number=body.get("number"), version=version)
        if paired.round is None:
            return self._in_background(paired.job)
        return self.full_round(paired.round.number, 201 if paired.round.number > before else 200)

    def _in_background(self, job: PairingJob | None) -> Response:
        assert job is not None
        arguments = [self.access.club.slug, self.event.number]
        location = reverse("api_pairing_job", arguments, request=self.request)
        return Response(job_body(job), status=202, headers={"Location": location})

    def _given(
        self,
        pairings: list[tuple[int, int]],
        byes: dict[int, ByeKind],
        options: dict[str, Any],
        version: int | None,
    ) -> Response:
        before = self.event.rounds.count()
        round_ = set_round_pairings(
            self.access,
            self.event,
            options.get("number", before + 1),
            pairings,
            byes,
            engine=options.get("engine", ""),
            version=version,
            publish=options.get("publish", True),
            confirmed=options.get("confirmed", False),
            in_board_order=options.get("in_board_order", False),
        )
        return self.full_round(round_.number, 201 if round_.number > before else 200)


def seats_from(
    items: list[dict[str, Any]],
) -> tuple[list[tuple[int, int]], dict[int, ByeKind]]:
    """Return boards and byes from the items of a request."""
    boards = [(item["white"], item["black"]) for item in items if item.get("black") is not None]
    byes = {
        item["white"]: ByeKind(item.get("bye", ByeKind.PAIRING_ALLOCATED))
        for item in items
        if item.get("black") is None
    }
    return boards, byes


class RoundDetail(RoundView):
    """One round."""

    rights: ClassVar = {"PATCH": Right.MANAGE, "DELETE": Right.PAIRING}

    @extend_schema(operation_id="rounds_read", responses=RoundSchema, tags=["rounds"])
    def get(self, _request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Return a round with boards, byes and who has neither."""
        return self.full_round(round_number)

    @extend_schema(
        operation_id="rounds_change",
        request=RoundChange,
        parameters=[IF_MATCH],
        responses=RoundSchema,
        tags=["rounds"],
    )
    @idempotent
    def patch(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Give a round its own day or time control: it is then rated on that list."""
        body = read_body(RoundChange, request)
        version = expected_version(request)
        change_round_settings(self.access, self.find_round(round_number), version=version, **body)
        return self.full_round(round_number)

    @extend_schema(
        operation_id="rounds_undo",
        parameters=[IF_MATCH],
        responses={204: None},
        tags=["rounds"],
    )
    @idempotent
    def delete(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Take the last round away as long as it has no result."""
        undo_round(self.access, self.find_round(round_number), version=expected_version(request))
        return Response(status=204)


class RoundPublication(RoundView):
    """Whether everybody sees a round."""

    rights: ClassVar = {"POST": Right.PAIRING, "DELETE": Right.PAIRING}

    @extend_schema(
        operation_id="rounds_publish",
        request=PublishRequest,
        parameters=[IF_MATCH],
        responses=RoundSchema,
        tags=["rounds"],
    )
    @idempotent
    def post(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Publish a draft; a second time changes nothing."""
        body = read_body(PublishRequest, request)
        publish_round(
            self.access,
            self.find_round(round_number),
            version=expected_version(request),
            leave_out=body.get("leave_out", False),
        )
        return self.full_round(round_number)

    @extend_schema(
        operation_id="rounds_unpublish",
        parameters=[IF_MATCH],
        responses={200: RoundSchema},
        tags=["rounds"],
    )
    @idempotent
    def delete(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Make a published round without results a draft again."""
        unpublish_round(
            self.access, self.find_round(round_number), version=expected_version(request)
        )
        return self.full_round(round_number)


class AllRoundsPublication(RoundView):
    """All drafts of a round robin."""

    rights: ClassVar = {"POST": Right.PAIRING}

    @extend_schema(
        operation_id="rounds_publish_all",
        request=None,
        responses={200: RoundSchema(many=True)},
        tags=["rounds"],
    )
    @idempotent
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Publish all drafts at once."""
        return Response([round_body(each) for each in publish_all_rounds(self.access, self.event)])


class RoundCheck(RoundView):
    """Whether a round was compared with the score sheets, which locks it."""

    rights: ClassVar = {"POST": Right.RESULTS, "DELETE": Right.MANAGE}

    @extend_schema(
        operation_id="rounds_check",
        request=None,
        parameters=[IF_MATCH],
        responses=RoundSchema,
        tags=["rounds"],
    )
    @idempotent
    def post(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Lock the results of a round."""
        check_round(self.access, self.find_round(round_number), version=expected_version(request))
        return self.full_round(round_number)

    @extend_schema(
        operation_id="rounds_uncheck",
        parameters=[IF_MATCH],
        responses={200: RoundSchema},
        tags=["rounds"],
    )
    @idempotent
    def delete(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Open the results of a round again."""
        uncheck_round(self.access, self.find_round(round_number), version=expected_version(request))
        return self.full_round(round_number)


class RoundBoards(RoundView):
    """The boards of a round that is made by hand."""

    rights: ClassVar = {"PUT": Right.PAIRING}

    @extend_schema(
        operation_id="rounds_set_boards",
        request=BoardsRequest,
        parameters=[IF_MATCH],
        responses=RoundSchema,
        tags=["rounds"],
    )
    @idempotent
    def put(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Make the boards of a round exactly these (free pairing); the next round becomes one.

        If-Match takes the ETag of the round, or of the event while the round is not there.
        """
        boards, byes = seats_from(read_body(BoardsRequest, request)["pairings"])
        set_boards(
            self.access, self.event, boards, number=round_number, byes=byes,
            version=expected_version(request),
        )  # fmt: skip
        return self.full_round(round_number)


class RoundArrangement(RoundView):
    """Changes of single seats."""

    rights: ClassVar = {"POST": Right.PAIRING}

    @extend_schema(
        operation_id="rounds_arrange",
        request=ArrangeRequest,
        parameters=[IF_MATCH],
        responses=RoundSchema,
        tags=["rounds"],
    )
    @idempotent
    def post(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Swap two players, pair two by hand, or give somebody the bye.

        Warnings come as 409 `pairing_warnings`, each with its grade, until `confirmed`.
        """
        round_ = self.find_round(round_number)
        body = read_body(ArrangeRequest, request)
        players = body["players"]
        options = {
            "confirmed": body.get("confirmed", False),
            "version": expected_version(request),
        }
        if body["action"] == "bye":
            kind = ByeKind(body.get("kind", ByeKind.PAIRING_ALLOCATED))
            set_bye(self.access, round_, players[0], kind, **options)
        else:
            act = swap_players if body["action"] == "swap_players" else pair_by_hand
            act(self.access, round_, *_two(players), **options)
        return self.full_round(round_number)


def _two(players: list[int]) -> tuple[int, int]:
    if len(players) != 2:
        message = _("Name two players.")
        problem = Problem("two_players_needed", message, "players")
        raise InvalidInput("boards_impossible", message, problems=[problem])
    return players[0], players[1]


class PairingJobDetail(RoundView):
    """The round that is being paired in the background."""

    read_right = Right.PAIRING

    @extend_schema(operation_id="rounds_pairing_job", responses=JobSchema, tags=["rounds"])
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the state of the newest job; 404 where nothing was ever paired in background."""
        job = job_of(self.event)
        if job is None:
            raise nothing_here()
        return Response(job_body(job))
