"""JSON that is written while its rows are read, so that memory does not grow with their number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def json_pieces(head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """Yield an object in pieces: the head's members, then each list, item by item.

    >>> "".join(json_pieces({"club": "torre"}, {"rows": iter([1, {"a": None}]), "more": []}))
    '{"club": "torre", "rows": [1, {"a": null}], "more": []}'
    """
    yield _text(head)[:-1]
    for name, items in lists.items():
        yield f", {_text(name)}: ["
        for number, item in enumerate(items):
            yield (", " if number else "") + _text(item)
        yield "]"
    yield "}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)
