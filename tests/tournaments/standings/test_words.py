"""Every code and every reason has words, and the page of the documentation lists every code."""

import re
from pathlib import Path

from tournaments.standings.tie_breaks.codes import TIE_BREAKS
from tournaments.standings.tie_breaks.values import Reason
from tournaments.standings.words import NAMES, REASONS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tie-breaks.md"


def test_every_code_has_a_name_and_a_meaning():
    assert list(NAMES) != []
    assert set(NAMES) == set(TIE_BREAKS)
    assert [code for code, words in NAMES.items() if not all(words)] == []
    names = [name for name, _ in NAMES.values()]
    assert len(set(names)) == len(names)


def test_every_reason_has_a_sentence():
    assert set(REASONS) == set(Reason)


def test_the_documentation_lists_every_code_with_its_article_and_name():
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|", PAGE.read_text("utf-8"), re.M)

    assert {code: (name.strip(), article.strip()) for code, name, article in rows} == {
        code: (NAMES[code][0], entry.article) for code, entry in TIE_BREAKS.items()
    }
