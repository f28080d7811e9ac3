"""The rating policies of a club over REST."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, of_club
from clubs.api.bodies import BodySchema, read_body
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.api.views import ClubView
from ratings.api.lists import RatingListSchema, list_body, rating_list_of
from ratings.api.schemas import TIME_CONTROL, PreviewSchema, preview_body
from ratings.models import RatingPolicy
from ratings.policies import preview_policy, refuse_policy, set_policy
from ratings.policy_input import PolicyInput
from ratings.tasks import try_again

FIELDS = tuple(item.name for item in fields(PolicyInput))


class PolicySchema(serializers.Serializer[Any]):
    """What the club decides about its ratings from a day on; null takes the regulations' number."""

    valid_from = serializers.DateField()
    preset = serializers.ChoiceField(choices=RatingPolicy.Preset.choices)
    newcomer_rule = serializers.ChoiceField(choices=RatingPolicy.NewcomerRule.choices)
    start_value = serializers.IntegerField(allow_null=True)
    falls_to_unrated = serializers.BooleanField()
    floor = serializers.IntegerField(allow_null=True)
    minimum = serializers.IntegerField(allow_null=True)
    hypothetical_rating = serializers.IntegerField(allow_null=True)
    limits_first_rating = serializers.BooleanField()
    maximum = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class PolicyTermsRequest(BodySchema):
    """A policy in numbers."""

    valid_from = serializers.DateField()
    preset = serializers.ChoiceField(choices=RatingPolicy.Preset.choices, required=False)
    newcomer_rule = serializers.ChoiceField(
        choices=RatingPolicy.NewcomerRule.choices, required=False
    )
    start_value = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=4000
    )
    falls_to_unrated = serializers.BooleanField(required=False)
    floor = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=4000)
    minimum = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=4000)
    hypothetical_rating = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=4000
    )
    limits_first_rating = serializers.BooleanField(required=False)
    maximum = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=4000)


class PolicyRequest(PolicyTermsRequest):
    """A policy with why it is set, and the digest of the preview if one was shown."""

    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)
    digest = serializers.CharField(max_length=64, required=False, allow_blank=True)


def _input(body: dict[str, Any]) -> PolicyInput:
    return PolicyInput(**{name: body[name] for name in FIELDS if name in body})


def _body(policy: RatingPolicy) -> dict[str, Any]:
    return {name: getattr(policy, name) for name in (*FIELDS, "reason")}


class PolicyList(ClubView):
    """The policies of the club, by the day from which they hold."""

    @extend_schema(
        operation_id="policies_list", responses=PolicySchema(many=True), tags=["policies"]
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List policies, the newest first; they are public, because they explain ratings."""
        return paged(
            self, request, of_club(self.access, RatingPolicy),
            lambda rows: [_body(row) for row in rows], ordering=("-valid_from", "id"),
        )  # fmt: skip

    @extend_schema(
        operation_id="policies_set",
        request=PolicyRequest,
        responses={200: PolicySchema},
        tags=["policies"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Set the policy from a day on; owners only. All lists are rated anew from then."""
        self.access.require(Right.OWN)
        body = read_body(PolicyRequest, request)
        stored = set_policy(
            self.access,
            _input(body),
            reason=body.get("reason", ""),
            preview_digest=body.get("digest") or None,
        )
        return Response(_body(stored))


class PolicyPreview(ClubView):
    """What a policy would move."""

    @extend_schema(
        operation_id="policies_preview",
        request=PolicyTermsRequest,
        responses=PreviewSchema,
        tags=["policies"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Return the wave of a policy; nothing is written."""
        self.access.require(Right.OWN)
        policy = _input(read_body(PolicyTermsRequest, request))
        refuse_policy(policy)
        return Response(preview_body(preview_policy(self.access.club, policy), self.access))


class ListRetry(ClubView):
    """A list whose ratings could not be worked out."""

    @extend_schema(
        operation_id="ratings_try_again",
        parameters=[TIME_CONTROL],
        request=None,
        responses={202: RatingListSchema},
        tags=["ratings"],
    )
    @idempotent
    def post(self, _request: Request, time_control: str, **_kwargs: Any) -> Response:
        """Give a parked list new attempts."""
        self.access.require(Right.MANAGE)
        rating_list = rating_list_of(self.access, time_control)
        try_again(self.access, rating_list)
        return Response(list_body(rating_list_of(self.access, time_control)), status=202)
