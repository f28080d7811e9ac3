"""No template brings a style or a script of its own, and none speaks only English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "platform" / "static" / "js").glob("*.js"))

SCRIPT_WITH_CONTENT = re.compile(r"<script(?![^>]*type=\"application/json\")[^>]*>\s*[^\s<]")
HANDLER = re.compile(r"\son[a-z]+=|hx-on|hx-vals=.js:|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"(?:src|href|action)=[\"'](?:https?:)?//")
# Words that stand between tags without a translation tag around them.
BARE_WORDS = re.compile(r">\s*([A-Z][a-z]+(?: [a-z]+)+[.?!]?)\s*<")

every_template = pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix()
)


@every_template
def test_nothing_is_inline(path: Path) -> None:
    """The content security policy would refuse it."""
    text = path.read_text(encoding="utf-8")

    assert re.search(r"\sstyle=", text) is None
    assert "<style" not in text
    assert SCRIPT_WITH_CONTENT.search(text) is None
    assert HANDLER.search(text) is None
    assert ELSEWHERE.search(text) is None


@every_template
def test_every_sentence_can_be_translated(path: Path) -> None:
    """English stands in tags only."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{%\s*comment.*?endcomment\s*%}|{#.*?#}", "", text, flags=re.DOTALL)
    text = re.sub(
        r"{%\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%}", "", text, flags=re.DOTALL
    )

    assert BARE_WORDS.findall(text) == []


@every_template
def test_attributes_of_htmx_are_data_attributes(path: Path) -> None:
    """So that pages stay valid HTML."""
    assert re.search(r"\shx-", path.read_text(encoding="utf-8")) is None


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_evaluate_nothing_and_write_no_html(path: Path) -> None:
    """A little progressive enhancement needs neither."""
    text = path.read_text(encoding="utf-8")

    assert re.search(r"\beval\(|new Function|innerHTML|outerHTML|document\.write", text) is None
    assert re.search(r"\.style\b|https?://", text) is None
