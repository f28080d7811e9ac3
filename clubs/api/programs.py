"""Tokens, webhooks and the audit over REST."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, of_club
from clubs.api.bodies import read_query
from clubs.api.idempotency import idempotent, idempotent_without
from clubs.api.paging import paged
from clubs.api.schemas import (
    AuditEventSchema,
    NewTokenSchema,
    NewWebhookSchema,
    TokenRequest,
    TokenSchema,
    WebhookDeliverySchema,
    WebhookRequest,
    WebhookSchema,
)
from clubs.api.views import ClubView
from clubs.models import ApiToken, AuditEvent, WebhookDelivery, WebhookEndpoint
from clubs.tokens import make_token, revoke_token
from clubs.webhooks import deliver_again, enable_endpoint, make_endpoint, remove_endpoint


class TokenList(ClubView):
    """The club's tokens."""

    read_right = Right.MANAGE

    @extend_schema(operation_id="tokens_list", responses=TokenSchema(many=True), tags=["tokens"])
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List tokens with their last use."""
        tokens = of_club(self.access, ApiToken)
        return paged(
            self, request, tokens, lambda rows: TokenSchema(rows, many=True).data,
            ordering=("-id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="tokens_make",
        request=TokenRequest,
        responses={201: NewTokenSchema},
        tags=["tokens"],
    )
    @idempotent_without("token")
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Make a token; its text is in the first answer only, a repeat under a key has null."""
        self.access.require(Right.MANAGE)
        data = TokenRequest(data=request.data)
        data.is_valid(raise_exception=True)
        token, text = make_token(self.access, **data.validated_data)
        return Response({**TokenSchema(token).data, "token": text}, status=201)


class TokenDetail(ClubView):
    """One token."""

    read_right = Right.MANAGE

    @extend_schema(operation_id="tokens_revoke", responses={204: None}, tags=["tokens"])
    @idempotent
    def delete(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Revoke a token."""
        self.access.require(Right.MANAGE)
        revoke_token(self.access, fetch(self.access, ApiToken, pk=number))
        return Response(status=204)


class AuditQuery(serializers.Serializer[Any]):
    """Which lines."""

    event_number = serializers.IntegerField(required=False, min_value=1, max_value=10**9)
    action = serializers.CharField(required=False, max_length=40)


class AuditList(ClubView):
    """Who did what when."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="audit_list",
        parameters=[AuditQuery],
        responses=AuditEventSchema(many=True),
        tags=["audit"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List the audit, newest first."""
        lines = of_club(self.access, AuditEvent).filter(**read_query(AuditQuery, request))
        return paged(
            self, request, lines, lambda rows: AuditEventSchema(rows, many=True).data,
            ordering=("-id",),
        )  # fmt: skip


class WebhookList(ClubView):
    """The club's webhooks."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="webhooks_list", responses=WebhookSchema(many=True), tags=["webhooks"]
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List webhooks."""
        endpoints = of_club(self.access, WebhookEndpoint)
        return paged(
            self, request, endpoints, lambda rows: WebhookSchema(rows, many=True).data,
            ordering=("-id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="webhooks_make",
        request=WebhookRequest,
        responses={201: NewWebhookSchema},
        tags=["webhooks"],
    )
    @idempotent_without("secret")
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Make a webhook; its secret is in the first answer only, a repeat under a key has null."""
        self.access.require(Right.MANAGE)
        data = WebhookRequest(data=request.data)
        data.is_valid(raise_exception=True)
        endpoint = make_endpoint(self.access, **data.validated_data)
        return Response(NewWebhookSchema(endpoint).data, status=201)


class WebhookDetail(ClubView):
    """One webhook."""

    read_right = Right.MANAGE

    @extend_schema(operation_id="webhooks_read", responses=WebhookSchema, tags=["webhooks"])
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return a webhook."""
        return Response(WebhookSchema(fetch(self.access, WebhookEndpoint, pk=number)).data)

    @extend_schema(operation_id="webhooks_remove", responses={204: None}, tags=["webhooks"])
    @idempotent
    def delete(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Remove a webhook with its log."""
        self.access.require(Right.MANAGE)
        remove_endpoint(self.access, fetch(self.access, WebhookEndpoint, pk=number))
        return Response(status=204)


class WebhookEnabling(ClubView):
    """A webhook that was switched off after days of failure."""

    @extend_schema(
        operation_id="webhooks_enable", request=None, responses=WebhookSchema, tags=["webhooks"]
    )
    @idempotent
    def post(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Switch a webhook on again; what was given up can be sent again one by one."""
        self.access.require(Right.MANAGE)
        endpoint = fetch(self.access, WebhookEndpoint, pk=number)
        return Response(WebhookSchema(enable_endpoint(self.access, endpoint)).data)


class WebhookDeliveryList(ClubView):
    """What was sent to a webhook."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="webhook_deliveries_list",
        responses=WebhookDeliverySchema(many=True),
        tags=["webhooks"],
    )
    def get(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """List deliveries, newest first."""
        endpoint = fetch(self.access, WebhookEndpoint, pk=number)
        deliveries = of_club(self.access, WebhookDelivery).filter(endpoint=endpoint)
        return paged(
            self, request, deliveries, lambda rows: WebhookDeliverySchema(rows, many=True).data,
            ordering=("-id",),
        )  # fmt: skip


class WebhookRedelivery(ClubView):
    """Sending once more."""

    @extend_schema(
        operation_id="webhook_deliveries_repeat",
        request=None,
        responses={202: WebhookDeliverySchema},
        tags=["webhooks"],
    )
    @idempotent
    def post(self, _request: Request, number: int, delivery: int, **_kwargs: Any) -> Response:
        """Send a delivery again under its old id."""
        self.access.require(Right.MANAGE)
        endpoint = fetch(self.access, WebhookEndpoint, pk=number)
        row = fetch(self.access, WebhookDelivery, pk=delivery, endpoint=endpoint)
        return Response(WebhookDeliverySchema(deliver_again(self.access, row)).data, status=202)
