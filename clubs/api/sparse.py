"""Sparse lists: ``fields=`` keeps only some fields of each item, where a list is long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from clubs.errors import InvalidInput, Problem

Bodies = Sequence[dict[str, Any]]
FIELDS = OpenApiParameter(
    "fields", str, description="Only these fields of each item, their names separated by commas."
)


def sparse(
    request: Request,
    schema: type[serializers.Serializer[Any]],
    serialize: Callable[[list[Any]], Bodies],
) -> Callable[[list[Any]], Bodies]:
    """Return ``serialize``, cut down to the fields that the request names.

    The schema of such a list is told with ``partial=True``: any field may be missing. Raises
    InvalidInput with every name that is no field.
    """
    if "fields" not in request.query_params:
        return serialize
    wanted = request.query_params["fields"].split(",")
    known = schema().fields
    problems = [
        Problem("unknown_field", _("There is no such field."), f"fields[{place}]", facts)
        for place, name in enumerate(wanted)
        if name not in known and (facts := {"found": name[:60], "allowed": list(known)})
    ]
    if problems:
        message = _("These items have other fields.")
        raise InvalidInput("fields_unknown", message, problems=problems)
    return lambda rows: [
        {name: body[name] for name in wanted if name in body} for body in serialize(rows)
    ]
