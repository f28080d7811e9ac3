"""The page for a fault of ours: what is safe, what was not saved, and a number to report."""

from __future__ import annotations

import logging
import secrets

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template import loader
from django.utils import timezone

from rankfile.logging import loggable_path

logger = logging.getLogger("rankfile.incident")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for status 500 and log its number.

    The page is made without the request, so that a broken database or session cannot break it too.
    """
    number = secrets.token_hex(4).upper()
    incident = f"{number[:4]}-{number[4:]}"
    logger.error("incident %s at %s %s", incident, request.method, loggable_path(request))
    page = loader.render_to_string(
        "500.html", {"incident": incident, "at": timezone.now(), "retry_path": request.path}
    )
    return HttpResponseServerError(page)
