"""Examples in docstrings and pages run and print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from support.sources import ROOT, product_modules, text_of, tracked_files

MODULES = [path for path in product_modules() if ">>> " in text_of(path)]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_the_examples_in_docstrings_are_true(path: Path) -> None:
    parts = path.with_suffix("").parts
    name = ".".join(parts[1:] if parts[0] == "platform" else parts).removesuffix(".__init__")

    result = doctest.testmod(importlib.import_module(name), raise_on_error=False)

    assert result.attempted > 0
    assert result.failed == 0


def test_the_examples_on_pages_are_true() -> None:
    pages = [path for path in tracked_files() if path.suffix == ".md" and ">>> " in text_of(path)]

    results = {
        str(path): doctest.testfile(str(ROOT / path), module_relative=False).failed
        for path in pages
    }

    assert results == dict.fromkeys(results, 0)
