"""Bringing people in, and the page where they accept."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from clubs.access import ClubAccess, Right, fetch, of_club
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.members import InvitationForm
from clubs.fragments import redirect_after_post, render_page
from clubs.inviting import invitation_link, invite_by_email
from clubs.membership import accept_invitation as accept
from clubs.membership import invite, open_invitation, open_invitations, revoke_invitation
from clubs.models import Club, Invitation, Membership, Role
from clubs.paging import page_of
from clubs.repeated_posts import do_once, make_anew
from clubs.sign_up import note_invitation
from clubs.workspace import workspace_context, workspace_page


@workspace_page(Right.MANAGE)
def club_members(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """List members and open invitations, and invite."""
    form = InvitationForm(posted(request), access=access)
    link = ""
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["email"]:
            if attempt(form, lambda: _invite_by_email(access, form)):
                text = _("The invitation to %(email)s is sent.") % form.cleaned_data
                messages.success(request, text)
                return redirect_after_post(reverse("club_members", args=[access.club.slug]))
        else:
            link = attempt(form, lambda: _invite_by_link(access, form)) or ""
    context = workspace_context(access, "club_members", link=link, **_people(request, access))
    shown = InvitationForm(access=access) if link else form
    return render_form(request, "members/members.html", shown, context)


def _people(request: HttpRequest, access: ClubAccess) -> dict[str, object]:
    members = of_club(access, Membership).select_related("user")
    page = page_of(
        members, ("pk",), after=request.GET.get("after", ""), before=request.GET.get("before", "")
    )
    return {"page": page, "waiting": open_invitations(access).order_by("-pk")[:50], "roles": Role}


def _invite_by_email(access: ClubAccess, form: InvitationForm) -> str:
    role, email = form.cleaned_data["role"], form.cleaned_data["email"]

    def send() -> tuple[Club, str]:
        return access.club, str(invite_by_email(access, role, email).pk)

    return do_once(access.actor.user_id or 0, form.cleaned_data["form_key"], send)[0]


@sensitive_variables("secret")
def _invite_by_link(access: ClubAccess, form: InvitationForm) -> str:
    """Return the link. Sent again, the link before it, which nobody has seen, is replaced."""
    role, key = form.cleaned_data["role"], form.cleaned_data["form_key"]
    fresh: list[str] = []

    def make() -> tuple[Club, str]:
        invitation, secret = invite(access, role)
        fresh.append(secret)
        return access.club, str(invitation.pk)

    make_anew(
        access.actor.user_id or 0, key, make,
        take_back=lambda number: revoke_invitation(access, fetch(access, Invitation, pk=number)),
    )  # fmt: skip
    return invitation_link(fresh[-1])


@workspace_page(Right.MANAGE, "POST")
def invitation_revoke(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Take an invitation back."""
    invitation = fetch(access, Invitation, pk=number, accepted_at__isnull=True)
    if invitation.revoked_at is None:
        revoke_invitation(access, invitation)
    messages.success(request, _("The invitation is taken back; its link no longer works."))
    return redirect_after_post(reverse("club_members", args=[access.club.slug]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("secret")
def accept_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show who invites to what; accept for the person signed in, else ask to sign in or up."""
    invitation = open_invitation(secret)
    if request.method == "POST" and request.user.is_authenticated:
        membership = accept(secret, request.user)
        messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
        works = membership.role != Role.MEMBER
        name = "club_manage" if works else "my_clubs"
        return redirect_after_post(reverse(name, args=[invitation.club.slug] if works else []))
    note_invitation(request, secret)
    own = (
        request.user.is_authenticated
        and Membership.objects.filter(club=invitation.club, user=request.user).first()
    )
    context = {"invitation": invitation, "own": own, "next": request.path}
    return render_page(request, "members/accept.html", context)
