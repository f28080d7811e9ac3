"""The tab for plain Elo: the smooth curve, each game rounded by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs import formatting
from clubs.errors import InvalidInput
from ratings.calculator.comparison import by_fide, unrounded
from ratings.calculator.reading import Reader
from ratings.calculator.small_systems import work_out_elo
from ratings.calculator_pages.address import (
    DREW,
    LOST,
    WON,
    Parameters,
    address_of,
    whole_number,
)
from ratings.calculator_pages.figures import ten_thousandths
from ratings.calculator_pages.page import CalculatorPage, Text
from ratings.rules import EloChange

PRESETS = (40, 20, 10, 32)
OTHER_K = "own"
LEVELS = (
    (2700, gettext_lazy("The strongest players of the world, a few dozen")),
    (2500, gettext_lazy("Grandmaster: the title needs 2500 once, and norms")),
    (2400, gettext_lazy("International master: the title needs 2400 once, and norms")),
    (2300, gettext_lazy("FIDE master: the title needs 2300 once")),
    (2200, gettext_lazy("Candidate master: the title needs 2200 once")),
    (2000, gettext_lazy("Very strong club player, first boards of regional teams")),
    (1800, gettext_lazy("Strong club player")),
    (1600, gettext_lazy("Experienced club player")),
    (1400, gettext_lazy("Club player; FIDE’s list begins here")),
    (1000, gettext_lazy("Learner who knows openings, tactics and simple endings")),
    (0, gettext_lazy("Beginner")),
)


class EloLine(NamedTuple):
    """A game of the table with all steps; figures are text in the reader's language."""

    number: int
    opponent: int
    score: str
    difference: str
    expected: str
    raw: str
    change: str


class EloPage(CalculatorPage):
    """Own rating, K and games in; the sum of the rounded changes out."""

    url_name = "calculator_elo"
    template = "elo"
    has_steps_table = True
    result: EloChange | None = None
    results = (WON, DREW, LOST)
    steps: Sequence[EloLine] = ()
    rating = 0
    score = 0
    expected = ""

    def read(self) -> None:
        """Read the address and work the case out."""
        own = self.add_field("own", gettext_lazy("Your rating"))
        self.k_choice = self.query.choice("k", (*map(str, PRESETS), OTHER_K), "20")
        other = self.add_field("kown", gettext_lazy("Another K, 1 to 100"), is_optional=True)
        self.games = self.add_rows()
        if own or self.games.rows.filled:
            self._work_out(own, other)

    def own_parameters(self) -> Parameters:
        """Return the fields above the rows."""
        other = self.fields["kown"].value
        found = [("own", self.fields["own"].value), ("k", self.k_choice)]
        return found + ([("kown", other)] if other else [])

    def _work_out(self, own: str, other: str) -> None:
        reader = Reader()
        k = whole_number(other) if self.k_choice == OTHER_K else int(self.k_choice)
        games = self.games_of(self.games, reader, "input.games")
        value = {"rating": whole_number(own), "k": k, "games": games}
        self.places |= {"input.rating": self.fields["own"], "input.k": self.fields["kown"]}
        try:
            result = work_out_elo(reader, value)
        except InvalidInput:
            self.show_problems(reader.problems)
            return
        self.case = {"system": "elo", "input": value}
        if games:
            self.result, self.rating = result, result.new_rating - result.change
            self._lay_out(result)

    def _lay_out(self, result: EloChange) -> None:
        language = self.language
        labels = (_("Difference"), _("Expected"), _("Change"))
        lines = []
        for view, step in zip(self.games.counted, result.steps, strict=True):
            difference = SafeString(formatting.signed(self.rating - step.opponent))
            expected = SafeString(ten_thousandths(step.expected_score, language))
            change = SafeString(formatting.signed(step.change))
            view.labels, view.figures = labels, (difference, expected, change)
            lines.append(
                EloLine(
                    number=view.number,
                    opponent=step.opponent,
                    score=formatting.points(step.score, language),
                    difference=difference,
                    expected=expected,
                    raw=formatting.signed_hundredths(unrounded(step, result.k), language),
                    change=change,
                )
            )
        self.steps = lines
        self.score = sum(step.score for step in result.steps)
        self.expected = ten_thousandths(sum(s.expected_score for s in result.steps), language)

    @property
    def k_choices(self) -> list[tuple[str, Text]]:
        """The K that a press chooses."""
        return [*((str(k), str(k)) for k in PRESETS), (OTHER_K, _("Other"))]

    @property
    def choices(self) -> tuple[object, ...]:
        """The K chosen."""
        return (self.k_choice,)

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        if self.result is None:
            return ""
        return _("New rating %(rating)s, change %(change)s") % {
            "rating": self.result.new_rating,
            "change": formatting.signed(self.result.change),
        }

    @property
    def by_fide(self) -> int:
        """What FIDE's rules of today give for the same games and K."""
        if self.result is None:
            return 0
        games = [(step.opponent, step.score) for step in self.result.steps]
        return by_fide(self.rating, games, k=self.result.k, day=self.today)

    @property
    def raw_total(self) -> int:
        """The change without rounding each game, in hundredths."""
        result = self.result
        return sum(unrounded(step, result.k) for step in result.steps) if result else 0

    @property
    def fide_address(self) -> str:
        """The same games on the tab for FIDE's rules."""
        parameters = [("own", self.fields["own"].value), ("date", self.today.isoformat())]
        parameters += [("k", OTHER_K), ("kown", str(self.result.k))] if self.result else []
        parameters += self.games.rows.parameters()
        return f"{reverse('calculator')}?{address_of(parameters)}"

    @property
    def levels(self) -> list[tuple[str, Text, bool]]:
        """The levels from the top, and whether the new rating is on it."""
        rating = self.result.new_rating if self.result else None
        reached = max((low for low, _words in LEVELS if rating is not None and low <= rating),
                      default=None)  # fmt: skip
        return [
            (str(low) if low else _("under 1000"), words, low == reached) for low, words in LEVELS
        ]
