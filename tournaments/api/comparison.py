"""A round judged by the rules and compared with the engine over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right
from clubs.api.idempotency import idempotent
from clubs.errors import Problem
from tournaments.access import round_for
from tournaments.api.views import EventApiView
from tournaments.comparing import Judged, ask_engine, judged_round
from tournaments.pairing.records import ProposedPairing
from tournaments.pairing.validate import Grade
from tournaments.pairing_words import finding_problems

STATES = ["done", "asked", "not_asked", "failed"]


class SeatsSchema(serializers.Serializer[Any]):
    """A board by starting ranks."""

    white = serializers.IntegerField()
    black = serializers.IntegerField()


class DifferenceSchema(serializers.Serializer[Any]):
    """A board that one of the two rounds has and the other has not."""

    board = serializers.IntegerField()
    current = SeatsSchema(allow_null=True)
    engine = SeatsSchema(allow_null=True)
    colours_only = serializers.BooleanField()


class RoundFindingSchema(serializers.Serializer[Any]):
    """What was found, how grave it is, about whom (starting ranks), and by which article."""

    code = serializers.CharField()
    grade = serializers.ChoiceField(choices=[str(grade) for grade in Grade])
    message = serializers.CharField()
    path = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    article = serializers.CharField(allow_blank=True)


class ComparisonSchema(serializers.Serializer[Any]):
    """A round by the rules, gravest first, and beside the engine's once `state` is `done`."""

    state = serializers.ChoiceField(choices=STATES)
    findings = RoundFindingSchema(many=True)
    engine = serializers.CharField(allow_blank=True)
    is_equal = serializers.BooleanField(allow_null=True)
    differences = DifferenceSchema(many=True)
    bye = serializers.IntegerField(allow_null=True, help_text="Who has it now.")
    bye_of_engine = serializers.IntegerField(allow_null=True)
    error_code = serializers.CharField(allow_blank=True)
    error_message = serializers.CharField(allow_blank=True)


class RoundComparison(EventApiView):
    """What a round breaks, and how the engine would pair it."""

    rights: ClassVar = {"GET": Right.PAIRING, "POST": Right.PAIRING}

    @extend_schema(operation_id="rounds_compare_read", responses=ComparisonSchema, tags=["rounds"])
    def get(self, _request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Return what the round breaks, in grades, and the boards the engine would change.

        In a field of more than 60 players the engine has to be asked first, with POST.
        """
        round_ = round_for(self.access, self.event, round_number)
        return Response(comparison_body(judged_round(self.access, round_)))

    @extend_schema(
        operation_id="rounds_compare",
        request=None,
        responses={200: ComparisonSchema, 202: ComparisonSchema},
        tags=["rounds"],
    )
    @idempotent
    def post(self, _request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Ask the engine; for a large field 202, and GET tells when it has answered."""
        judged = ask_engine(self.access, round_for(self.access, self.event, round_number))
        return Response(comparison_body(judged), status=202 if judged.is_waiting else 200)


def comparison_body(judged: Judged) -> dict[str, Any]:
    """Return a judged round as the API shows it."""
    found = judged.comparison
    return {
        "state": _state(judged),
        "findings": [_finding(problem) for problem in finding_problems(judged.findings)],
        "engine": judged.engine,
        "is_equal": None if found is None else found.is_equal,
        "differences": [
            {
                "board": each.board,
                "current": _seats(each.proposed),
                "engine": _seats(each.engine),
                "colours_only": each.colours_only,
            }
            for each in (found.differences if found else ())
        ],
        "bye": found and found.bye_proposed,
        "bye_of_engine": found and found.bye_engine,
        "error_code": judged.failure_code,
        "error_message": judged.failure,
    }


def _state(judged: Judged) -> str:
    if judged.comparison is not None:
        return "done"
    if judged.is_waiting:
        return "asked"
    return "failed" if judged.failure else "not_asked"


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "grade": problem.facts["grade"],
        "message": problem.message,
        "path": problem.path,
        "players": problem.facts["players"],
        "article": problem.facts["article"],
    }


def _seats(pairing: ProposedPairing | None) -> dict[str, int] | None:
    return None if pairing is None else {"white": pairing.white, "black": pairing.black}
