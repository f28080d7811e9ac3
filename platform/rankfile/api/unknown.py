"""Addresses below ``/api/`` that lead nowhere answer like the API, not with a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from clubs.access import nothing_here
from rankfile.errors import problem_answer

PERMANENT_REDIRECT_AS_IT_IS = 308


@csrf_exempt
def unknown_address(request: HttpRequest) -> HttpResponse:
    """Return a 404 with problem details; without its last slash an address is sent on.

    The redirect keeps method and body, so a write is not lost by it.
    """
    if not request.path.endswith("/"):
        here = request.get_full_path(force_append_slash=True)
        return HttpResponse(status=PERMANENT_REDIRECT_AS_IT_IS, headers={"Location": here})
    return problem_answer(nothing_here(), 404)
