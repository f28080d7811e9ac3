"""Boards and results over REST: one by one with a version, or a round at once."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right
from clubs.api.bodies import IF_MATCH, StrictJsonParser, TextParser, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.versions import etag, expected_version
from tournaments.access import pairing_for, round_for
from tournaments.api.round_schemas import (
    BoardSchema,
    ConfirmRequest,
    ConsequencesSchema,
    ResultRequest,
    ResultsRequest,
    board_body,
)
from tournaments.api.views import EventApiView
from tournaments.boards import swap_colours
from tournaments.checking import exclude_game, include_game
from tournaments.entering_results import (
    enter_result,
    enter_results,
    refuse_outdated_board,
    result_from,
    undo_result,
)
from tournaments.models import Pairing
from tournaments.result_texts import enter_pasted_results
from tournaments.wrong_results import consequences_of_correction


class BoardView(EventApiView):
    """What the views of one board share."""

    def find_board(self, round_number: int, board: int) -> Pairing:
        """Return a board with round and players, or raise NotFound."""
        return pairing_for(self.access, self.event, round_number, board)

    def answer(self, board: Pairing) -> Response:
        """Return a board with its version."""
        body = board_body(board, self.access)
        return Response(body, headers={"ETag": etag(board.version, body)})


class BoardDetail(BoardView):
    """One board."""

    rights: ClassVar = {"PATCH": Right.RESULTS, "PUT": Right.RESULTS}

    @extend_schema(operation_id="boards_read", responses=BoardSchema, tags=["results"])
    def get(self, _request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Return a board with its result."""
        return self.answer(self.find_board(round_number, board))

    @extend_schema(
        operation_id="boards_change",
        request=ResultRequest,
        parameters=[IF_MATCH],
        responses=BoardSchema,
        tags=["results"],
    )
    @idempotent
    def patch(self, request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Enter a result, correct it, or keep the game out of rating with a reason.

        A result of an earlier round that pairings rest on is refused with 409
        `later_round_paired` until `later_rounds` says what becomes of them.
        """
        return self._change(request, round_number, board)

    @extend_schema(
        operation_id="boards_set",
        request=ResultRequest,
        parameters=[IF_MATCH],
        responses=BoardSchema,
        tags=["results"],
    )
    @idempotent
    def put(self, request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Enter a result; the same as PATCH, for programs that put."""
        return self._change(request, round_number, board)

    def _change(self, request: Request, round_number: int, board: int) -> Response:
        pairing = self.find_board(round_number, board)
        body = read_body(ResultRequest, request)
        version = expected_version(request)
        if "result" in body:
            enter_result(
                self.access,
                pairing,
                body["result"],
                version=version,
                played=body.get("played"),
                later_rounds=body.get("later_rounds", ""),
            )
        elif version is not None:
            refuse_outdated_board(self.access, pairing, version)
        if "excluded_reason" in body:
            if body["excluded_reason"]:
                exclude_game(self.access, pairing, body["excluded_reason"])
            else:
                include_game(self.access, pairing)
        return self.answer(self.find_board(round_number, board))


class BoardUndo(BoardView):
    """The result before the last change."""

    rights: ClassVar = {"POST": Right.RESULTS}

    @extend_schema(
        operation_id="boards_undo",
        request=None,
        parameters=[IF_MATCH],
        responses=BoardSchema,
        tags=["results"],
    )
    @idempotent
    def post(self, request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Bring back the result the board had before; twice, and it is as it was."""
        pairing = self.find_board(round_number, board)
        undo_result(self.access, pairing, version=expected_version(request))
        return self.answer(self.find_board(round_number, board))


class BoardColours(BoardView):
    """Colours turned round."""

    rights: ClassVar = {"POST": Right.PAIRING}

    @extend_schema(
        operation_id="boards_swap_colours",
        request=ConfirmRequest,
        parameters=[IF_MATCH],
        responses=BoardSchema,
        tags=["results"],
    )
    @idempotent
    def post(self, request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Exchange the colours of a board; each player keeps what he scored."""
        pairing = self.find_board(round_number, board)
        body = read_body(ConfirmRequest, request)
        version = expected_version(request)
        if version is not None:
            refuse_outdated_board(self.access, pairing, version)
        swap_colours(self.access, pairing, confirmed=body.get("confirmed", False))
        return self.answer(self.find_board(round_number, board))


class BoardConsequences(BoardView):
    """What another result would mean."""

    read_right = Right.RESULTS

    @extend_schema(
        operation_id="boards_consequences",
        parameters=[OpenApiParameter("result", str, required=True)],
        responses=ConsequencesSchema,
        tags=["results"],
    )
    def get(self, request: Request, round_number: int, board: int, **_kwargs: Any) -> Response:
        """Return whom a correction moves, and what can be done with a round paired since."""
        pairing = self.find_board(round_number, board)
        wanted = result_from(request.query_params.get("result", "")[:20], played=True)
        found = consequences_of_correction(self.access, pairing, wanted)
        return Response(
            {
                "old": found.old.value,
                "new": found.new.value,
                "later_round": found.later_round,
                "open_boards": list(found.open_boards),
                "started_boards": list(found.started_boards),
                "choices": list(found.choices),
                "differs": None if found.advice is None else found.advice.differs,
                "moved": [
                    {name: getattr(player, name) for name in player.__slots__}
                    for player in found.moved
                ],
            }
        )


class PastedQuery(serializers.Serializer[Any]):
    """What a pasted text leaves open."""

    zeros_were_played = serializers.BooleanField(
        required=False, help_text="Whether games pasted as `0-0` were played."
    )


class RoundResults(EventApiView):
    """The results of a round."""

    rights: ClassVar = {"PUT": Right.RESULTS}
    parser_classes = [StrictJsonParser, TextParser]

    @extend_schema(
        operation_id="rounds_enter_results",
        parameters=[PastedQuery],
        request={"application/json": ResultsRequest, "text/plain": OpenApiTypes.STR},
        responses={200: BoardSchema(many=True)},
        tags=["results"],
    )
    @idempotent
    def put(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Enter results of several boards: all of them or none, with an error per item.

        As `text/plain` a board number and a result on each line. An item may carry the version of
        its board; an older one anywhere answers 412 with the state of those boards.
        """
        round_ = round_for(self.access, self.event, round_number)
        if isinstance(request.data, bytes):
            query = read_query(PastedQuery, request)
            changed = enter_pasted_results(
                self.access,
                round_,
                request.data.decode("utf-8", "replace"),
                zeros_were_played=query.get("zeros_were_played"),
            )
        else:
            changed = enter_results(
                self.access, round_, read_body(ResultsRequest, request)["results"]
            )
        entries = self.event.entries.select_related("player").in_bulk(
            [entry for board in changed for entry in (board.white_id, board.black_id)]
        )
        for board in changed:
            board.round = round_
            board.white, board.black = entries[board.white_id], entries[board.black_id]
        return Response([board_body(board, self.access) for board in changed])
