"""Addresses of the workspace that need nothing but the club."""

from __future__ import annotations

from django.urls import path

from clubs.views import invitations, members, programs, settings

MANAGE = "clubs/<slug:slug>/manage/"
MEMBER = f"{MANAGE}members/<int:number>/"
WEBHOOK = f"{MANAGE}programs/webhooks/<int:number>/"

urlpatterns = [
    path("clubs/", members.my_clubs, name="my_clubs"),
    path("invitations/<str:secret>/", invitations.accept_invitation, name="accept_invitation"),
    path("clubs/<slug:slug>/leave/", members.club_leave, name="club_leave"),
    path(f"{MANAGE}settings/", settings.club_settings, name="club_settings"),
    path(f"{MANAGE}members/", invitations.club_members, name="club_members"),
    path(f"{MEMBER}role/", members.member_role, name="member_role"),
    path(f"{MEMBER}remove/", members.member_remove, name="member_remove"),
    path(f"{MEMBER}transfer/", members.member_transfer, name="member_transfer"),
    path(
        f"{MANAGE}invitations/<int:number>/revoke/",
        invitations.invitation_revoke,
        name="invitation_revoke",
    ),
    path(f"{MANAGE}programs/", programs.club_programs, name="club_programs"),
    path(f"{MANAGE}programs/tokens/new/", programs.token_new, name="token_new"),
    path(
        f"{MANAGE}programs/tokens/<int:number>/revoke/", programs.token_revoke, name="token_revoke"
    ),
    path(f"{MANAGE}programs/webhooks/new/", programs.webhook_new, name="webhook_new"),
    path(WEBHOOK, programs.webhook_page, name="webhook_page"),
    path(f"{WEBHOOK}enable/", programs.webhook_enable, name="webhook_enable"),
    path(f"{WEBHOOK}remove/", programs.webhook_remove, name="webhook_remove"),
    path(
        f"{WEBHOOK}deliveries/<int:delivery>/again/",
        programs.webhook_send_again,
        name="webhook_send_again",
    ),
]
