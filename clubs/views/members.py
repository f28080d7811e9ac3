"""The people of a club: who they are, what they may do, coming and going."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.access import ClubAccess, Right, fetch
from clubs.form_fields import Form
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.members import RoleForm
from clubs.fragments import redirect_after_post, render_page
from clubs.membership import change_role, remove_member, transfer_ownership
from clubs.models import Membership, Role, User
from clubs.workspace import workspace_context, workspace_page

PEOPLE = Membership.objects.select_related("user", "club")


@never_cache
@login_required
@require_safe
def my_clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of the person who is signed in."""
    own = PEOPLE.filter(user=cast(User, request.user)).order_by("club__name", "club_id")
    return render_page(request, "club/my_clubs.html", {"memberships": own})


@workspace_page(Right.OWN)
def member_role(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Give a member another role."""
    membership = fetch(access, PEOPLE, pk=number)
    form = RoleForm(posted(request), membership=membership)
    if request.method == "POST" and form.is_valid():
        role, seen = form.cleaned_data["role"], form.cleaned_data["version"]
        if changed := attempt(form, lambda: change_role(access, membership, role, seen=seen)):
            facts = {"name": changed.user, "role": changed.get_role_display()}
            messages.success(request, _("%(name)s is now: %(role)s.") % facts)
            # An owner who steps down is no longer shown what only owners see.
            return redirect_after_post(reverse("club_members", args=[access.club.slug]))
    context = workspace_context(access, "club_members", membership=membership)
    return render_form(request, "members/role.html", form, context)


@workspace_page(Right.OWN)
def member_remove(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """End somebody's membership, after asking."""
    membership = fetch(access, PEOPLE, pk=number)
    form = Form(posted(request))
    if request.method == "POST" and form.is_valid():
        attempt(form, lambda: remove_member(access, membership))
        if not form.errors:
            text = _("%(name)s is no longer in the club.") % {"name": membership.user}
            messages.success(request, text)
            return redirect_after_post(reverse("club_members", args=[access.club.slug]))
    context = workspace_context(access, "club_members", membership=membership)
    return render_form(request, "members/remove.html", form, context)


@workspace_page(Right.OWN)
def member_transfer(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Make somebody else the owner, after asking."""
    membership = fetch(access, PEOPLE, pk=number)
    form = Form(posted(request))
    if request.method == "POST" and form.is_valid():
        attempt(form, lambda: transfer_ownership(access, membership))
        if not form.errors:
            messages.success(request, _("%(name)s owns the club.") % {"name": membership.user})
            return redirect_after_post(reverse("club_members", args=[access.club.slug]))
    context = workspace_context(access, "club_members", membership=membership)
    return render_form(request, "members/transfer.html", form, context)


@workspace_page(Right.READ)
def club_leave(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Leave the club, after asking; the last owner is told why not."""
    membership = fetch(access, PEOPLE, user_id=access.actor.user_id)
    form = Form(posted(request))
    if request.method == "POST" and form.is_valid():
        attempt(form, lambda: remove_member(access, membership))
        if not form.errors:
            messages.success(request, _("You have left %(club)s.") % {"club": access.club.name})
            return redirect_after_post(reverse("my_clubs"))
    is_owner = membership.role == Role.OWNER
    context = workspace_context(access, "club_members", membership=membership, is_owner=is_owner)
    return render_form(request, "members/leave.html", form, context)
