"""Short words for what tests of the ledger do all the time."""

from __future__ import annotations

from factories import ANA, list_of

from clubs.models import Club, Player
from ratings.event_report import EventReport
from ratings.models import Rating, RatingChange, RatingList
from ratings.replay import update_list
from ratings.submit import submit_report


def settle(club: Club) -> None:
    """Bring all lists of a club up to date."""
    while stale := RatingList.objects.filter(club=club, stale_since__isnull=False).first():
        update_list(stale.pk)


def rate(club: Club, *reports: EventReport) -> None:
    """Submit events, each rated before the next."""
    for report in reports:
        submit_report(club, ANA, report)
        settle(club)


def row_of(player: Player, key: int, time_control: str = "standard") -> RatingChange:
    """Return the history row of a player in an event."""
    return RatingChange.objects.get(
        player=player, event_key=key, rating_list=list_of(player.club, time_control)
    )


def has_row(player: Player, key: int) -> bool:
    """Whether the player has a history row in an event, on any list."""
    return RatingChange.objects.filter(player=player, event_key=key).exists()


def rating_of(player: Player, time_control: str = "standard") -> int | None:
    """Return a player's current rating."""
    rating_list = list_of(player.club, time_control)
    return Rating.objects.get(player=player, rating_list=rating_list).rating


def steps_of(player: Player, time_control: str = "standard") -> list[tuple[int | None, int | None]]:
    """Return before and after of all rows of a player, in chain order."""
    rows = RatingChange.objects.filter(
        player=player, rating_list=list_of(player.club, time_control)
    ).order_by("last_day", "chain_rank", "first_day", "key")
    return list(rows.values_list("before", "after"))
