"""Forms about players and their first ratings."""

from __future__ import annotations

import base64
import binascii
import zlib
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Form, RatingField, Segments, WholeNumberField
from clubs.forms.players import LARGEST_FIDE_ID, day_field
from clubs.models import FidePlayer
from clubs.player_table import ENCODINGS, MOST_BYTES
from clubs.repeated_posts import OnceForm
from ratings.adding import LONGEST_TEXT
from ratings.models import TIME_CONTROL_LABELS

LISTS = list(TIME_CONTROL_LABELS.items())
DAY_HELP = _("Ratings given here count for events that begin on this day or later.")


class TypedPlayersForm(Form, OnceForm):
    """Players one a line."""

    lines = forms.CharField(
        label=_("One player per line"), max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "A name is enough. Add a rating, a year of birth or a FIDE ID if you have them."
        ),
    )  # fmt: skip
    time_control = forms.ChoiceField(
        label=_("The ratings are for"), choices=LISTS, widget=Segments, initial="standard"
    )
    day = day_field(label=_("Ratings hold from"), help_text=DAY_HELP)

    def __init__(self, data: Any = None, *, day: date) -> None:
        super().__init__(data, initial={"day": day})


class ImportFileForm(Form):
    """The file with the members."""

    file = forms.FileField(
        label=_("File"), help_text=_("A list saved as CSV or text, with headings. At most 5 MB."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )  # fmt: skip
    day = day_field(label=_("Ratings hold from"), help_text=DAY_HELP)

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"day": timezone.localdate()})

    def clean_file(self) -> Any:
        """Refuse what is too large before any of it is read."""
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError(_("The file is larger than 5 MB."), code="file_too_large")
        return file


class ImportCheckForm(Form):
    """The same file once more, packed, with what the person decided about its rows."""

    content = forms.CharField(widget=forms.HiddenInput)
    file_name = forms.CharField(widget=forms.HiddenInput, max_length=200)
    day = forms.DateField(widget=forms.HiddenInput)
    digest = forms.CharField(widget=forms.HiddenInput, required=False)
    encoding = forms.ChoiceField(
        label=_("Read the file as"), required=False,
        choices=[("", _("detected automatically")), *((name, name) for name in ENCODINGS)],
    )  # fmt: skip

    def clean_content(self) -> bytes:
        """Return the file; never more of it than a file may have."""
        try:
            packed = base64.b64decode(self.cleaned_data["content"], validate=True)
            return zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
        except (binascii.Error, ValueError, zlib.error) as error:
            raise ValidationError(_("Choose the file once more."), code="damaged") from error


def packed(data: bytes) -> str:
    """Return a file as text for a hidden field."""
    return base64.b64encode(zlib.compress(data)).decode()


class FideAddForm(Form, OnceForm):
    """A player out of the FIDE list, with first ratings."""

    name = forms.CharField(label=_("Name"), max_length=100)
    birth_year = WholeNumberField(label=_("Year of birth"), required=False)
    federation = forms.CharField(
        label=_("Federation"), max_length=3, required=False,
        widget=forms.TextInput(attrs={"class": "w4"}),
    )  # fmt: skip
    fide_id = WholeNumberField(
        label=_("FIDE ID"), lowest=1, highest=LARGEST_FIDE_ID,
        widget=forms.TextInput(attrs={"class": "w8"}),
    )  # fmt: skip
    standard = RatingField(label=_("First standard rating"), required=False)
    rapid = RatingField(label=_("First rapid rating"), required=False)
    blitz = RatingField(label=_("First blitz rating"), required=False)
    day = day_field(label=_("Ratings hold from"), help_text=DAY_HELP)

    def __init__(self, data: Any = None, *, found: FidePlayer) -> None:
        initial = {name: getattr(found, name, None) for name in self.base_fields}
        super().__init__(data, initial={**initial, "day": timezone.localdate()})
