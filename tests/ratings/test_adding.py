"""Players added one by one: what comes with them from a FIDE list."""

from __future__ import annotations

from datetime import date

import pytest
from factories import make_club, owner_access

from clubs.fide_import import import_fide_list
from clubs.fide_list import FideRecord, write_fide_text
from clubs.models import FidePlayer
from ratings.adding import add_fide_player
from ratings.models import Rating
from ratings.queries import current_k
from support.ledger import settle

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("listed_k", "birth_year", "rating", "k"),
    [
        (20, 1980, 1850, 20),
        (10, 1980, 2350, 10),
        (40, 2010, 1850, 40),
        (40, None, 1850, 40),
        # A junior with K 20 has been 2300 or more once, and does not come back (rating-rules 6).
        (20, 2010, 2250, 20),
        (None, 1980, 1850, 40),
    ],
)
def test_a_player_keeps_the_k_of_the_list(tmp_path, listed_k, birth_year, rating, k):
    club = make_club()
    record = FideRecord(
        fide_id=7, name="Reis, Ivo", federation="POR", standard=rating, standard_games=4,
        standard_k=listed_k, birth_year=birth_year,
    )  # fmt: skip
    path = tmp_path / "list.txt"
    path.write_text("".join(write_fide_text(iter([record]))), encoding="utf-8")
    import_fide_list(path)

    add_fide_player(
        owner_access(club), FidePlayer.objects.get(), name="Reis, Ivo", birth_year=birth_year,
        federation="POR", fide_id=7, day=DAY, standard=rating,
    )  # fmt: skip
    settle(club)

    row = Rating.objects.get()
    now = current_k(
        rating=row.rating, games=row.games, peak=row.peak, birth_year=birth_year, year=2026
    )
    assert (row.rating, now and now.k_base) == (rating, k)
