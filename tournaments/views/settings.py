"""An event begins, changes its settings, or goes away."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Refused
from clubs.form_fields import add_problems
from clubs.form_posts import attempt, form_status
from clubs.fragments import club_context, redirect_after_post
from clubs.models import Club
from clubs.repeated_posts import do_once
from clubs.whole_numbers import whole_number
from clubs.workspace import workspace_page
from tournaments.access import event_for, round_for, visible_events
from tournaments.creation import NEW_EVENT, create_tournament, like_last_time
from tournaments.event_fields import POINT_FIELDS
from tournaments.event_settings import (
    change_round_settings,
    change_settings,
    delete_tournament,
    rated_refusal,
)
from tournaments.forms.event import EventForm, NewEventForm, initial_fields
from tournaments.forms.round import RoundForm
from tournaments.models import Tournament
from tournaments.standings.presets import PRESETS
from tournaments.standings.words import NAMES
from tournaments.time_controls import TimeControlDecision, time_control_for
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_version,
)


@workspace_page(Right.MANAGE)
def tournament_new(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Make an event from nothing; the list it is rated on is shown while it is typed."""
    initial = initial_fields({**NEW_EVENT, "start_date": timezone.localdate()})
    return _creation_page(request, access, initial, "new")


@workspace_page(Right.MANAGE)
def tournament_like_last_time(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Make an event with the settings of an earlier one: look at name and day, and press."""
    previous = previous_event(request, access)
    if previous is None:
        return redirect_after_post(reverse("tournament_new", args=[access.club.slug]))
    initial = initial_fields(like_last_time(previous, timezone.localdate()))
    return _creation_page(request, access, initial, "like_last_time", previous=previous)


def previous_event(request: HttpRequest, access: ClubAccess) -> Tournament | None:
    """Return the event to repeat: the one asked for, else the newest."""
    number = whole_number(request.GET.get("event"))
    if number is not None:
        return event_for(access, number)
    events = visible_events(access)
    return events.exclude(state=Tournament.State.DRAFT).first() or events.first()


def _creation_page(
    request: HttpRequest,
    access: ClubAccess,
    initial: dict[str, Any],
    template: str,
    previous: Tournament | None = None,
) -> HttpResponse:
    form = NewEventForm(_complete(request, initial), initial=initial)
    if request.method == "POST" and form.is_valid():
        address = attempt(form, lambda: _create(access, form))
        if address:
            return redirect_after_post(address)
    context = club_context(
        access, "events", is_workspace=True, form=form, previous=previous,
        earlier=list(visible_events(access)[:5]), tie_break_names=NAMES, tie_break_presets=PRESETS,
        decision=decision_of(form),
    )  # fmt: skip
    return desk_page(request, template, context, status=form_status(form))


def _create(access: ClubAccess, form: NewEventForm) -> str:
    """Make the event, once however often the form is sent, and return where its entries are."""

    def make() -> tuple[Club, str]:
        tournament = create_tournament(access, **form.event_fields())
        tournament.club = access.club
        return access.club, event_url(tournament, "manage_entries")

    return do_once(access.actor.user_id or 0, form.cleaned_data["form_key"], make)[0]


def _complete(request: HttpRequest, initial: dict[str, Any]) -> Any:
    """Return what was sent; fields a short form leaves out keep their values."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    if "short" in data:
        form = EventForm(initial=initial)
        for name in form.fields:
            if name not in data:
                value = form[name].value()
                data[name] = "" if value is None or value is False else str(value)
    return data


def decision_of(form: EventForm) -> TimeControlDecision | None:
    """Return the list that minutes and increment mean, as far as they can be read."""
    minutes, increment = form["minutes"].value(), form["increment"].value()
    try:
        read = form.fields["minutes"].clean(minutes), form.fields["increment"].clean(increment)
        return time_control_for(read[0], read[1] or 0) if read[0] is not None else None
    except ValidationError:
        return None


@workspace_page(Right.MANAGE)
@require_GET
def time_control_list(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Return the list a time control belongs to, while somebody types it."""
    form = EventForm(request.GET)
    context = club_context(access, "events", decision=decision_of(form))
    return desk_page(request, "time_control", context, fragment="time_control")


@event_page(Right.MANAGE)
def tournament_settings(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Change an event; another list or day gives the players other ratings, which is asked."""
    initial = _stored_fields(tournament)
    form = EventForm(_complete(request, initial), initial=initial)
    refusal: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(
                access, tournament, version=posted_version(request),
                reseed="reseed" in request.POST, **form.event_fields(),
            )  # fmt: skip
        except InvalidInput as wrong:
            add_problems(form, wrong)
        except Refused as found:
            refusal = found
        else:
            return go_to(request, event_url(tournament, "manage_tournament"))
    context = desk_context(
        access, tournament, form=form, refusal=refusal,
        tie_break_names=NAMES, tie_break_presets=PRESETS, decision=decision_of(form),
        round_list=list(tournament.rounds.order_by("number")),
        entry_count=tournament.entries.count(),
    )  # fmt: skip
    status = 409 if refusal else 422 if form.is_bound and form.errors else 200
    return desk_page(request, "settings", context, status=status)


def _stored_fields(tournament: Tournament) -> dict[str, Any]:
    fields = {name: getattr(tournament, name) for name in NEW_EVENT}
    decision = time_control_for(tournament.minutes, tournament.increment, tournament.time_control)
    if not decision.is_overridden and tournament.minutes is not None:
        fields["time_control"] = ""
    values = {name: getattr(tournament.points, name) for name in POINT_FIELDS}
    return initial_fields({**fields, **values})


@event_page(Right.MANAGE)
def round_settings(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, round_number: int
) -> HttpResponse:
    """Give a round its own day or time control; it is then rated on its own list."""
    round_ = round_for(access, tournament, round_number)
    initial = {
        "day": round_.day, "minutes": round_.minutes, "increment": round_.increment,
        "time_control": round_.time_control,
    }  # fmt: skip
    form = RoundForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            change_round_settings(
                access, round_, version=posted_version(request), **form.round_fields()
            )
        except InvalidInput as wrong:
            add_problems(form, wrong)
        else:
            return go_to(request, event_url(tournament, "tournament_settings"))
    context = desk_context(access, tournament, "rounds", form=form, round=round_)
    status = 422 if form.is_bound and form.errors else 200
    return desk_page(request, "round_settings", context, status=status)


@event_page(Right.MANAGE)
def tournament_delete(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Ask, with what would go, and delete; an event that was rated shows its way out."""
    refusal = rated_refusal(tournament)
    if request.method == "POST":
        try:
            delete_tournament(access, tournament)
        except Refused as found:
            refusal = found
        else:
            return redirect_after_post(reverse("tournament_new", args=[access.club.slug]))
    context = desk_context(
        access, tournament, refusal=refusal, entry_count=tournament.entries.count(),
        round_count=tournament.rounds.count(),
    )  # fmt: skip
    status = 409 if refusal and request.method == "POST" else 200
    return desk_page(request, "delete", context, status=status)
