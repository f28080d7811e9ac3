"""Tables of a page as lists of texts, the way a reader sees them."""

from __future__ import annotations

from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from tournaments.models import Tournament


class _Tables(HTMLParser):
    """Collects the rows of all tables; what phones fold in and hidden words are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        classes = (dict(attributes).get("class") or "").split()
        if self._hidden or {"vh", "fold", "under", "latin"} & set(classes):
            if tag not in {"br", "path"}:
                self._hidden.append(tag)
            return
        if tag == "table":
            self.tables.append([])
            self._open.append(self.tables[-1])
        elif tag == "tr" and self._open:
            self._open[-1].append([])
        elif tag in {"td", "th"} and self._open and self._open[-1]:
            self._open[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden.pop()
        elif tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden and self._open and self._open[-1] and self._open[-1][-1]:
            cells = self._open[-1][-1]
            cells[-1] = " ".join(f"{cells[-1]} {data}".split())


def tables_of(html: str) -> list[list[list[str]]]:
    """Return every table of a page, each a list of rows of cell texts."""
    parser = _Tables()
    parser.feed(html)
    return parser.tables


def address(event: Tournament, name: str, *arguments: object) -> str:
    """Return the address of a page of an event."""
    return reverse(name, args=[event.club.slug, event.number, *arguments])


def page(event: Tournament, name: str, *arguments: object, **query: str | int) -> str:
    """Return a page of an event as a visitor gets it."""
    answer = Client().get(address(event, name, *arguments), query)
    assert answer.status_code == 200
    return answer.content.decode()
