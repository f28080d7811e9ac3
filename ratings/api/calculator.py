"""The calculator over REST: a case, or up to 200 cases, in the form of the worked cases."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.views import ApiView
from clubs.errors import InvalidInput
from ratings.calculator import (
    SYSTEMS,
    error_answer,
    evaluate_case,
    evaluate_cases,
)
from ratings.rules import TimeControl


class CaseRequest(serializers.Serializer[Any]):
    """A case: the system, and for FIDE's systems the list and the first day of the event."""

    system = serializers.ChoiceField(choices=[(name, name) for name in SYSTEMS])
    time_control = serializers.ChoiceField(
        choices=[(str(key), str(key)) for key in TimeControl], required=False, allow_null=True
    )
    date = serializers.DateField(required=False, allow_null=True)
    input = serializers.DictField()


class ProblemSchema(serializers.Serializer[Any]):
    """One wrong field: where it is, a stable code, a sentence, and its facts."""

    path = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()
    facts = serializers.DictField()


class CaseError(serializers.Serializer[Any]):
    """What is wrong with a case."""

    error = serializers.CharField()
    problems = ProblemSchema(many=True)


EXAMPLE = OpenApiExample(
    "An event",
    value={
        "system": "fide",
        "time_control": "standard",
        "date": "2026-11-26",
        "input": {
            "rating": 1800,
            "k": 20,
            "games": [{"opponent": 1900, "score": "1"}, {"opponent": 1750, "score": "0.5"}],
        },
    },
    request_only=True,
)


class Calculator(ApiView):
    """Works cases out; nothing is stored, and no token is needed."""

    permission_classes = [AllowAny]
    throttle_scope = "calculator"

    @extend_schema(
        operation_id="calculator_work_out",
        summary="Work out rating cases",
        description=(
            "One case, or a list of up to 200 of them. The answer has every step: difference,"
            " counted difference, expected score, K with its reason, the change before and after"
            " rounding. In a list a wrong case is answered in its place with `error` and"
            " `problems`; a single wrong case is answered with 422 and the same body."
        ),
        request=CaseRequest,
        responses={
            200: OpenApiResponse(description="The answer, or a list of answers in order."),
            422: CaseError,
        },
        examples=[EXAMPLE],
        auth=[],
        tags=["calculator"],
    )
    def post(self, request: Request) -> Response:
        """Return the answer to a case, or to each case of a list."""
        try:
            if isinstance(request.data, list):
                return Response(evaluate_cases(request.data))
            case = request.data if isinstance(request.data, dict) else {}
            answer = evaluate_case(
                case.get("system"), case.get("time_control"), case.get("date"), case.get("input")
            )
        except InvalidInput as error:
            return Response(error_answer(error), status=422)
        return Response(answer)
