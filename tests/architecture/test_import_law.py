"""Arrows between packages point one way: import-linter's contracts, and what they cannot say."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

from support.sources import ROOT, product_modules, tree_of

PURE = ("tournaments/exchange", "tournaments/pairing", "tournaments/standings")


def imported_modules(path: Path) -> set[str]:
    """Return the dotted names that a module imports, at its top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            names.add(node.module or "")
    return names


def test_the_contracts_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
        + ["--no-cache"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform")))},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_import_the_standard_library_only() -> None:
    foreign = {
        f"{path}: {name}"
        for path in product_modules()
        if path.is_relative_to("ratings/rules")
        for name in imported_modules(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name != "ratings.rules"
        and not name.startswith("ratings.rules.")
    }

    assert foreign == set()


def test_pure_modules_load_where_django_is_not_installed() -> None:
    modules = [
        ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for path in product_modules()
        if path.stem != "__main__"
        and any(path.is_relative_to(folder) for folder in (*PURE, "ratings/rules"))
    ]
    assert len(modules) > 20
    program = (
        "import importlib, sys\n"
        "sys.modules['django'] = None\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "for name in sys.argv[2:]: importlib.import_module(name)\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, ROOT, *modules],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr


def test_models_do_not_know_who_uses_them() -> None:
    users = ("views", "api", "forms", "urls", "tasks")
    wrong = {
        f"{path}: {name}"
        for path in product_modules()
        if "models" in path.parts
        for name in imported_modules(path)
        if name.rpartition(".")[2].split("_")[-1] in users
    }

    assert wrong == set()
