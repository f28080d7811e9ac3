"""The catalogues of translations: collected from the source, updated, and compiled.

All of it is done with Babel, so nobody needs the gettext tools. Python files are read by Babel's
own reader, templates by the one below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.template.base import Lexer, Token, TokenType
from django.utils.text import smart_split
from django.utils.translation import trim_whitespace

SOURCE_FOLDERS = ("clubs", "ratings", "tournaments", "platform", "templates")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
STRING_IN_TAG = re.compile(r"""_\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)""")

# A message as catalogues know it: context or None, text, plural or nothing.
Message = tuple[str | None, str, str]


def collected() -> Catalog:
    """Return every text of the source that is to be translated, with the files it stands in."""
    catalogue = Catalog(project="Rankfile", charset="utf-8", fuzzy=False)
    for path in source_files():
        place = path.relative_to(settings.BASE_DIR).as_posix()
        for context, text, plural in messages_of(path):
            identity = (text, plural) if plural else text
            catalogue.add(identity, locations=[(place, 0)], context=context)
    return catalogue


def source_files() -> list[Path]:
    """Return the Python files and templates of the product, in order of their names."""
    return sorted(
        path
        for folder in SOURCE_FOLDERS
        for path in (settings.BASE_DIR / folder).rglob("*")
        if path.suffix in {".py", ".html", ".txt"} and "/static/" not in path.as_posix()
    )


def messages_of(path: Path) -> Iterator[Message]:
    """Return the texts of one file in the order in which they stand."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = extract("python", BytesIO(source.encode()), keywords=KEYWORDS)
        for _line, message, _comments, context in found:
            texts = message if isinstance(message, tuple) else (message, "")
            yield context, str(texts[0]), str(texts[1])
    else:
        yield from template_messages(source)


def template_messages(source: str) -> Iterator[Message]:
    """Return the texts of a template: translate, blocktranslate, and ``_("…")`` in any tag.

    >>> list(template_messages('{% translate "K" context "factor" %}'))
    [('factor', 'K', '')]
    >>> list(template_messages('{% blocktranslate count n=n %}One{% plural %}{{ n }}{% endblocktranslate %}'))
    [(None, 'One', '%(n)s')]
    """  # noqa: E501
    block: list[str] = []
    parts: list[list[Token]] = []
    for token in Lexer(source).tokenize():
        tag = token.contents.split(maxsplit=1)[0] if token.contents.strip() else ""
        is_tag = token.token_type == TokenType.BLOCK
        if parts and is_tag and tag in {"endblocktranslate", "endblocktrans"}:
            yield _block_message(block, parts)
            parts = []
        elif parts and is_tag and tag == "plural":
            parts.append([])
        elif parts:
            parts[-1].append(token)
        elif is_tag and tag in {"blocktranslate", "blocktrans"}:
            block = list(smart_split(token.contents))
            parts = [[]]
        elif is_tag and tag in {"translate", "trans"}:
            yield _tag_message(list(smart_split(token.contents)))
        elif token.token_type in {TokenType.BLOCK, TokenType.VAR}:
            for text in STRING_IN_TAG.findall(token.contents):
                yield None, _unquoted(text), ""


def _tag_message(words: list[str]) -> Message:
    return _context(words), _unquoted(words[1]).replace("%", "%%"), ""


def _block_message(words: list[str], parts: list[list[Token]]) -> Message:
    texts = ["".join(_as_written(token) for token in part) for part in parts]
    if "trimmed" in words:
        texts = [trim_whitespace(text) for text in texts]
    return _context(words), texts[0], texts[1] if len(texts) > 1 else ""


def _as_written(token: Token) -> str:
    if token.token_type == TokenType.VAR:
        return f"%({token.contents})s"
    return str(token.contents).replace("%", "%%")


def _context(words: list[str]) -> str | None:
    return _unquoted(words[words.index("context") + 1]) if "context" in words else None


def _unquoted(text: str) -> str:
    return text[1:-1].replace("\\" + text[0], text[0])


def languages() -> list[str]:
    """Return the languages that have a catalogue, as their folders are named."""
    return [
        "_".join([part if not place else part.upper() for place, part in enumerate(c.split("-"))])
        for c, _name in settings.LANGUAGES
        if c != settings.LANGUAGE_CODE
    ]


def catalogue_path(language: str, suffix: str = ".po") -> Path:
    """Return where a language's catalogue lies."""
    folder = settings.BASE_DIR / "locale" / language / "LC_MESSAGES"
    return Path(folder / f"django{suffix}")


def read_catalogue(language: str) -> Catalog:
    """Return a language's catalogue; an empty one where there is none yet."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Rankfile", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update_catalogue(language: str, template: Catalog) -> None:
    """Bring a catalogue up to the source: new texts come in empty, unused ones go."""
    catalogue = read_catalogue(language)
    template.creation_date = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = "# Rankfile. Terms: docs/translating.md"
    catalogue.version = catalogue.msgid_bugs_address = ""
    catalogue.last_translator = catalogue.language_team = ""
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False)


def compile_catalogue(language: str) -> None:
    """Write the form of a catalogue that the product reads."""
    with catalogue_path(language, ".mo").open("wb") as file:
        write_mo(file, read_catalogue(language))
