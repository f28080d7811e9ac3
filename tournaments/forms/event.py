"""The forms of an event's settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Choices, Form, Segments, WholeNumberField
from clubs.repeated_posts import OnceForm
from ratings.models import TIME_CONTROL_LABELS
from tournaments.event_fields import POINT_FIELDS
from tournaments.models import Tournament
from tournaments.results import PointValues
from tournaments.standings.presets import PRESETS

BYE_POINTS = (("100", "1"), ("50", "½"), ("0", "0"))
ANY_LIST = (("", _("As the time control says")), *TIME_CONTROL_LABELS.items())
EDITIONS = (("", _("By the first day")), ("2024", "2024"), ("2026", "2026"))
ACCELERATIONS = (("", _("None")), ("baku", _("Baku acceleration")))
COLOURS = (("", _("Drawn by lot")), ("w", _("White")), ("b", _("Black")))


class PointsField(forms.Field):
    """Points typed as 1, 0.5, 0,5 or ½; hundredths inside."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"class": "w4"}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return hundredths as people write points."""
        if isinstance(value, int):
            whole, rest = divmod(value, 100)
            return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")
        return value

    def to_python(self, value: Any) -> Any:
        """Return hundredths; anything else is refused at the field."""
        typed = str(value or "").strip().replace(",", ".").replace("½", ".5")
        whole, _dot, rest = typed.partition(".")
        digits = f"{whole}{rest}"
        is_number = digits.isascii() and digits.isdigit()
        if is_number and len(whole) <= 3 and len(rest) <= 2:
            return int(whole or 0) * 100 + int(rest.ljust(2, "0"))
        raise ValidationError(_("Points such as 1, 0.5 or 3."), code="points")


class TieBreaksField(forms.Field):
    """Codes in their order, with commas or spaces between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return a list as one line."""
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:
        """Return the codes; the name of a preset stands for its codes."""
        typed = str(value or "").strip()
        if typed.casefold() in PRESETS:
            return list(PRESETS[typed.casefold()])
        return [code.upper() for code in typed.replace(";", ",").replace(",", " ").split()]


