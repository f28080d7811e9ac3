"""Answers that are a whole page or, where a script asks for it, only the part that changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from clubs.access import ClubAccess


class RedirectAfterPost(HttpResponseRedirect):
    """See Other: the browser fetches the next page with GET, also after a reload."""

    status_code = 303


def redirect_after_post(url: str) -> HttpResponseRedirect:
    """Return the answer to a form that has done its work."""
    return RedirectAfterPost(url)


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script will put the answer into a page that is already there.

    When htmx restores a page from history it needs the whole page, although it asks itself.
    """
    headers = request.headers
    return (
        headers.get("HX-Request") == "true"
        and headers.get("HX-Boosted") != "true"
        and headers.get("HX-History-Restore-Request") != "true"
    )


def render_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page, or ``fragment`` where there is one and a script wants no more.

    The page includes the same file, so both always agree. ``is_fragment`` tells a template which
    of the two it is in, for parts that are swapped out of band.
    """
    is_fragment = bool(fragment) and wants_fragment(request)
    return render(
        request,
        fragment if is_fragment else template,
        {**(context or {}), "is_fragment": is_fragment},
        status=status,
    )


def club_context(access: ClubAccess, section: str = "", **more: Any) -> dict[str, Any]:
    """Return what base.html needs to show a page of a club: its masthead, menu and role."""
    return {
        "access": access,
        "club": access.club,
        "role": access.role,
        "section": section,
        **more,
    }
