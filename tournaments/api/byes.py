"""Byes and absences over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, fetch
from clubs.api.bodies import BodySchema, read_body, read_query
from clubs.api.idempotency import idempotent
from clubs.api.paging import paged
from clubs.errors import InvalidInput, Problem
from clubs.whole_numbers import whole_number
from tournaments.access import entry_for, visible_byes
from tournaments.api.round_schemas import BYE_KINDS, ByeRequest, ByeSchema, bye_body
from tournaments.api.views import EventApiView
from tournaments.byes import cancel_bye, leave_out_absent, request_bye
from tournaments.models import Bye
from tournaments.results import ByeKind


class ByeQuery(serializers.Serializer[Any]):
    """Which byes to list."""

    round_number = serializers.IntegerField(required=False, min_value=1, max_value=100)
    starting_rank = serializers.IntegerField(required=False, min_value=1, max_value=32000)
    kind = serializers.ChoiceField(choices=BYE_KINDS, required=False)


class ByeList(EventApiView):
    """The byes of the event, past and asked for."""

    rights: ClassVar = {"POST": Right.PAIRING}

    @extend_schema(
        operation_id="byes_list",
        parameters=[ByeQuery],
        responses=ByeSchema(many=True),
        tags=["byes"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List byes by round; those of rounds to come are for those who pair."""
        query = read_query(ByeQuery, request)
        if "starting_rank" in query:
            query["entry__starting_rank"] = query.pop("starting_rank")
        byes = visible_byes(self.access, self.event).filter(**query).select_related("entry__player")
        return paged(
            self, request, byes, lambda rows: [bye_body(row, self.access) for row in rows],
            ordering=("round_number", "id"),
        )  # fmt: skip

    @extend_schema(
        operation_id="byes_request",
        request=ByeRequest,
        responses={201: ByeSchema},
        tags=["byes"],
    )
    @idempotent
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Note that a player will not play a round; asked again, the kind changes."""
        body = read_body(ByeRequest, request)
        entry = entry_for(self.access, self.event, body["starting_rank"])
        bye = request_bye(
            self.access,
            entry,
            round_number=body["round_number"],
            kind=ByeKind(body.get("kind", ByeKind.HALF_POINT)),
            override_reason=body.get("override_reason", ""),
        )
        bye.entry = entry
        return Response(bye_body(bye, self.access), status=201)


class ByeDetail(EventApiView):
    """One bye."""

    rights: ClassVar = {"DELETE": Right.PAIRING}

    @extend_schema(operation_id="byes_cancel", responses={204: None}, tags=["byes"])
    @idempotent
    def delete(self, _request: Request, bye: int, **_kwargs: Any) -> Response:
        """Take back a bye as long as its round is not published."""
        found = fetch(self.access, self.event.byes.select_related("entry"), pk=bye)
        cancel_bye(self.access, found)
        return Response(status=204)


class AbsencesRequest(BodySchema):
    """Everybody who will not play a round, by starting rank."""

    absences = serializers.DictField(child=serializers.ChoiceField(choices=["H", "F", "Z"]))
    override_reason = serializers.CharField(required=False, allow_blank=True, max_length=200)


class Absences(EventApiView):
    """Who will not play a round."""

    rights: ClassVar = {"PUT": Right.PAIRING}

    @extend_schema(
        operation_id="byes_set_absences",
        request=AbsencesRequest,
        responses={200: ByeSchema(many=True)},
        tags=["byes"],
    )
    @idempotent
    def put(self, request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Make the absences of a round exactly these: `{"absences": {"7": "H", "9": "Z"}}`."""
        body = read_body(AbsencesRequest, request)
        byes = {
            bye.entry.starting_rank: bye
            for bye in self._byes(round_number).exclude(kind=ByeKind.PAIRING_ALLOCATED)
        }
        wanted = self._wanted(body["absences"])
        for rank, bye in byes.items():
            if rank not in wanted:
                cancel_bye(self.access, bye)
        for rank, kind in wanted.items():
            if rank not in byes or byes[rank].kind != kind:
                request_bye(
                    self.access,
                    entry_for(self.access, self.event, rank),
                    round_number=round_number,
                    kind=ByeKind(kind),
                    override_reason=body.get("override_reason", ""),
                )
        return Response([bye_body(bye, self.access) for bye in self._byes(round_number)])

    def _byes(self, round_number: int) -> Any:
        byes: Any = self.event.byes.filter(round_number=round_number)
        return byes.select_related("entry__player").order_by("entry__starting_rank")

    def _wanted(self, absences: dict[str, str]) -> dict[int, str]:
        known = set(self.event.entries.values_list("starting_rank", flat=True))
        wanted, problems = {}, []
        for text, kind in absences.items():
            rank = whole_number(text, most_digits=5) or 0
            if rank in known:
                wanted[rank] = kind
                continue
            message = _("There is no such number in the starting list.")
            problems.append(Problem("rank_unknown", message, f"absences.{text[:20]}"))
        if problems:
            raise InvalidInput("absences_invalid", _("Nothing was changed."), problems=problems)
        return wanted


class AbsentPlayers(EventApiView):
    """Those who have not checked in."""

    rights: ClassVar = {"POST": Right.PAIRING}

    @extend_schema(
        operation_id="byes_leave_out_absent",
        request=None,
        responses={200: ByeSchema(many=True)},
        tags=["byes"],
    )
    @idempotent
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Leave everybody out of the next round who has not checked in; return their byes."""
        absent = leave_out_absent(self.access, self.event)
        byes = Bye.objects.filter(
            tournament=self.event, entry__in=absent, round_number=self.event.rounds.count() + 1
        ).select_related("entry__player")
        return Response([bye_body(bye, self.access) for bye in byes])
