"""Clubs, members and invitations over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch, of_club
from clubs.api.bodies import read_query
from clubs.api.idempotency import idempotent, idempotent_without
from clubs.api.paging import paged
from clubs.api.schemas import (
    ClubSchema,
    InvitationRequest,
    InvitationSchema,
    MemberSchema,
    NewInvitationSchema,
)
from clubs.api.views import ApiView, ClubView
from clubs.club_queries import find_clubs
from clubs.founding import change_club
from clubs.membership import change_role, invite, open_invitations, remove_member, revoke_invitation
from clubs.models import Membership


class ClubQuery(serializers.Serializer[Any]):
    """Which clubs."""

    search = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text="Parts of the name or the town."
    )


class ClubList(ApiView):
    """The public clubs of this installation."""

    @extend_schema(
        operation_id="clubs_list",
        parameters=[ClubQuery],
        responses=ClubSchema(many=True),
        tags=["clubs"],
    )
    def get(self, request: Request) -> Response:
        """List public clubs."""
        clubs = find_clubs(read_query(ClubQuery, request).get("search", ""))
        return paged(
            self, request, clubs, lambda rows: ClubSchema(rows, many=True).data,
            ordering=("name", "id"),
        )  # fmt: skip


class ClubDetail(ClubView):
    """One club."""

    whole_club: ClassVar[bool] = False

    @extend_schema(operation_id="clubs_read", responses=ClubSchema, tags=["clubs"])
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the club."""
        return Response(ClubSchema(self.access.club).data)

    @extend_schema(
        operation_id="clubs_change", request=ClubSchema, responses=ClubSchema, tags=["clubs"]
    )
    @idempotent
    def patch(self, request: Request, **_kwargs: Any) -> Response:
        """Change the club's particulars; owners only."""
        self.access.require(Right.OWN)
        data = ClubSchema(self.access.club, data=request.data, partial=True)
        data.is_valid(raise_exception=True)
        return Response(ClubSchema(change_club(self.access, **data.validated_data)).data)


class MemberList(ClubView):
    """The people of the club."""

    read_right = Right.MANAGE

    @extend_schema(operation_id="members_list", responses=MemberSchema(many=True), tags=["members"])
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List members with their roles."""
        members = of_club(self.access, Membership).select_related("user")
        return paged(
            self, request, members, lambda rows: MemberSchema(rows, many=True).data,
            ordering=("id",),
        )  # fmt: skip

    @extend_schema(
        operation_id="members_invite",
        request=InvitationRequest,
        responses={201: NewInvitationSchema},
        tags=["members"],
    )
    @idempotent_without("link")
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Invite somebody; the link is in the first answer only, a repeat under a key has null."""
        self.access.require(Right.MANAGE)
        data = InvitationRequest(data=request.data)
        data.is_valid(raise_exception=True)
        invitation, secret = invite(self.access, **data.validated_data)
        link = settings.BASE_URL + reverse("accept_invitation", args=[secret])
        return Response({**InvitationSchema(invitation).data, "link": link}, status=201)


class InvitationList(ClubView):
    """Who has been invited and has not come yet."""

    read_right = Right.MANAGE

    @extend_schema(
        operation_id="invitations_list",
        responses=InvitationSchema(many=True),
        tags=["members"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List invitations that can still be accepted, the newest first."""
        return paged(
            self, request, open_invitations(self.access),
            lambda rows: InvitationSchema(rows, many=True).data, ordering=("-id",),
        )  # fmt: skip


class InvitationDetail(ClubView):
    """One invitation."""

    @extend_schema(operation_id="invitations_revoke", responses={204: None}, tags=["members"])
    @idempotent
    def delete(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Take an invitation back; its link no longer works."""
        self.access.require(Right.MANAGE)
        invitation = fetch(self.access, open_invitations(self.access), pk=number)
        revoke_invitation(self.access, invitation)
        return Response(status=204)


class MemberDetail(ClubView):
    """One member."""

    read_right = Right.MANAGE

    def _membership(self, number: int) -> Membership:
        return fetch(self.access, Membership.objects.select_related("user"), pk=number)

    @extend_schema(operation_id="members_read", responses=MemberSchema, tags=["members"])
    def get(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """Return a member."""
        return Response(MemberSchema(self._membership(number)).data)

    @extend_schema(
        operation_id="members_change",
        request=MemberSchema,
        responses=MemberSchema,
        tags=["members"],
    )
    @idempotent
    def patch(self, request: Request, number: int, **_kwargs: Any) -> Response:
        """Give a member another role; owners only."""
        self.access.require(Right.OWN)
        membership = self._membership(number)
        data = MemberSchema(data=request.data)
        data.is_valid(raise_exception=True)
        changed = change_role(self.access, membership, data.validated_data["role"])
        return Response(MemberSchema(changed).data)

    @extend_schema(operation_id="members_remove", responses={204: None}, tags=["members"])
    @idempotent
    def delete(self, _request: Request, number: int, **_kwargs: Any) -> Response:
        """End a membership."""
        self.access.require(Right.READ)
        remove_member(self.access, self._membership(number))
        return Response(status=204)
