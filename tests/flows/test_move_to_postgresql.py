"""The README's way from SQLite to PostgreSQL carries everything over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from support.sources import ROOT

pytestmark = pytest.mark.big_setup

PLAY_AND_CLOSE = """
from clubs.models import Club
from factories import make_access, make_club
from factories_events import make_event, make_field, play_round
from ratings.models import RatingChange
from tournaments.closing import close_tournament

access = make_access(Club.objects.first() or make_club("Steep Hill"))
event = make_event(access)
make_field(access, event, [1800, 1700, 1650, None])
play_round(access, event)
play_round(access, event)
close_tournament(access, event)
assert RatingChange.objects.filter(report__event_key=event.number).count() == 4
"""
# What was carried over, in a form that two databases can be compared by.
EVERYTHING = ["dumpdata", "--natural-foreign", "--natural-primary", "--exclude", "contenttypes"]
EVERYTHING += ["--exclude", "auth.permission", "--exclude", "sessions", "--format", "jsonl"]


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Return what ``manage.py`` printed in a process of its own."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": "the-same-on-both", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(dump: str) -> dict[tuple[str, Any], dict[str, Any]]:
    """Return the fields of each row by model and key, whatever their order in the dump.

    A dump cuts times to milliseconds, and writes ".000" only where microseconds were cut.
    """
    parsed = [json.loads(line) for line in dump.replace('.000Z"', 'Z"').splitlines()]
    return {(row["model"], row.get("pk", str(row["fields"]))): row["fields"] for row in parsed}


def test_every_row_arrives_and_new_ones_can_follow(tmp_path: Path) -> None:
    old = {"DATA_DIR": str(tmp_path / "data"), "PYTHONPATH": str(ROOT / "tests")}
    manage(old, "migrate", "--verbosity", "0")
    manage(old, "shell", "--no-imports", "--command", PLAY_AND_CLOSE)
    dump = tmp_path / "all.jsonl"
    dump.write_text(manage(old, *EVERYTHING), encoding="utf-8")

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute("CREATE DATABASE moved")
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path="/moved").geturl()
    new = {**old, "DATABASE_URL": url}
    manage(new, "migrate", "--verbosity", "0")
    manage(new, "loaddata", str(dump))

    assert rows(manage(new, *EVERYTHING)) == rows(dump.read_text(encoding="utf-8"))
    manage(new, "shell", "--no-imports", "--command", PLAY_AND_CLOSE)
