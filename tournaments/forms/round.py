"""The form of a round that is played in its own way."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Choices, Form, WholeNumberField
from ratings.models import TIME_CONTROL_LABELS

LISTS = (("", _("As the time control says")), *TIME_CONTROL_LABELS.items())


class RoundForm(Form):
    """Day and time control of one round; empty fields mean those of the event."""

    day = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    minutes = WholeNumberField(label=_("Minutes"), required=False)
    increment = WholeNumberField(label=_("Seconds added per move"), required=False)
    time_control = forms.ChoiceField(
        label=_("Rated as"), choices=LISTS, required=False, widget=Choices
    )

    def round_fields(self) -> dict[str, Any]:
        """Return what was typed; the list follows from the minutes unless it was chosen."""
        fields = dict(self.cleaned_data)
        if not fields["time_control"] and fields["minutes"] is not None:
            del fields["time_control"]
        return fields
