"""The command line ends in words where the database or the reader is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.sources import ROOT


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` in a process of its own, with nothing of this run's servers."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": "only-for-tests", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_database_without_tables_leads_to_migrate(tmp_path: Path) -> None:
    done = manage("rating_list", "north", "standard", DATA_DIR=str(tmp_path))

    assert done.returncode == 1
    assert done.stderr == "The database is not up to date. Run: python manage.py migrate\n"


@pytest.mark.big_setup
def test_a_server_that_is_away_is_named(tmp_path: Path) -> None:
    away = f"postgresql://nobody@/nothing?host={tmp_path}"

    done = manage("rating_list", "north", "standard", DATA_DIR=str(tmp_path), DATABASE_URL=away)

    assert done.returncode == 1
    assert "\nThe database cannot be reached: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_who_has_seen_enough_is_no_fault(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)

    done = subprocess.run(
        [sys.executable, "manage.py", "help"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": "only", "DATA_DIR": str(tmp_path)},
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(write)

    assert (done.returncode, done.stderr) == (1, "")
