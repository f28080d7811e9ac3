"""The forms of a page as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

TYPED = frozenset({"text", "search", "email", "url", "tel", "number", "date", "password", ""})


@dataclass
class PageForm:
    """A form: where it goes, what it sends untouched, and which of it a person types.

    ``buttons`` are those that send it, name and value; a button without a name sends nothing.
    """

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    has_file: bool = False


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._open: PageForm | None = None
        self._select = ""
        self._textarea = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "form":
            self._open = PageForm(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self._open)
        elif self._open is None:
            return
        elif tag == "input" and name:
            self._input(self._open, name, given)
        elif tag == "button" and given.get("type", "submit") == "submit":
            self._open.buttons.append((name, given.get("value", "")))
        elif tag == "select" and name:
            self._select = name
            self._open.chosen.append(name)
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in self._open.values:
                self._open.values[self._select] = given.get("value", "")
        elif tag == "textarea" and name:
            self._textarea = name
            self._open.typed.append(name)
            self._open.values[name] = ""

    def _input(self, form: PageForm, name: str, given: dict[str, str]) -> None:
        kind, value = given.get("type", ""), given.get("value", "")
        if kind == "file":
            form.has_file = True
        elif kind in ("radio", "checkbox"):
            if name not in form.chosen:
                form.chosen.append(name)
            if "checked" in given:
                form.values[name] = given.get("value", "on")
        elif kind == "hidden":
            form.values[name] = value
            if name != "csrfmiddlewaretoken":
                form.hidden.append(name)
        elif kind in TYPED:
            form.values[name] = value
            form.typed.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._open is not None and self._textarea:
            before = self._open.values[self._textarea]
            # The first line break after the tag is none of the text's.
            self._open.values[self._textarea] = before + data if before else data.removeprefix("\n")


def forms_of(html: str) -> list[PageForm]:
    """Return the forms of a page in their order."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms
