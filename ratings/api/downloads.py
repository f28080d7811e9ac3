"""Bulk downloads over REST, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from clubs.api.bodies import read_query
from clubs.api.views import ClubView
from ratings.api.lists import rating_list_of
from ratings.api.schemas import TIME_CONTROL
from ratings.bulk_files import (
    FORMS,
    HISTORY_COLUMNS,
    LIST_COLUMNS,
    as_csv,
    as_json_lines,
    history_rows,
    history_rows_with_games,
    list_rows,
)

CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}
FILES = {(200, "text/csv"): OpenApiTypes.STR, (200, "application/x-ndjson"): OpenApiTypes.STR}


class DownloadQuery(serializers.Serializer[Any]):
    """Which form."""

    form = serializers.ChoiceField(choices=FORMS, required=False)


def _stream(pieces: Iterator[bytes], form: str, name: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        pieces,
        content_type=CONTENT_TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}.{form}"'},
    )


class ListDownload(ClubView):
    """A whole live list."""

    throttle_scope = "bulk"

    @extend_schema(
        operation_id="ratings_download",
        parameters=[TIME_CONTROL, DownloadQuery],
        responses=FILES,
        tags=["ratings"],
    )
    def get(self, request: Request, time_control: str, **_kwargs: Any) -> StreamingHttpResponse:
        """Return everybody on the list as CSV (unless said otherwise) or JSON lines."""
        form = read_query(DownloadQuery, request).get("form", "csv")
        rows = list_rows(self.access, rating_list_of(self.access, time_control))
        name = f"{self.access.club.slug}-{time_control}"
        write = as_csv if form == "csv" else as_json_lines
        return _stream(write(rows, LIST_COLUMNS), form, name)


class HistoryDownload(ClubView):
    """All history rows of a list."""

    throttle_scope = "bulk"

    @extend_schema(
        operation_id="history_download",
        parameters=[TIME_CONTROL, DownloadQuery],
        responses=FILES,
        tags=["ratings"],
    )
    def get(self, request: Request, time_control: str, **_kwargs: Any) -> StreamingHttpResponse:
        """Return every row of the list's history; JSON lines hold the games as well."""
        form = read_query(DownloadQuery, request).get("form", "csv")
        rating_list = rating_list_of(self.access, time_control)
        name = f"{self.access.club.slug}-{time_control}-history"
        if form == "csv":
            pieces = as_csv(history_rows(self.access, rating_list), HISTORY_COLUMNS)
        else:
            rows = history_rows_with_games(self.access, rating_list)
            pieces = as_json_lines(rows, (*HISTORY_COLUMNS, "games"))
        return _stream(pieces, form, name)
