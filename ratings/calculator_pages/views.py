"""The views of the calculator: each reads the address and shows one tab.

Nothing is stored, no cookie is set, and an answer to input is for the visitor's browser alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.embedding import embeddable
from clubs.fragments import wants_fragment
from ratings.calculator.comparison import old_article
from ratings.calculator_pages.address import LONGEST_QUERY, MOST_ROWS, Query
from ratings.calculator_pages.elo import EloPage
from ratings.calculator_pages.expected import ExpectedScorePage
from ratings.calculator_pages.fide import EmbeddedFidePage, FidePage
from ratings.calculator_pages.first_rating import FirstRatingPage
from ratings.calculator_pages.page import CalculatorPage, Text
from ratings.calculator_pages.questions import about
from ratings.calculator_pages.shell import render_in_shell
from ratings.calculator_pages.time_control import TimeControlPage
from ratings.calculator_pages.ukd import UkdPage

TABS = (
    ("calculator", _("FIDE")),
    ("calculator_first_rating", _("First rating")),
    ("calculator_ukd", _("Turkish UKD")),
    ("calculator_elo", _("Plain Elo")),
    ("calculator_expected_score", _("Expected score")),
    ("calculator_time_control", _("Time control")),
)
# What htmx puts the answer into: figures only while somebody types, else the form as well.
LIVE_TARGET = "result"

View = Callable[[HttpRequest], HttpResponse]


def private(view: View) -> View:
    """Refuse what is too long before it is read, and keep answers out of shared caches."""

    @wraps(view)
    @require_safe
    def answer(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if len(query) > LONGEST_QUERY:
            facts = {"most": MOST_ROWS, "section": "calculator"}
            response = render(request, "calculator/too_long.html", facts, status=414)
        else:
            response = view(request)
        patch_cache_control(response, private=True, **({"no_store": True} if query else {}))
        patch_vary_headers(response, ["Cookie"])
        return response

    return answer


def _tab(request: HttpRequest, page_class: type[CalculatorPage]) -> HttpResponse:
    """Show a tab; a pressed button leads to the address of what it made."""
    page = page_class(Query(request.GET), timezone.localdate())
    is_fragment = wants_fragment(request)
    if page.has_acted and not is_fragment:
        return HttpResponseRedirect(page.address)
    context: dict[str, Any] = {
        "page": page,
        "form": page,
        "is_live": is_fragment and request.headers.get("HX-Target") == LIVE_TARGET,
        "is_fragment": is_fragment,
        "api_address": settings.BASE_URL + reverse("api_calculator"),
    }
    if is_fragment:
        template = "live.html" if context["is_live"] else "work.html"
        response = render(request, f"calculator/{template}", context)
        response["HX-Replace-Url"] = page.address
    else:
        around = {
            "section": "calculator",
            "tabs": _tabs(page.url_name),
            "about": about(page.language),
        }
        response = render_in_shell(request, page, context, around)
    response.status_code = 422 if page.errors else 200
    return response


def _tabs(current: str) -> list[tuple[str, Text, bool]]:
    return [(reverse(name), label, name == current) for name, label in TABS]


@private
def calculator(request: HttpRequest) -> HttpResponse:
    """Show the change of a FIDE-rated player."""
    return _tab(request, FidePage)


@private
def first_rating(request: HttpRequest) -> HttpResponse:
    """Show the first rating of a player without one."""
    return _tab(request, FirstRatingPage)


@private
def ukd(request: HttpRequest) -> HttpResponse:
    """Show the estimated change of a UKD."""
    return _tab(request, UkdPage)


@private
def elo(request: HttpRequest) -> HttpResponse:
    """Show the change by plain Elo."""
    return _tab(request, EloPage)


@private
def expected_score(request: HttpRequest) -> HttpResponse:
    """Show the expected score for two ratings."""
    return _tab(request, ExpectedScorePage)


@private
def time_control(request: HttpRequest) -> HttpResponse:
    """Show which list a time control belongs to."""
    return _tab(request, TimeControlPage)


@private
def history(request: HttpRequest) -> HttpResponse:
    """Explain why old figures differ, with the results of an old article."""
    context = {
        "cases": old_article(timezone.localdate()),
        "tabs": _tabs(""),
        "section": "calculator",
    }
    return render(request, "calculator/history.html", context)


@embeddable
@private
def embedded(request: HttpRequest) -> HttpResponse:
    """Show a short form of the FIDE tab in the frame of another site."""
    page = EmbeddedFidePage(Query(request.GET), timezone.localdate())
    if page.has_acted:
        return HttpResponseRedirect(page.address)
    full_page_url = settings.BASE_URL + page.address_at("calculator")
    context = {"page": page, "form": page, "full_page_url": full_page_url}
    status = 422 if page.errors else 200
    return render(request, "calculator/embed.html", context, status=status)
