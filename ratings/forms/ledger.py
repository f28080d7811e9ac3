"""Forms about ratings by hand, years of birth and the policy."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import (
    Choices,
    Form,
    RatingField,
    Segments,
    VersionField,
    WholeNumberField,
)
from clubs.forms.players import day_field
from clubs.models import Player
from ratings.forms.players import LISTS
from ratings.models import RatingPolicy
from ratings.policy_input import (
    LOWEST,
    START_VALUE,
    PolicyInput,
    club_preset,
    fide_strict_preset,
)


class GiveRatingForm(Form):
    """A rating by hand, with its day and why."""

    # Rating and "take it away" exclude each other, so neither is marked; the others say it.
    marks_optional = False

    time_control = forms.ChoiceField(
        label=_("Rating list"), choices=LISTS, widget=Segments, initial="standard"
    )
    rating = RatingField(label=_("Rating"), lowest=1, required=False)
    unrated = forms.BooleanField(
        label=_("Take the rating away instead"), required=False,
        help_text=_("The player is unrated from that day on."),
    )  # fmt: skip
    day = day_field(
        label=_("Holds from"), required=False,
        help_text=_(
            "Empty: for a first rating the first day of the player's first event, else today."
        ),
    )  # fmt: skip
    reason = forms.CharField(
        label=_("Why"), max_length=200, help_text=_("Everybody can read it in the history."),
    )  # fmt: skip
    games = WholeNumberField(
        label=_("Games so far"), required=False, lowest=0, highest=100_000,
        help_text=_("Counts towards the 30 games after which K is 20. Empty: as the club counted."),
    )  # fmt: skip
    peak = RatingField(
        label=_("Highest rating so far"), required=False, lowest=1,
        help_text=_("From 2400 on K is 10 for good."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Ask for exactly one of a rating and none."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("unrated"):
            data["rating"] = None
        elif data.get("rating") is None and "rating" not in self.errors:
            text = _("Enter a rating, or choose to take it away.")
            self.add_error("rating", ValidationError(text, code="rating_missing"))
        return data


class ReasonForm(Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Why"), max_length=200, required=False)


class BirthForm(Form):
    """A year of birth, or the whole day."""

    birth_year = WholeNumberField(label=_("Year of birth"), required=False)
    birth_date = day_field(
        label=_("Date of birth"), required=False,
        help_text=_("Never shown to the public. The year follows from it."),
    )  # fmt: skip
    version = VersionField()

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data, initial={name: getattr(player, name) for name in self.base_fields})

    def clean(self) -> dict[str, Any]:
        """Let the day decide where both are given and agree; ask where they do not."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        day, year = data.get("birth_date"), data.get("birth_year")
        if day and year and day.year != year:
            if "birth_year" in self.changed_data and "birth_date" not in self.changed_data:
                data["birth_date"] = None
            elif "birth_date" in self.changed_data and "birth_year" not in self.changed_data:
                data["birth_year"] = day.year
            else:
                text = _("The date is in %(year)s. Correct one of the two.")
                params = {"year": day.year}
                self.add_error("birth_year", ValidationError(text, code="differ", params=params))
        elif day:
            data["birth_year"] = day.year
        return data


PRESET_SENTENCES = [
    (
        RatingPolicy.Preset.CLUB,
        _("Club: newcomers start at a fixed value, nobody falls out of the list"),
    ),
    (
        RatingPolicy.Preset.FIDE_STRICT,
        _("FIDE strict: a first rating needs five games, below 1400 the rating is lost"),
    ),
    (RatingPolicy.Preset.OWN, _("Own numbers")),
]  # fmt: skip


class PolicyForm(Form):
    """What the club decides about its ratings, from a day on."""

    preset = forms.ChoiceField(label=_("Policy"), choices=PRESET_SENTENCES, widget=Choices)
    valid_from = day_field(
        label=_("Valid from"),
        help_text=_("Events that begin or end on this day or later follow it."),
    )  # fmt: skip
    start_value = RatingField(
        label=_("Start value of newcomers"), required=False, lowest=1, help_text=_("For “Club”"),
    )  # fmt: skip
    newcomer_rule = forms.ChoiceField(
        label=_("Newcomers"), choices=RatingPolicy.NewcomerRule.choices, widget=Choices,
        required=False, initial=RatingPolicy.NewcomerRule.START_VALUE,
    )  # fmt: skip
    falls_to_unrated = forms.BooleanField(
        label=_("A rating below the floor is lost"), required=False
    )
    floor = RatingField(label=_("Floor"), required=False, lowest=1)
    minimum = RatingField(label=_("Lowest rating"), required=False, lowest=1)
    hypothetical_rating = RatingField(
        label=_("Rating of the two hypothetical opponents of a first rating"), required=False,
        lowest=1,
    )  # fmt: skip
    limits_first_rating = forms.BooleanField(label=_("A first rating has a limit"), required=False)
    maximum = RatingField(label=_("Highest first rating"), required=False, lowest=1)
    reason = forms.CharField(label=_("Why"), max_length=200, required=False)

    OWN_NUMBERS = ("newcomer_rule", "falls_to_unrated", "floor", "minimum", "hypothetical_rating",
                   "limits_first_rating", "maximum")  # fmt: skip

    def __init__(self, data: Any = None, *, current: RatingPolicy) -> None:
        initial = {name: getattr(current, name) for name in self.base_fields}
        initial |= {"valid_from": timezone.localdate(), "reason": ""}
        initial["start_value"] = initial["start_value"] or START_VALUE
        initial["minimum"] = initial["minimum"] or LOWEST
        super().__init__(data, initial=initial)

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields that only "Own numbers" needs."""
        return [self[name] for name in self.OWN_NUMBERS]

    def policy(self) -> PolicyInput:
        """Return the policy that was chosen."""
        data = self.cleaned_data
        day: date = data["valid_from"]
        if data["preset"] == RatingPolicy.Preset.FIDE_STRICT:
            return fide_strict_preset(day)
        if data["preset"] == RatingPolicy.Preset.CLUB:
            return club_preset(day, data["start_value"] or START_VALUE)
        names = (*self.OWN_NUMBERS, "start_value")
        return PolicyInput(
            valid_from=day, preset=RatingPolicy.Preset.OWN, **{name: data[name] for name in names}
        )
