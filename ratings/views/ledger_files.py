"""Ledger files to download, the verifier, and the page that explains both."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.access import club_for, fetch, nothing_here
from ratings.ledger_files import build_verifier, ledger_file_of, ledger_files
from ratings.models import RatingList


def _list_of(request: HttpRequest, slug: str, time_control: str) -> RatingList:
    access = club_for(request.user, slug)
    return fetch(access, RatingList.objects.select_related("club"), time_control=time_control)


@require_safe
def ledger_event(request: HttpRequest, slug: str, time_control: str, number: int) -> HttpResponse:
    """Return the ledger file of one rated event."""
    data = ledger_file_of(_list_of(request, slug, time_control), number)
    if data is None:
        raise nothing_here()
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{time_control}-{number}.json"'
    return answer


@require_safe
def ledger_list(request: HttpRequest, slug: str, time_control: str) -> StreamingHttpResponse:
    """Return all ledger files of a list in one JSON array, in chain order."""
    files = ledger_files(_list_of(request, slug, time_control))
    answer = StreamingHttpResponse(_as_array(files), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{time_control}-ledger.json"'
    return answer


def _as_array(files: Iterator[dict[str, object]]) -> Iterator[str]:
    yield "["
    for number, data in enumerate(files):
        yield (",\n" if number else "\n") + json.dumps(data, ensure_ascii=False)
    yield "\n]\n"


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Explain how anybody can work the ratings out again."""
    return render(request, "ratings/verify.html", {})


@require_safe
@cache_control(public=True, max_age=3600)
def verifier(_request: HttpRequest) -> FileResponse:
    """Return the single-file verifier."""
    answer = FileResponse([build_verifier()], content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="rankfile-verify.pyz"'
    return answer
