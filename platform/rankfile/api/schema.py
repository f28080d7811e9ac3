"""The schema says of every operation what it may answer, without every view repeating it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter

from clubs.api.idempotency import MOST_KEY_CHARACTERS
from clubs.api.views import ClubView

PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457): a stable code, a sentence for people, and facts.",
    "required": ["type", "title", "status", "code", "facts"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "facts": {"type": "object", "additionalProperties": True},
        "errors": {
            "type": "array",
            "description": "One item a problem; `path` names the place in the body.",
            "items": {
                "type": "object",
                "required": ["path", "code", "message", "facts"],
                "properties": {
                    "path": {"type": "string"},
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "facts": {"type": "object", "additionalProperties": True},
                    "link": {"type": "string"},
                },
            },
        },
    },
}
MEANINGS = {
    "400": "The request cannot be read.",
    "401": "No credentials, or a token that is not valid.",
    "403": "The token or the role does not allow this; `facts.right` names what is missing.",
    "404": "No such thing, or nothing this caller may know of.",
    "406": "There is no such form of the answer.",
    "409": "The state of things does not allow it now; the facts say what would be needed.",
    "412": "Somebody changed it meanwhile; the facts hold the current state.",
    "413": "The body is too large.",
    "415": "The body is of a kind this operation does not take.",
    "422": "Every problem of the request, each with path, code and facts.",
    "429": "Too many calls; Retry-After says when to come back.",
}
WITH_BODY = ("POST", "PUT", "PATCH")
WRITES = (*WITH_BODY, "DELETE")
LIMIT_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "maxLength": MOST_KEY_CHARACTERS},
    OpenApiParameter.HEADER,
    description="The same key with the same request is answered once, for 24 hours.",
)


class ProblemAutoSchema(AutoSchema):
    """Adds the refusals, the limits and the Idempotency-Key; lists of reads come in pages."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with all its refusals."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            reference = {"schema": self._problem_reference()}
            for status in self._refusals(operation):
                refusal = {
                    "description": MEANINGS[status],
                    "content": {"application/problem+json": reference},
                }
                operation["responses"].setdefault(status, refusal)
            operation["responses"] = dict(sorted(operation["responses"].items()))
        return operation

    def get_override_parameters(self) -> list[Any]:
        """Return what every write takes besides its own parameters."""
        handler = getattr(self.view, self.method.lower(), None)
        return [KEY] if getattr(handler, "is_idempotent", False) else []

    def _refusals(self, operation: dict[str, Any]) -> list[str]:
        found = ["400", "401", "404", "406", "429"]
        if isinstance(self.view, ClubView):
            found.append("403")
        if self.method in WITH_BODY:
            found += ["413", "415"]
        if self.method in WRITES:
            found += ["409", "412", "413", "422"]
        else:
            found.append("412")
            if operation.get("parameters"):
                found += ["409", "422"]
        return found

    def _problem_reference(self) -> dict[str, Any]:
        component: Any = ResolvedComponent(  # type: ignore[no-untyped-call]
            name="ProblemDetails",
            type=ResolvedComponent.SCHEMA,
            schema=PROBLEM,
            object="ProblemDetails",
        )
        self.registry.register_on_missing(component)
        return dict(component.ref)

    def _get_serializer_name(self, serializer: Any, direction: str, *args: Any) -> str:
        # What is a schema in the code is the thing itself to the caller.
        found = str(super()._get_serializer_name(serializer, direction, *args))
        name = found.removesuffix("Schema")
        if direction == "response" and name.startswith("Patched"):
            # Partial in an answer: the caller has named the fields that he wants.
            return f"Sparse{name.removeprefix('Patched')}"
        return name

    def _get_pagination_parameters(self) -> Any:
        if self.method != "GET":
            return []
        return super()._get_pagination_parameters()  # type: ignore[no-untyped-call]

    def _get_paginator(self) -> Any:
        if self.method != "GET":
            return None
        return super()._get_paginator()  # type: ignore[no-untyped-call]


# The limit of the smallest integer column; no limit of the product is as large.
SMALLEST_COLUMN_LIMIT = 2**15 - 1


def without_database_limits(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Return the schema without the limits of integer columns, which differ between databases."""
    _drop_limits(result)
    return result


def _drop_limits(part: Any) -> None:
    if isinstance(part, dict):
        if isinstance(part.get("maximum"), int) and part["maximum"] >= SMALLEST_COLUMN_LIMIT:
            del part["maximum"]
            part.pop("format", None)
        for value in part.values():
            _drop_limits(value)
    elif isinstance(part, list):
        for value in part:
            _drop_limits(value)
