"""The FIDE tab: a rated player's event, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs import formatting
from ratings.calculator.comparison import OtherWays, other_ways
from ratings.calculator.fide import FideResult, read_fide, work_out_fide
from ratings.calculator.reading import Reader
from ratings.calculator_pages import texts
from ratings.calculator_pages.address import (
    GameRow,
    Parameters,
    address_of,
    rows_of,
    whole_number,
)
from ratings.calculator_pages.fide_figures import figures_of, shape_of
from ratings.calculator_pages.page import CalculatorPage, Text, list_choice
from ratings.reason_words import WHY_K, left_out_words
from ratings.rules import GameStep, KReason, TimeControl, table_row

JUNIOR_YEARS = 18
LARGEST_GAP = 400
ELO_K = ("40", "20", "10", "32")
DEFAULT_K = "20"
FROM_FACTS, BORROWED, OTHER_K = "facts", "40b", "own"
FIXED_K = {
    "10": (10, KReason.REACHED_2400),
    "40j": (40, KReason.JUNIOR),
    "40n": (40, KReason.FEWER_THAN_30_GAMES),
    DEFAULT_K: (20, KReason.ESTABLISHED),
}
FACTS = ("born", "before", "peak")


class StepLine(NamedTuple):
    """A game of the table with all steps; figures are text in the reader's language."""

    number: int
    opponent: str | int
    score: str
    difference: str = SafeString("")
    counted: str = SafeString("")
    row: str = SafeString("")
    expected: str = SafeString("")
    delta: str = SafeString("")
    remark: str = SafeString("")


