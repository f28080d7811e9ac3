"""The live rating lists over REST."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import ClubAccess, nothing_here
from clubs.api.bodies import read_query
from clubs.api.paging import paged
from clubs.api.schemas import PlayerSchema
from clubs.api.sparse import FIELDS, sparse
from clubs.api.views import ClubView
from clubs.public_fields import knows_birth_year, public_player
from clubs.today import today_in
from ratings.api.schemas import TIME_CONTROL, TIME_CONTROLS
from ratings.lists.table import GROUPS, Asked, latest_list, listed, narrowed, places_on
from ratings.models import RatingList
from ratings.queries import current_k, lists_of
from ratings.shown_k import shown_k_reason

LIST_STATES = ("current", "waiting", "parked")


class RatingListSchema(serializers.Serializer[Any]):
    """A rating list and whether its ratings are being worked out."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    state = serializers.ChoiceField(choices=LIST_STATES)
    replayed_at = serializers.DateTimeField(allow_null=True)
    published = serializers.IntegerField(
        allow_null=True, help_text="Number of the list published last."
    )


class RatingSchema(serializers.Serializer[Any]):
    """A player on a list; `change` is since the list published last, null for one new since."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    place = serializers.IntegerField(allow_null=True, help_text="Shared by equal ratings.")
    player = PlayerSchema()
    rating = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    pool_games = serializers.IntegerField(help_text="Games towards a first rating.")
    k = serializers.IntegerField(allow_null=True)
    k_reason = serializers.CharField(allow_null=True)
    last_day = serializers.DateField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)


class RatingQuery(serializers.Serializer[Any]):
    """Whom to list; what a caller may not see of a player cannot be searched by either."""

    search = serializers.CharField(required=False, max_length=100)
    active = serializers.BooleanField(
        required=False, help_text="Only who has played within a year."
    )
    group = serializers.ChoiceField(choices=GROUPS, required=False)
    fewest_games = serializers.IntegerField(required=False, min_value=0, max_value=10000)
    rating_from = serializers.IntegerField(required=False, min_value=1, max_value=4000)
    rating_until = serializers.IntegerField(required=False, min_value=1, max_value=4000)


def rating_list_of(access: ClubAccess, time_control: str) -> RatingList:
    """Return one of the club's lists, or raise NotFound; one query."""
    found = lists_of(access.club).get(time_control)
    if found is None:
        raise nothing_here()
    return found


def list_body(rating_list: RatingList) -> dict[str, Any]:
    """Return a list with its state; one query."""
    published = latest_list(rating_list)
    is_stale = rating_list.stale_since is not None
    return {
        "time_control": rating_list.time_control,
        "state": "parked" if rating_list.failed_at else "waiting" if is_stale else "current",
        "replayed_at": rating_list.replayed_at,
        "published": None if published is None else published.number,
    }


class RatingListHeads(ClubView):
    """The lists of the club."""

    pagination_class: ClassVar = None

    @extend_schema(
        operation_id="rating_lists", responses=RatingListSchema(many=True), tags=["ratings"]
    )
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """List standard, rapid and blitz with their state."""
        return Response([list_body(each) for each in lists_of(self.access.club).values()])


class LiveRatings(ClubView):
    """A live list."""

    @extend_schema(
        operation_id="ratings_list",
        parameters=[TIME_CONTROL, RatingQuery, FIELDS],
        responses=RatingSchema(many=True, partial=True),
        tags=["ratings"],
    )
    def get(self, request: Request, time_control: str, **_kwargs: Any) -> Response:
        """List the rated players, best first."""
        query = read_query(RatingQuery, request)
        rating_list = rating_list_of(self.access, time_control)
        asked = Asked(
            search=query.get("search", ""),
            active=query.get("active", False),
            group=query.get("group", ""),
            fewest_games=query.get("fewest_games", 0),
        )
        today = today_in(self.access.club)
        everybody = listed(self.access, rating_list, latest_list(rating_list))
        rows = narrowed(everybody, self.access, asked, today).filter(rating__isnull=False)
        if "rating_from" in query:
            rows = rows.filter(rating__gte=query["rating_from"])
        if "rating_until" in query:
            rows = rows.filter(rating__lte=query["rating_until"])
        places, _total = places_on(everybody)
        return paged(
            self, request, rows,
            sparse(
                request, RatingSchema,
                lambda found: [
                    rating_body(row, self.access, time_control, places, today.year)
                    for row in found
                ],
            ),
            ordering=("-rating", "player_id"),
        )  # fmt: skip


def rating_body(
    row: Any, access: ClubAccess, time_control: str, places: dict[int, int], year: int
) -> dict[str, Any]:
    """Return one line of a list as this caller may see it."""
    k = current_k(
        rating=row.rating,
        games=row.games,
        peak=row.peak,
        birth_year=row.player.birth_year,
        year=year,
    )
    knows_year = knows_birth_year(row.player, access)
    known = row.listed_rating is not None and row.rating is not None
    return {
        "time_control": time_control,
        "place": places.get(row.rating),
        "player": public_player(row.player, access),
        "rating": row.rating,
        "games": row.games,
        "pool_games": row.pool_games,
        "k": k and k.k_base,
        "k_reason": k and shown_k_reason(k.reason, row.games, knows_year=knows_year),
        "last_day": row.last_day,
        "change": row.rating - row.listed_rating if known else None,
    }
