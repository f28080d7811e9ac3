"""What a club is proud of, worked out by the database: who moved up, peaks, upsets, most games.

The number of queries is the same for every club. Players the visitor may not see take no part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import (
    Case,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)

from clubs.access import ClubAccess, visible_players
from ratings.models import RatedGame, Rating, RatingChange, RatingList
from ratings.player_page.people import Person, people
from ratings.rules import TimeControl
from tournaments.access import visible_events

MOVERS_SHOWN = 5
MONTH = timedelta(days=30)
YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Mover:
    """A player who won points in the last month, all events together."""

    person: Person
    time_control: str
    change: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest rating anybody has had on a list."""

    person: Person
    time_control: str
    rating: int


@dataclass(frozen=True, slots=True)
class Upset:
    """The win of the last year with the most points of rating against it.

    ``can_be_opened`` says whether this visitor may see the event's page.
    """

    winner: Person
    loser: Person
    winner_rating: int
    loser_rating: int
    event_key: int
    event_name: str
    can_be_opened: bool
    day: date

    @property
    def difference(self) -> int:
        """How many points the loser was ahead."""
        return self.loser_rating - self.winner_rating


@dataclass(frozen=True, slots=True)
class MostGames:
    """Who has played most rated games, all lists together."""

    person: Person
    games: int


@dataclass(frozen=True, slots=True)
class Records:
    """Everything; empty parts where there is nothing yet."""

    movers: tuple[Mover, ...]
    peaks: tuple[Peak, ...]
    upset: Upset | None
    most_games: MostGames | None

    @property
    def are_there(self) -> bool:
        """Whether there is any record to show."""
        return bool(self.peaks or self.upset or self.most_games)


def load_records(access: ClubAccess, today: date) -> Records:
    """Return the club's movers and records; five queries."""
    movers = list(_movers(access, today))
    peaks = [row for row in _peaks(access) if row["peak"] is not None]
    upset = _upsets(access, today).first()
    most = _games(access).first()
    names = people(
        access,
        {row["player"] for row in movers}
        | {row["holder"] for row in peaks}
        | ({upset.white_id, upset.black_id} if upset else set())
        | ({most["player"]} if most else set()),
    )
    order = list(TimeControl)
    peaks.sort(key=lambda row: order.index(row["time_control"]))
    return Records(
        movers=tuple(
            Mover(names[row["player"]], row["control"], row["moved"], row["now"]) for row in movers
        ),
        peaks=tuple(Peak(names[row["holder"]], row["time_control"], row["peak"]) for row in peaks),
        upset=_shown_upset(upset, names) if upset else None,
        most_games=MostGames(names[most["player"]], most["total"]) if most else None,
    )


def _movers(access: ClubAccess, today: date) -> QuerySet[Any, Any]:
    now = Rating.objects.filter(
        rating_list=OuterRef("rating_list"), player=OuterRef("player")
    ).values("rating")[:1]
    return (
        RatingChange.objects.filter(
            rating_list__club=access.club,
            last_day__gt=today - MONTH,
            used_k__isnull=False,
            player__in=visible_players(access),
        )
        .values("player", "rating_list")
        .annotate(control=F("rating_list__time_control"), moved=Sum("change"), now=Subquery(now))
        .filter(moved__gt=0)
        .order_by("-moved", "player", "rating_list")[:MOVERS_SHOWN]
    )


def _peaks(access: ClubAccess) -> QuerySet[RatingList, Any]:
    best = Rating.objects.filter(
        rating_list=OuterRef("pk"), peak__isnull=False, player__in=visible_players(access)
    ).order_by("-peak", "player")
    return (
        RatingList.objects.filter(club=access.club)
        .annotate(
            holder=Subquery(best.values("player")[:1]), peak=Subquery(best.values("peak")[:1])
        )
        .values("time_control", "holder", "peak")
    )


def _games(access: ClubAccess) -> QuerySet[Any, Any]:
    return (
        Rating.objects.filter(
            rating_list__club=access.club, games__gt=0, player__in=visible_players(access)
        )
        .values("player")
        .annotate(total=Sum("games"))
        .order_by("-total", "player")
    )


def _upsets(access: ClubAccess, today: date) -> QuerySet[Any]:
    """Return the wins against a higher rating, the most surprising first.

    The ratings are those both came with, from their own history rows of the event.
    """

    def used(player: str) -> Subquery:
        rows = RatingChange.objects.filter(
            rating_list=OuterRef("report__rating_list"),
            event_key=OuterRef("report__event_key"),
            player=OuterRef(player),
        ).exclude(start_source=RatingChange.StartSource.LATE)
        return Subquery(rows.values("start_rating")[:1])

    seen = visible_players(access)
    return (
        RatedGame.objects.filter(
            report__rating_list__club=access.club,
            report__is_current=True,
            report__last_day__gt=today - YEAR,
            excluded_reason="",
            result__in=("10", "01"),
            white__in=seen,
            black__in=seen,
        )
        .annotate(
            white_rating=used("white"),
            black_rating=used("black"),
            can_be_opened=Exists(
                visible_events(access).filter(number=OuterRef("report__event_key")).order_by()
            ),
        )
        .annotate(
            surprise=Case(
                When(Q(result="10"), then=F("black_rating") - F("white_rating")),
                default=F("white_rating") - F("black_rating"),
                output_field=IntegerField(),
            )
        )
        .filter(surprise__gt=0)
        .select_related("report")
        .order_by("-surprise", "-report__last_day", "pk")
    )


def _shown_upset(game: Any, names: Mapping[int, Person]) -> Upset:
    white = (names[game.white_id], game.white_rating)
    black = (names[game.black_id], game.black_rating)
    winner, loser = (white, black) if game.result == "10" else (black, white)
    return Upset(
        winner=winner[0],
        loser=loser[0],
        winner_rating=winner[1],
        loser_rating=loser[1],
        event_key=game.report.event_key,
        event_name=game.report.event_name,
        can_be_opened=game.can_be_opened,
        day=game.report.last_day,
    )
