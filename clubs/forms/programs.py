"""Forms about tokens and webhooks."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.access import ClubAccess, Right
from clubs.form_fields import Form, WholeNumberField
from clubs.repeated_posts import OnceForm
from clubs.tokens import TOKEN_SCOPES
from clubs.webhooks import EVENTS

SCOPE_SENTENCES = {
    Right.READ: _("Read what the club keeps from the public"),
    Right.RESULTS: _("Enter results"),
    Right.PAIRING: _("Pair rounds and publish them"),
    Right.MANAGE: _("Change players, events and entries"),
    Right.CLOSE: _("Close events and correct them"),
}
EVENT_SENTENCES = {
    "pairing.published": _("A round was published"),
    "result.changed": _("A result was entered or changed"),
    "event.closed": _("An event was closed"),
    "event.rated": _("An event was rated"),
    "ratings.corrected": _("A correction moved ratings"),
    "list.issued": _("A rating list was published"),
}


class TokenForm(Form, OnceForm):
    """What a program may do, where and how long."""

    label = forms.CharField(
        label=_("What is it for?"), max_length=60, help_text=_("Pairing program on the club laptop")
    )
    scopes = forms.MultipleChoiceField(label=_("It may"), widget=forms.CheckboxSelectMultiple)
    event_number = WholeNumberField(
        label=_("Only for event number"), required=False, lowest=1, highest=2_000_000_000,
        help_text=_("The number in the address of the event. Empty: all events of the club."),
    )  # fmt: skip
    expires_on = forms.DateField(
        label=_("Works until"), required=False, help_text=_("Empty: until it is revoked."),
        widget=forms.DateInput(attrs={"type": "date", "class": "w8"}, format="%Y-%m-%d"),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, access: ClubAccess) -> None:
        super().__init__(data)
        scopes = [(str(right), SCOPE_SENTENCES[right]) for right in TOKEN_SCOPES]
        self.fields["scopes"].choices = [  # type: ignore[attr-defined]
            scope for scope in scopes if access.may(Right(scope[0]))
        ]

    def expires_at(self) -> datetime | None:
        """Return the end of the last day, in the club's time zone."""
        day = self.cleaned_data["expires_on"]
        last_second = time(23, 59, 59)
        return timezone.make_aware(datetime.combine(day, last_second)) if day else None


class WebhookForm(Form, OnceForm):
    """Whom to tell of what."""

    label = forms.CharField(label=_("What is it for?"), max_length=60)
    url = forms.URLField(
        label=_("Address"), max_length=500, assume_scheme="https",
        help_text=_("It must begin with https:// and answer within ten seconds."),
    )  # fmt: skip
    events = forms.MultipleChoiceField(
        label=_("Tell it when"), widget=forms.CheckboxSelectMultiple,
        choices=[(event, EVENT_SENTENCES[event]) for event in EVENTS],
    )  # fmt: skip
