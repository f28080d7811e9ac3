"""Forms about the club itself."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Form, Segments
from clubs.founding import CHANGEABLE, club_version
from clubs.models import Club
from clubs.repeated_posts import OnceForm


def time_zones() -> list[tuple[str, str]]:
    """Return every time zone for a list to choose from."""
    return [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]


class NewClubForm(Form, OnceForm):
    """A club in under a minute: its name is enough."""

    name = forms.CharField(label=_("Name of the club"), max_length=100)
    city = forms.CharField(label=_("Town"), max_length=100, required=False)
    language = forms.ChoiceField(
        label=_("Language of the club"), choices=settings.LANGUAGES, widget=Segments,
        help_text=_(
            "Mails and the audit are in it. Visitors read the pages in their own language."
        ),
    )  # fmt: skip
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)


class SettingsForm(Form):
    """Everything about the club that its owner may change."""

    name = forms.CharField(label=_("Name of the club"), max_length=100)
    slug = forms.CharField(
        label=_("Address"), max_length=60, widget=forms.TextInput(attrs={"class": "w16"}),
        help_text=_("The word after /clubs/. Links to the old address stop working."),
    )  # fmt: skip
    city = forms.CharField(label=_("Town"), max_length=100, required=False)
    federation = forms.CharField(
        label=_("Federation"), max_length=3, required=False, help_text=_("Three letters, POR"),
        widget=forms.TextInput(attrs={"class": "w4", "autocapitalize": "characters"}),
    )  # fmt: skip
    website = forms.URLField(label=_("Website"), required=False, assume_scheme="https")
    language = forms.ChoiceField(
        label=_("Language of the club"), choices=settings.LANGUAGES, widget=Segments,
        help_text=_(
            "Mails and the audit are in it. Visitors read the pages in their own language."
        ),
    )  # fmt: skip
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    is_public = forms.BooleanField(
        label=_("Everybody may see the club"), required=False,
        help_text=_("Otherwise only its members find it; ratings and events are closed to others."),
    )  # fmt: skip
    shows_birth_years = forms.BooleanField(
        label=_("Show years of birth to the public"), required=False,
        help_text=_("Only of players whose own setting allows it too."),
    )  # fmt: skip
    issues_lists_monthly = forms.BooleanField(
        label=_("Publish the rating lists on the first of each month"), required=False,
        help_text=_("A published list is numbered and never changes afterwards."),
    )  # fmt: skip
    version = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, club: Club) -> None:
        initial = {name: getattr(club, name) for name in CHANGEABLE}
        super().__init__(data, initial={**initial, "version": club_version(club)})

    def clean_federation(self) -> str:
        """Return the letters as the rules of a club want them."""
        return str(self.cleaned_data["federation"]).upper()


class TypedNameForm(Form):
    """The name typed once more, for what cannot be taken back."""

    name = forms.CharField(label=_("Name of the club"), max_length=200, widget=forms.TextInput(
        attrs={"autocomplete": "off"}
    ))  # fmt: skip
