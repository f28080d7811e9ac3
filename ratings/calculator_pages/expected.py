"""The tab for expected scores: two ratings in, FIDE's table and the smooth curve side by side."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs import formatting
from clubs.errors import InvalidInput
from ratings.calculator.comparison import (
    ExpectedScores,
    expected_by_gap,
    work_out_expected_scores,
)
from ratings.calculator.reading import Reader
from ratings.calculator_pages.address import Parameters, whole_number
from ratings.calculator_pages.curve import Drawing, Point, draw, place_of
from ratings.calculator_pages.fide import row_text
from ratings.calculator_pages.figures import ten_thousandths
from ratings.calculator_pages.page import CalculatorPage
from ratings.rules import TimeControl, regime_for

LISTED_GAPS = range(0, 801, 50)


class ExpectedScorePage(CalculatorPage):
    """Two ratings in; what the first is expected to score against the second out."""

    url_name = "calculator_expected_score"
    template = "expected_score"
    has_steps_table = True
    result: ExpectedScores | None = None

    def read(self) -> None:
        """Read the address and work the case out."""
        own = self.add_field("own", gettext_lazy("Your rating"))
        other = self.add_field("other", gettext_lazy("Opponent’s rating"))
        if not own and not other:
            return
        reader = Reader()
        value = {"rating": whole_number(own), "opponent": whole_number(other)}
        self.places = {
            "input.rating": self.fields["own"],
            "input.opponent": self.fields["other"],
        }
        regime = regime_for(TimeControl.STANDARD, self.today)
        try:
            self.result = work_out_expected_scores(reader, value, regime)
        except InvalidInput:
            self.show_problems(reader.problems)

    def own_parameters(self) -> Parameters:
        """Return both ratings."""
        return [(name, field.value) for name, field in self.fields.items()]

    @property
    def by_table(self) -> str:
        """The expected score by FIDE's table."""
        return formatting.hundredths(self.result.table, self.language) if self.result else ""

    @property
    def other_by_table(self) -> str:
        """The opponent's expected score by FIDE's table."""
        return formatting.hundredths(100 - self.result.table, self.language) if self.result else ""

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        if self.result is None:
            return ""
        return _("Expected score %(score)s") % {"score": self.by_table}

    @property
    def by_curve(self) -> str:
        """The expected score on the curve."""
        return ten_thousandths(self.result.curve, self.language) if self.result else ""

    @property
    def row(self) -> str:
        """The row of the table that was used."""
        return row_text(self.result.counted_difference) if self.result else ""

    @property
    def drawing(self) -> Drawing:
        """Both lines."""
        return draw()

    @property
    def mark(self) -> Point | None:
        """Where the two ratings stand in the drawing."""
        if self.result is None:
            return None
        return place_of(self.result.counted_difference, 100 * self.result.table)

    @property
    def lines(self) -> list[tuple[str, str, str, str]]:
        """Difference, table, curve, and the table for the weaker player."""
        language = self.language
        return [
            (
                str(gap),
                formatting.hundredths(table, language),
                ten_thousandths(curve, language),
                formatting.hundredths(100 - table, language),
            )
            for gap, table, curve in expected_by_gap(LISTED_GAPS)
        ]
