"""Answers that are files."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse, StreamingHttpResponse

from ratings.pictures import Picture, picture_png

AN_HOUR = 3600


def download(text: str, content_type: str, filename: str) -> HttpResponse:
    """Return a text as a file to be saved under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return HttpResponse(text, content_type=content_type, headers=headers)


def stream(pieces: Iterable[str], content_type: str, filename: str) -> StreamingHttpResponse:
    """Return a file that is sent while it is written."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return StreamingHttpResponse(pieces, content_type=content_type, headers=headers)


def picture(content: Picture) -> HttpResponse:
    """Return a picture; other sites may show it and keep it for an hour."""
    headers = {
        "Cache-Control": f"public, max-age={AN_HOUR}",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return HttpResponse(picture_png(content), content_type="image/png", headers=headers)
