"""Reading the ledger: values in force on a day, current K, histories, breakdowns.

Nothing here recomputes a row: what a page explains is what the replay wrote down.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from clubs.models import Club, Player
from ratings.models import Rating, RatingChange, RatingList
from ratings.replay.load import load_policies
from ratings.replay.records import Row
from ratings.rules import KFactor, TimeControl, k_factor

NEWEST_FIRST = ("-last_day", "-chain_rank", "-first_day", "-key")


class GameLine(NamedTuple):
    """A game of a history row, from the player's side; scores in hundredths.

    ``opponent_rating`` is the rating used, None for an unrated opponent. The differences and the
    expected score are None where the game was left out; ``left_out`` says why (the values of
    ``ratings.rules.LeftOut``), ``excluded_reason`` in whose words.
    """

    round_number: int
    board_number: int
    colour: str
    opponent_id: int
    opponent_rating: int | None
    score: int
    difference: int | None
    counted_difference: int | None
    expected_score: int | None
    left_out: str | None
    excluded_reason: str = ""

    @property
    def delta(self) -> int | None:
        """Score minus expected score, in hundredths."""
        return None if self.expected_score is None else self.score - self.expected_score


class PooledLine(NamedTuple):
    """A game of the pool of a first rating; ``left_out`` says why it was dropped."""

    event_key: int
    day: date
    opponent_rating: int
    score: int
    left_out: str | None


class InForce(NamedTuple):
    """A player's value for an event that begins on a day; ``source`` as in ``RatingChange``."""

    rating: int | None
    source: str
    games: int
    peak: int | None


def game_lines(change: RatingChange | Row) -> list[GameLine]:
    """Return the games of a history row in the order of the report."""
    return [GameLine(*line) for line in change.games]


def pooled_lines(change: RatingChange | Row) -> list[PooledLine]:
    """Return the pool that gave a first rating; empty for other rows."""
    return [
        PooledLine(event_key, date.fromisoformat(day), opponent, score, left_out)
        for event_key, day, opponent, score, left_out in change.details.get("first", {}).get(
            "pool", []
        )
    ]


def ratings_in_force(
    rating_list: RatingList, day: date, player_ids: Collection[int]
) -> dict[int, InForce]:
    """Return what players bring into an event that begins on a day; at most four queries.

    Own rating, else borrowed from standard, else the policy's start value for newcomers, else
    none. Everybody asked for is in the answer.
    """
    own = _newest_before(rating_list, day, player_ids)
    missing = [player for player in player_ids if _rating_of(own, player) is None]
    borrowed: dict[int, RatingChange] = {}
    start_value = None
    if missing:
        if rating_list.time_control != TimeControl.STANDARD:
            standard = RatingList.objects.get(
                club=rating_list.club_id, time_control=TimeControl.STANDARD
            )
            borrowed = _newest_before(standard, day, missing)
        start_value = load_policies(rating_list.club_id).on(day).start_value
    found = {}
    for player in player_ids:
        row = own.get(player)
        games, peak = (row.games_after, row.peak_after) if row else (0, None)
        rating = _rating_of(own, player)
        source = "own"
        if rating is None:
            rating, source = _rating_of(borrowed, player), "borrowed"
        if rating is None:
            rating, source = start_value, "newcomer"
        if rating is None:
            source = "unrated"
        found[player] = InForce(rating, source, games, peak)
    return found


def _rating_of(rows: dict[int, RatingChange], player: int) -> int | None:
    row = rows.get(player)
    return None if row is None else row.after


def _newest_before(
    rating_list: RatingList, day: date, player_ids: Collection[int]
) -> dict[int, RatingChange]:
    """Return each player's row in force on a day: reports ended before, adjustments up to it."""
    in_force = Q(last_day__lt=day) | Q(last_day=day, chain_rank=0)
    newest = (
        RatingChange.objects.filter(in_force, player=OuterRef("pk"), rating_list=rating_list)
        .order_by(*NEWEST_FIRST)
        .values("pk")[:1]
    )
    people = Player.objects.filter(pk__in=list(player_ids), club=rating_list.club_id)
    rows = RatingChange.objects.filter(pk__in=people.values(newest=Subquery(newest)))
    return {
        row.player_id: row
        for row in rows.only("player_id", "after", "games_after", "peak_after", "last_day")
    }


def current_k(
    *, rating: int | None, games: int, peak: int | None, birth_year: int | None, year: int
) -> KFactor | None:
    """Return the K, with its reason, of an event that begins this year; None without a rating."""
    if rating is None:
        return None
    return k_factor(rating=rating, peak=peak, games_before=games, birth_year=birth_year, year=year)


def history(player: Player) -> QuerySet[RatingChange]:
    """Return a player's rows on all lists, newest first, with list, report and adjustment."""
    return (
        RatingChange.objects.filter(player=player)
        .select_related("rating_list", "report", "adjustment")
        .order_by(*NEWEST_FIRST)
    )


def history_on(player: Player, rating_list: RatingList) -> QuerySet[RatingChange]:
    """Return a player's rows on one list, newest first."""
    return history(player).filter(rating_list=rating_list)


def rows_of_event(club: Club, event_key: int) -> QuerySet[RatingChange]:
    """Return everybody's rows of an event, list by list, best gain first, players loaded."""
    return (
        RatingChange.objects.filter(club=club, event_key=event_key)
        .select_related("player", "rating_list", "report")
        .order_by("rating_list_id", "-change", "player_id")
    )


def rating_rows(rating_list: RatingList) -> QuerySet[Rating]:
    """Return the rated players of a list, best first, players loaded."""
    return (
        Rating.objects.filter(rating_list=rating_list, rating__isnull=False)
        .select_related("player")
        .order_by("-rating", F("player__name").asc(), "player_id")
    )


def lists_of(club: Club) -> dict[str, RatingList]:
    """Return a club's lists by time control, in the order standard, rapid, blitz."""
    lists = {item.time_control: item for item in RatingList.objects.filter(club=club)}
    return {str(name): lists[name] for name in TimeControl if name in lists}


def first_rating_steps(change: RatingChange | Row) -> dict[str, Any] | None:
    """Return how a first rating was worked out or how far the pool has come, if it was one."""
    steps: dict[str, Any] | None = change.details.get("first")
    return steps