class FidePage(CalculatorPage):
    """Own rating, list, day, K and games in; the change with its steps out."""

    url_name = "calculator"
    template = "fide"
    has_steps_table = True
    result: FideResult | None = None
    ways: OtherWays | None = None
    steps: Sequence[StepLine] = ()

    def read(self) -> None:
        """Read the address and work the case out."""
        own = self.add_field("own", gettext_lazy("Your rating"))
        self.time_control = list_choice(self.query)
        day = self.add_day(gettext_lazy("First day of the event"))
        choices = (*FIXED_K, BORROWED, FROM_FACTS, OTHER_K)
        self.k_choice = self.query.choice("k", choices, DEFAULT_K)
        self.add_field("born", gettext_lazy("Year of birth"), is_optional=True)
        self.add_field("before", gettext_lazy("Rated games before"))
        self.add_field("peak", gettext_lazy("Highest rating so far"), is_optional=True)
        self.add_field("kown", gettext_lazy("K, 1 to 100"))
        self.games = self.add_rows()
        if own or self.games.rows.filled:
            self._work_out(own, day)

    def own_parameters(self) -> Parameters:
        """Return the fields above the rows."""
        fields = self.fields
        found = [("own", fields["own"].value), ("list", str(self.time_control))]
        found += [("date", fields["date"].value), ("k", self.k_choice)]
        return found + [
            (name, fields[name].value) for name in (*FACTS, "kown") if fields[name].value
        ]

    def _work_out(self, own: str, day: str) -> None:
        reader = Reader()
        value = {"games": self.games_of(self.games, reader, "input.games"), **self._k_fields()}
        is_borrowed = self.k_choice == BORROWED and self.time_control is not TimeControl.STANDARD
        value["standard_rating" if is_borrowed else "rating"] = whole_number(own)
        case = read_fide(reader, self.time_control, reader.day(day, "date"), value)
        fields = self.fields
        self.places |= {
            "date": fields["date"],
            "input.rating": fields["own"],
            "input.standard_rating": fields["own"],
            "input.birth_year": fields["born"],
            "input.games_before": fields["before"],
            "input.peak": fields["peak"],
            "input.k": fields["before" if self.k_choice == FROM_FACTS else "kown"],
        }
        self.show_problems(reader.problems, time_control=self.time_control)
        if self.k_choice == BORROWED and not is_borrowed:
            fields["kown"].error = _(
                "On the standard list no rating is borrowed: choose another K."
            )
        if self.errors or reader.problems:
            return
        self.case = {
            "system": "fide", "time_control": str(self.time_control), "date": day, "input": value
        }  # fmt: skip
        if self.games.counted:
            self.result = work_out_fide(case)
            self.ways = other_ways(case.rating, self.result.period)
            self._lay_out(self.result.period.steps)

    def _k_fields(self) -> dict[str, Any]:
        if self.k_choice in FIXED_K:
            return {"k": FIXED_K[self.k_choice][0]}
        if self.k_choice == BORROWED:
            return {}
        names = {"k": "kown"}
        if self.k_choice == FROM_FACTS:
            names = {"birth_year": "born", "games_before": "before", "peak": "peak"}
        return {key: whole_number(self.fields[name].value) for key, name in names.items()}

    def _lay_out(self, steps: Sequence[GameStep]) -> None:
        """Write the steps beside the rows and into the table below."""
        language = self.language
        labels = (_("Difference"), _("Expected"), _("Gain"))
        lines = []
        for view, step in zip(self.games.counted, steps, strict=True):
            if step.expected_score is None or step.delta is None or step.difference is None:
                view.said = left_out_words(step.left_out)
                lines.append(
                    StepLine(view.number, view.opponent, view.result_sign, remark=view.said)
                )
                continue
            counted = step.counted_difference or 0
            difference = SafeString(formatting.signed(step.difference))
            expected = SafeString(formatting.hundredths(step.expected_score, language))
            delta = SafeString(formatting.signed_hundredths(step.delta, language))
            view.labels, view.figures = labels, (difference, expected, delta)
            lines.append(
                StepLine(
                    number=view.number,
                    opponent=step.opponent or 0,
                    score=SafeString(formatting.points(step.score, language)),
                    difference=difference,
                    counted=SafeString(formatting.signed(counted)),
                    row=SafeString(row_text(counted)),
                    expected=expected,
                    delta=delta,
                    remark=self._remark(step),
                )
            )
        self.steps = lines

    def _remark(self, step: GameStep) -> str:
        """Return why the counted difference is what it is, where that needs a word."""
        gap, counted = step.difference or 0, step.counted_difference or 0
        if gap != counted:
            return _("More than 400 counts as 400.")
        if abs(gap) <= LARGEST_GAP or self.result is None:
            return SafeString("")
        if self.result.case.regime.one_upgrade:
            return _("Before March 2024 only the farthest weaker opponent was brought nearer.")
        return _("With an own rating of 2650 or more the real difference counts.")

    @property
    def k_lines(self) -> list[tuple[str, int, str]]:
        """The lines of the choice of K; the first that fits counts."""
        return [
            ("10", 10, _("I have been rated 2400 or more on this list, at any time")),
            ("40j", 40, _("Born %(year)s or later, and never rated 2300 or more")
             % {"year": self.youngest_junior}),
            ("40n", 40, _("Fewer than 30 rated games on this list before this event")),
            ("20", 20, _("Everybody else")),
        ]  # fmt: skip

    @property
    def about_400(self) -> str:
        """What the 400-point rule did here."""
        period = self.result.period if self.result else None
        steps = [step for step in (period.steps if period else ()) if step.left_out is None]
        over = [step for step in steps if abs(step.difference or 0) > LARGEST_GAP]
        if not over:
            return _("More than 400 would count as 400; no game here is over.")
        cut = len([step for step in over if step.difference != step.counted_difference])
        if cut == len(over):
            return ngettext(
                "More than 400 counts as 400: %(count)s game here.",
                "More than 400 counts as 400: %(count)s games here.",
                cut,
            ) % {"count": cut}
        return _("More than 400 is not always cut here; the table below says why.")

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        if self.result is None:
            return ""
        return _("New rating %(rating)s, change %(change)s") % {
            "rating": self.result.new_rating,
            "change": formatting.signed(self.result.period.change),
        }

    @property
    def elo_address(self) -> str:
        """The same games on the tab for plain Elo."""
        k = str(self.result.period.k_base) if self.result else "20"
        parameters = [("own", self.fields["own"].value)]
        parameters += [("k", k)] if k in ELO_K else [("k", OTHER_K), ("kown", k)]
        counted = [
            GameRow(str(line.opponent), view.result)
            for line, view in zip(self.steps, self.games.counted, strict=True)
            if line.expected
        ]
        parameters += rows_of(counted).parameters()
        return f"{reverse('calculator_elo')}?{address_of(parameters)}"

    @property
    def list_name(self) -> Text:
        """The heading of the result."""
        return texts.NEW_RATING[self.time_control]

    @property
    def edition(self) -> str:
        """The edition in force, in short."""
        return texts.edition(self.result.case.regime) if self.result else ""

    @property
    def article(self) -> str:
        """The edition and its article, in a sentence."""
        return texts.article(self.result.case.regime) if self.result else ""

    @property
    def why_k(self) -> Text:
        """Why K is what it is."""
        if self.k_choice in FIXED_K:
            return WHY_K[FIXED_K[self.k_choice][1]]
        reason = self.result.case.k_reason if self.result else None
        return WHY_K[reason] if reason else texts.K_CHOSEN

    @cached_property
    def result_shape(self) -> tuple[object, ...]:
        """What the sentences about the result depend on besides figures."""
        return shape_of(self)

    @cached_property
    def figures(self) -> dict[str, SafeString]:
        """The figures in these sentences."""
        return figures_of(self)

    @property
    def choices(self) -> tuple[object, ...]:
        """The choices that the form shows as made, and the year in one of their sentences."""
        return self.k_choice, self.time_control, self.youngest_junior

    @property
    def youngest_junior(self) -> int:
        """The year of birth from which a player is a junior in the year of the event."""
        year = self.fields["date"].value[:4]
        is_year = year.isascii() and year.isdigit()
        return (int(year) if is_year else self.today.year) - JUNIOR_YEARS

    @property
    def is_other_k(self) -> bool:
        """Whether K comes from none of the four lines."""
        return self.k_choice not in FIXED_K

    @property
    def has_idle_facts(self) -> bool:
        """Whether facts for K were entered, though K was chosen."""
        return self.k_choice != FROM_FACTS and any(self.fields[name].value for name in FACTS)

    @property
    def is_cut(self) -> bool:
        """Whether the limit of 700 made K smaller."""
        return self.result is not None and self.result.period.k_used < self.result.period.k_base

    @property
    def k_times_games(self) -> int:
        """Base K times the games counted, which may not be over 700."""
        return self.result.period.k_base * self.result.period.games_counted if self.result else 0

    @property
    def left_out(self) -> list[StepLine]:
        """The games that do not count."""
        return [line for line in self.steps if not line.expected]


class EmbeddedFidePage(FidePage):
    """The same, shorter, in the frame of another site."""

    url_name = "calculator_embed"

    @property
    def form_template(self) -> str:
        """The part with the fields, without what needs room or a script."""
        return "calculator/fide/embed_form.html"


def row_text(difference: int) -> str:
    """Return the row of table 8.1.2 that a difference is in.

    >>> row_text(150), row_text(-900)
    ('146–153', '736 +')
    """
    lowest, highest = table_row(difference)
    return f"{lowest} +" if highest is None else f"{lowest}–{highest}"
