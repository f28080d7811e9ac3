"""A player's ratings, history and corrections over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import of_club, visible_players
from clubs.api.bodies import read_query
from clubs.api.paging import paged
from clubs.api.players import PlayerDetail
from clubs.api.sparse import FIELDS, sparse
from clubs.api.views import ClubView
from clubs.models import Player
from clubs.today import today_in
from ratings.api.lists import RatingSchema, rating_body
from ratings.api.schemas import (
    TIME_CONTROLS,
    HistoryRowSchema,
    PersonSchema,
    names_of,
    people_in,
    person_body,
    row_body,
)
from ratings.lists.table import latest_list, listed, places_on
from ratings.models import RatingChange, RatingRevision
from ratings.player_changes import change_rated_player
from ratings.player_page.corrections import cause_code
from ratings.player_page.people import player_for
from ratings.queries import history, lists_of


class RatedPlayerDetail(PlayerDetail):
    """One player; another year of birth rates him anew."""

    change = staticmethod(change_rated_player)


class PlayerView(ClubView):
    """A view of one player's ratings; hidden and unknown players answer alike."""

    player: Player

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the player through the club's door."""
        super().initial(request, *args, **kwargs)
        self.player = player_for(self.access, kwargs["number"])


class PlayerRatings(PlayerView):
    """What a player has now."""

    pagination_class: ClassVar = None

    @extend_schema(
        operation_id="players_ratings", responses=RatingSchema(many=True), tags=["ratings"]
    )
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """List the player's ratings, K and place on each list he is on."""
        bodies = []
        for time_control, rating_list in lists_of(self.access.club).items():
            everybody = listed(self.access, rating_list, latest_list(rating_list))
            row = everybody.filter(player=self.player).first()
            if row is not None:
                places, _total = places_on(everybody)
                year = today_in(self.access.club).year
                bodies.append(rating_body(row, self.access, time_control, places, year))
        return Response(bodies)


class HistoryQuery(serializers.Serializer[Any]):
    """Which rows."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)
    last_day_from = serializers.DateField(required=False)
    last_day_until = serializers.DateField(required=False)


class PlayerRowSchema(HistoryRowSchema):
    """A row of a history, with its list."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    event_name = serializers.CharField(allow_blank=True)


class PlayerHistory(PlayerView):
    """Why a rating is what it is."""

    @extend_schema(
        operation_id="players_history",
        parameters=[HistoryQuery, FIELDS],
        responses=PlayerRowSchema(many=True, partial=True),
        tags=["ratings"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List the player's history rows, newest first, each with every game."""
        query = read_query(HistoryQuery, request)
        rows = history(self.player)
        if "time_control" in query:
            rows = rows.filter(rating_list__time_control=query["time_control"])
        if "last_day_from" in query:
            rows = rows.filter(last_day__gte=query["last_day_from"])
        if "last_day_until" in query:
            rows = rows.filter(last_day__lte=query["last_day_until"])
        ordering = ("-last_day", "-chain_rank", "-first_day", "-key", "id")
        bodies = sparse(request, PlayerRowSchema, self._bodies)
        return paged(self, request, rows, bodies, ordering=ordering)

    def _bodies(self, rows: list[RatingChange]) -> list[dict[str, Any]]:
        names = names_of(self.access, people_in(rows))
        return [
            {
                "time_control": row.rating_list.time_control,
                "event_name": "" if row.report is None else row.report.event_name,
                **row_body(row, names),
            }
            for row in rows
        ]


class RowValuesSchema(serializers.Serializer[Any]):
    """What a row said."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField()
    start_rating = serializers.IntegerField(allow_null=True)
    base_k = serializers.IntegerField(allow_null=True)
    used_k = serializers.IntegerField(allow_null=True)
    game_count = serializers.IntegerField()
    score = serializers.IntegerField()


class RevisionSchema(serializers.Serializer[Any]):
    """One history row that a correction changed, made or took away, and by what."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    player = PersonSchema()
    event = serializers.IntegerField(allow_null=True)
    event_name = serializers.CharField(allow_blank=True)
    old = RowValuesSchema(allow_null=True)
    new = RowValuesSchema(allow_null=True)
    cause = serializers.CharField(allow_blank=True)
    cause_event = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    author = serializers.CharField(allow_blank=True, help_text="For people of the club.")


class CorrectionQuery(serializers.Serializer[Any]):
    """Which corrections."""

    player = serializers.IntegerField(required=False, min_value=1)
    event = serializers.IntegerField(required=False, min_value=1)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)


class Corrections(ClubView):
    """What corrections changed afterwards."""

    @extend_schema(
        operation_id="corrections_list",
        parameters=[CorrectionQuery],
        responses=RevisionSchema(many=True),
        tags=["ratings"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """List changed rows, the newest first, with the cause of each."""
        query = read_query(CorrectionQuery, request)
        names = {"event": "event_key", "time_control": "rating_list__time_control"}
        revisions = (
            of_club(self.access, RatingRevision)
            .filter(player__in=visible_players(self.access))
            .filter(**{names.get(name, name): value for name, value in query.items()})
            .select_related("player", "rating_list")
        )
        return paged(
            self, request, revisions, lambda rows: [self._body(row) for row in rows],
            ordering=("-id",),
        )  # fmt: skip

    def _body(self, row: RatingRevision) -> dict[str, Any]:
        return {
            "id": row.pk,
            "at": row.at,
            "time_control": row.rating_list.time_control,
            "player": person_body(row.player, self.access),
            "event": row.event_key,
            "event_name": row.event_name,
            "old": row.old,
            "new": row.new,
            "cause": cause_code(row.cause),
            "cause_event": row.cause.get("event_key"),
            "reason": row.cause.get("reason", ""),
            "author": "" if self.access.is_public else row.author_label,
        }
