"""Ratings given by hand over REST."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, of_club, visible_players
from clubs.api.bodies import BodySchema, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.views import ClubView
from ratings.adjustments import (
    day_without_one,
    give_rating,
    preview_adjustment,
    preview_adjustment_withdrawal,
    refuse_adjustment,
    withdraw_adjustment,
)
from ratings.api.lists import rating_list_of
from ratings.api.schemas import (
    TIME_CONTROLS,
    PersonSchema,
    PreviewSchema,
    person_body,
    preview_body,
)
from ratings.models import RatingAdjustment
from ratings.preview import PlannedAdjustment
from ratings.rules import TimeControl


class AdjustmentSchema(serializers.Serializer[Any]):
    """A rating given by hand or by import; null makes the player unrated."""

    number = serializers.IntegerField()
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    player = PersonSchema()
    day = serializers.DateField()
    rating = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(allow_null=True)
    peak = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(choices=RatingAdjustment.Kind.choices)
    reason = serializers.CharField(allow_blank=True)
    author = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class AdjustmentQuery(serializers.Serializer[Any]):
    """Which ratings by hand."""

    player = serializers.IntegerField(required=False, min_value=1)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)
    kind = serializers.ChoiceField(choices=RatingAdjustment.Kind.choices, required=False)
    withdrawn = serializers.BooleanField(required=False)


class PlannedRequest(BodySchema):
    """A rating to give; without a day it holds from the first event (start) or from today."""

    player = serializers.IntegerField(min_value=1)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    rating = serializers.IntegerField(min_value=1, max_value=4000, allow_null=True)
    day = serializers.DateField(required=False)
    kind = serializers.ChoiceField(choices=["manual", "start"], required=False)
    games = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=100_000
    )
    peak = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=4000)


class GiveRequest(PlannedRequest):
    """A rating to give, why, and the digest of the preview if one was shown."""

    reason = serializers.CharField(max_length=200)
    digest = serializers.CharField(max_length=64, required=False, allow_blank=True)


class WithdrawRequest(BodySchema):
    """Why a rating by hand is taken back, and the digest of the preview if one was shown."""

    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)
    digest = serializers.CharField(max_length=64, required=False, allow_blank=True)


def _body(row: RatingAdjustment, view: ClubView) -> dict[str, Any]:
    names = ("day", "rating", "games", "peak", "reason", "created_at", "withdrawn_at")
    return {name: getattr(row, name) for name in names} | {
        "number": row.key,
        "time_control": row.rating_list.time_control,
        "player": person_body(row.player, view.access),
        "kind": str(row.kind),
        "author": row.author_label,
    }


class AdjustmentList(ClubView):
    """The ratings given by hand."""

    read_right = Right.READ

    @extend_schema(
        operation_id="adjustments_list",
        parameters=[AdjustmentQuery],
        responses=AdjustmentSchema(many=True),
        tags=["adjustments"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List ratings by hand, the newest first."""
        query = read_query(AdjustmentQuery, request)
        if "withdrawn" in query:
            query["withdrawn_at__isnull"] = not query.pop("withdrawn")
        if "time_control" in query:
            query["rating_list__time_control"] = query.pop("time_control")
        rows = of_club(self.access, RatingAdjustment).filter(**query)
        return paged(
            self, request, rows.select_related("player", "rating_list"),
            lambda found: [_body(row, self) for row in found], ordering=("-key",),
        )  # fmt: skip

    @extend_schema(
        operation_id="adjustments_give",
        request=GiveRequest,
        responses={201: AdjustmentSchema},
        tags=["adjustments"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Give a player a rating from a day on; everything after it is rated anew."""
        self.access.require(Right.MANAGE)
        body = read_body(GiveRequest, request)
        player = fetch(self.access, visible_players(self.access), pk=body.pop("player"))
        rating_list = rating_list_of(self.access, body.pop("time_control"))
        digest = body.pop("digest", "") or None
        given = give_rating(self.access, player, rating_list, preview_digest=digest, **body)
        return Response(_body(given, self), status=201)


class AdjustmentPreview(ClubView):
    """What a rating by hand would move."""

    @extend_schema(
        operation_id="adjustments_preview",
        request=PlannedRequest,
        responses=PreviewSchema,
        tags=["adjustments"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Return the wave of giving a rating; nothing is written."""
        self.access.require(Right.MANAGE)
        body = read_body(PlannedRequest, request)
        player = fetch(self.access, visible_players(self.access), pk=body["player"])
        rating_list = rating_list_of(self.access, body["time_control"])
        day = body.get("day") or day_without_one(player, rating_list, body.get("kind", ""))
        planned = PlannedAdjustment(
            TimeControl(body["time_control"]), player.pk, day, body["rating"],
            body.get("games"), body.get("peak"),
        )  # fmt: skip
        refuse_adjustment(rating_list, planned, "-")
        return Response(preview_body(preview_adjustment(self.access.club, planned), self.access))


class AdjustmentView(ClubView):
    """What the views of one rating by hand share."""

    def find(self, number: int) -> RatingAdjustment:
        """Return a rating by hand by its number in the club, or raise NotFound."""
        rows = RatingAdjustment.objects.select_related("player", "rating_list", "club")
        return fetch(self.access, rows, key=number)


class AdjustmentDetail(AdjustmentView):
    """One rating given by hand."""

    read_right = Right.READ

    @extend_schema(
        operation_id="adjustments_read", responses=AdjustmentSchema, tags=["adjustments"]
    )
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return a rating by hand."""
        return Response(_body(self.find(number), self))


class AdjustmentWithdrawal(AdjustmentView):
    """Taking a rating by hand back."""

    @extend_schema(
        operation_id="adjustments_withdraw",
        request=WithdrawRequest,
        responses=AdjustmentSchema,
        tags=["adjustments"],
    )
    @idempotent
    def post(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """Take it back as if it had never been given."""
        self.access.require(Right.MANAGE)
        adjustment = self.find(number)
        body = read_body(WithdrawRequest, request)
        withdrawn = withdraw_adjustment(
            self.access,
            adjustment,
            reason=body.get("reason", ""),
            preview_digest=body.get("digest") or None,
        )
        return Response(_body(withdrawn, self))


class AdjustmentWithdrawalPreview(AdjustmentView):
    """What taking a rating by hand back would move."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="adjustments_withdraw_preview",
        responses=PreviewSchema,
        tags=["adjustments"],
    )
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return the wave; nothing is written."""
        preview = preview_adjustment_withdrawal(self.find(number))
        return Response(preview_body(preview, self.access))
