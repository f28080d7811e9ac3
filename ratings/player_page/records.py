"""Opponents, colours, best results and streaks on one list, worked out by the database.

Games are those of the current reports, played and kept in rating. Six queries, whatever the number
of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When

from clubs.access import ClubAccess
from clubs.models import Player
from ratings.models import RatedGame, RatingChange, RatingList, RatingReport
from ratings.player_page.people import Person, people

OPPONENTS_SHOWN = 20
BEST_SHOWN = 5
# Fewer games say little: one win against a strong player would be every newcomer's best.
FEWEST_GAMES_OF_A_PERFORMANCE = 3


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a player has done against another."""

    person: Person
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> int:
        """Points scored, in hundredths."""
        return 100 * self.wins + 50 * self.draws


@dataclass(frozen=True, slots=True)
class ColourRecord:
    """How a player has done with White (``w``) or Black (``b``)."""

    colour: str
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> int:
        """Points scored, in hundredths."""
        return 100 * self.wins + 50 * self.draws


@dataclass(frozen=True, slots=True)
class BestWin:
    """A win with the rating the opponent had for the event."""

    opponent: Person
    rating: int
    event_key: int
    event_name: str
    day: date


@dataclass(frozen=True, slots=True)
class BestPerformance:
    """An event with its performance rating."""

    performance: int
    score: int
    games: int
    event_key: int | None
    event_name: str
    day: date


@dataclass(frozen=True, slots=True)
class Streaks:
    """The longest and the present runs, in games."""

    longest_winning: int = 0
    longest_unbeaten: int = 0
    present_winning: int = 0
    present_unbeaten: int = 0


@dataclass(frozen=True, slots=True)
class Records:
    """Everything on the page of opponents and records."""

    opponents: Sequence[Opponent]
    opponent_count: int
    colours: Sequence[ColourRecord]
    best_wins: Sequence[BestWin]
    best_performances: Sequence[BestPerformance]
    streaks: Streaks

    @property
    def games(self) -> int:
        """All games with both colours."""
        return sum(colour.games for colour in self.colours)


def load_records(
    access: ClubAccess,
    player: Player,
    rating_list: RatingList,
    *,
    most_opponents: int | None = OPPONENTS_SHOWN,
) -> Records:
    """Return the records of a player on one list; six queries."""
    games = _games(player, rating_list)
    rows = list(
        games.values("opponent")
        .annotate(count=Count("pk"), **_results())
        .order_by("-count", "opponent")
    )
    shown = rows if most_opponents is None else rows[:most_opponents]
    wins = _best_wins(games, rating_list)
    names = people(access, {row["opponent"] for row in shown} | {win.opponent for win in wins})
    return Records(
        opponents=[
            Opponent(names[row["opponent"]], row["count"], row["wins"], row["draws"], row["losses"])
            for row in shown
        ],
        opponent_count=len(rows),
        colours=_colours(games),
        best_wins=[
            BestWin(
                names[win.opponent],
                win.opponent_rating,
                win.report.event_key,
                win.report.event_name,
                win.report.last_day,
            )
            for win in wins
        ],
        best_performances=_best_performances(player, rating_list),
        streaks=load_streaks(player, rating_list),
    )


def _games(player: Player, rating_list: RatingList) -> QuerySet[Any]:
    """Return the player's games with colour, opponent and own score in hundredths."""
    has_white = Q(white=player.pk)
    won_white, won_black = Q(result__startswith="1"), Q(result__endswith="1")
    drew_white, drew_black = Q(result__startswith="="), Q(result__endswith="=")
    return RatedGame.objects.filter(
        Q(white=player.pk) | Q(black=player.pk),
        report__rating_list=rating_list,
        report__is_current=True,
        excluded_reason="",
    ).annotate(
        is_white=Case(When(has_white, then=1), default=0, output_field=IntegerField()),
        opponent=Case(When(has_white, then=F("black_id")), default=F("white_id")),
        scored=Case(
            When((has_white & won_white) | (~has_white & won_black), then=100),
            When((has_white & drew_white) | (~has_white & drew_black), then=50),
            default=0,
            output_field=IntegerField(),
        ),
    )


def _results() -> dict[str, Count]:
    return {
        "wins": Count("pk", filter=Q(scored=100)),
        "draws": Count("pk", filter=Q(scored=50)),
        "losses": Count("pk", filter=Q(scored=0)),
    }


