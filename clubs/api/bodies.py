"""What programs send: bodies and query parameters, read strictly and refused with every problem."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.request import Request

from clubs.errors import InvalidInput, Problem
from clubs.whole_numbers import whole_number

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description='The ETag last seen, for example "v3"; another state answers 412.',
)


class StrictJsonParser(JSONParser):
    """JSON; a body nested beyond all measure, or with half a character, is a bad request too."""

    def parse(self, stream: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the parsed body. Raises ParseError."""
        body = stream.read()
        try:
            data = super().parse(BytesIO(body), *args, **kwargs)
        except RecursionError as error:
            raise ParseError(_("The body is nested too deeply.")) from error
        if b"\\u" in body and not _is_text(data):
            raise ParseError(_("The body holds half of a character."))
        return data


def _is_text(data: Any) -> bool:
    # One half of a surrogate pair is no text: neither a database nor an answer can hold it.
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class TextParser(BaseParser):
    """A file or a pasted text as it is, in bytes: its reader finds out the encoding."""

    media_type = "text/plain"

    def parse(self, stream: Any, *_args: Any, **_kwargs: Any) -> Any:
        """Return the body."""
        return stream.read()


class BodySchema(serializers.Serializer[Any]):
    """A body of which every field must be known: a misspelt one is no field left out."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated values, or refuse what is wrong and what is unknown together."""
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if not unknown:
            return super().to_internal_value(data)
        errors: dict[str, Any] = {}
        try:
            super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            errors = dict(wrong.detail) if isinstance(wrong.detail, dict) else {}
        message = _("There is no such field.")
        errors |= {
            str(name)[:60]: serializers.ErrorDetail(message, code="unknown_field")
            for name in unknown
        }
        raise serializers.ValidationError(errors)


def read_body(
    schema: type[serializers.Serializer[Any]], request: Request, **options: Any
) -> dict[str, Any]:
    """Return the validated body. Raises a validation error with every problem and its path."""
    body = schema(data=request.data, **options)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def read_query(schema: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated query parameters; of a repeated one the last counts."""
    query = schema(data={name: request.query_params[name] for name in request.query_params})
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def numbered_answers(text: str, words: Collection[str], parameter: str) -> dict[int, int | str]:
    """Return what a query parameter such as ``3:17,4:new`` says of lines or ranks.

    ``words`` may stand in the place of a second number. Raises InvalidInput for anything else.
    """
    answers: dict[int, int | str] = {}
    for pair in filter(None, text.split(",")):
        number, _colon, answer = pair.partition(":")
        known, meant = whole_number(number), answer if answer in words else whole_number(answer)
        if known is None or meant is None:
            message = _("Write pairs such as 3:17 or 4:new, separated by commas.")
            problem = Problem(f"{parameter}_form", message, parameter, {"found": pair[:40]})
            raise InvalidInput(f"{parameter}_form", message, problems=[problem])
        answers[known] = meant
    return answers
