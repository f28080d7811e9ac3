"""``serve``: from an empty folder to a running site, and to a clean end."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from support.servers import dies_with_parent, free_port
from support.sources import ROOT
from support.workers import wait_for


@contextmanager
def serving(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run ``manage.py serve`` on an empty environment's settings until the block ends."""
    with (folder.parent / "serve.log").open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "PORT": str(port)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
    try:
        wait_for(lambda: process.poll() is not None or answer(port, "/healthz") == 200, 60)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def answer(port: int, path: str) -> int:
    """Return the status of one request; 0 while nobody listens."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_an_empty_folder_becomes_a_site_that_stops_cleanly(
    tmp_path: Path, stop: signal.Signals
) -> None:
    folder, port = tmp_path / "data", free_port()

    with serving(folder, port) as process:
        assert answer(port, "/readyz") == 200
        assert answer(port, "/accounts/login/") == 200
        assert answer(port, "/static/rankfile.css") == 200
        process.send_signal(stop)
        assert process.wait(20) == 0

    said = (folder.parent / "serve.log").read_text(encoding="utf-8")
    assert "Preparing the database" in said
    assert f"http://127.0.0.1:{port}/" in said
    assert "Traceback" not in said
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    with sqlite3.connect(folder / "db.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def test_a_second_start_keeps_the_key_and_prepares_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder, free_port()):
        key = (folder / "secret_key").read_text(encoding="utf-8")
    (tmp_path / "serve.log").unlink()

    port = free_port()
    with serving(folder, port):
        assert answer(port, "/readyz") == 200

    assert (folder / "secret_key").read_text(encoding="utf-8") == key
    assert "Preparing" not in (tmp_path / "serve.log").read_text(encoding="utf-8")


def test_a_taken_port_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    folder, port = tmp_path / "data", free_port()
    with serving(folder, port):
        second = tmp_path / "second"
        with serving(second, port) as refused:
            assert refused.wait(30) == 1

    said = (tmp_path / "serve.log").read_text(encoding="utf-8")
    assert f"Name another port: make run PORT={port + 1}" in said
    assert not (second / "db.sqlite3").exists()


@pytest.mark.parametrize("port", ["0", "65536", "eighty"])
def test_a_wrong_port_names_the_variable(tmp_path: Path, port: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "PORT": port},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 1
    assert "PORT must be a whole number from 1 to 65535" in done.stderr
