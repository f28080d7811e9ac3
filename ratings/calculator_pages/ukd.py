"""The tab for the Turkish UKD: an estimate by the average opponent."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs import formatting
from clubs.errors import InvalidInput
from ratings.calculator.reading import Reader
from ratings.calculator.small_systems import work_out_ukd
from ratings.calculator_pages.address import DREW, LOST, NOT_PLAYED, WON, Parameters, whole_number
from ratings.calculator_pages.page import CalculatorPage
from ratings.reason_words import left_out_words
from ratings.rules import DRAW, LOSS, WIN, LeftOut, UkdChange, change_without_ukd

POINTS = {WON: WIN, DREW: DRAW, LOST: LOSS}


class UkdPage(CalculatorPage):
    """Own UKD and games in, opponents without UKD among them; the estimated change out."""

    url_name = "calculator_ukd"
    template = "ukd"
    result: UkdChange | None = None
    rating = 0
    opponents_sum = 0

    def read(self) -> None:
        """Read the address and work the case out."""
        own = self.add_field("own", gettext_lazy("Your UKD"))
        self.games = self.add_rows()
        if own or self.games.rows.filled:
            self._work_out(own)

    def own_parameters(self) -> Parameters:
        """Return the fields above the rows."""
        return [("own", self.fields["own"].value)]

    def _work_out(self, own: str) -> None:
        reader = Reader()
        rating = whole_number(own)
        games = self.games_of(self.games, reader, "input.games")
        value = {"rating": rating, "games": games}
        self.places["input.rating"] = self.fields["own"]
        try:
            result = work_out_ukd(reader, value)
        except InvalidInput:
            self.show_problems(reader.problems)
            return
        self.case = {"system": "ukd", "input": value}
        if games and isinstance(rating, int):
            self.result, self.rating = result, rating
            self._lay_out(result)

    def _lay_out(self, result: UkdChange) -> None:
        """Say beside each row how it counts."""
        used = iter(result.opponents_used)
        self.opponents_sum = sum(result.opponents_used)
        for view in self.games.counted:
            if view.result == NOT_PLAYED:
                view.said = left_out_words(LeftOut.UNPLAYED)
            elif view.opponent:
                view.said = _("counts as %(rating)s") % {"rating": next(used)}
            else:
                change = change_without_ukd(result.k, POINTS[view.result])
                figure = formatting.signed_hundredths(change, self.language)
                view.said = _("no UKD, %(change)s") % {"change": figure}

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        if self.result is None:
            return ""
        return _("New UKD %(rating)s, change %(change)s, an estimate") % {
            "rating": self.result.new_rating,
            "change": formatting.signed(self.change),
        }

    @property
    def change(self) -> int:
        """The change in whole points, as the new rating is rounded and not the change."""
        return self.result.new_rating - self.rating if self.result else 0

    @property
    def is_lifted(self) -> bool:
        """Whether the lowest UKD of 1000 made the new one higher."""
        return self.result is not None and self.result.new_rating_exact < 99_950
