"""What search engines ask: what they may read, and which pages exist in which languages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from rankfile.addresses import address_in, language_tag
from ratings.calculator_urls import LISTED_PAGES

PAGES = ("landing", *LISTED_PAGES)
# Nothing there is for strangers, or it is the same page with other figures.
CLOSED = ("/accounts/", "/*/manage/", "/*?g=", "/*&g=")


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Say what is of no use to a search engine, and where the list of pages is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED), ""]
    lines += [f"Sitemap: {settings.BASE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the pages that belong to no club, each with its other languages."""
    with override(settings.LANGUAGE_CODE):
        paths = [reverse(name) for name in PAGES]
    pages = [
        [
            (language_tag(code), settings.BASE_URL + address_in(path, code))
            for code, _name in settings.LANGUAGES
        ]
        for path in paths
    ]
    return render(request, "sitemap.xml", {"pages": pages}, content_type="application/xml")
