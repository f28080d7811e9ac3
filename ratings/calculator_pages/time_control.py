"""The tab for time controls: which list a game belongs to, and whether FIDE would rate it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from clubs.errors import InvalidInput
from ratings.calculator.reading import Reader
from ratings.calculator.small_systems import work_out_time_control
from ratings.calculator_pages import texts
from ratings.calculator_pages.address import Parameters, amount, whole_number
from ratings.calculator_pages.page import CalculatorPage, Text
from ratings.rules import TimeControlClass


class TimeControlPage(CalculatorPage):
    """Minutes and increment in; the list, and FIDE's objections, out."""

    url_name = "calculator_time_control"
    template = "time_control"
    result: TimeControlClass | None = None

    def read(self) -> None:
        """Read the address and work the case out."""
        minutes = self.add_field(
            "minutes", gettext_lazy("Minutes at the start"), inputmode="decimal"
        )
        increment = self.add_field(
            "increment", gettext_lazy("Seconds added for each move"), is_optional=True
        )
        moves = self.add_field(
            "moves",
            gettext_lazy("Moves in the first stage"),
            hint=gettext_lazy("Only if more time comes later"),
            is_optional=True,
        )
        then = self.add_field(
            "then", gettext_lazy("Minutes after that"), is_optional=True, inputmode="decimal"
        )
        top = self.add_field(
            "top",
            gettext_lazy("Highest rating among the players"),
            hint=gettext_lazy("Strong players need longer standard games"),
            is_optional=True,
        )
        self.is_approved = self.query.choice("qc", ("1",), "") == "1"
        if not (minutes or increment or moves or then or top):
            return
        reader = Reader()
        value: dict[str, Any] = {
            "increment": whole_number(increment),
            "qc_approved": self.is_approved,
        }
        if top:
            value["ratings"] = [whole_number(top)]
        if moves or then:
            first = {"minutes": amount(minutes), "moves": whole_number(moves)}
            value["stages"] = [first, {"minutes": amount(then)}]
        else:
            value["minutes"] = amount(minutes)
        self._work_out(reader, value)

    def own_parameters(self) -> Parameters:
        """Return everything that was filled in."""
        found = [(name, field.value) for name, field in self.fields.items() if field.value]
        return found + ([("qc", "1")] if self.is_approved else [])

    def _work_out(self, reader: Reader, value: dict[str, Any]) -> None:
        fields = self.fields
        self.places = {
            "input.minutes": fields["minutes"],
            "input.stages[0].minutes": fields["minutes"],
            "input.stages[0].moves": fields["moves"],
            "input.stages[1].minutes": fields["then"],
            "input.increment": fields["increment"],
            "input.ratings[0]": fields["top"],
        }
        try:
            self.result = work_out_time_control(reader, value)
        except InvalidInput:
            self.show_problems(reader.problems)
            return
        self.case = {"system": "time_control", "input": value}

    @property
    def choices(self) -> tuple[object, ...]:
        """Whether the approval is ticked."""
        return (self.is_approved,)

    @property
    def announcement(self) -> str:
        """What is said to those who do not see the result change."""
        return str(self.list_name)

    @property
    def list_name(self) -> Text:
        """The list that the time control belongs to."""
        return texts.LISTS[self.result.category] if self.result else ""

    @property
    def reasons(self) -> list[Text]:
        """Why FIDE would not rate it."""
        reasons = self.result.reasons if self.result else ()
        return [texts.WHY_NOT_RATEABLE[reason] for reason in reasons]
