"""Pages of a long list of players enter an index in the middle, on both databases."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import list_of, make_club, owner_access

from clubs.models import Player
from clubs.paging import cursor_of
from ratings.models import Rating
from ratings.player_lists import ORDERS, RATING_ORDERS, list_players

pytestmark = pytest.mark.django_db

PLAYERS = 4000


@pytest.fixture
def club():
    """A club of 4,000 players beside a small one; all but a hundred have a rapid rating."""
    club = make_club("Big")
    rows = [Player(club=club, name=f"P{n:05}", search_name=f"p{n:05}") for n in range(PLAYERS)]
    players = Player.objects.bulk_create(rows, batch_size=500)
    rapid = list_of(club, "rapid")
    ratings = [
        Rating(club=club, rating_list=rapid, player=player, rating=1000 + number % 1500)
        for number, player in enumerate(players[100:])
    ]
    Rating.objects.bulk_create(ratings, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return club


def plan_of(queries):
    """Return how the database would work out the longest of the queries."""
    statement = max((query["sql"] for query in queries), key=len)
    word = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{word} {statement}")
        return "\n".join(str(row) for row in cursor.fetchall())


@pytest.mark.parametrize(
    ("sort", "index"),
    [("name", "player_by_name"), ("-name", "player_by_name"), ("-rapid", "rating_order"),
     ("rapid", "rating_order")],
)  # fmt: skip
def test_a_page_in_the_middle_is_found_by_its_index(club, sort, index):
    access = owner_access(club)
    if sort in ORDERS:
        middle = Player.objects.filter(club=club).order_by("search_name")[PLAYERS // 2]
    else:
        middle = Rating.objects.order_by("rating", "player")[PLAYERS // 2]
    order = ORDERS.get(sort) or RATING_ORDERS[sort]
    today = date(2026, 11, 30)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = list_players(access, today=today, sort=sort, after=cursor_of(middle, order))

    plan = plan_of([query for query in queries if "LIMIT" in query["sql"]])
    assert len(page.rows) == 50
    assert index in plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan.replace("Incremental Sort", "")


def test_no_row_is_shown_twice_or_missed(club):
    access = owner_access(club)
    today = date(2026, 11, 30)

    for sort, expected in (("name", PLAYERS), ("-rapid", PLAYERS - 100), ("rapid", PLAYERS - 100)):
        seen, after = [], ""
        while True:
            page = list_players(access, today=today, sort=sort, after=after)
            seen += [line.player.pk for line in page.rows]
            if not page.after:
                break
            after = page.after

        assert (len(seen), len(set(seen))) == (expected, expected)
