"""The budgets of bulk downloads: a million rows in bounded memory, beside a bare read and write.

One club with as many players as rows, each with one history row of three games, is made inside an
SQLite database. Each file is asked for in a process of its own, as a program asks for it, and the
same columns are read and written bare, by the database's own cursor and the standard library's
writers. Processor time is compared, which a busy machine does not change much. Memory is what a
process holds of its own; pages of the database file that the system maps for it (the settings allow
128 MB) count apart. ``BENCH_BULK_ROWS=100000`` makes a smaller run.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROWS = int(os.environ.get("BENCH_BULK_ROWS", "1000000"))
RATIO, MEGABYTES = 3, 150
FILES = {
    "list as CSV": "ratings/standard/download/?form=csv",
    "list as JSON lines": "ratings/standard/download/?form=jsonl",
    "history as CSV": "ratings/standard/history/download/?form=csv",
    "history as JSON lines": "ratings/standard/history/download/?form=jsonl",
}


def measure() -> list[dict[str, object]]:
    """Return seconds and memory of each file."""
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        _run(folder, "build")
        for name in FILES:
            bare, answer = _run(folder, "bare", name), _run(folder, "ask", name)
            what = f"{name}, {ROWS:,} rows"
            rows += [
                {
                    "name": f"{what}, {answer['bytes'] / 1e6:.0f} MB; bare {bare['seconds']:.1f} s",
                    "seconds": answer["seconds"],
                    "budget": RATIO * bare["seconds"],
                },
                {
                    "name": f"{what}, memory over the process at rest;"
                    f" with mapped pages {answer['resident']:.0f} MB",
                    "seconds": answer["own"],
                    "budget": MEGABYTES,
                    "unit": "MB",
                },
            ]
    return rows


def _run(folder: str, step: str, name: str = "") -> dict[str, float]:
    environment = {
        **os.environ,
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DATA_DIR": folder,
        "SECRET_KEY": "benchmark",
        "LOG_LEVEL": "ERROR",
        "PYTHONWARNINGS": "ignore:No directory at:UserWarning",
        "DJANGO_SETTINGS_MODULE": "rankfile.settings",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
    }
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "benchmarks.bench_bulk", step, name],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def build() -> dict[str, float]:
    """Make the club, one statement a table."""
    from django.core.management import call_command  # noqa: PLC0415 - after django.setup()
    from django.db import connection, transaction  # noqa: PLC0415

    from clubs.models import Club, Player  # noqa: PLC0415
    from ratings.models import Rating, RatingChange  # noqa: PLC0415
    from ratings.policies import open_lists  # noqa: PLC0415
    from ratings.submit import EventReport, ReportedGame, submit_report  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    club = Club.objects.create(name="North", slug="north")
    open_lists(club)
    people = [
        Player.objects.create(club=club, name=name, search_name=name.lower(), birth_year=1990)
        for name in ("Sousa, Ana", "Lima, Rui")
    ]
    _rate(club, [player.pk for player in people], EventReport, ReportedGame, submit_report)
    # Copies get the first row's keys plus a multiple of two, so that they belong together.
    with transaction.atomic(), connection.cursor() as cursor:
        for model in (Player, Rating, RatingChange):
            columns, values = [], []
            owner = "id" if model is Player else "player_id"
            for field in model._meta.concrete_fields:
                column = connection.ops.quote_name(field.column)
                columns.append(column)
                moves = field.primary_key or (field.name == "player")
                numbered = {
                    "name": "|| ' ' || n.number",
                    "rating": "% 1000 + 1000 + n.number % 900",
                }
                values.append(
                    f"t.{column} + 10 * n.number"
                    if moves
                    else f"t.{column} {numbered.get(field.name, '')}"
                )
            cursor.execute(
                f"WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n "  # noqa: S608
                f"WHERE number < {ROWS - 1}) "
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM {model._meta.db_table} t CROSS JOIN n "
                f"WHERE t.{owner} = {people[0].pk}"
            )
    return {}


def _rate(
    club: Any, players: list[int], report: Any, game: Any, submit: Callable[..., Any]
) -> None:
    from datetime import date  # noqa: PLC0415

    from clubs.access import Actor  # noqa: PLC0415
    from ratings.rules import TimeControl  # noqa: PLC0415

    white, black = players
    games = tuple(game(number, 1, white, black, "10") for number in (1, 2, 3))
    day = date(2026, 1, 8)
    submit(club, Actor(label="Ana"), report(1, "Event 1", day, day, TimeControl.STANDARD, games))


def ask(name: str) -> dict[str, float]:
    """Ask for a file as a member's program does; return what it took."""
    from django.test import Client  # noqa: PLC0415

    from clubs.access import the_product_in  # noqa: PLC0415
    from clubs.models import Club  # noqa: PLC0415
    from clubs.tokens import make_token  # noqa: PLC0415

    _token, text = make_token(the_product_in(Club.objects.get()), "Bench", ["read"])
    client = Client(headers={"Authorization": f"Bearer {text}"}, SERVER_NAME="127.0.0.1")
    client.get("/api/v1/clubs/north/")
    at_rest, most = _memory(), _memory()
    began, size = process_time(), 0
    answer: Any = client.get(f"/api/v1/clubs/north/{FILES[name]}")
    for number, piece in enumerate(answer.streaming_content):
        size += len(piece)
        if number % 20 == 0:
            most = tuple(map(max, most, _memory()))
    seconds = process_time() - began
    own, resident = (peak - rest for peak, rest in zip(most, at_rest, strict=True))
    return {"seconds": seconds, "bytes": size, "own": own, "resident": resident}


