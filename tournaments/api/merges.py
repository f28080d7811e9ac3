"""Two rows that are one person over REST: merged with a preview, and taken apart again."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, of_club, visible_players
from clubs.api.bodies import BodySchema, read_body
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.views import ClubView
from clubs.models import Player
from clubs.models.player import PlayerMerge
from ratings.api.schemas import PersonSchema, PreviewSchema, person_body, preview_body
from tournaments.merging import merge_players, preview_merge, preview_undo, undo_merge


class MergeSchema(serializers.Serializer[Any]):
    """A merge: the row that stays, the one that went into it."""

    id = serializers.IntegerField()
    kept = PersonSchema()
    gone = PersonSchema()
    merged_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class PairRequest(BodySchema):
    """The row that stays and the one that goes into it."""

    kept = serializers.IntegerField(min_value=1)
    gone = serializers.IntegerField(min_value=1)


class MergeRequest(PairRequest):
    """Two rows, with the digest of the preview and why."""

    digest = serializers.CharField(max_length=64)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)


class UndoMergeRequest(BodySchema):
    """The digest of the preview."""

    digest = serializers.CharField(max_length=64)


class MergeView(ClubView):
    """What the views of merges share."""

    read_right = Right.MANAGE

    def body(self, merge: PlayerMerge) -> dict[str, Any]:
        """Return a merge; both players must be loaded."""
        return {
            "id": merge.pk,
            "kept": person_body(merge.kept, self.access),
            "gone": person_body(merge.gone, self.access),
            "merged_at": merge.merged_at,
            "undone_at": merge.undone_at,
        }

    def two_players(self, body: dict[str, Any]) -> tuple[Player, Player]:
        """Return the two players of a body through the club's door."""
        players = visible_players(self.access)
        kept = fetch(self.access, players, pk=body["kept"])
        return kept, fetch(self.access, players, pk=body["gone"])

    def find(self, number: int) -> PlayerMerge:
        """Return a merge of the club, or raise NotFound."""
        return fetch(self.access, PlayerMerge.objects.select_related("kept", "gone"), pk=number)


class MergeList(MergeView):
    """The merges of the club."""

    @extend_schema(operation_id="merges_list", responses=MergeSchema(many=True), tags=["players"])
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List merges, the newest first."""
        merges = of_club(self.access, PlayerMerge).select_related("kept", "gone")
        return paged(
            self, request, merges, lambda rows: [self.body(row) for row in rows],
            ordering=("-id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="merges_make",
        request=MergeRequest,
        responses={201: MergeSchema},
        tags=["players"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Merge two rows of one person; history is rated again with one person in it."""
        self.access.require(Right.MANAGE)
        body = read_body(MergeRequest, request)
        kept, gone = self.two_players(body)
        merge = merge_players(
            self.access,
            kept,
            gone,
            preview_digest=body["digest"],
            reason=body.get("reason", ""),
        )
        return Response(self.body(merge), status=201)


class MergePreview(MergeView):
    """What merging would move."""

    @extend_schema(
        operation_id="merges_preview",
        request=PairRequest,
        responses=PreviewSchema,
        tags=["players"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Return the wave of a merge; nothing is written."""
        self.access.require(Right.MANAGE)
        kept, gone = self.two_players(read_body(PairRequest, request))
        return Response(preview_body(preview_merge(self.access, kept, gone), self.access))


class MergeUndo(MergeView):
    """Taking a merge back."""

    @extend_schema(
        operation_id="merges_undo",
        request=UndoMergeRequest,
        responses=MergeSchema,
        tags=["players"],
    )
    @idempotent
    def post(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """Give each row again what it had."""
        self.access.require(Right.MANAGE)
        merge = self.find(number)
        digest = read_body(UndoMergeRequest, request)["digest"]
        undo_merge(self.access, merge, preview_digest=digest)
        return Response(self.body(self.find(number)))


class MergeUndoPreview(MergeView):
    """What taking a merge back would move."""

    @extend_schema(operation_id="merges_undo_preview", responses=PreviewSchema, tags=["players"])
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return the wave; nothing is written."""
        return Response(preview_body(preview_undo(self.access, self.find(number)), self.access))
