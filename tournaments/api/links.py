"""Links for helpers without account over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch
from clubs.api.bodies import BodySchema, read_body
from clubs.api.idempotency import idempotent, idempotent_without
from clubs.api.paging import paged
from tournaments.api.views import EventApiView
from tournaments.helper_links import LONGEST_HOURS, make_helper_link, revoke_helper_link
from tournaments.models import HelperLink


class HelperLinkSchema(serializers.ModelSerializer[HelperLink]):
    """A link without its secret."""

    class Meta:
        model = HelperLink
        fields = ["id", "label", "created_at", "expires_at", "revoked_at"]


class NewHelperLinkSchema(HelperLinkSchema):
    """A new link; `link` is in this answer only."""

    link = serializers.URLField(allow_null=True)

    class Meta(HelperLinkSchema.Meta):
        fields = [*HelperLinkSchema.Meta.fields, "link"]


class HelperLinkRequest(BodySchema):
    """For whom the link is, and for how long."""

    label = serializers.CharField(max_length=60)  # type: ignore[assignment]
    hours = serializers.IntegerField(required=False, min_value=1, max_value=LONGEST_HOURS)


class HelperLinkList(EventApiView):
    """The links of the event."""

    read_right = Right.MANAGE
    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="helper_links_list",
        responses=HelperLinkSchema(many=True),
        tags=["helper links"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List links, the newest first."""
        return paged(
            self, request, self.event.helper_links.all(),
            lambda rows: HelperLinkSchema(rows, many=True).data, ordering=("-id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="helper_links_make",
        request=HelperLinkRequest,
        responses={201: NewHelperLinkSchema},
        tags=["helper links"],
    )
    @idempotent_without("link")
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Make a link; its address is in the first answer only, a repeat under a key has null."""
        body = read_body(HelperLinkRequest, request)
        link, secret = make_helper_link(self.access, self.event, **body)
        arguments = [self.access.club.slug, self.event.number, secret]
        address = settings.BASE_URL + reverse("open_helper_link", args=arguments)
        return Response({**HelperLinkSchema(link).data, "link": address}, status=201)


class HelperLinkDetail(EventApiView):
    """One link."""

    rights: ClassVar = {"DELETE": Right.MANAGE}

    @extend_schema(operation_id="helper_links_revoke", responses={204: None}, tags=["helper links"])
    @idempotent
    def delete(self, _request: Request, link: int, **_kwargs: Any) -> Response:
        """Revoke a link."""
        revoke_helper_link(self.access, fetch(self.access, self.event.helper_links.all(), pk=link))
        return Response(status=204)
