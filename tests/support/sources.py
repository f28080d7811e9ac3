"""The files of the checkout, as the tests of the house read them."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCT = ("platform", "clubs", "ratings", "tournaments")


@cache
def tracked_files() -> tuple[Path, ...]:
    """Return every file that is, or would be, committed; relative to the checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout
    paths = [Path(name) for name in listed.split("\0") if name]
    return tuple(sorted(path for path in paths if (ROOT / path).is_file()))


def product_modules() -> list[Path]:
    """Return the product's Python files without migrations."""
    return [
        path
        for path in tracked_files()
        if path.suffix == ".py" and path.parts[0] in PRODUCT and "migrations" not in path.parts
    ]


def text_of(path: Path) -> str:
    """Return a tracked file's text; an empty one for a picture or a font."""
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(text_of(path), filename=str(path))


def lines_matching(pattern: str, paths: list[Path]) -> list[str]:
    """Return ``file:line: text`` of every line in which the regular expression is found."""
    found = re.compile(pattern)
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if found.search(line)
    ]