def _colours(games: QuerySet[Any]) -> list[ColourRecord]:
    rows = games.values("is_white").annotate(count=Count("pk"), **_results()).order_by("-is_white")
    return [
        ColourRecord(
            "w" if row["is_white"] else "b",
            row["count"],
            row["wins"],
            row["draws"],
            row["losses"],
        )
        for row in rows
    ]


def _best_wins(games: QuerySet[Any], rating_list: RatingList) -> list[Any]:
    """Return the wins against the highest ratings; one query.

    The opponent's own row of the event has the rating used; one rated only during the event counted
    as unrated.
    """
    used = (
        RatingChange.objects.filter(
            rating_list=rating_list,
            event_key=OuterRef("report__event_key"),
            player=OuterRef("opponent"),
        )
        .exclude(start_source=RatingChange.StartSource.LATE)
        .values("start_rating")[:1]
    )
    wins = games.filter(scored=100).annotate(opponent_rating=Subquery(used))
    return list(
        wins.filter(opponent_rating__isnull=False)
        .select_related("report")
        .order_by("-opponent_rating", "-report__last_day", "pk")[:BEST_SHOWN]
    )


def _best_performances(player: Player, rating_list: RatingList) -> list[BestPerformance]:
    rows = (
        RatingChange.objects.filter(
            player=player,
            rating_list=rating_list,
            performance__isnull=False,
            game_count__gte=FEWEST_GAMES_OF_A_PERFORMANCE,
        )
        .select_related("report")
        .order_by("-performance", "-last_day", "-key")
        .only("performance", "score", "game_count", "event_key", "last_day", "report__event_name")
    )
    return [
        BestPerformance(
            row.performance,
            row.score,
            row.game_count,
            row.event_key,
            row.report.event_name,
            row.last_day,
        )
        for row in rows[:BEST_SHOWN]
        if row.performance is not None and row.report is not None
    ]


# Runs are the islands that are left when the number within a kind is taken from the number among
# all: it stays the same as long as nothing else comes in between.
STREAKS_SQL = """
WITH played AS (
  SELECT
    ROW_NUMBER() OVER (
      ORDER BY report.last_day, report.first_day, report.event_key, game.round_number,
        game.board_number
    ) AS place,
    CASE WHEN (CASE WHEN game.white_id = %(player)s THEN SUBSTR(game.result, 1, 1)
      ELSE SUBSTR(game.result, 2, 1) END) = '1' THEN 1 ELSE 0 END AS won,
    CASE WHEN (CASE WHEN game.white_id = %(player)s THEN SUBSTR(game.result, 1, 1)
      ELSE SUBSTR(game.result, 2, 1) END) = '0' THEN 0 ELSE 1 END AS unbeaten
  FROM {games} game JOIN {reports} report ON report.id = game.report_id
  WHERE (game.white_id = %(player)s OR game.black_id = %(player)s)
    AND report.rating_list_id = %(list)s AND report.is_current AND game.excluded_reason = ''
), islands AS (
  SELECT place, won, unbeaten,
    place - ROW_NUMBER() OVER (PARTITION BY won ORDER BY place) AS won_island,
    place - ROW_NUMBER() OVER (PARTITION BY unbeaten ORDER BY place) AS unbeaten_island,
    MAX(place) OVER () AS last_place
  FROM played
), runs AS (
  SELECT 'winning' AS kind, COUNT(*) AS games, MAX(place) AS ends, MAX(last_place) AS last_place
    FROM islands WHERE won = 1 GROUP BY won_island
  UNION ALL
  SELECT 'unbeaten', COUNT(*), MAX(place), MAX(last_place)
    FROM islands WHERE unbeaten = 1 GROUP BY unbeaten_island
)
SELECT kind, MAX(games), MAX(CASE WHEN ends = last_place THEN games ELSE 0 END)
FROM runs GROUP BY kind
"""


def load_streaks(player: Player, rating_list: RatingList) -> Streaks:
    """Return the longest and present runs of wins and of games without a loss; one query."""
    sql = STREAKS_SQL.format(games=RatedGame._meta.db_table, reports=RatingReport._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(sql, {"player": player.pk, "list": rating_list.pk})
        found = {kind: (longest, present) for kind, longest, present in cursor.fetchall()}
    winning, unbeaten = found.get("winning", (0, 0)), found.get("unbeaten", (0, 0))
    return Streaks(winning[0], unbeaten[0], winning[1], unbeaten[1])
