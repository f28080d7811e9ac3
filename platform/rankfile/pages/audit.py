"""Who did what when, in sentences: every app words its own acts, this page reads them out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from clubs import audit_sentences as of_clubs
from clubs.access import ClubAccess, Right, of_club
from clubs.audit_sentences import Facts
from clubs.form_fields import Form, WholeNumberField
from clubs.form_posts import form_status
from clubs.forms.players import day_field
from clubs.fragments import render_page
from clubs.models import AuditEvent
from clubs.paging import page_of
from clubs.workspace import READING, workspace_context, workspace_page
from ratings import audit_sentences as of_ratings
from tournaments import audit_sentences as of_tournaments

APPS = (of_clubs, of_ratings, of_tournaments)
SENTENCES: dict[str, str | Promise] = {
    code: text for app in APPS for code, text in app.SENTENCES.items()
}
FACTS: dict[str, Callable[[Facts], Facts]] = {
    code: words for app in APPS for code, words in app.FACTS.items()
}


class _Known(dict[str, Any]):
    """Facts for a sentence; what an old line did not store is a dash."""

    def __missing__(self, _key: str) -> str:
        return "–"


def sentence(line: AuditEvent) -> str:
    """Return a line of the audit as a sentence in the active language.

    An act without a sentence is named by its code and subject, so nothing is ever left out.
    """
    text = SENTENCES.get(line.action)
    if text is None:
        words = line.action.replace("_", " ").capitalize()
        return f"{words}: {line.subject}" if line.subject else words
    facts = {**line.facts, "subject": line.subject}
    worded = FACTS[line.action](facts) if line.action in FACTS else {}
    return str(text) % _Known({**facts, **worded})


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One act as it is shown."""

    at: datetime
    who: str
    what: str
    event_number: int | None


class AuditFilter(Form):
    """What to look for; everything may stay empty."""

    person = forms.CharField(
        label=_("Person"), max_length=100, required=False,
        help_text=_("Who did it, or whom it concerns"),
    )  # fmt: skip
    event = WholeNumberField(label=_("Event number"), required=False, lowest=1, highest=2**31 - 1)
    action = forms.ChoiceField(label=_("Act"), required=False)
    since = day_field(label=_("From"), required=False)
    until = day_field(label=_("Until"), required=False)
    marks_optional = False

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        kinds = [(code, code.replace("_", " ")) for code in sorted(SENTENCES)]
        self.fields["action"].choices = [("", _("All")), *kinds]  # type: ignore[attr-defined]

    def narrow(self, lines: QuerySet[AuditEvent]) -> QuerySet[AuditEvent]:
        """Return the lines that are looked for."""
        data = self.cleaned_data
        if person := data.get("person"):
            lines = lines.filter(Q(actor_label__icontains=person) | Q(subject__icontains=person))
        if data.get("event") is not None:
            lines = lines.filter(event_number=data["event"])
        if data.get("action"):
            lines = lines.filter(action=data["action"])
        if since := data.get("since"):
            lines = lines.filter(at__gte=timezone.make_aware(datetime.combine(since, time.min)))
        if until := data.get("until"):
            after = datetime.combine(until + timedelta(days=1), time.min)
            lines = lines.filter(at__lt=timezone.make_aware(after))
        return lines


@workspace_page(Right.MANAGE, *READING)
def club_audit(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Show the audit, newest first, in the club's language."""
    form = AuditFilter(request.GET)
    lines = of_club(access, AuditEvent)
    lines = form.narrow(lines) if form.is_valid() else lines.none()
    page = page_of(
        lines, ("-pk",), after=request.GET.get("after", ""), before=request.GET.get("before", "")
    )
    with override(access.club.language):
        shown = [
            AuditLine(row.at, row.actor_label, sentence(row), row.event_number) for row in page.rows
        ]
    context = workspace_context(access, "club_audit", page=page, lines=shown, form=form)
    return render_page(
        request, "club/audit.html", context, fragment="club/parts/audit.html",
        status=form_status(form),
    )  # fmt: skip
