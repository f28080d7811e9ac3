"""Players over REST."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, visible_players
from clubs.api.bodies import IF_MATCH, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.schemas import PlayerChange, PlayerRequest, PlayerSchema, player_body
from clubs.api.sparse import FIELDS, sparse
from clubs.api.versions import etag, expected_version
from clubs.api.views import ClubView
from clubs.models import Player
from clubs.player_queries import find_players
from clubs.players import add_player, archive_player, change_player


class PlayerQuery(serializers.Serializer[Any]):
    """Whom to list."""

    search = serializers.CharField(
        required=False, allow_blank=True, max_length=100,
        help_text="Beginnings of words, or a FIDE ID.",
    )  # fmt: skip
    archived = serializers.BooleanField(required=False, help_text="Archived players instead.")


class PlayerList(ClubView):
    """The players of the club."""

    @extend_schema(
        operation_id="players_list",
        parameters=[PlayerQuery, FIELDS],
        responses=PlayerSchema(many=True, partial=True),
        tags=["players"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List players by name."""
        query = read_query(PlayerQuery, request)
        players = find_players(
            self.access, query.get("search", ""), archived=query.get("archived", False)
        )
        return paged(
            self, request, players,
            sparse(
                request, PlayerSchema, lambda rows: [player_body(row, self.access) for row in rows]
            ),
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
        player = add_player(self.access, **read_body(PlayerRequest, request))
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
        request=PlayerChange,
        parameters=[IF_MATCH],
        responses=PlayerSchema,
        tags=["players"],
    )
    @idempotent
    def patch(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """Change some particulars; another year of birth rates the player anew."""
        self.access.require(Right.MANAGE)
        player = self._player(number)
        body = read_body(PlayerChange, request, partial=True)
        archived = body.pop("is_archived", None)
        changed = self.change(self.access, player, version=expected_version(request), **body)
        if archived is not None and archived != (changed.archived_at is not None):
            changed = archive_player(self.access, changed, archived=archived)
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
