"""The tab for a first rating: the games of an unrated player in one or more events."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.form_fields import plain_digits
from ratings.calculator.first_rating import (
    FirstRatingSteps,
    first_rating_steps,
    read_first_rating,
    work_out_first_rating,
)
from ratings.calculator.reading import Reader
from ratings.calculator_pages import texts
from ratings.calculator_pages.address import Parameters, whole_number
from ratings.calculator_pages.page import CalculatorPage, Field, RowList, Text, list_choice
from ratings.reason_words import left_out_words
from ratings.rules import InitialRating, Regime

MOST_EVENTS = 12


class FirstRatingPage(CalculatorPage):
    """The list and the games of each event in; the first rating with its steps out.

    The newest day decides the edition and the 26 months. ``borrowed`` is a standard rating with
    which the player plays instead.
    """

    url_name = "calculator_first_rating"
    template = "first_rating"
    result: InitialRating | None = None
    steps: FirstRatingSteps | None = None
    borrowed: int | None = None
    regime: Regime | None = None

    def read(self) -> None:
        """Read the address and work the case out."""
        query = self.query
        self.time_control = list_choice(query)
        standard = self.add_field(
            "std",
            gettext_lazy("Standard rating"),
            hint=gettext_lazy("For rapid and blitz, if you have one"),
            is_optional=True,
        )
        count = max([1, *(n for n in range(2, MOST_EVENTS + 1) if self._is_there(n))])
        if query.has("event"):
            count = min(count + 1, MOST_EVENTS)
            self.has_acted = True
        for number in range(1, count + 1):
            self.add_rows(f"e{number}")
            self._add_event_day(number)
        if any(part.rows.filled for part in self.lists) or standard:
            self._work_out(standard)

    def _is_there(self, number: int) -> bool:
        query = self.query
        return any(query.has(f"e{number}{name}") for name in ("d", "g", "o1"))

    def _add_event_day(self, number: int) -> None:
        name = f"e{number}d"
        typed = plain_digits(self.query.text(name)) or self.today.isoformat()
        label = gettext_lazy("Last day of the event")
        self.fields[name] = Field(name, label, typed, width="w8", type="date")

    def own_parameters(self) -> Parameters:
        """Return the fields above the rows."""
        found = [("list", str(self.time_control))]
        return found + [(name, field.value) for name, field in self.fields.items() if field.value]

    @property
    def events(self) -> list[tuple[int, Field, RowList]]:
        """Each event with its number, its day and its rows."""
        return [(n, self.fields[f"e{n}d"], part) for n, part in enumerate(self.lists, 1)]

    def _work_out(self, standard: str) -> None:
        reader = Reader()
        events: list[dict[str, Any]] = []
        parts: list[RowList] = []
        for number, day, part in self.events:
            games = self.games_of(part, reader, f"input.events[{len(events)}].games")
            if games:
                self.places[f"input.events[{len(events)}].date"] = self.fields[f"e{number}d"]
                events.append({"date": day.value, "games": games})
                parts.append(part)
        days = [event["date"] for event in events] or [self.fields["e1d"].value]
        newest = max(days, key=lambda day: (len(day) == 10, day))
        value = {"events": events, "standard_rating": whole_number(standard)}
        self.places["input.standard_rating"] = self.fields["std"]
        self.places["date"] = next(
            field for name, field in self.fields.items() if field.value == newest and name != "std"
        )
        case = read_first_rating(reader, self.time_control, reader.day(newest, "date"), value)
        self.show_problems(reader.problems, time_control=self.time_control)
        if self.errors or reader.problems:
            return
        self.case = {
            "system": "fide_initial", "time_control": str(self.time_control), "date": newest,
            "input": value,
        }  # fmt: skip
        self.borrowed, self.regime = case.borrowed, case.regime
        if events and self.borrowed is None:
            self.result = work_out_first_rating(case)
            self.steps = first_rating_steps(self.result)
            self._lay_out(parts, self.result)

    def _lay_out(self, parts: list[RowList], result: InitialRating) -> None:
        """Say beside each row why it is left out; the pool is in order of days."""
        ordered = sorted(
            zip(parts, (self._day_of(part) for part in parts), strict=True),
            key=lambda pair: pair[1],
        )
        views = [view for part, _day in ordered for view in part.counted]
        for view, game in zip(views, result.games, strict=True):
            if game.left_out is not None:
                view.said = left_out_words(game.left_out)

    def _day_of(self, part: RowList) -> str:
        return self.fields[f"{part.prefix}d"].value

    @property
    def can_add_event(self) -> bool:
        """Whether one more event fits."""
        return len(self.lists) < MOST_EVENTS

    @property
    def choices(self) -> tuple[object, ...]:
        """The list chosen, and how many events there are."""
        return self.time_control, len(self.lists)

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        if self.result is None:
            return ""
        if self.result.rating is None:
            return str(self.why_unrated)
        return _("First rating %(rating)s") % {"rating": self.result.rating}

    @property
    def list_name(self) -> Text:
        """The heading of the result."""
        return texts.FIRST_RATING[self.time_control]

    @property
    def edition(self) -> str:
        """The edition in force, in short."""
        return texts.edition(self.regime) if self.regime else ""

    @property
    def article(self) -> str:
        """The edition and its article, in a sentence."""
        if self.regime is None:
            return ""
        return texts.first_rating_article(self.regime)

    @property
    def why_unrated(self) -> Text:
        """Why there is no rating yet."""
        reason = self.result.reason if self.result else None
        return texts.WHY_UNRATED[reason] if reason else ""
