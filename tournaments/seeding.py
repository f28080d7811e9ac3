"""The ratings an event is seeded with: those in force on its first day, on its own list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from clubs.today import today_in
from ratings.models import RatingAdjustment, RatingChange, RatingList
from ratings.queries import ratings_in_force
from tournaments.models import Entry, Tournament
from tournaments.starting_list import number_entries


def seed_ratings(tournament: Tournament, player_ids: Sequence[int]) -> dict[int, int | None]:
    """Return the rating each player is seeded with; None for unrated.

    A rapid or blitz event borrows the standard rating where a player has no other. The club's start
    value for newcomers is no rating yet. Constant queries.
    """
    ratings: dict[int, int | None] = dict.fromkeys(player_ids)
    rating_list = RatingList.objects.filter(
        club_id=tournament.club_id, time_control=tournament.time_control
    ).first()
    if rating_list is None:
        return ratings
    day = tournament.start_date or today_in(tournament.club)
    found = ratings_in_force(rating_list, day, player_ids)
    for player_id, in_force in found.items():
        if in_force.source != RatingChange.StartSource.NEWCOMER:
            ratings[player_id] = in_force.rating
    own = RatingChange.StartSource.OWN
    without = [player_id for player_id, in_force in found.items() if in_force.source != own]
    return ratings | _given_just_now(rating_list, day, without)


def _given_just_now(
    rating_list: RatingList, day: date, player_ids: Sequence[int]
) -> dict[int, int | None]:
    """Return ratings given by hand that the ledger has not worked in yet; one query.

    A newcomer's start rating is given in the moment in which he enters.
    """
    adjustments = RatingAdjustment.objects.filter(
        rating_list=rating_list, player__in=player_ids, day__lte=day, withdrawn_at__isnull=True
    ).exclude(changes__isnull=False)
    return dict(adjustments.order_by("day", "key").values_list("player_id", "rating"))


def seed_entries(tournament: Tournament) -> None:
    """Give the entries of a locked event the ratings of its list and number the list anew.

    Who came with an exchange file keeps the rating it stated.
    """
    entries = list(tournament.entries.filter(stated_rating__isnull=True))
    ratings = seed_ratings(tournament, [entry.player_id for entry in entries])
    for entry in entries:
        entry.rating = ratings[entry.player_id]
    Entry.objects.bulk_update(entries, ["rating"])
    number_entries(tournament)
