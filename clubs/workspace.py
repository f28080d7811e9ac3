"""What every page of the workspace has in common: who may open it, and what surrounds it.

A visitor who is not signed in is asked to sign in before the club is looked at, so the answer tells
nothing of the club; a stranger gets the one answer for what does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import ClubAccess, Right, club_for
from clubs.fragments import club_context
from clubs.models import Role, User

Page = Callable[..., HttpResponse]
READING = ("GET", "HEAD")

# Name of the page, the right it needs, what its tab says; the order is that of the tabs.
TABS = (
    ("club_manage", Right.RESULTS, gettext_lazy("Overview")),
    ("player_list", Right.MANAGE, gettext_lazy("Players")),
    ("club_members", Right.MANAGE, gettext_lazy("Members")),
    ("club_policy", Right.MANAGE, gettext_lazy("Rating policy")),
    ("issue_lists", Right.MANAGE, gettext_lazy("Published lists")),
    ("club_audit", Right.MANAGE, gettext_lazy("Audit")),
    ("club_programs", Right.MANAGE, gettext_lazy("Programs")),
    ("club_settings", Right.OWN, gettext_lazy("Settings")),
)


def workspace_page(right: Right, *methods: str) -> Callable[[Page], Page]:
    """Return a decorator: the view gets the access of a person who has the right in the club.

    ``methods`` are the allowed ones, GET and POST unless said otherwise. Times on the page are
    those of the club.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **arguments: Any) -> HttpResponse:
            access = club_for(cast(User, request.user), slug, right)
            with timezone.override(ZoneInfo(access.club.time_zone)):
                return view(request, access, **arguments)

        allowed = list(methods or ("GET", "HEAD", "POST"))
        return never_cache(login_required(require_http_methods(allowed)(page)))

    return decorate


def workspace_context(access: ClubAccess, tab: str, **more: Any) -> dict[str, Any]:
    """Return the context of a page of the workspace; ``tab`` is the name of its main page."""
    role = Role(access.role).label if access.role else ""
    who = gettext("%(name)s, %(role)s") % {"name": access.actor.label, "role": role.lower()}
    return club_context(access, "manage", tabs=_tabs(access, tab), who=who, **more)


def _tabs(access: ClubAccess, current: str) -> list[dict[str, Any]]:
    tabs = []
    for name, right, label in TABS:
        if access.may(right):
            url = reverse(name, args=[access.club.slug])
            tabs.append({"url": url, "label": label, "is_current": name == current})
    return tabs


def address_of(name: str, *arguments: object) -> str:
    """Return the address of a page, or nothing where the installation has no such page."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""
