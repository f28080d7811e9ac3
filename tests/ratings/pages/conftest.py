"""A club whose ratings are worked out, and a visitor who looks at its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import pytest
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from clubs.models import Club, Player
from ratings.replay import update_list
from ratings.submit import submit_report

Games = Sequence[tuple[Player, Player, str]]


@pytest.fixture
def club(db: None) -> Club:
    """A public club with its three lists."""
    return make_club("Northgate Chess Club")


@pytest.fixture
def play() -> Callable[..., None]:
    """Return a function that submits and rates an event; the same key again corrects it."""

    def rate_event(
        games: Games,
        *,
        key: int = 1,
        day: date = date(2026, 3, 1),
        last_day: date | None = None,
        time_control: str = "standard",
        name: str = "",
        reason: str = "",
    ) -> None:
        club = games[0][0].club
        report = make_report(
            games,
            key=key,
            first_day=day,
            last_day=last_day,
            time_control=time_control,
            name=name,
        )
        submit_report(club, ANA, report, reason=reason)
        update_list(list_of(club, time_control).pk)

    return rate_event


@pytest.fixture
def rated(club: Club) -> Callable[..., Player]:
    """Return a function that makes a player with a rating and 30 games (K 20)."""

    def make(name: str, rating: int, **more: object) -> Player:
        player = make_player(club, name)
        for time_control in ("standard", "rapid"):
            make_rating(player, rating, time_control=time_control, **more)  # type: ignore[arg-type]
        return player

    return make
