"""What every tab of the calculator has: fields, errors at their fields, rows, a short address."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from clubs.errors import Problem
from clubs.form_fields import plain_digits
from ratings.calculator.reading import Reader
from ratings.calculator_pages.address import (
    DREW,
    LOST,
    MOST_ROWS,
    NOT_PLAYED,
    ROWS_ADDED,
    SCORES,
    WON,
    GameRow,
    Parameters,
    Query,
    Rows,
    address_of,
    likely_number,
    rows_of,
    whole_number,
)
from ratings.calculator_pages.paste import read_pasted
from ratings.calculator_pages.texts import LISTS, sentence
from ratings.rules import TimeControl

LONGEST_PASTE = 8000

Text = str | Promise

SIGNS: dict[str, Text] = {
    WON: "1",
    DREW: "½",
    LOST: "0",
    NOT_PLAYED: pgettext_lazy("forfeit, in one or two letters", "F"),
}
WORDS = {
    WON: gettext_lazy("Won"),
    DREW: gettext_lazy("Drew"),
    LOST: gettext_lazy("Lost"),
    NOT_PLAYED: gettext_lazy("Not played"),
}


@dataclass(slots=True)
class Field:
    """A field as the template draws it."""

    name: str
    label: Text
    value: str
    hint: Text = ""
    error: str = ""
    use: str = ""
    width: str = "w4"
    type: str = "text"
    is_optional: bool = False
    inputmode: str = "numeric"


@dataclass(slots=True)
class RowView:
    """A row of games as the template draws it.

    ``figures`` stand beside the row under their ``labels``, ``said`` is a sentence in their place.
    """

    number: int
    opponent: str
    result: str
    error: str = ""
    use: str = ""
    said: str = ""
    labels: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()

    @property
    def result_sign(self) -> str:
        """The result as people write it."""
        return str(SIGNS.get(self.result, ""))


@dataclass(slots=True)
class RowList:
    """The rows of one event; ``counted`` are those in the case, in its order."""

    rows: Rows
    prefix: str = ""
    views: list[RowView] = field(default_factory=list)
    counted: list[RowView] = field(default_factory=list)
    error: str = ""
    focus: int = 0
    pasted_error: str = ""


class CalculatorPage:
    """One tab: it reads its address, has the case worked out, and tells errors by field.

    ``case`` is what the REST address would be sent. ``result`` stays None while something is
    missing or wrong. ``has_acted`` says that a button changed the rows, so that the page belongs to
    another address than the one asked for.
    """

    url_name: ClassVar[str]
    template: ClassVar[str]
    has_steps_table: ClassVar[bool] = False
    results: ClassVar[tuple[str, ...]] = (WON, DREW, LOST, NOT_PLAYED)

    def __init__(self, query: Query, today: date) -> None:
        self.query = query
        self.today = today
        self.language = get_language() or "en"
        self.fields: dict[str, Field] = {}
        self.lists: list[RowList] = []
        self.places: dict[str, Field | RowView] = {}
        self.has_acted = False
        self.case: dict[str, Any] | None = None
        self.read()

    def read(self) -> None:
        """Read the address and work the case out."""
        raise NotImplementedError

    def own_parameters(self) -> Parameters:
        """Return the fields above the rows for the short address, in their order."""
        raise NotImplementedError

    def add_field(self, name: str, label: Text, **more: Any) -> str:
        """Add a field and return what was typed into it."""
        self.fields[name] = Field(name, label, self.query.text(name), **more)
        return self.fields[name].value

    def add_day(self, label: Text, **more: Any) -> str:
        """Add the day of the event, today where none was given."""
        typed = plain_digits(self.query.text("date")) or self.today.isoformat()
        self.fields["date"] = Field("date", label, typed, width="w8", type="date", **more)
        return typed

    def add_rows(self, prefix: str = "") -> RowList:
        """Add the rows of an event, changed by a button that was pressed."""
        rows, focus, pasted_error = self._changed(self.query.rows(prefix, self.results), prefix)
        views = [RowView(n, game.opponent, game.result) for n, game in enumerate(rows.games, 1)]
        error = ""
        if rows.too_many:
            error = _("At most %(most)s games fit; %(left)s more were left out.") % {
                "most": MOST_ROWS,
                "left": rows.too_many,
            }
        found = RowList(rows, prefix, views, error=error, focus=focus, pasted_error=pasted_error)
        self.lists.append(found)
        return found

    def games_of(self, part: RowList, reader: Reader, path: str) -> list[dict[str, Any]]:
        """Return the rows that have a result as the rules' reader takes them.

        ``path`` is where the list will stand in the case. Rows that wait for a result are only
        looked at: their rating is refused like any other.
        """
        games: list[dict[str, Any]] = []
        for game, view in zip(part.rows.games, part.views, strict=True):
            opponent = whole_number(game.opponent)
            if game.result:
                self.places[f"{path}[{len(games)}].opponent"] = view
                games.append(_game(opponent, game.result))
                part.counted.append(view)
            elif game.is_waiting:
                waiting = f"waiting {part.prefix}{view.number}"
                self.places[f"{waiting}.opponent"] = view
                reader.optional_rating({"opponent": opponent}, "opponent", waiting)
                view.said = _("Choose a result")
        return games

    def show_problems(self, problems: Sequence[Problem], **facts: Any) -> None:
        """Put what the rules' reader refused at the fields it was typed into."""
        for problem in problems:
            place = self.places.get(problem.path)
            if place is not None and not place.error:
                typed = place.opponent if isinstance(place, RowView) else place.value
                place.error = sentence(problem, typed, **facts)
                if problem.code == "out_of_range":
                    place.use = likely_number(typed)

    @property
    def errors(self) -> list[tuple[str, str, str]]:
        """Anchor, label and message of everything that is wrong, in the order of the page."""
        found = [(item.name, str(item.label), item.error)
                 for item in self.fields.values() if item.error]  # fmt: skip
        for part in self.lists:
            found += [
                (f"{part.prefix}o{row.number}", _("Game %(n)s") % {"n": row.number}, row.error)
                for row in part.views
                if row.error
            ]
            if part.error:
                found.append((f"{part.prefix}games", _("Games"), part.error))
            if part.pasted_error:
                found.append((f"{part.prefix}paste", _("Copied rows"), part.pasted_error))
        return found

    @property
    def error_entries(self) -> list[dict[str, Any]]:
        """The same as the list of errors takes them."""
        return [
            {"anchor": anchor, "label": label, "errors": [message]}
            for anchor, label, message in self.errors
        ]

    @cached_property
    def path(self) -> str:
        """The address of the empty tab."""
        return reverse(self.url_name)

    def address_at(self, url_name: str) -> str:
        """Return the short address of this state of the page, at one of its two places."""
        parameters = self.own_parameters()
        for part in self.lists:
            parameters += part.rows.parameters(part.prefix)
        return f"{reverse(url_name)}?{address_of(parameters)}"

    @cached_property
    def address(self) -> str:
        """The short address of this state of the page, with its path."""
        return self.address_at(self.url_name)

    @property
    def full_address(self) -> str:
        """The same for a text that leaves the site."""
        return settings.BASE_URL + self.address

    @property
    def case_json(self) -> str:
        """The case as programs send it."""
        return json.dumps(self.case)

    @property
    def list_choices(self) -> list[tuple[str, Text]]:
        """The three rating lists."""
        return [(str(key), name) for key, name in LISTS.items()]

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        return ""

    @property
    def answer_template(self) -> str:
        """The part with the result."""
        return f"calculator/{self.template}/answer.html"

    @property
    def form_template(self) -> str:
        """The part with the fields."""
        return f"calculator/{self.template}/form.html"

    @property
    def shape(self) -> tuple[object, ...]:
        """Everything that the form's markup depends on besides its fields and rows."""
        pasted_errors = tuple(part.pasted_error for part in self.lists)
        return (self.path, *self.choices, pasted_errors)

    @property
    def result_shape(self) -> tuple[object, ...] | None:
        """What the sentences about the result depend on besides figures; None: on everything."""
        return None

    @property
    def figures(self) -> dict[str, SafeString]:
        """The figures in these sentences."""
        return {}

    @property
    def choices(self) -> tuple[object, ...]:
        """The choices that the form shows as made."""
        return ()

    @property
    def how_template(self) -> str:
        """The part that explains the result."""
        return f"calculator/{self.template}/how.html"

    @property
    def summary_template(self) -> str:
        """The result as text."""
        return f"calculator/{self.template}/summary.txt"

    @property
    def steps_template(self) -> str:
        """The part below, over the whole width."""
        name = f"{self.template}/steps" if self.has_steps_table else "empty"
        return f"calculator/{name}.html"

    def _changed(self, rows: Rows, prefix: str) -> tuple[Rows, int, str]:
        """Return the rows after the button that was pressed, the row to go to, and an error."""
        query = self.query
        if query.has(f"{prefix}more"):
            self.has_acted = True
            first_new = len(rows.games) + 1
            return rows.with_more(ROWS_ADDED), min(first_new, MOST_ROWS), ""
        if number := query.number(f"{prefix}remove"):
            self.has_acted = True
            left = rows.without(number)
            return rows_of(left.games), min(number, max(1, len(left.games))), ""
        if query.has("use"):
            name, _sign, value = query.text("use", 60).partition("=")
            return self._with_used(rows, prefix, name, value)
        if query.has(f"{prefix}fill"):
            return self._with_pasted(rows, prefix)
        return rows, 0, ""

    def _with_used(self, rows: Rows, prefix: str, name: str, value: str) -> tuple[Rows, int, str]:
        number = name.removeprefix(f"{prefix}o")
        if not name.startswith(f"{prefix}o") or not number.isascii() or not number.isdigit():
            return rows, 0, ""
        place = int(number[:4])
        if not 1 <= place <= len(rows.games):
            return rows, 0, ""
        self.has_acted = True
        game = GameRow(value[:24], rows.games[place - 1].result)
        return rows.with_pasted([game], place), place, ""

    def _with_pasted(self, rows: Rows, prefix: str) -> tuple[Rows, int, str]:
        pasted = read_pasted(self.query.text(f"{prefix}paste", LONGEST_PASTE))
        if not pasted:
            return rows, 0, _("No line holds a rating from 100 to 4000 and a result.")
        self.has_acted = True
        at = self.query.number(f"{prefix}at") or rows.filled + 1
        filled = rows.with_pasted(pasted, min(at, MOST_ROWS))
        kept = rows_of(filled.games)
        last = min(at + len(pasted), len(kept.games))
        return Rows(kept.games, filled.too_many), last, ""


def _game(opponent: int | str | None, result: str) -> dict[str, Any]:
    game: dict[str, Any] = {"opponent": opponent, "score": SCORES[result]}
    return game | {"played": False} if result == NOT_PLAYED else game


def list_choice(query: Query) -> TimeControl:
    """Return the rating list chosen; standard where none was."""
    return TimeControl(query.choice("list", list(TimeControl), TimeControl.STANDARD))
