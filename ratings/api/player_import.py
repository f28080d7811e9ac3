"""A member list over REST: what it would do, and doing it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right
from clubs.api.bodies import TextParser, numbered_answers, read_query
from clubs.api.idempotency import idempotent
from clubs.api.schemas import PlayerRequest
from clubs.api.views import ClubView
from clubs.errors import InvalidInput
from clubs.player_table import ENCODINGS, MOST_BYTES
from clubs.today import today_in
from ratings.api.schemas import WaveSchema
from ratings.import_plan import NEW, SKIP, ImportPlan, PlannedRow, RowKind, plan_import
from ratings.player_import import import_players


class CsvParser(TextParser):
    """A table sent as what it is."""

    media_type = "text/csv"


class ImportPlayersQuery(serializers.Serializer[Any]):
    """What a file leaves open.

    `decide` answers rows by line: `3:17,4:new,5:skip` is player 17 of the club, somebody new, and a
    row to leave out.
    """

    dry_run = serializers.BooleanField(required=False, help_text="Say what would come of it.")
    day = serializers.DateField(
        required=False, help_text="From when ratings of the file hold; today unless said."
    )
    decide = serializers.CharField(required=False, max_length=10000)
    digest = serializers.CharField(
        required=False, max_length=64, help_text="Of the dry run: refuses if anything moved since."
    )
    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False)
    file_name = serializers.CharField(required=False, max_length=200)


class RowProblemSchema(serializers.Serializer[Any]):
    """What is wrong with a row."""

    code = serializers.CharField()
    message = serializers.CharField()
    facts = serializers.DictField()


class CandidateSchema(serializers.Serializer[Any]):
    """A player of the club who may be meant."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)


class ImportRowSchema(serializers.Serializer[Any]):
    """A row: `fields` are written, `kept` has the club otherwise and keeps."""

    line = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    kind = serializers.ChoiceField(choices=[str(kind) for kind in RowKind])
    player = serializers.IntegerField(allow_null=True)
    candidates = CandidateSchema(many=True)
    fields = PlayerRequest(partial=True)  # type: ignore[assignment]
    ratings = serializers.DictField(child=serializers.IntegerField())
    kept = serializers.ListField(child=serializers.CharField())
    problems = RowProblemSchema(many=True)


class ImportPlayersSchema(serializers.Serializer[Any]):
    """What a file did, or in a dry run would do; rows doubtful or wrong stop all of it."""

    is_dry_run = serializers.BooleanField()
    digest = serializers.CharField()
    encoding = serializers.CharField()
    ignored_headings = serializers.ListField(child=serializers.CharField())
    rows = ImportRowSchema(many=True)
    added = serializers.ListField(child=serializers.IntegerField(), help_text="New players.")
    wave = WaveSchema(allow_null=True, help_text="What corrected years of birth move.")


class PlayerImport(ClubView):
    """The members of the club as a table."""

    parser_classes = [CsvParser, TextParser]
    most_body_bytes: ClassVar[int] = MOST_BYTES

    @extend_schema(
        operation_id="players_import",
        parameters=[ImportPlayersQuery],
        request={"text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR},
        responses={200: ImportPlayersSchema},
        tags=["players"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Add and complete players from a table with headings: the whole file, or nothing of it.

        Columns and their order are found by their headings. Who *may* be a player of the club, and
        what is wrong, is refused row by row; a dry run shows it without a refusal. What the club
        knows is never overwritten.
        """
        self.access.require(Right.MANAGE)
        query = read_query(ImportPlayersQuery, request)
        data = request.data if isinstance(request.data, bytes) else b""
        answers = numbered_answers(query.get("decide", ""), (NEW, SKIP), "decide")
        choice: dict[str, Any] = {
            "day": query.get("day") or today_in(self.access.club),
            "decisions": {line: str(answer) for line, answer in answers.items()},
            "encoding": query.get("encoding", ""),
        }
        if query.get("dry_run"):
            plan = plan_import(self.access, data, **choice)
            if plan.problems:
                message = _("Nothing was imported.")
                raise InvalidInput("import_invalid", message, problems=plan.problems)
            return Response(_body(plan, (), is_dry_run=True))
        done = import_players(
            self.access,
            data,
            file_name=query.get("file_name", "CSV"),
            digest=query.get("digest", ""),
            **choice,
        )
        added = [player.pk for player in done.added]
        return Response(_body(done.plan, added, is_dry_run=False))


def _body(plan: ImportPlan, added: list[int] | tuple[()], *, is_dry_run: bool) -> dict[str, Any]:
    return {
        "is_dry_run": is_dry_run,
        "digest": plan.digest,
        "encoding": plan.table.encoding,
        "ignored_headings": list(plan.table.ignored_headings),
        "rows": [_row(row) for row in plan.rows],
        "added": list(added),
        "wave": plan.wave and asdict(plan.wave),
    }


def _row(row: PlannedRow) -> dict[str, Any]:
    return {
        "line": row.line,
        "name": row.name,
        "kind": str(row.kind),
        "player": row.player_id,
        "candidates": [
            {"id": each.id, "name": each.name, "birth_year": each.birth_year}
            for each in row.candidates
        ],
        "fields": dict(row.fields),
        "ratings": {str(control): row.ratings[control] for control in row.ratings},
        "kept": list(row.kept),
        "problems": [
            {"code": each.code, "message": str(each.message), "facts": dict(each.facts)}
            for each in row.problems
        ],
    }
