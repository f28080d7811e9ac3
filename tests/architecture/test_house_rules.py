"""The conventions that a machine can read off the files."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from rankfile.celery import app
from support.sources import (
    PRODUCT,
    ROOT,
    lines_matching,
    product_modules,
    text_of,
    tracked_files,
    tree_of,
)

MOST_LINES = 400
# A name of a layer says nothing about what is inside, and such a file only ever grows.
LAYER_NAMES = {"services", "utils", "util", "helpers", "helper", "common", "misc", "selectors"}


def test_files_stay_readable() -> None:
    sizes = {
        str(path): len(text_of(path).splitlines())
        for path in tracked_files()
        if path.suffix == ".py" and "migrations" not in path.parts
    }

    assert {path: lines for path, lines in sizes.items() if lines > MOST_LINES} == {}


def test_modules_are_named_after_their_topic() -> None:
    named_after_layers = [
        str(path) for path in product_modules() if LAYER_NAMES & {*path.parts, path.stem}
    ]

    assert named_after_layers == []


def test_public_functions_and_modules_say_what_they_return() -> None:
    silent = []
    for path in product_modules():
        tree = tree_of(path)
        if text_of(path).strip() and not ast.get_docstring(tree):
            silent.append(str(path))
        silent += [
            f"{path}:{node.lineno}: {node.name}"
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ]

    assert silent == []


def test_nothing_happens_in_signals_or_save() -> None:
    hidden = lines_matching(
        r"django\.(db\.models|core|contrib\.auth) import signals|\.signals import|@receiver"
        r"|def save\(self|pre_save|post_save",
        product_modules(),
    )

    assert hidden == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    tests = [path for path in tracked_files() if path.parts[0] == "tests" and path.suffix == ".py"]
    this_file = Path(__file__).resolve().relative_to(ROOT)

    # A limit may be made short for a test; nothing may take the place of the product's own code.
    found = lines_matching(
        r"pytest\.(mark\.)?(skip|xfail)|importorskip|unittest\.mock|\bmocker\b"
        r"|\.(setattr|setitem)\((?!\w+, .[A-Z_]+.,)",
        [path for path in tests if path != this_file],
    )

    assert found == []


def test_no_marker_of_unfinished_work_is_left() -> None:
    code = [
        path
        for path in tracked_files()
        if path.suffix in {".py", ".html", ".css", ".js", ".sh"} and path.parts[0] != "tests"
    ]

    assert lines_matching(r"\b(TODO|FIXME|HACK|XXX)\b", code) == []


def test_no_path_of_a_machine_is_written_down() -> None:
    # Spelled apart, so that this line is not one of them.
    pattern = r"(^|[^A-Za-z0-9_.])/(" + "|".join(("work", "root", "farm")) + r")/"

    assert lines_matching(pattern, list(tracked_files())) == []


def test_templates_hold_no_inline_script_style_or_handler() -> None:
    templates = [path for path in tracked_files() if path.suffix == ".html"]
    assert templates

    found = lines_matching(
        r"<script(?![^>]*\bsrc=)(?![^>]*application/(ld\+)?json)|<style|[^-a-z]style=\""
        r"|[^-a-z]on(click|change|submit|input|load|keyup)=|javascript:",
        templates,
    )

    assert found == []


def test_templates_ask_no_other_host() -> None:
    templates = [path for path in tracked_files() if path.suffix in {".html", ".css", ".js"}]

    # A link may lead elsewhere; what a page loads by itself may not.
    found = lines_matching(r"(src|srcset|@import|url\()\s*=?\s*[\"'(]?\s*(https?:)?//", templates)

    assert found == []


@pytest.mark.django_db
def test_migrations_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("makemigrations", check=True, dry_run=True)

    assert "No changes detected" in capsys.readouterr().out


def test_migrations_are_named_after_what_they_do() -> None:
    generated = [
        str(path)
        for path in tracked_files()
        if "migrations" in path.parts and re.search(r"_auto_\d{8}|alter_\w+_and_more", path.name)
    ]

    assert generated == []


def test_what_beat_sends_exists() -> None:
    app.loader.import_default_modules()

    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert scheduled - set(app.tasks) == set()


def test_every_product_folder_is_watched() -> None:
    assert {path.parts[0] for path in product_modules()} == set(PRODUCT)
