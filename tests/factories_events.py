"""Plain makers of events: the use cases do the work, these only save lines in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from factories import list_of, make_access, make_club, make_player, make_rating

from clubs.access import ClubAccess
from clubs.models import Club, Player
from ratings.models import RatingChange, RatingList
from ratings.replay.update import update_list
from tournaments.creation import create_tournament
from tournaments.entering_results import enter_results
from tournaments.entries import enter_players
from tournaments.given_rounds import set_boards
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import ByeKind, Result

FIRST_DAY = date(2026, 11, 27)
BEGINNING = date(2026, 1, 1)


def make_event(access: ClubAccess | None = None, **fields: Any) -> Tournament:
    """Return an event of standard time control on ``FIRST_DAY``; a new club's without access."""
    access = access or make_access(make_club())
    usual = {"name": "Club night", "start_date": FIRST_DAY, "minutes": 90, "increment": 30}
    return create_tournament(access, **{**usual, **fields})


def rate(
    player: Player,
    rating: int,
    day: date = BEGINNING,
    *,
    time_control: str = "standard",
    games: int = 30,
    peak: int | None = None,
) -> None:
    """Give a player a rating that is in force at once: the list is replayed."""
    make_rating(player, rating, day, time_control=time_control, games=games, peak=peak)
    replay(player.club, time_control, day)


def replay(club: Club, time_control: str = "standard", day: date = BEGINNING) -> None:
    """Work out a list again, as the worker does after commit."""
    RatingList.objects.filter(club=club, time_control=time_control).update(stale_since=day)
    update_list(list_of(club, time_control).pk)


def make_rated_players(
    access: ClubAccess, ratings: Sequence[int | None], time_control: str = "standard"
) -> list[Player]:
    """Return players P1, P2, … with these ratings since the beginning of the year."""
    players = []
    for number, rating in enumerate(ratings, start=1):
        player = make_player(access.club, f"P{number}")
        if rating is not None:
            make_rating(player, rating, BEGINNING, time_control=time_control)
        players.append(player)
    replay(access.club, time_control)
    return players


def make_field(
    access: ClubAccess, tournament: Tournament, ratings: Sequence[int | None]
) -> list[Entry]:
    """Return the entries of new players with these ratings, in the order given."""
    control = tournament.time_control or "standard"
    return enter_players(access, tournament, make_rated_players(access, ratings, control))


def play_round(
    access: ClubAccess,
    tournament: Tournament,
    results: Mapping[int, Result] | None = None,
    usual: Result = Result.DRAW,
) -> Round:
    """Return the next round, paired, published and with a result on every board."""
    round_ = pair_round(access, tournament).round
    assert round_ is not None
    publish_round(access, round_)
    boards = range(1, round_.pairings.count() + 1)
    items = [{"board": n, "result": (results or {}).get(n, usual)} for n in boards]
    enter_results(access, round_, items)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def board_of(tournament: Tournament, round_number: int, board_number: int) -> Pairing:
    """Return a board as the database has it now."""
    return Pairing.objects.select_related(
        "tournament", "round", "white__player", "black__player"
    ).get(tournament=tournament, round__number=round_number, board_number=board_number)


def seats_of(round_: Round) -> list[tuple[int, int]]:
    """Return the boards of a round as starting ranks, White first."""
    boards = Pairing.objects.filter(round=round_).order_by("board_number")
    ranks = boards.values_list("white__starting_rank", "black__starting_rank")
    return [(white or 0, black or 0) for white, black in ranks]


def make_evening(access: ClubAccess, **fields: Any) -> Tournament:
    """Return an event in which the boards are made by hand."""
    return make_event(access, format="free", rounds_planned=9, **fields)


def play_game(
    access: ClubAccess,
    event: Tournament,
    white: Player,
    black: Player,
    result: Result,
    byes: dict[Player, ByeKind] | None = None,
) -> None:
    """Play one game as a round of its own."""
    entered = enter_players(access, event, [white, black, *(byes or {})])
    ranks = {entry.player: entry.starting_rank or 0 for entry in entered}
    round_ = set_boards(
        access,
        event,
        [(ranks[white], ranks[black])],
        byes={ranks[player]: kind for player, kind in (byes or {}).items()},
    )
    publish_round(access, round_)
    enter_results(access, round_, [{"board": 1, "result": result}])


def event_rows() -> list[tuple[str, int, int | None, int | None]]:
    """Return all history rows of events: who, which event, before and after."""
    changes = RatingChange.objects.filter(event_key__isnull=False)
    rows = changes.order_by("event_key", "player__name")
    return [
        (name, event_key or 0, before, after)
        for name, event_key, before, after in rows.values_list(
            "player__name", "event_key", "before", "after"
        )
    ]


def paired(access: ClubAccess, event: Tournament) -> Round:
    """Return the draft of the next round."""
    round_ = pair_round(access, event).round
    assert round_ is not None
    return round_
