"""Pages by key instead of by number: as fast on the last page as on the first.

A cursor holds the sort values of the row at the edge of a page. Rows that appear or vanish in the
meantime never shift a page, so nothing is shown twice and nothing is missed.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F, Model, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.errors import InvalidInput, Problem

Row = TypeVar("Row", bound=Model)

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Rows of one page; ``before`` and ``after`` are cursors, empty at the ends of the list."""

    rows: list[Row]
    before: str
    after: str


def page_of(
    queryset: QuerySet[Row],
    order: Sequence[str],
    *,
    after: str = "",
    before: str = "",
    size: int = PAGE_SIZE,
) -> Page[Row]:
    """Return one page of a queryset, in one query.

    ``order`` are field names, ``-`` in front for descending; the last one must be unique, and none
    may be null. An index on exactly these fields (after what the queryset filters by) makes every
    page cost the same. ``after`` and ``before`` come from the address as they are.

    Raises InvalidInput for a cursor that is not one of ours.
    """
    backwards = bool(before) and not after
    cursor = before if backwards else after
    name = "before" if backwards else "after"
    values = _values(cursor, len(order), name) if cursor else []
    ordering = [
        F(_field(key)).desc() if _is_descending(key) != backwards else F(_field(key)).asc()
        for key in order
    ]
    try:
        if values:
            queryset = queryset.filter(_beyond(order, values, backwards=backwards))
        rows = list(queryset.order_by(*ordering)[: size + 1])
    except (TypeError, ValueError, OverflowError, ValidationError) as error:
        raise _no_cursor(name) from error
    has_more = len(rows) > size
    rows = rows[:size]
    if backwards:
        rows.reverse()
    return Page(
        rows,
        before=cursor_of(rows[0], order) if rows and (has_more if backwards else after) else "",
        after=cursor_of(rows[-1], order) if rows and (backwards or has_more) else "",
    )


def _beyond(order: Sequence[str], values: Sequence[Any], *, backwards: bool) -> Q:
    """Return the condition for rows that come after (or before) the given sort values.

    The first field alone bounds the rows as well, which lets an index be entered in the middle: of
    the alternatives below no database makes that by itself.
    """
    condition = Q()
    for last in range(len(order)):
        step = Q()
        for key, value in zip(order[:last], values[:last], strict=True):
            step &= Q(**{_field(key): value})
        lookup = "lt" if _is_descending(order[last]) != backwards else "gt"
        condition |= step & Q(**{f"{_field(order[last])}__{lookup}": values[last]})
    if len(order) == 1:
        return condition
    lookup = "lte" if _is_descending(order[0]) != backwards else "gte"
    return Q(**{f"{_field(order[0])}__{lookup}": values[0]}) & condition


def _field(key: str) -> str:
    return key.removeprefix("-")


def _is_descending(key: str) -> bool:
    return key.startswith("-")


def cursor_of(row: Model, order: Sequence[str]) -> str:
    """Return the sort values of a row as text for an address: ``after`` it begins the next row."""
    values = [_plain(_attribute(row, _field(key))) for key in order]
    packed = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _attribute(row: Any, path: str) -> Any:
    for step in path.split("__"):
        row = getattr(row, step)
    return row


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value


def _values(cursor: str, count: int, name: str) -> list[Any]:
    try:
        packed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        values = json.loads(packed)
    except (binascii.Error, UnicodeError, ValueError, RecursionError) as error:
        raise _no_cursor(name) from error
    is_ours = isinstance(values, list) and len(values) == count
    if not is_ours or not all(_is_sort_value(value) for value in values):
        raise _no_cursor(name)
    return list(values)


def _is_sort_value(value: Any) -> bool:
    # PostgreSQL holds no text with a zero character and would not even compare with one.
    return isinstance(value, int) or (isinstance(value, str) and "\0" not in value)


def _no_cursor(name: str) -> InvalidInput:
    message = _("This link to a page of the list is damaged.")
    return InvalidInput("bad_cursor", message, problems=[Problem("bad_cursor", message, name)])
