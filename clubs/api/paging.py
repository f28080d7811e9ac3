"""Lists come in pages with a cursor: stable while rows are added, equally fast at any depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response


class CursorPages(CursorPagination):
    """50 items a page, up to 500 by ``page_size``."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500


def paged(
    view: Any,
    request: Request,
    queryset: QuerySet[Any],
    serialize: Callable[[list[Any]], Any],
    *,
    ordering: tuple[str, ...],
) -> Response:
    """Return one page; ``ordering`` must end in something unique."""
    pages = CursorPages()
    pages.ordering = ordering
    rows = pages.paginate_queryset(queryset, request, view=view)
    return pages.get_paginated_response(serialize(list(rows or [])))
