"""The page around the calculator, which is the same for every visitor of a language and theme.

Masthead, foot and questions cost several times what the calculator itself does. So for visitors
who are not signed in they are rendered once a minute (the foot prints the time) and kept in the
process; only the address and the calculator's own part are filled in. An empty form is kept too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ratings.calculator_pages.page import CalculatorPage

# Characters for private use: nothing that is shown contains them.
WORK, ADDRESS = SafeString("\ue001"), SafeString("\ue002")
MOST_KEPT = 100

_kept: dict[tuple[object, ...], str] = {}


class AnyRequest:
    """A request of which a page of everybody may know only that it has an address."""

    GET: dict[str, str] = {}

    def get_full_path(self) -> SafeString:
        """Return the place for the address."""
        return ADDRESS


def render_in_shell(
    request: HttpRequest, page: CalculatorPage, context: dict[str, Any], around: dict[str, Any]
) -> HttpResponse:
    """Return the page; ``around`` is what the shell shows and the same for everybody.

    The list of errors stands in the shell, so a page with errors gets one of its own.
    """
    template = f"calculator/{page.template}/page.html"

    def render_work() -> str:
        return render_to_string("calculator/work.html", context)

    def render_shell() -> str:
        return render_to_string(
            template, {**around, "work": WORK, "request": AnyRequest()}, request
        )

    if page.errors or not _is_one_of_many(request):
        whole = {**around, **context, "work": SafeString(render_work())}
        return HttpResponse(render_to_string(template, whole, request))
    now = timezone.localtime()
    place = (template, get_language(), request.COOKIES.get("theme", "")[:10])
    if page.query.is_empty:
        work = _keep(("work", *place, now.date()), render_work)
    else:
        work = render_work()
    shell = _keep(("shell", *place, now.strftime("%Y-%m-%d %H:%M")), render_shell)
    address = str(escape(request.get_full_path()))
    return HttpResponse(shell.replace(ADDRESS, address).replace(WORK, work))


def _is_one_of_many(request: HttpRequest) -> bool:
    """Whether nothing but language and theme can make the page differ for this visitor."""
    personal = {settings.SESSION_COOKIE_NAME, "messages"}
    return not settings.DEBUG and personal.isdisjoint(request.COOKIES)


def _keep(key: tuple[object, ...], make: Callable[[], str]) -> str:
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = make()
    return found
