"""The first page: what Rankfile is, the calculator, signing in, and the clubs that are public."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import patch_vary_headers

from clubs.club_queries import find_clubs
from clubs.fragments import render_page
from clubs.names import tidy_name
from clubs.paging import page_of
from rankfile.addresses import PREFIXES

LONGEST_SEARCH = 100
CLUBS_ON_A_PAGE = 20


def landing(request: HttpRequest) -> HttpResponse:
    """Show the first page, or the same in the language the visitor has chosen before."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if request.path == "/" and chosen in PREFIXES and not request.GET:
        response: HttpResponse = HttpResponseRedirect(f"{PREFIXES[chosen]}/")
    else:
        response = _clubs_page(request)
    patch_vary_headers(response, ["Cookie"])
    return response


def _clubs_page(request: HttpRequest) -> HttpResponse:
    search = tidy_name(request.GET.get("q", "")[:LONGEST_SEARCH])
    page = page_of(
        find_clubs(search),
        ("name", "pk"),
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
        size=CLUBS_ON_A_PAGE,
    )
    context = {"search": search, "page": page, "longest_search": LONGEST_SEARCH}
    return render_page(request, "landing.html", context, fragment="parts/clubs.html")
