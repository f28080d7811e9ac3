"""From a new club to its first round: players, start ratings, the first event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import ClubAccess, Right, of_club
from clubs.errors import Refused
from clubs.form_fields import Form, RatingField
from clubs.form_posts import attempt, render_form
from clubs.fragments import redirect_after_post
from clubs.models import Club, Player
from clubs.workspace import address_of, workspace_context, workspace_page
from ratings.forms.players import TypedPlayersForm
from ratings.models import RatingPolicy
from ratings.policies import policy_on, set_policy
from ratings.policy_input import START_VALUE, club_preset
from ratings.views.adding import add_typed, open_lines
from tournaments.models import Tournament

PRACTICE_CLUB = "demo"


class StartValueForm(Form):
    """Where newcomers begin."""

    start_value = RatingField(
        label=gettext_lazy("Start value of newcomers"), lowest=1,
        help_text=gettext_lazy("A newcomer without a rating begins with it. You can change this"
                               " later, for later newcomers."),
    )  # fmt: skip


@workspace_page(Right.MANAGE)
def first_steps(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Lead to the first event; each step is done on the spot, and none is needed."""
    here = reverse("first_steps", args=[access.club.slug])
    wants_value = "start_value" in request.POST
    players = TypedPlayersForm(
        request.POST if request.method == "POST" and not wants_value else None,
        day=timezone.localdate(),
    )
    current = policy_on(access.club, timezone.localdate())
    value = StartValueForm(
        request.POST if wants_value else None,
        initial={"start_value": current.start_value or START_VALUE},
    )
    added = None
    if players.is_bound and players.is_valid():
        added = attempt(players, lambda: add_typed(request, access, players, here))
    if added:
        return redirect_after_post(here)
    is_set = None
    if value.is_bound and value.is_valid():
        is_set = attempt(value, lambda: _set_value(access, current, value))
    if is_set:
        messages.success(request, _("The start value is set."))
        return redirect_after_post(here)
    context = _context(request, access, current) | {
        "players_form": players, "value_form": value,
        "typed": open_lines(request, access, players),
    }  # fmt: skip
    shown = value if value.is_bound else players
    return render_form(request, "club/first_steps.html", shown, context)


def _set_value(access: ClubAccess, current: RatingPolicy, form: StartValueForm) -> RatingPolicy:
    """Set the start value from the first day on: nobody has been rated with another one yet.

    Raises Refused where somebody has, or where the club has chosen another kind of policy.
    """
    access.require(Right.OWN)
    if not _can_set_value(access, current):
        raise Refused(
            "start_value_in_use",
            _("The club has decided otherwise meanwhile. Set a new rating policy instead."),
        )
    policy = club_preset(current.valid_from, form.cleaned_data["start_value"])
    return set_policy(access, policy)


def _can_set_value(access: ClubAccess, current: RatingPolicy) -> bool:
    is_rated = of_club(access, Tournament).filter(state=Tournament.State.CLOSED).exists()
    return current.preset == RatingPolicy.Preset.CLUB and not is_rated


def _context(request: HttpRequest, access: ClubAccess, current: RatingPolicy) -> dict[str, Any]:
    slug = access.club.slug
    count = of_club(access, Player).filter(merged_into__isnull=True).count()
    event = of_club(access, Tournament).order_by("number").first()
    return workspace_context(
        access, "club_manage", player_count=count, event=event, policy=current,
        can_set_value=access.may(Right.OWN) and _can_set_value(access, current),
        asks_value=request.GET.get("step") == "value",
        practice=Club.objects.filter(slug=PRACTICE_CLUB, is_public=True).first(),
        new_event_url=address_of("tournament_new", slug),
        event_url=address_of("manage_tournament", slug, event.number) if event else "",
        export_url=address_of("club_export", slug),
    )  # fmt: skip
