"""Acts that move ratings: shown with their wave first, done only as shown.

A page asks, shows the effect with a digest, and writes when the digest comes back unchanged. If
anything moved in between, nothing is written and the new effect is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.forms import BaseForm
from django.http import HttpRequest

from clubs.form_posts import attempt
from clubs.models import Club
from ratings.models import TIME_CONTROL_LABELS, RatingReport
from ratings.preview import Preview

T = TypeVar("T")
MOST_EVENTS = 50


@dataclass(frozen=True, slots=True)
class MovedEvent:
    """An event in which ratings would move."""

    name: str
    list_name: str
    last_day: date
    ratings: int
    largest_change: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a page says before an act: the events that move, how many ratings, how far."""

    digest: str
    events: tuple[MovedEvent, ...]
    ratings: int
    largest_change: int

    @property
    def shown_events(self) -> tuple[MovedEvent, ...]:
        """The first events; a correction far back may reach hundreds."""
        return self.events[:MOST_EVENTS]


def effect_of(club: Club, preview: Preview) -> Effect:
    """Return a preview as a page shows it; one query where events of it are named."""
    moved: dict[tuple[int, str], list[int]] = {}
    for row in preview.rows:
        old = None if row.old is None else row.old.after
        new = None if row.new is None else row.new.after
        if old != new or (row.old is None) != (row.new is None):
            far = abs(new - old) if old is not None and new is not None else 0
            moved.setdefault((row.event_key, str(row.time_control)), []).append(far)
    named = {}
    if moved:
        reports = RatingReport.objects.filter(club=club, is_current=True).select_related(
            "rating_list"
        )
        for report in reports.filter(event_key__in=[key for key, _control in moved]):
            named[report.event_key, report.rating_list.time_control] = report
    events = [
        MovedEvent(
            named[place].event_name, str(TIME_CONTROL_LABELS[place[1]]), named[place].last_day,
            len(far), max(far),
        )
        for place, far in moved.items() if place in named
    ]  # fmt: skip
    events += [
        MovedEvent(
            event.event_name, str(TIME_CONTROL_LABELS[str(event.time_control)]), event.last_day,
            event.ratings, event.largest_change,
        )
        for event in preview.later
    ]  # fmt: skip
    events.sort(key=lambda event: event.last_day)
    return Effect(
        preview.digest, tuple(events), sum(event.ratings for event in events),
        preview.wave.largest_change,
    )  # fmt: skip


def ask_and_act(
    request: HttpRequest,
    form: BaseForm,
    club: Club,
    *,
    show: Callable[[], Preview],
    act: Callable[[str], T],
) -> tuple[T | None, Effect | None]:
    """Return what was done, or the effect to show, or neither where the form is still open.

    The first post shows; a post with ``digest`` acts. Refusals end up in the form.
    """
    if request.method != "POST" or not form.is_valid() or "back" in request.POST:
        return None, None
    if digest := request.POST.get("digest", ""):
        done = attempt(form, lambda: act(digest))
        if done is not None:
            return done, None
        if not getattr(form, "refused", False):
            return None, None
    preview = attempt(form, show)
    return None, effect_of(club, preview) if preview is not None else None
