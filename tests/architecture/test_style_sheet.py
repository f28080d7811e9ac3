"""The one style sheet: both dark blocks alike, tokens only, files that exist."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "platform" / "static"
SHEET = (STATIC / "rankfile.css").read_text(encoding="utf-8")
# White and black of the pieces and of the highlighter do not change with the theme.
FIXED_COLOURS = {"#16181b", "#f4f2ec", "#000", "#fff", "#333", "#999"}


def declarations(opening: str) -> dict[str, str]:
    """Return the properties of the block that begins with these words."""
    _, _, rest = SHEET.partition(opening)
    block = rest.partition("}")[0]
    return dict(re.findall(r"([\w-]+):\s*([^;]+);", block))


def test_the_dark_values_stand_twice_and_alike() -> None:
    """Once for the device's choice, once for the visitor's."""
    chosen = declarations(':root[data-theme="dark"] {')

    assert len(chosen) > 20
    assert declarations(':root:not([data-theme="light"]) {') == chosen


def test_colours_are_tokens() -> None:
    """Outside the tokens and the print values no colour is written out."""
    _, _, after_tokens = SHEET.partition("@layer base {")

    used = set(re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^(]*\))", after_tokens))
    assert used - FIXED_COLOURS == set()


def test_every_file_that_the_sheet_names_exists() -> None:
    """Fonts come from our own origin, each with its licence beside it."""
    files = re.findall(r"url\(([^)]+)\)", SHEET)

    assert len(files) == 10
    assert all((STATIC / file).is_file() for file in files)
    assert {path.name for path in (STATIC / "fonts").glob("*.txt")} == {
        "OFL-source-sans-3.txt",
        "OFL-source-serif-4.txt",
    }


def test_the_sheet_names_sides_by_the_direction_of_writing() -> None:
    """Languages written from right to left need no second sheet."""
    sided = re.findall(r"(?:margin|padding|border)-(?:left|right)\s*:", SHEET)

    assert sided == []


def test_layers_stand_in_their_order() -> None:
    """New parts go into parts; nothing outranks print."""
    assert "@layer tokens, base, layout, parts, helpers, print;" in SHEET
    assert set(re.findall(r"@layer (\w+) \{", SHEET)) == {
        "tokens", "base", "layout", "parts", "helpers", "print",
    }  # fmt: skip
