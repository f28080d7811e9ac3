"""``platform/`` is a plain folder: as a package it would hide the standard library's module."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

from support.sources import ROOT


def test_platform_is_the_standard_library_in_a_process_started_here() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import platform, uuid; print(platform.__file__)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout

    assert Path(said.strip()).parent == Path(sysconfig.get_path("stdlib"))


def test_platform_is_the_standard_library_in_this_run() -> None:
    assert Path(platform.__file__).parent == Path(sysconfig.get_path("stdlib"))


def test_the_folder_holds_no_module_of_its_own() -> None:
    assert sorted((ROOT / "platform").glob("*.py")) == []


def test_celery_starts_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "rankfile", "report"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform")))},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
