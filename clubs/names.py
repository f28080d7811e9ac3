"""Names as people write them, and the plain form they are compared by."""

from __future__ import annotations

import re
import unicodedata

_NOT_LETTERS = re.compile(r"[\W_]+")
# Letters that do not fall apart into a base letter and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ı": "i", "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
_CONTROL = re.compile("[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]")


def tidy_name(text: str) -> str:
    """Return the name in composed form, with single spaces and no control or direction marks."""
    return " ".join(_CONTROL.sub("", unicodedata.normalize("NFC", text)).split())


def search_form(text: str) -> str:
    """Return the form names are searched and matched by: no accents, case or punctuation.

    >>> search_form("O’Neil,  Íris"), search_form("Łukasiewicz"), search_form("İREM ÇELİK")
    ('o neil iris', 'lukasiewicz', 'irem celik')
    """
    folded = unicodedata.normalize("NFKD", tidy_name(text).casefold()).translate(_PLAIN_LETTERS)
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return _NOT_LETTERS.sub(" ", bare).strip()
