"""What every page knows: theme, languages, its own addresses, when it was made, whose it is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from clubs.models import Club
from rankfile.addresses import address_in, current_language, language_tag

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def interface(request: HttpRequest) -> dict[str, Any]:
    """Return the variables that base.html needs; what a page does not show costs it nothing."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else "",
        "languages": SimpleLazyObject(lambda: _languages(request)),
        "page_url": settings.BASE_URL + request.path,
        "printed_at": timezone.now(),
        "my_clubs": SimpleLazyObject(lambda: clubs_of(request)),
    }


def _languages(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the languages there are, each with the address of this page in it."""
    language = current_language(request.path)
    return [
        {
            "code": code,
            "tag": language_tag(code),
            "name": name,
            "is_current": code == language,
            "url": settings.BASE_URL + address_in(request.path, code),
        }
        for code, name in settings.LANGUAGES
    ]


def clubs_of(request: HttpRequest) -> list[Club]:
    """Return the clubs of the person who is signed in, for the switcher; one query."""
    if not request.user.is_authenticated:
        return []
    return list(Club.objects.filter(memberships__user=request.user).order_by("name", "pk"))
