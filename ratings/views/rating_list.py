"""The live list of a time control: page, frame, files, picture."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clubs.access import ClubAccess, club_for, fetch
from clubs.embedding import embeddable
from clubs.fragments import club_context, render_page
from clubs.public_fields import public_player
from clubs.today import today_in
from ratings.lists.downloads import picture
from ratings.lists.files import FileLine, ListFile, list_file
from ratings.lists.filters import filters_of
from ratings.lists.table import ACTIVE, Asked, LiveList, has_age_groups, load_list
from ratings.models import RatingList
from ratings.pictures import LINES_DRAWN, Picture
from ratings.queries import lists_of


@require_safe
def rating_list(request: HttpRequest, slug: str, time_control: str) -> HttpResponse:
    """Show the list as it stands now; only the table where a script asks for it."""
    access = club_for(request.user, slug)
    chosen = fetch(access, RatingList, time_control=time_control)
    loaded = load_list(access, chosen, Asked.read(request.GET), today_in(access.club))
    title = gettext("%(list)s ratings") % {"list": chosen.get_time_control_display()}
    address = reverse("rating_list_picture", args=[slug, time_control])
    context = club_context(
        access,
        "ratings",
        loaded=loaded,
        lists=list(lists_of(access.club).values()),
        filters=filters_of(loaded, by_age=has_age_groups(access)),
        today=today_in(access.club),
        ledger_url=reverse("ledger_list", args=[slug, time_control]),
        share_title=f"{title} · {access.club.name}",
        share_text=gettext("As of now, with the sum behind every change."),
        share_picture=settings.BASE_URL + address,
        base_url=settings.BASE_URL,
    )
    return render_page(
        request, "ratings/rating_list.html", context, fragment="ratings/parts/list.html"
    )


@require_safe
@embeddable
def rating_list_embed(request: HttpRequest, slug: str, time_control: str) -> HttpResponse:
    """Show the first page of the list in a frame on another site, as the public sees it."""
    access = club_for(AnonymousUser(), slug)
    chosen = fetch(access, RatingList, time_control=time_control)
    loaded = load_list(access, chosen, Asked(), today_in(access.club))
    address = settings.BASE_URL + reverse("rating_list", args=[slug, time_control])
    context = club_context(access, loaded=loaded, full_page_url=address)
    return render_page(request, "ratings/rating_list_embed.html", context)


@require_safe
def rating_list_picture(_request: HttpRequest, slug: str, time_control: str) -> HttpResponse:
    """Return the picture that goes with a shared link: the first players, as the public sees."""
    access = club_for(AnonymousUser(), slug)
    chosen = fetch(access, RatingList, time_control=time_control)
    loaded = load_list(access, chosen, Asked(), today_in(access.club))
    title = gettext("%(list)s ratings") % {"list": chosen.get_time_control_display()}
    lines = [(row.person.picture_name, str(row.rating)) for row in loaded.rows]
    return picture(Picture(title, access.club.name, lines=tuple(lines[:LINES_DRAWN])))


@require_safe
def rating_list_file(request: HttpRequest, slug: str, time_control: str, kind: str) -> HttpResponse:
    """Return the whole list as a file; search and filters of the address hold here too."""
    access = club_for(request.user, slug)
    chosen = fetch(access, RatingList, time_control=time_control)
    today = today_in(access.club)
    asked = Asked.read({**request.GET.dict(), "all": "1"})
    loaded = load_list(access, chosen, asked, today)
    lines = [
        FileLine(
            place=row.place,
            seen=public_player(row.player, access),
            rating=row.rating,
            games=row.games,
            k=None if row.k is None else row.k.k_base,
            change=row.change,
            last_day=row.last_day,
            is_inactive=row.last_day is None or row.last_day < today - ACTIVE,
        )
        for row in loaded.rows
    ]
    return list_file(
        ListFile(f"{slug}-{time_control}", time_control, _head(access, loaded, slug), lines), kind
    )


def _head(access: ClubAccess, loaded: LiveList, slug: str) -> dict[str, object]:
    published = loaded.published
    return {
        "club": slug,
        "list": loaded.rating_list.time_control,
        "as_of": today_in(access.club),
        "last_published": None if published is None else published.number,
    }
