"""Keizer standings and prize lists over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right
from clubs.api.bodies import BodySchema, read_body, read_query
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.api.tables import StandingsQuery, TableView
from tournaments.event_queries import keizer_standings_of, load_event_record, prize_table
from tournaments.models import Tournament
from tournaments.standings.prizes import PrizeGroup, Sharing, prize_list

HIGHEST_PRIZE = 10**9


class KeizerLineSchema(serializers.Serializer[Any]):
    """One round: `value` (the opponent's, or one's own without a game) times `sixths` of it."""

    round_number = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]
    opponent = serializers.IntegerField(allow_null=True)
    value = serializers.IntegerField()
    sixths = serializers.IntegerField()
    score = serializers.IntegerField(help_text="Hundredths of a Keizer point.")


class KeizerRowSchema(serializers.Serializer[Any]):
    """A player's place, own value and score, with the rounds that make it."""

    place = serializers.IntegerField()
    starting_rank = serializers.IntegerField()
    name = serializers.CharField()
    value = serializers.IntegerField()
    score = serializers.IntegerField(help_text="Hundredths of a Keizer point.")
    lines = KeizerLineSchema(many=True)


class KeizerSchema(serializers.Serializer[Any]):
    """The season's table; `is_settled` is false where the order swings between several."""

    after_round = serializers.IntegerField()
    turns = serializers.IntegerField()
    is_settled = serializers.BooleanField()
    rows = KeizerRowSchema(many=True)


class KeizerTable(TableView):
    """The standings of a Keizer season."""

    @extend_schema(
        operation_id="keizer_read",
        parameters=[StandingsQuery],
        responses=KeizerSchema,
        tags=["standings"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """Return Keizer points with every round; 409 in an event of another format."""
        if self.event.format != Tournament.Format.KEIZER:
            raise Refused("not_keizer", _("This event is not scored by Keizer's way."))
        after = read_query(StandingsQuery, request).get("after")
        record, _table, names = self.table(after)
        last = after or record.rounds_paired
        found = keizer_standings_of(self.event, last, record=record) if last else None
        return Response(
            {
                "after_round": last,
                "turns": found.turns if found else 0,
                "is_settled": found.is_settled if found else True,
                "rows": [
                    {
                        "place": row.place,
                        "starting_rank": row.rank,
                        "name": names[row.rank],
                        "value": row.value,
                        "score": row.score,
                        "lines": [
                            {
                                "round_number": line.round_number,
                                "source": str(line.source),
                                "opponent": line.opponent,
                                "value": line.value,
                                "sixths": line.sixths,
                                "score": line.score,
                            }
                            for line in row.lines
                        ],
                    }
                    for row in (found.rows if found else ())
                ],
            }
        )


class PrizeGroupRequest(BodySchema):
    """Prizes in cents, best first, and who may have them; without limits the main list."""

    key = serializers.CharField(max_length=40)
    prizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=HIGHEST_PRIZE),
        min_length=1, max_length=200,
    )  # fmt: skip
    born_from = serializers.IntegerField(
        required=False, allow_null=True, min_value=1900, max_value=2200
    )
    born_until = serializers.IntegerField(
        required=False, allow_null=True, min_value=1900, max_value=2200
    )
    only_women = serializers.BooleanField(required=False)
    rated_from = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=4000
    )
    rated_up_to = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=4000
    )
    only_unrated = serializers.BooleanField(required=False)


class PrizesRequest(BodySchema):
    """All groups of prizes, and how level players share."""

    groups = serializers.ListField(child=PrizeGroupRequest(), min_length=1, max_length=50)
    sharing = serializers.ChoiceField(choices=[str(way) for way in Sharing], required=False)


class AwardSchema(serializers.Serializer[Any]):
    """One player's prize in cents."""

    starting_rank = serializers.IntegerField()
    name = serializers.CharField()
    group = serializers.CharField()
    first_place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    amount = serializers.IntegerField()
    is_shared = serializers.BooleanField()


class PrizesSchema(serializers.Serializer[Any]):
    """Who gets what."""

    awards = AwardSchema(many=True)
    not_awarded = serializers.DictField(child=serializers.IntegerField())
    total = serializers.IntegerField()


class Prizes(TableView):
    """A prize list; nothing of it is kept."""

    rights: ClassVar = {"POST": Right.MANAGE}

    @extend_schema(
        operation_id="prizes_work_out",
        request=PrizesRequest,
        responses=PrizesSchema,
        tags=["standings"],
    )
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Work out main and category prizes by the standings, or a Keizer season, as they are."""
        body = read_body(PrizesRequest, request)
        record = load_event_record(self.event, shown_to=self.access)
        table = prize_table(self.event, record)
        names = {player.starting_rank: player.name for player in record.competitors}
        groups = [
            PrizeGroup(**{**group, "prizes": tuple(group["prizes"])}) for group in body["groups"]
        ]
        sharing = Sharing(body.get("sharing", Sharing.BY_PLACE))
        try:
            found = prize_list(record, table, groups, sharing=sharing)
        except ValueError as error:
            message = _("Prizes must not rise, and each group needs a key of its own.")
            problem = Problem("prizes_invalid", message, "groups")
            raise InvalidInput("prizes_invalid", message, problems=[problem]) from error
        return Response(
            {
                "awards": [
                    {name: getattr(award, name) for name in award.__slots__}
                    | {"name": names[award.starting_rank]}
                    for award in found.awards
                ],
                "not_awarded": dict(found.not_awarded),
                "total": found.total,
            }
        )