class EventForm(Form):
    """Everything an organiser decides about an event; what it means, the use case says."""

    BASIC = ("name", "start_date", "minutes", "increment", "format", "rounds_planned")
    RATING = ("time_control", "time_control_reason")
    BYES = ("pairing_bye", "half_point_bye_cap", "last_rounds_without_bye")
    MORE = (
        "end_date", "city", "federation", "chief_arbiter", "deputy_arbiters", "description",
        "win", "draw", "loss", "acceleration", "initial_colour", "is_public",
    )  # fmt: skip
    TIE_BREAKS = (
        "tie_breaks", "tie_break_edition", "unrated_as", "forfeits_count_in_direct_encounter",
    )  # fmt: skip

    name = forms.CharField(
        label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"class": "w16"})
    )
    start_date = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    end_date = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Only for events of several days."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    minutes = WholeNumberField(label=_("Minutes"), required=False)
    increment = WholeNumberField(label=_("Seconds added per move"), required=False)
    time_control = forms.ChoiceField(
        label=_("Rated as"), choices=ANY_LIST, required=False, widget=Choices
    )
    time_control_reason = forms.CharField(
        label=_("Why another list than the time control’s"),
        max_length=200,
        required=False,
        help_text=_("Needed only when you choose the list yourself. Players see it."),
    )
    format = forms.ChoiceField(label=_("Format"), choices=Tournament.Format.choices, widget=Choices)
    rounds_planned = WholeNumberField(label=_("Rounds"))
    pairing_bye = forms.ChoiceField(
        label=_("Points for the bye of an odd player"), choices=BYE_POINTS, widget=Segments
    )
    half_point_bye_cap = WholeNumberField(label=_("Half-point byes a player may take"))
    last_rounds_without_bye = WholeNumberField(label=_("Last rounds without half-point byes"))
    tie_breaks = TieBreaksField(
        label=_("Tie-breaks in their order"),
        required=False,
        help_text=_(
            "Empty means the usual ones. Codes with commas, for example DE, BH/C1, BH, SB, or the "
            "name of one of the usual orders."
        ),
        widget=forms.TextInput(attrs={"class": "w16"}),
    )
    tie_break_edition = forms.ChoiceField(
        label=_("Tie-break rules of"), choices=EDITIONS, required=False, widget=Segments
    )
    unrated_as = WholeNumberField(
        label=_("Rating of unrated players in tie-breaks"),
        required=False,
        help_text=_(
            "Only for tie-breaks from ratings. Empty: they have no value while an unrated player "
            "takes part."
        ),
    )
    forfeits_count_in_direct_encounter = forms.BooleanField(
        label=_("Forfeits count in direct encounter"), required=False
    )
    city = forms.CharField(label=_("Place"), max_length=100, required=False)
    federation = forms.CharField(
        label=_("Federation"),
        max_length=3,
        required=False,
        widget=forms.TextInput(attrs={"class": "w4"}),
    )
    chief_arbiter = forms.CharField(label=_("Arbiter"), max_length=100, required=False)
    deputy_arbiters = forms.CharField(
        label=_("Deputy arbiters"),
        max_length=200,
        required=False,
        help_text=_("Several with semicolons."),
    )
    description = forms.CharField(
        label=_("Description"), max_length=5000, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    win = PointsField(label=_("Points for a win"))
    draw = PointsField(label=_("Points for a draw"))
    loss = PointsField(label=_("Points for a loss"))
    acceleration = forms.ChoiceField(
        label=_("Acceleration"), choices=ACCELERATIONS, required=False, widget=Segments
    )
    initial_colour = forms.ChoiceField(
        label=_("First colour of number 1"), choices=COLOURS, required=False, widget=Segments
    )
    is_public = forms.BooleanField(
        label=_("Visible to everybody"), required=False,
        help_text=_(
            "Rated games stay visible all the same: the event's name, its rounds and the opponents "
            "appear in the rating histories of its players."
        ),
    )  # fmt: skip

    def fields_named(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        """Return some fields in their order, for the sections of the page."""
        return [self[name] for name in names]

    def basic(self) -> list[forms.BoundField]:
        """Return what every event needs."""
        return self.fields_named(self.BASIC)

    def rating(self) -> list[forms.BoundField]:
        """Return what decides the list."""
        return self.fields_named(self.RATING)

    def byes(self) -> list[forms.BoundField]:
        """Return what byes are worth and how many there are."""
        return self.fields_named(self.BYES)

    def tie_break_rules(self) -> list[forms.BoundField]:
        """Return how players who are level on points are separated."""
        return self.fields_named(self.TIE_BREAKS)

    def more(self) -> list[forms.BoundField]:
        """Return what few events need."""
        return self.fields_named(self.MORE)

    @property
    def has_errors_in_more(self) -> bool:
        """Whether the folded part has to be open."""
        return any(name in self.errors for name in (*self.MORE, *self.BYES, *self.TIE_BREAKS))

    def event_fields(self) -> dict[str, Any]:
        """Return what was typed as the use cases take it."""
        fields = {name: self.cleaned_data[name] for name in EventForm.base_fields}
        fields["increment"] = fields["increment"] or 0
        fields["pairing_bye"] = int(fields["pairing_bye"])
        fields["description"] = fields["description"].replace("\r\n", "\n")
        return fields


class NewEventForm(EventForm, OnceForm):
    """The same for an event that does not exist yet: sent twice, it makes one."""


def initial_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an event, point values filled in, as the form shows them."""
    usual = PointValues()
    values = {name: fields.get(name, getattr(usual, name)) for name in POINT_FIELDS}
    return {**values, **fields, "pairing_bye": str(fields.get("pairing_bye", usual.pairing_bye))}
