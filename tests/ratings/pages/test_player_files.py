"""A player's history as files: sent in pieces, whatever its length."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from factories import list_of

from ratings.models import RatingChange, RatingRevision
from support.page_text import history_of, sent

FILES = ("history.json", "events.csv", "games.csv")
GAMES_OF_A_ROW = 9
FIRST_DAY = date(2026, 1, 2)


@pytest.fixture
def long_lived(rated, play):
    """Return a function that makes a player with many history rows and corrections."""
    ana, bruno = rated("Ana", 1500), rated("Bruno", 1600)
    play([(ana, bruno, "10")] * GAMES_OF_A_ROW, day=FIRST_DAY)
    pattern = RatingChange.objects.get(player=ana, event_key=1)

    def grow(rows):
        """Copy the row with later days; each copy is as large as a real one."""
        copies = []
        for number in range(2, rows + 1):
            copy = RatingChange.objects.get(pk=pattern.pk)
            copy.pk, copy.event_key, copy.key = None, number, number
            copy.first_day = copy.last_day = FIRST_DAY + timedelta(days=number)
            copies.append(copy)
        RatingChange.objects.bulk_create(copies, batch_size=500)
        revisions = RatingRevision.objects.bulk_create(
            RatingRevision(
                club=ana.club, rating_list=list_of(ana.club), player=ana, event_key=number,
                event_name=f"Event {number}", old={"after": 1, "change": 1},
                new={"after": 2, "change": 2}, cause={"kind": "corrected", "report_id": number},
            )
            for number in range(rows)
        )  # fmt: skip
        for number, revision in enumerate(revisions):
            revision.at = timezone.now() - timedelta(days=len(revisions) - number)
        RatingRevision.objects.bulk_update(revisions, ["at"], batch_size=500)
        return ana

    return grow


def pieces(client, player, name):
    """Yield what comes over the wire, piece by piece."""
    return client.get(f"/clubs/{player.club.slug}/players/{player.pk}/{name}").streaming_content


@pytest.mark.parametrize("name", FILES)
def test_memory_does_not_grow_with_the_history(client, long_lived, name):
    """Three times the rows are three times the file, in the same memory."""
    peaks, sizes = [], []
    for rows in (600, 1800):
        RatingChange.objects.filter(event_key__gt=1).delete()
        RatingRevision.objects.all().delete()
        player = long_lived(rows)
        sent(pieces(client, player, name))
        tracemalloc.start()
        sizes.append(sum(len(piece) for piece in pieces(client, player, name)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert sizes[1] > 2.9 * sizes[0]
    assert peaks[1] < 1.2 * peaks[0]


@pytest.mark.parametrize("name", FILES)
def test_a_long_history_costs_the_queries_of_a_short_one(client, rated, play, long_lived, name):
    counts = []
    for rows in (2, 500):
        RatingChange.objects.filter(event_key__gt=1).delete()
        player = long_lived(rows)
        with CaptureQueriesContext(connection) as queries:
            sent(pieces(client, player, name))
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 7


def test_every_row_is_in_every_file_once_and_the_newest_first(client, long_lived):
    player = long_lived(1201)
    expected = [f"event-{number}" for number in range(1201, 0, -1)]

    body = history_of(client, player)
    events = list(csv.DictReader(io.StringIO(sent(pieces(client, player, "events.csv")))))
    games = list(csv.DictReader(io.StringIO(sent(pieces(client, player, "games.csv")))))

    for rows in (body["changes"], events):
        names = [row["row"] for row in rows if row["row"].startswith("event-")]
        assert names == expected
        assert len(rows) == 1201 + 1
    assert len(games) == 1201 * GAMES_OF_A_ROW
    assert len(body["corrections"]) == 1201
    assert [len(row["lines"]) for row in body["changes"] if row["row"] == "event-7"] == [9]


def test_a_list_or_a_row_alone(client, rated, play):
    ana, bruno = rated("Ana", 1500), rated("Bruno", 1600)
    play([(ana, bruno, "10")], key=1)
    play([(ana, bruno, "01")], key=2, time_control="rapid")

    rapid = history_of(client, ana, "?list=rapid")
    row = history_of(client, ana, "?list=rapid&row=event-2")

    assert [each["row"] for each in rapid["changes"]] == ["event-2", "adjustment-2"]
    assert [each["row"] for each in row["changes"]] == ["event-2"]
    assert "corrections" in rapid
    assert "corrections" not in row
    address = f"/clubs/{ana.club.slug}/players/{ana.pk}/history.json?row="
    assert client.get(f"{address}nonsense").status_code == 404


def test_files_speak_the_language_of_their_address(client, rated, play):
    """Also where the sentences are written while the answer is on its way."""
    ana = rated("Ana", 1500)
    play([(ana, rated("Bruno", 1600), "10")])
    address = f"/clubs/{ana.club.slug}/players/{ana.pk}/history.json"

    english = json.loads(sent(client.get(address)))["changes"][0]["explanation"]
    turkish = json.loads(sent(client.get(f"/tr{address}")))["changes"][0]["explanation"]

    assert "in force on 1 March 2026" in english[0]
    assert "Mart 2026" in turkish[0]
