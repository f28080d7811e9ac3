"""Forms about a player's particulars and what of them the public sees."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.form_fields import Choices, Form, Segments, VersionField, WholeNumberField
from clubs.models import NameForm, Player, Sex
from clubs.players import TITLES

LARGEST_FIDE_ID = 10**11 - 1
SEXES = [("", pgettext_lazy("sex", "not stated")), *Sex.choices]
NAME_FORMS = [
    (NameForm.FULL, _("The full name")),
    (NameForm.SHORT, _("First name and initial, as for children")),
    (NameForm.NEUTRAL, _("A neutral name such as Player 12")),
]


def day_field(**kwargs: Any) -> forms.DateField:
    """Return a field for a day, with the browser's calendar."""
    widget = forms.DateInput(attrs={"type": "date", "class": "w8"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, **kwargs)


class PlayerForm(Form):
    """Particulars that move no rating; the year of birth has a page of its own."""

    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("As the player writes it: Sousa, Ana Maria"),
    )  # fmt: skip
    latin_name = forms.CharField(
        label=_("Name in Latin letters"), max_length=100, required=False,
        help_text=_("If the name is in another script"),
    )  # fmt: skip
    title = forms.ChoiceField(
        label=_("Title"), required=False, choices=[("", "–"), *((t, t) for t in TITLES)],
        widget=forms.Select(attrs={"class": "w4"}),
    )  # fmt: skip
    sex = forms.ChoiceField(label=_("Sex"), required=False, choices=SEXES, widget=Segments)
    federation = forms.CharField(
        label=_("Federation"), max_length=3, required=False, help_text=_("Three letters, POR"),
        widget=forms.TextInput(attrs={"class": "w4", "autocapitalize": "characters"}),
    )  # fmt: skip
    fide_id = WholeNumberField(
        label=_("FIDE ID"), required=False, lowest=1, highest=LARGEST_FIDE_ID,
        widget=forms.TextInput(attrs={"class": "w8"}),
    )  # fmt: skip
    national_id = forms.CharField(
        label=_("National ID"), max_length=20, required=False,
        widget=forms.TextInput(attrs={"class": "w8"}),
    )  # fmt: skip
    email = forms.EmailField(label=_("E-mail address"), required=False)
    phone = forms.CharField(
        label=_("Telephone"), max_length=40, required=False,
        widget=forms.TextInput(attrs={"class": "w16", "inputmode": "tel"}),
    )  # fmt: skip
    family_group = forms.CharField(
        label=_("Family"), max_length=40, required=False,
        help_text=_("Players with the same word here are not paired with each other if avoidable."),
        widget=forms.TextInput(attrs={"class": "w16"}),
    )  # fmt: skip
    note = forms.CharField(
        label=_("Note"), required=False, max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only the club's organisers read it."),
    )  # fmt: skip
    version = VersionField()

    def __init__(self, data: Any = None, *, player: Player) -> None:
        names = [name for name in self.base_fields if hasattr(player, name)]
        super().__init__(data, initial={name: getattr(player, name) for name in names})

    def clean_federation(self) -> str:
        """Return the letters as they are stored."""
        return str(self.cleaned_data["federation"]).upper()


class PrivacyForm(Form):
    """What the public sees of a player."""

    name_form = forms.ChoiceField(label=_("The public reads"), choices=NAME_FORMS, widget=Choices)
    is_hidden = forms.BooleanField(
        label=_("Hide the player from the public"), required=False,
        help_text=_("No page, no place in lists. Opponents keep their games against Player 12."),
    )  # fmt: skip
    shows_birth_year = forms.BooleanField(
        label=_("Show the year of birth"), required=False,
        help_text=_("Only where the club shows years of birth at all."),
    )  # fmt: skip
    version = VersionField()

    def __init__(self, data: Any = None, *, player: Player) -> None:
        super().__init__(data, initial={name: getattr(player, name) for name in self.base_fields})
