"""Lists come in pages with a cursor: stable while rows are added, equally fast at any depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from clubs.paging import page_of
from clubs.whole_numbers import whole_number

PAGE_SIZE = 50
MOST_A_PAGE = 500
PAGE_PARAMETERS: tuple[dict[str, Any], ...] = (
    {
        "name": "page_size",
        "in": "query",
        "description": f"Items a page, {PAGE_SIZE} unless said otherwise, at most {MOST_A_PAGE}.",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST_A_PAGE},
    },
    {
        "name": "after",
        "in": "query",
        "description": "The cursor of the next page; follow `next` instead of making one.",
        "schema": {"type": "string"},
    },
    {
        "name": "before",
        "in": "query",
        "description": "The cursor of the previous page; follow `previous`.",
        "schema": {"type": "string"},
    },
)


class CursorPages:
    """Tells the schema what a list of ours looks like."""

    def get_schema_operation_parameters(self, _view: Any) -> list[dict[str, Any]]:
        """Return the parameters every list takes."""
        return list(PAGE_PARAMETERS)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the frame around the items of a page."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }


def paged(
    _view: Any,
    request: Request,
    queryset: QuerySet[Any],
    serialize: Callable[[list[Any]], Any],
    *,
    ordering: tuple[str, ...],
) -> Response:
    """Return one page in one query; ``ordering`` must end in something unique and hold no nulls."""
    query = request.query_params
    after, before = query.get("after", ""), query.get("before", "")
    page = page_of(queryset, ordering, after=after, before=before, size=_size(query))
    here = request.build_absolute_uri()
    return Response(
        {
            "next": _link(here, "after", page.after),
            "previous": _link(here, "before", page.before),
            "results": serialize(page.rows),
        }
    )


def _size(query: Any) -> int:
    wanted = whole_number(query.get("page_size"))
    return PAGE_SIZE if wanted is None else max(1, min(wanted, MOST_A_PAGE))


def _link(here: str, name: str, cursor: str) -> str | None:
    if not cursor:
        return None
    bare = remove_query_param(remove_query_param(here, "after"), "before")
    return str(replace_query_param(bare, name, cursor))
