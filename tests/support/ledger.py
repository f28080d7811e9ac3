"""Short words for what tests of the ledger do all the time."""

from __future__ import annotations

from datetime import date, timedelta

from factories import ANA, list_of, make_player, make_rating

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


def march(number: int) -> date:
    """Return a day of March 2026."""
    return date(2026, 3, 1) + timedelta(days=number - 1)


def rated(club: Club, rating: int, *, since: date = date(2026, 1, 1)) -> Player:
    """Return an established player: 200 games, never higher than now."""
    player = make_player(club)
    make_rating(player, rating, since, games=200)
    return player


def wins(player: Player, opponent: Player, how_many: int = 1) -> list[tuple[Player, Player, str]]:
    """Return games that the player wins with White."""
    return [(player, opponent, "10")] * how_many


def losses(player: Player, opponent: Player, how_many: int = 1) -> list[tuple[Player, Player, str]]:
    """Return games that the player loses with White."""
    return [(player, opponent, "01")] * how_many
