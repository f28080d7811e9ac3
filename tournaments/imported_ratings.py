"""Ratings stated in exchange files become ratings of players who are new to a list."""

from __future__ import annotations

from clubs.access import ClubAccess
from ratings.adjustments import ImportedRating, record_imported_ratings
from ratings.models import RatingList
from tournaments.models import Tournament


def record_stated_ratings(access: ClubAccess, tournament: Tournament) -> int:
    """Record the ratings an imported event states, as of its first day; return how many.

    The club's own ratings are never overwritten, and of several imports the earliest day counts:
    the ledger sees to both. Nothing happens until day and list are known; called again then.
    """
    if tournament.start_date is None or not tournament.time_control:
        return 0
    stated = [
        ImportedRating(player_id=player_id, rating=rating, games=0, peak=rating)
        for player_id, rating in tournament.entries.filter(stated_rating__isnull=False)
        .order_by("starting_rank")
        .values_list("player_id", "stated_rating")
        if rating is not None
    ]
    if not stated:
        return 0
    rating_list = RatingList.objects.get(
        club_id=tournament.club_id, time_control=tournament.time_control
    )
    return record_imported_ratings(
        access.club,
        access.actor,
        rating_list,
        day=tournament.start_date,
        ratings=stated,
        reason=tournament.name,
    )
