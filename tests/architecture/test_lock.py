"""The locks pin what pyproject.toml asks for, by hash, and name no host."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from support.sources import ROOT, lines_matching, tracked_files

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BASE: list[str] = PYPROJECT["project"]["dependencies"]
DEV: list[str] = PYPROJECT["dependency-groups"]["dev"]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(?P<marker>[^\\\n]*)\\?$", re.M)


def pins(lock: str) -> dict[str, set[str]]:
    """Return the pinned versions by name; two where the version depends on Python's."""
    found: dict[str, set[str]] = {}
    for match in PIN.finditer((ROOT / "requirements" / lock).read_text(encoding="utf-8")):
        found.setdefault(canonicalize_name(match["name"]), set()).add(match["version"])
    return found


@pytest.mark.parametrize(("lock", "asked"), [("base.txt", BASE), ("dev.txt", [*BASE, *DEV])])
def test_each_dependency_is_pinned_to_a_version_that_was_asked_for(
    lock: str, asked: list[str]
) -> None:
    locked = pins(lock)

    unmet = [
        text
        for text in asked
        for wanted in [Requirement(text)]
        if not locked.get(canonicalize_name(wanted.name))
        or not all(
            wanted.specifier.contains(Version(version))
            for version in locked[canonicalize_name(wanted.name)]
        )
    ]

    assert unmet == []


def test_both_locks_agree() -> None:
    base, dev = pins("base.txt"), pins("dev.txt")

    assert base == {name: dev.get(name) for name in base}


@pytest.mark.parametrize("lock", ["base.txt", "dev.txt"])
def test_each_pin_has_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.M)[1:]

    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert len(entries) == len(PIN.findall(text))


def test_no_lock_or_setting_names_a_host() -> None:
    files = [
        path
        for path in tracked_files()
        if path.parts[0] == "requirements" or path.name in {"pyproject.toml", "Makefile", "run"}
    ]

    assert lines_matching(r"https?://|--(extra-)?index-url|--find-links", files) == []


def test_no_lock_of_another_tool_is_kept() -> None:
    others = {Path("uv.lock"), Path("poetry.lock"), Path("pdm.lock"), Path("Pipfile.lock")}

    assert others & set(tracked_files()) == set()
