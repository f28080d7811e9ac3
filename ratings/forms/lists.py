"""The form about a list to be issued."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Form, Segments
from clubs.forms.players import day_field
from ratings.forms.players import LISTS
from ratings.publishing import LONGEST_NOTE


class IssueForm(Form):
    """Which list, of which day."""

    time_control = forms.ChoiceField(label=_("List"), choices=LISTS, widget=Segments)
    as_of = day_field(label=_("As it stands at the end of"))
    note = forms.CharField(label=_("Note on the list"), max_length=LONGEST_NOTE, required=False)
