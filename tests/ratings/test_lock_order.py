"""Locks in one order: club, events, lists, players; and rows are read again under the lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.db import connection, transaction
from factories import list_of, make_access, make_club, make_player, make_rating, owner_access

from clubs.access import ClubAccess
from clubs.models import Club, Player
from clubs.players import archive_player, change_player
from ratings.adjustments import give_rating
from ratings.birth import change_birth
from ratings.identity import change_birth_year
from ratings.player_changes import change_rated_player
from ratings.player_import import import_players
from ratings.pseudonymising import pseudonymise
from ratings.replay import lock_club, lock_lists
from support.ledger import settle
from support.workers import wait_for
from tournaments.merging import merge_players

DAY = date(2026, 3, 1)
# Of this database alone: other processes of the run have databases of their own.
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
UseCase = Callable[[ClubAccess, Player], object]

USE_CASES: dict[str, UseCase] = {
    "change_rated_player": lambda access, player: change_rated_player(
        access, player, birth_year=2010
    ),
    "change_birth": lambda access, player: change_birth(
        access, player, birth_year=2010, birth_date=date(2010, 5, 1)
    ),
    "change_birth_year": lambda access, player: change_birth_year(access, player, 2010),
    "pseudonymise": pseudonymise,
    "import_players": lambda access, player: import_players(
        access,
        f"Name;Born;Standard\n{player.name};2010;1650\n".encode(),
        file_name="members.csv",
        day=DAY,
        decisions={2: player.pk},
    ),
    "merge_players": lambda access, player: merge_players(
        access, Player.objects.exclude(pk=player.pk).get(), player
    ),
}


@pytest.fixture
def access(transactional_db: None) -> ClubAccess:
    """Return the owner's access to a club with two players, one of them rated."""
    club = make_club()
    make_rating(make_player(club, "Sousa, Ana"), 1500)
    make_player(club, "Lima, Rui")
    settle(club)
    return owner_access(club)


@pytest.fixture
def in_background() -> Iterator[Callable[[Callable[[], object]], threading.Thread]]:
    """Return a function that starts a job on a connection of its own; its end is waited for."""
    started: list[threading.Thread] = []
    failures: list[BaseException] = []

    def start(job: Callable[[], object]) -> threading.Thread:
        def run() -> None:
            try:
                job()
            except BaseException as error:  # noqa: BLE001 - told below, in the test's own thread
                failures.append(error)
            finally:
                connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        started.append(thread)
        return thread

    yield start
    for thread in started:
        thread.join(30)
    assert failures == []


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        # Within a transaction the view would keep what it showed first.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


@pytest.mark.big_setup
@pytest.mark.parametrize("name", USE_CASES)
def test_who_waits_for_the_lists_holds_no_player(
    access: ClubAccess,
    in_background: Callable[[Callable[[], object]], threading.Thread],
    name: str,
) -> None:
    ana = Player.objects.get(name="Sousa, Ana")
    everybody = Player.objects.select_for_update(no_key=True, nowait=True)

    with transaction.atomic():
        lock_lists(access.club.pk)
        thread = in_background(lambda: USE_CASES[name](access, ana))
        wait_for(lambda: somebody_waits() or not thread.is_alive())
        assert thread.is_alive()
        assert len(everybody.all()) == 2
    thread.join(30)

    assert not thread.is_alive()


@pytest.mark.big_setup
def test_who_waits_for_the_club_holds_no_list(
    access: ClubAccess, in_background: Callable[[Callable[[], object]], threading.Thread]
) -> None:
    """An import of an event holds the club before it gives ratings."""
    ana = Player.objects.get(name="Sousa, Ana")

    with transaction.atomic():
        lock_club(access.club.pk)
        thread = in_background(
            lambda: give_rating(
                access, ana, list_of(access.club), rating=1600, reason="A letter.", day=DAY
            )
        )
        wait_for(somebody_waits)
        assert len(access.club.rating_lists.select_for_update(nowait=True, no_key=True)) == 3
    thread.join(30)

    assert access.club.rating_adjustments.filter(reason="A letter.").count() == 1


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


def test_an_older_copy_of_a_player_takes_no_change_back(club: Club) -> None:
    access = make_access(club)
    player = make_player(club, "Ana")
    old_copy = Player.objects.get(pk=player.pk)
    change_player(access, player, name="Ana Sousa")
    change_player(access, player, birth_year=2000)

    archived = archive_player(access, old_copy)
    born = change_birth_year(access, old_copy, 2010)

    stored = Player.objects.get(pk=player.pk)
    assert (stored.name, stored.birth_year, stored.archived_at is None) == (
        "Ana Sousa",
        2010,
        False,
    )
    assert [archived.version, born.version, stored.version] == [4, 5, 5]


def test_a_year_that_is_there_already_is_seen_under_the_lock(club: Club) -> None:
    """The copy in hand says 2000; the year of birth has been put right meanwhile."""
    access = make_access(club)
    player = make_player(club, "Ana", birth_year=2000)
    old_copy = Player.objects.get(pk=player.pk)
    change_birth_year(access, player, 2010)
    settle(club)

    change_birth_year(access, old_copy, 2010)
    change_rated_player(access, old_copy, birth_year=2010)

    assert Player.objects.get(pk=player.pk).version == 2
    assert {item.stale_since for item in club.rating_lists.all()} == {None}
