"""Addresses of clubs below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from clubs.api.clubs import (
    ClubDetail,
    ClubList,
    InvitationDetail,
    InvitationList,
    MemberDetail,
    MemberList,
)
from clubs.api.players import PlayerList
from clubs.api.programs import (
    AuditList,
    TokenDetail,
    TokenList,
    WebhookDeliveryList,
    WebhookDetail,
    WebhookEnabling,
    WebhookList,
    WebhookRedelivery,
)

CLUB = "clubs/<slug:club>/"
HOOK = f"{CLUB}webhooks/<int:number>/"

urlpatterns = [
    path("clubs/", ClubList.as_view(), name="api_clubs"),
    path(CLUB, ClubDetail.as_view(), name="api_club"),
    path(f"{CLUB}members/", MemberList.as_view(), name="api_members"),
    path(f"{CLUB}members/<int:number>/", MemberDetail.as_view(), name="api_member"),
    path(f"{CLUB}invitations/", InvitationList.as_view(), name="api_invitations"),
    path(f"{CLUB}invitations/<int:number>/", InvitationDetail.as_view(), name="api_invitation"),
    path(f"{CLUB}players/", PlayerList.as_view(), name="api_players"),
    path(f"{CLUB}tokens/", TokenList.as_view(), name="api_tokens"),
    path(f"{CLUB}tokens/<int:number>/", TokenDetail.as_view(), name="api_token"),
    path(f"{CLUB}audit/", AuditList.as_view(), name="api_audit"),
    path(f"{CLUB}webhooks/", WebhookList.as_view(), name="api_webhooks"),
    path(HOOK, WebhookDetail.as_view(), name="api_webhook"),
    path(f"{HOOK}enable/", WebhookEnabling.as_view(), name="api_webhook_enabling"),
    path(f"{HOOK}deliveries/", WebhookDeliveryList.as_view(), name="api_webhook_deliveries"),
    path(
        f"{HOOK}deliveries/<int:delivery>/again/",
        WebhookRedelivery.as_view(),
        name="api_webhook_redelivery",
    ),
]
