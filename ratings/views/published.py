"""Lists that were issued, as they were issued."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.access import club_for
from clubs.fragments import club_context, render_page
from ratings.lists.downloads import picture
from ratings.lists.files import list_file
from ratings.lists.published import ShownList, all_lists, fetch_list, load_published
from ratings.lists.published_file import published_file
from ratings.pictures import LINES_DRAWN, Picture
from ratings.queries import lists_of


@require_safe
def published_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all lists the club has issued, newest first."""
    access = club_for(request.user, slug)
    query = request.GET
    page = all_lists(access, after=query.get("after", ""), before=query.get("before", ""))
    lists = list(lists_of(access.club).values())
    context = club_context(access, "ratings", page=page, lists=lists)
    return render_page(request, "ratings/published_lists.html", context)


@require_safe
def published_list(request: HttpRequest, slug: str, time_control: str, number: int) -> HttpResponse:
    """Show one issued list, with what corrections had changed since the one before."""
    access = club_for(request.user, slug)
    query = request.GET
    shown = load_published(
        access,
        fetch_list(access, time_control, number),
        after=query.get("after", ""),
        before=query.get("before", ""),
        everything=query.get("all") == "1",
    )
    context = club_context(access, "ratings", shown=shown, everything=query.get("all") == "1")
    address = reverse("published_list_picture", args=[slug, time_control, number])
    context |= {
        "share_title": f"{_title(shown)} · {access.club.name}",
        "share_picture": settings.BASE_URL + address,
    }
    return render_page(request, "ratings/published_list.html", context)


def _title(shown: ShownList) -> str:
    issued = shown.issued
    label = issued.rating_list.get_time_control_display()
    return gettext("%(list)s, list %(number)s") % {"list": label, "number": issued.number}


@require_safe
def published_list_picture(
    _request: HttpRequest, slug: str, time_control: str, number: int
) -> HttpResponse:
    """Return the picture that goes with a shared link: the first players, as the public sees."""
    access = club_for(AnonymousUser(), slug)
    shown = load_published(access, fetch_list(access, time_control, number))
    lines = [(line.person.picture_name, str(line.row.rating)) for line in shown.lines]
    return picture(Picture(_title(shown), access.club.name, lines=tuple(lines[:LINES_DRAWN])))


@require_safe
def published_list_file(
    request: HttpRequest, slug: str, time_control: str, number: int, kind: str
) -> HttpResponse:
    """Return an issued list as a file."""
    access = club_for(request.user, slug)
    issued = fetch_list(access, time_control, number)
    return list_file(published_file(access, issued), kind)