def _memory() -> tuple[float, float]:
    """Return the megabytes this process holds of its own, and with mapped files."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    sizes = {line.split(":")[0]: line.split() for line in lines}
    return int(sizes["RssAnon"][1]) / 1024, int(sizes["VmRSS"][1]) / 1024


def bare(name: str) -> dict[str, float]:
    """Read the same columns and write them without anything of the product between."""
    from ratings.bulk_files import HISTORY_COLUMNS  # noqa: PLC0415

    if name.startswith("list"):
        columns = [
            "r.rating", "r.games", "r.last_day", "r.last_change", "p.id", "p.name", "p.latin_name",
            "p.title", "p.sex", "p.federation", "p.fide_id", "p.birth_year",
        ]  # fmt: skip
        source = "ratings_rating r JOIN clubs_player p ON p.id = r.player_id"
        order = "r.rating DESC, r.player_id"
    else:
        columns = ["p.id", "p.name"] + [
            f"r.{'event_key' if column == 'event' else column}" for column in HISTORY_COLUMNS[2:]
        ]
        columns += ["r.games"] if "JSON" in name else []
        source = "ratings_ratingchange r JOIN clubs_player p ON p.id = r.player_id"
        order = "r.last_day, r.chain_rank, r.first_day, r.key, r.id"
    query = (
        f"SELECT {', '.join(columns)} FROM {source} "  # noqa: S608
        f"WHERE r.rating_list_id = (SELECT min(rating_list_id) FROM ratings_ratingchange) "
        f"ORDER BY {order}"
    )
    return _written(query, [column[2:] for column in columns], is_json="JSON" in name)


def _written(query: str, names: list[str], *, is_json: bool) -> dict[str, float]:
    from django.db import connection  # noqa: PLC0415

    began = process_time()
    with connection.cursor() as cursor:
        cursor.execute(query)
        chunks: Iterator[Any] = iter(lambda: cursor.fetchmany(2000), [])
        for chunk in chunks:
            if is_json:
                for row in chunk:
                    body = dict(zip(names, row, strict=True))
                    if isinstance(body.get("games"), str):
                        body["games"] = json.loads(body["games"])
                    json.dumps(body, default=str).encode()
            else:
                text = StringIO()
                csv.writer(text).writerows(chunk)
                text.getvalue().encode()
    return {"seconds": process_time() - began}


if __name__ == "__main__":
    import django

    django.setup()
    steps: dict[str, Callable[..., dict[str, float]]] = {"build": build, "ask": ask, "bare": bare}
    print(json.dumps(steps[sys.argv[1]](*filter(None, sys.argv[2:]))))
