"""docs/settings.md lists the environment variables that the code reads: all, and no other."""

from __future__ import annotations

import ast
import re

from support.sources import ROOT, product_modules, tracked_files, tree_of

READERS = {"text", "boolean", "whole_number", "words", "secret", "choice", "address"}


def variables_read_by_the_code() -> set[str]:
    """Return the names, with the ``_FILE`` variant of each secret."""
    names: set[str] = set()
    deploy = [
        path for path in tracked_files() if path.parts[0] == "deploy" and path.suffix == ".py"
    ]
    for path in [*product_modules(), *deploy]:
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            first = node.args[0] if node.args else None
            if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
                continue
            owner = ast.unparse(node.func.value)
            if (owner == "env" and node.func.attr in READERS) or owner == "os.environ":
                names.add(first.value)
                if node.func.attr == "secret":
                    names.add(f"{first.value}_FILE")
    # Set or passed on by the program itself, never by a person.
    return names - {"DJANGO_SETTINGS_MODULE", "PYTHONPATH"}


def test_the_table_and_the_code_name_the_same_variables() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    documented = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row.split("|")[1])}

    assert documented == variables_read_by_the_code()
