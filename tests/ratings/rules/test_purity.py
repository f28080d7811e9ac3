"""The rules stay a library: their own examples run, and a bare interpreter can import them."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import ratings.calculator
import ratings.rules

MODULES = [
    name
    for package in (ratings.rules, ratings.calculator)
    for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_rules_need_nothing_but_the_standard_library():
    """-I and -S leave only the interpreter's own modules to import from."""
    root = Path(ratings.rules.__file__).parent.parent.parent
    code = f"import sys; sys.path.append({str(root)!r}); import ratings.rules"

    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, timeout=30)


def test_the_examples_of_the_algorithm_page_are_true():
    page = Path(ratings.rules.__file__).parent.parent.parent / "docs" / "ratings.md"

    results = doctest.testfile(str(page), module_relative=False)

    assert results.failed == 0
    assert results.attempted > 0
