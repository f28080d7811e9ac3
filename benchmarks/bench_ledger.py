"""The budgets of the ledger: rating an event against a bare write, and a correction of everything.

Each measurement runs in a process of its own, so that its memory is its own too. The server is a
PostgreSQL that the measurement starts and ends; the correction is measured on SQLite as well.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PLAYERS, ROUNDS, RUNS = 200, 9, 5
RATIO = 3
GAMES = 100_000
SECONDS, MEGABYTES = 10, 300
FIRST_DAY = date(2024, 4, 1)


def measure() -> list[dict[str, object]]:
    """Return the measurements: an event, and the correction of the first of 100,000 games."""
    sys.path[:0] = [str(ROOT / "tests")]
    from support.servers import start_postgresql  # noqa: PLC0415 - the servers are the tests' own

    server = start_postgresql()
    try:
        event = _in_own_process("event", server.url)
        rows = [
            {
                "name": f"rating {PLAYERS} players x {ROUNDS} rounds, PostgreSQL, "
                f"{event['queries']} queries; bare write {event['bare']:.4f} s",
                "seconds": event["seconds"],
                "budget": RATIO * event["bare"],
            }
        ]
        for name, url in (("PostgreSQL", server.url), ("SQLite", "")):
            with tempfile.TemporaryDirectory() as folder:
                _in_own_process("seed", url, folder)
                result = _in_own_process("correct", url, folder)
            what = f"correcting the first event of {GAMES:,} games, {name}"
            rows += [
                {
                    "name": f"{what}, {result['rows']:,} rows",
                    "seconds": result["seconds"],
                    "budget": SECONDS,
                },
                {
                    "name": f"{what}, memory",
                    "seconds": result["megabytes"],
                    "budget": MEGABYTES,
                    "unit": "MB",
                },
            ]
    finally:
        server.stop()
    return rows


def _in_own_process(step: str, url: str, folder: str = "") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": "",
            "DATA_DIR": folder or scratch,
            "DJANGO_SETTINGS_MODULE": "rankfile.settings",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform"), str(ROOT / "tests")]),
        }
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "benchmarks.bench_ledger", step],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            timeout=600,
        )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def _measure_event() -> dict[str, Any]:
    """Rate a fresh event a few times, and write the same rows bare after each."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415
    from factories import list_of, make_club, make_players  # noqa: PLC0415

    from ratings.replay import update_list  # noqa: PLC0415

    club = make_club()
    club.slug = "measured"
    club.save(update_fields=["slug"])
    players = make_players(club, PLAYERS)
    for number in range(1, 6):
        _submit(club, players, number, FIRST_DAY + timedelta(days=7 * number), Random(number))  # noqa: S311
    rating_list = list_of(club)
    update_list(rating_list.pk)
    rated, bare, queries = [], [], 0
    for number in range(6, 6 + RUNS):
        _submit(club, players, number, FIRST_DAY + timedelta(days=7 * number), Random(number))  # noqa: S311
        with CaptureQueriesContext(connection) as captured:
            started = perf_counter()
            update_list(rating_list.pk)
            rated.append(perf_counter() - started)
        queries = sum(query["sql"] not in ("BEGIN", "COMMIT") for query in captured)
        bare.append(_write_bare(rating_list.pk, number))
    return {"seconds": median(rated), "bare": median(bare), "queries": queries}


def _write_bare(list_id: int, event_key: int) -> float:
    """Take the event's rows and ratings out again and write them with psycopg alone."""
    from django.db import connection  # noqa: PLC0415

    from ratings.models import Rating, RatingChange  # noqa: PLC0415

    connection.ensure_connection()
    raw = connection.connection
    seconds = 0.0
    for model, where in (
        (RatingChange, f"rating_list_id = {list_id} AND event_key = {event_key}"),
        (Rating, f"rating_list_id = {list_id}"),
    ):
        table = model._meta.db_table
        columns = [field.column for field in model._meta.concrete_fields]
        with raw.cursor() as cursor:
            cursor.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}")  # noqa: S608
            rows = cursor.fetchall()
            cursor.execute(f"DELETE FROM {table} WHERE {where}")  # noqa: S608
            places = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
            started = perf_counter()
            with raw.transaction():
                cursor.executemany(statement, rows)
            seconds += perf_counter() - started
    return seconds


def _seed() -> dict[str, Any]:
    """Fill a club with events of 40 players and 7 rounds, and rate them once."""
    from factories import list_of, make_club, make_players  # noqa: PLC0415

    from ratings.replay import update_list  # noqa: PLC0415

    club = make_club()
    players = make_players(club, 60)
    random = Random(1)  # noqa: S311
    number = games = 0
    while games < GAMES:
        number += 1
        some = random.sample(players, 40)
        games += _submit(club, some, number, FIRST_DAY + timedelta(days=number), random, rounds=7)
    update_list(list_of(club).pk)
    return {"games": games}


def _correct() -> dict[str, Any]:
    """Correct one result of the first event and rate everything again."""
    from factories import ANA, list_of  # noqa: PLC0415

    from clubs.models import Club  # noqa: PLC0415
    from ratings.models import RatingChange, RatingRevision  # noqa: PLC0415
    from ratings.replay import update_list  # noqa: PLC0415
    from ratings.submit import live_reports, stored_event_reports, submit_report  # noqa: PLC0415

    club = Club.objects.latest("pk")
    report = stored_event_reports(live_reports(club, 1))[0]
    games = list(report.games)
    wrong = next(index for index, game in enumerate(games) if game.result != "==")
    games[wrong] = replace(games[wrong], result=games[wrong].result[::-1])
    submit_report(club, ANA, replace(report, games=tuple(games)))
    started = perf_counter()
    update_list(list_of(club).pk)
    seconds = perf_counter() - started
    return {
        "seconds": seconds,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "rows": RatingRevision.objects.filter(club=club).count(),
        "of": RatingChange.objects.filter(club=club).count(),
    }


def _submit(
    club: Any, players: list[Any], number: int, day: date, random: Random, rounds: int = ROUNDS
) -> int:
    from factories import ANA  # noqa: PLC0415

    from ratings.event_report import EventReport, ReportedGame  # noqa: PLC0415
    from ratings.rules import TimeControl  # noqa: PLC0415
    from ratings.submit import submit_report  # noqa: PLC0415

    games = []
    for round_number in range(1, rounds + 1):
        order = random.sample(players, len(players))
        for board, (white, black) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            result = random.choice(("10", "10", "==", "01"))
            games.append(ReportedGame(round_number, board, white.pk, black.pk, result))
    report = EventReport(number, f"Event {number}", day, day, TimeControl.STANDARD, tuple(games))
    submit_report(club, ANA, report)
    return len(games)


def _run(step: str) -> None:
    import logging  # noqa: PLC0415

    import django  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import transaction  # noqa: PLC0415

    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    # Nothing is nudged: the updates are called, and timed, by hand.
    transaction.on_commit = lambda *_args, **_options: None  # type: ignore[assignment]
    steps = {"event": _measure_event, "seed": _seed, "correct": _correct}
    print(json.dumps(steps[step]()))


if __name__ == "__main__":
    _run(sys.argv[1])
