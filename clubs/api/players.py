"""Players over REST."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, visible_players
from clubs.api.bodies import IF_MATCH
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.schemas import PlayerRequest, PlayerSchema, player_body
from clubs.api.versions import etag, expected_version
from clubs.api.views import ClubView
from clubs.models import Player
from clubs.player_queries import find_players
from clubs.players import add_player, archive_player, change_player


class PlayerList(ClubView):
    """The players of the club."""

    @extend_schema(
        operation_id="players_list",
        parameters=[
            OpenApiParameter("search", str, description="Beginnings of words, or a FIDE ID."),
            OpenApiParameter("archived", bool, description="Archived players instead."),
        ],
        responses=PlayerSchema(many=True),
        tags=["players"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List players by name."""
        search = request.query_params.get("search", "")
        archived = request.query_params.get("archived") == "true"
        players = find_players(self.access, search, archived=archived)
        return paged(
            self, request, players, lambda rows: [player_body(row, self.access) for row in rows],
            ordering=("search_name", "id"),
        )  # fmt: skip

    @extend_schema(
        operation_id="players_add",
        request=PlayerRequest,
        responses={201: PlayerSchema},
        tags=["players"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Add a player."""
        self.access.require(Right.MANAGE)
        data = PlayerRequest(data=request.data)
        data.is_valid(raise_exception=True)
        player = add_player(self.access, **data.validated_data)
        return Response(
            player_body(player, self.access), status=201, headers={"ETag": etag(player.version)}
        )


class PlayerDetail(ClubView):
    """One player; ``ratings.api`` adds what a change means for his ratings."""

    change: ClassVar[Callable[..., Player]] = staticmethod(change_player)

    def _player(self, number: int) -> Player:
        return fetch(self.access, visible_players(self.access), pk=number)

    @extend_schema(operation_id="players_read", responses=PlayerSchema, tags=["players"])
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return a player as the caller may see him."""
        player = self._player(number)
        return Response(player_body(player, self.access), headers={"ETag": etag(player.version)})

    @extend_schema(
        operation_id="players_change",
        request=PlayerRequest,
        parameters=[IF_MATCH],
        responses=PlayerSchema,
        tags=["players"],
    )
    @idempotent
    def patch(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """Change some particulars."""
        self.access.require(Right.MANAGE)
        player = self._player(number)
        data = PlayerRequest(data=request.data, partial=True)
        data.is_valid(raise_exception=True)
        changed = self.change(
            self.access, player, version=expected_version(request), **data.validated_data
        )
        return Response(player_body(changed, self.access), headers={"ETag": etag(changed.version)})

    @extend_schema(
        operation_id="players_archive",
        description="Archives the player: history stays, lists to pick from lose him.",
        responses={204: None},
        tags=["players"],
    )
    @idempotent
    def delete(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Archive a player."""
        self.access.require(Right.MANAGE)
        archive_player(self.access, self._player(number))
        return Response(status=204)
