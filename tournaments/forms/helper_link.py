"""The form of a results link."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Form, WholeNumberField
from clubs.repeated_posts import OnceForm

DEFAULT_HOURS = 12


class HelperLinkForm(Form, OnceForm):
    """For whom a link is, and how long it works."""

    label = forms.CharField(
        label=_("For whom"), max_length=60,
        help_text=_("The name is shown beside the results this person enters."),
        widget=forms.TextInput(attrs={"class": "w16"}),
    )  # fmt: skip
    hours = WholeNumberField(label=_("Hours until it stops"), initial=DEFAULT_HOURS)
