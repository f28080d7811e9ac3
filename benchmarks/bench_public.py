"""The budgets of the public pages: a club among a thousand costs what it costs alone.

One club is rated for real, then copied inside the database until there are a million history rows.
The same pages of the same size are asked for in both databases by turns, so that a busy machine
slows both. ``BENCH_PUBLIC_ROWS=100000`` makes a smaller run, ``BENCH_PUBLIC_DATABASE=sqlite`` or
``postgresql`` measures one of the two.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clubs.models import Club
    from ratings.submit import EventReport

ROOT = Path(__file__).resolve().parent.parent
ROWS = int(os.environ.get("BENCH_PUBLIC_ROWS", "1000000"))
DATABASES = os.environ.get("BENCH_PUBLIC_DATABASE", "sqlite postgresql").split()
PLAYERS, EVENTS, ROUNDS = 50, 20, 3
# So many of the events, the newest, have their boards as well.
HELD = 5
ROWS_OF_A_CLUB = PLAYERS * EVENTS
REQUESTS = 40
RATIO, QUERIES = 1.3, 12
# Copies get the original's keys plus a multiple of this: more than any table has rows in a club.
STEP = 100_000
FIRST_DAY = date(2026, 1, 1)
PAGES = {
    "player page": "players/{player}/?list=standard",
    "player page, opened event": "players/{player}/?list=standard&open=event-10",
    "player's records": "players/{player}/records/?list=standard",
    "rating list": "ratings/standard/",
    "rating list, searched": "ratings/standard/?q=player&active=1",
    "published list": "lists/standard/1/",
    "tournament page": "tournaments/20/",
    "tournament page, opened tie-break": "tournaments/20/?why=7&by=BH",
    "crosstable": "tournaments/20/crosstable/",
    "round page": "tournaments/20/rounds/2/",
    "rating report": "tournaments/20/report/",
    "club home": "",
}
Process = subprocess.Popen[str]
# In the order in which rows may point at each other.
COPIED = (
    "clubs_club", "clubs_player", "ratings_ratinglist", "ratings_ratingpolicy",
    "ratings_ratingreport", "ratings_ratedgame", "ratings_ratingchange", "ratings_rating",
    "ratings_publishedlist", "ratings_publishedlistrow", "tournaments_tournament",
    "tournaments_entry", "tournaments_round", "tournaments_pairing",
)  # fmt: skip


def measure() -> Iterator[dict[str, object]]:
    """Yield the measurements on SQLite and on PostgreSQL, which the measurement starts."""
    sys.path[:0] = [str(ROOT / "tests")]
    from support.servers import start_postgresql  # noqa: PLC0415 - the servers are the tests' own

    if "sqlite" in DATABASES:
        yield from _compare("SQLite", "", "")
    if "postgresql" in DATABASES:
        small, big = start_postgresql(), start_postgresql()
        try:
            yield from _compare("PostgreSQL", small.url, big.url)
        finally:
            small.stop()
            big.stop()


def _compare(name: str, small_url: str, big_url: str) -> list[dict[str, object]]:
    clubs = max(1, ROWS // ROWS_OF_A_CLUB)
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as big:
        for url, folder, count in ((small_url, small, 1), (big_url, big, clubs)):
            if _process("build", url, folder, count).wait() != 0:
                raise RuntimeError(f"{name}: {count} clubs could not be made")
        alone, among = _process("ask", small_url, small, 1), _process("ask", big_url, big, clubs)
        try:
            pages = {page: _by_turns(alone, among, page) for page in PAGES}
        finally:
            alone.kill()
            among.kill()
    rows: list[dict[str, object]] = []
    for page, (here, there, queries) in pages.items():
        what = f"{page}, {name}, {clubs * ROWS_OF_A_CLUB:,} rows"
        rows += [
            {
                "name": f"{what}: {1000 * there:.1f} ms against {1000 * here:.1f} ms",
                "seconds": there / here,
                "budget": RATIO,
                "unit": "times",
            },
            {
                "name": f"{what}, queries",
                "seconds": queries,
                "budget": QUERIES,
                "unit": "queries",
            },
        ]
    return rows


def _by_turns(alone: Process, among: Process, page: str) -> tuple[float, float, int]:
    """Return the seconds of a page in both databases, asked for by turns, and its queries.

    The first answers warm up. A quarter of the others was faster than what is returned: whatever
    else the machine does disturbs the slower ones.
    """
    times: tuple[list[float], list[float]] = ([], [])
    queries = 0
    for turn in range(REQUESTS + 3):
        for process, seconds in zip((alone, among), times, strict=True):
            answer = _asked(process, page)
            queries = answer["queries"]
            if turn >= 3:
                seconds.append(answer["seconds"])
    return quantiles(times[0])[0], quantiles(times[1])[0], queries


def _asked(process: Process, page: str) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{page}\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{page}: the measuring process has ended")
    answer: dict[str, Any] = json.loads(line)
    return answer


def _process(step: str, url: str, folder: str, clubs: int) -> Process:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "DATA_DIR": folder,
        "SECRET_KEY": "benchmark",
        "LOG_LEVEL": "ERROR",
        "PYTHONWARNINGS": "ignore:No directory at:UserWarning",
        "DJANGO_SETTINGS_MODULE": "rankfile.settings",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform"), str(ROOT / "tests")]),
    }
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "benchmarks.bench_public", step, str(clubs)],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


# -- Inside the processes ---------------------------------------------------------------------


def build(clubs: int) -> None:
    """Migrate, rate one club and copy it until there are as many as wanted."""
    from django.core.management import call_command  # noqa: PLC0415 - after django.setup()

    call_command("migrate", verbosity=0)
    _rate_a_club()
    if clubs > 1:
        _copy_club(clubs)


def _rate_a_club() -> None:
    from clubs.access import Actor, the_product_in  # noqa: PLC0415
    from clubs.models import Club, Player  # noqa: PLC0415
    from ratings.policies import open_lists  # noqa: PLC0415
    from ratings.publishing import issue_list  # noqa: PLC0415
    from ratings.rules import TimeControl  # noqa: PLC0415
    from ratings.submit import EventReport, ReportedGame, submit_report  # noqa: PLC0415

    club = Club.objects.create(name="Club 0", slug="club-0")
    lists = open_lists(club)
    Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}", search_name=f"player {number}")
        for number in range(PLAYERS)
    )
    players = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    half = PLAYERS // 2
    for event in range(1, EVENTS + 1):
        games = tuple(
            ReportedGame(
                round_number + 1,
                board + 1,
                players[board],
                players[half + (board * 7 + event + round_number) % half],
                ("10", "==", "01")[(board + event + round_number) % 3],
            )
            for round_number in range(ROUNDS)
            for board in range(half)
        )
        day = FIRST_DAY + timedelta(days=7 * event)
        report = EventReport(event, f"Event {event}", day, day, TimeControl.STANDARD, games)
        submit_report(club, Actor(label="Ana"), report)
        if event > EVENTS - HELD:
            _hold_event(club, report, players)
    issue_list(the_product_in(club), lists["standard"], FIRST_DAY + timedelta(days=60))


def _hold_event(club: Club, report: EventReport, players: list[int]) -> None:
    """Write the event of a report with its entries and boards, closed."""
    from tournaments.models import Entry, Pairing, Round, Tournament  # noqa: PLC0415

    event = Tournament.objects.create(
        club=club, number=report.event_key, slug=f"event-{report.event_key}", name=report.name,
        start_date=report.first_day, end_date=report.last_day, minutes=90, increment=30,
        time_control="standard", format="swiss", rounds_planned=ROUNDS, state="closed",
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(club=club, tournament=event, player_id=player, starting_rank=rank, rating=1500)
        for rank, player in enumerate(players, start=1)
    )
    entry_of = {entry.player_id: entry.pk for entry in entries}
    rounds = Round.objects.bulk_create(
        Round(club=club, tournament=event, number=number, state="published")
        for number in range(1, ROUNDS + 1)
    )
    Pairing.objects.bulk_create(
        Pairing(
            club=club, tournament=event, round=rounds[game.round_number - 1],
            board_number=game.board_number, white_id=entry_of[game.white_id],
            black_id=entry_of[game.black_id], result=game.result,
        )
        for game in report.games
    )  # fmt: skip


def _copy_club(clubs: int) -> None:
    """Copy all rows of the first club with other keys, one statement a table."""
    from django.apps import apps  # noqa: PLC0415
    from django.db import connection, transaction  # noqa: PLC0415

    models = {model._meta.db_table: model for model in apps.get_models()}
    is_sqlite = connection.vendor == "sqlite"
    if is_sqlite:
        # Nobody needs this file after a power cut, and what is copied whole points at itself.
        with connection.cursor() as cursor:
            for name in ("foreign_keys=OFF", "synchronous=OFF", "cache_size=-400000"):
                cursor.execute(f"PRAGMA {name}")
    with transaction.atomic(), connection.cursor() as cursor:
        if not is_sqlite:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL statement_timeout = 0")
        for table in COPIED:
            columns, values = [], []
            for field in models[table]._meta.concrete_fields:
                column = connection.ops.quote_name(field.column)
                target = getattr(field, "remote_field", None)
                columns.append(column)
                if field.primary_key or (target and target.model._meta.db_table in COPIED):
                    values.append(f"t.{column} + n.number * {STEP}")
                elif table == "clubs_club" and field.name == "slug":
                    values.append("'club-' || CAST(n.number AS TEXT)")
                else:
                    values.append(f"t.{column}")
            statement = (
                f"WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n "  # noqa: S608
                f"WHERE number < {clubs - 1}) "
                f"INSERT INTO {table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM {table} t CROSS JOIN n"
            )
            cursor.execute(statement)
    _name_opponents(clubs // 2)
    if not is_sqlite:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _name_opponents(number: int) -> None:
    """Let the games stored with the rows of one copy name that copy's own players."""
    from ratings.models import RatingChange  # noqa: PLC0415

    changes = list(RatingChange.objects.filter(club__slug=f"club-{number}"))
    for change in changes:
        for line in change.games:
            line[3] += number * STEP
    RatingChange.objects.bulk_update(changes, ["games"], batch_size=200)


def ask(clubs: int) -> None:
    """Ask for a page of a club in the middle whenever its name comes in; say what it cost."""
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    from clubs.models import Player  # noqa: PLC0415

    slug = f"club-{clubs // 2}" if clubs > 1 else "club-0"
    player = Player.objects.filter(club__slug=slug).order_by("pk")[3].pk
    client = Client(SERVER_NAME="127.0.0.1")
    counted: dict[str, int] = {}
    for line in sys.stdin:
        name = line.strip()
        address = f"/clubs/{slug}/{PAGES[name].format(player=player)}"
        if name not in counted:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200, address
            counted[name] = queries.final_queries - queries.initial_queries
        began = perf_counter()
        client.get(address)
        seconds = perf_counter() - began
        print(json.dumps({"seconds": seconds, "queries": counted[name]}), flush=True)


if __name__ == "__main__":
    import django

    django.setup()
    {"build": build, "ask": ask}[sys.argv[1]](int(sys.argv[2]))
