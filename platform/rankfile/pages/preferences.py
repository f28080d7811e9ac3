"""The choice of language and appearance: ordinary forms that store a cookie and go back.

They carry no token, so that public pages set no cookie at all; instead a post from another site is
refused by its origin. Nothing but the look of pages depends on these cookies.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from clubs.fragments import redirect_after_post
from rankfile.addresses import address_in
from rankfile.context import THEME_COOKIE, THEMES

ONE_YEAR = 365 * 24 * 60 * 60


@csrf_exempt
@require_POST
def preferences_theme(request: HttpRequest) -> HttpResponse:
    """Store light or dark; anything else means: as the device."""
    _refuse_other_sites(request)
    response = redirect_after_post(_next_address(request))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        _remember(response, THEME_COOKIE, theme)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@csrf_exempt
@require_POST
def preferences_language(request: HttpRequest) -> HttpResponse:
    """Store the language and show the same page in it."""
    _refuse_other_sites(request)
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return redirect_after_post(_next_address(request))
    response = redirect_after_post(address_in(_next_address(request), language))
    _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def _refuse_other_sites(request: HttpRequest) -> None:
    origin = request.headers.get("Origin", "")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    is_foreign = bool(origin) and urlsplit(origin).netloc != request.get_host()
    if is_foreign or site not in {"same-origin", "none"}:
        raise PermissionDenied


def _next_address(request: HttpRequest) -> str:
    """Return where the form was, if that is an address of ours; else the first page."""
    wanted = request.POST.get("next", "")
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else "/"


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=ONE_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
