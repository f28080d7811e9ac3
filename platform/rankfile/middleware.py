"""Headers that every answer carries besides those of Django's own security middleware."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

# Passkeys are the only feature of the browser that the product uses.
PERMISSIONS_POLICY = ", ".join(
    [
        "publickey-credentials-get=(self)",
        "publickey-credentials-create=(self)",
        "clipboard-write=(self)",
        "accelerometer=()",
        "autoplay=()",
        "browsing-topics=()",
        "camera=()",
        "display-capture=()",
        "encrypted-media=()",
        "fullscreen=()",
        "geolocation=()",
        "gyroscope=()",
        "magnetometer=()",
        "microphone=()",
        "midi=()",
        "payment=()",
        "picture-in-picture=()",
        "usb=()",
        "xr-spatial-tracking=()",
    ]
)


class PageHeadersMiddleware:
    """Says which features pages may use, and that an address may answer with a part of a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the headers; a view that sets one itself is left alone."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Request"])
        return response
