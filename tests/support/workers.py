"""A real Celery worker on the test database, for flow and fault tests.

Ordinary tests run tasks inline, in both set-ups. A test that asks for ``celery_worker_process``
sends real messages through the run's Redis to a worker in processes of its own; it must commit
what it writes, so it gets ``transactional_db``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis

from support.servers import Server, dies_with_parent, start_redis

ROOT = Path(__file__).resolve().parent.parent.parent
START_TIMEOUT = 60.0


@dataclass
class Worker:
    """A ``celery worker`` subprocess, its log, and the ways to end it."""

    process: subprocess.Popen[bytes]
    log_file: Path

    def log(self) -> str:
        """Return what the worker has printed so far."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """Ask for a warm shutdown, then end whatever is left of the process tree."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """End the whole process tree at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def start_worker(log_file: Path, *, database_name: str, concurrency: int = 1) -> Worker:
    """Return a worker that is ready to take tasks from the run's Redis on the named database."""
    url = urlsplit(os.environ["DATABASE_URL"])
    environment = {
        **os.environ,
        "DATABASE_URL": url._replace(path=f"/{database_name}").geturl(),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform"))),
    }
    with log_file.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "rankfile", "worker", "--pool", "prefork"]
            + ["--concurrency", str(concurrency), "--loglevel", "info"]
            + ["--without-gossip", "--without-mingle"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
    worker = Worker(process, log_file)
    try:
        wait_for(lambda: " ready." in worker.log() or process.poll() is not None, START_TIMEOUT)
        if process.poll() is not None:
            pytest.fail(f"the worker ended at once:\n{worker.log()[-3000:]}")
    except BaseException:
        worker.kill()
        raise
    return worker


def wait_for(condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Return as soon as the condition holds; fail the test after that many seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"nothing happened within {seconds:g} seconds")
        time.sleep(0.05)


@pytest.fixture(scope="session", autouse=True)
def _inline_tasks() -> None:
    """Run tasks inline unless a test asks for a worker."""
    from rankfile.celery import app  # noqa: PLC0415 - after the settings

    app.conf.task_always_eager = True


@contextmanager
def broker_down() -> Iterator[None]:
    """Send real messages to a place where no broker listens."""
    from rankfile.celery import app  # noqa: PLC0415 - after the settings

    usual = app.conf.broker_url
    app.conf.update(task_always_eager=False, broker_url="redis://127.0.0.1:1/0")
    try:
        yield
    finally:
        app.conf.update(task_always_eager=True, broker_url=usual)


@pytest.fixture
def broker_in_use() -> Iterator[None]:
    """Send real messages during this test, to an empty broker."""
    from rankfile.celery import app  # noqa: PLC0415 - after the settings

    with redis.Redis.from_url(os.environ["REDIS_URL"]) as broker:
        broker.flushdb()
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


@pytest.fixture
def celery_worker_process(
    transactional_db: None, broker_in_use: None, tmp_path: Path
) -> Iterator[Worker]:
    """Return a running worker; what the test commits, the worker sees."""
    from django.db import connection  # noqa: PLC0415 - after the settings

    name = str(connection.settings_dict["NAME"])
    worker = start_worker(tmp_path / "worker.log", database_name=name)
    yield worker
    worker.stop()


@pytest.fixture
def redis_server() -> Iterator[Server]:
    """Return a Redis of this test alone, which the test may stop, kill and start again."""
    server = start_redis()
    yield server
    server.stop()
