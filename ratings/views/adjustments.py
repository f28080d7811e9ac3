"""Ratings by hand: given with day and reason, withdrawn, each with its effect first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, fetch
from clubs.form_posts import posted, render_form
from clubs.fragments import redirect_after_post
from clubs.models import Player
from clubs.workspace import workspace_context, workspace_page
from ratings.adjustments import (
    day_without_one,
    events_not_touched,
    give_rating,
    preview_adjustment,
    preview_adjustment_withdrawal,
    refuse_adjustment,
    withdraw_adjustment,
)
from ratings.changes import PlannedAdjustment
from ratings.forms.ledger import GiveRatingForm, ReasonForm
from ratings.models import Rating, RatingAdjustment
from ratings.preview import Preview
from ratings.queries import lists_of
from ratings.rules import TimeControl
from ratings.views.confirming import ask_and_act
from ratings.views.players import player_of


@workspace_page(Right.MANAGE)
def player_rating(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Give a rating by hand; says first what moves and which events it does not touch."""
    player = player_of(access, number)
    form = GiveRatingForm(posted(request), initial={"time_control": _first_list(request)})
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: _preview(access, player, form),
        act=lambda digest: give_rating(
            access, player, preview_digest=digest, **_values(access, player, form)
        ),
    )  # fmt: skip
    if done is not None:
        text = _("The rating of %(name)s is given.") % {"name": player.name}
        messages.success(request, text)
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
    values = _values(access, player, form) if effect else {}
    context = workspace_context(access, "player_list", player=player, effect=effect, values=values)
    if effect:
        context["missed"] = events_not_touched(player, values["rating_list"], values["day"])[:20]
    return render_form(request, "players/rating.html", form, context)


def _first_list(request: HttpRequest) -> str:
    return request.GET.get("list", "standard")


def _values(access: ClubAccess, player: Player, form: GiveRatingForm) -> dict[str, Any]:
    """Return the arguments of ``give_rating``; the day is proposed where none was typed."""
    data = form.cleaned_data
    rating_list = lists_of(access.club)[data["time_control"]]
    is_first = not Rating.objects.filter(
        player=player, rating_list=rating_list, rating__isnull=False
    ).exists()
    is_start = is_first and data["rating"]
    kind = RatingAdjustment.Kind.START if is_start else RatingAdjustment.Kind.MANUAL
    return {
        "rating_list": rating_list,
        "rating": data["rating"],
        "day": data["day"] or day_without_one(player, rating_list, kind),
        "reason": data["reason"],
        "games": data["games"],
        "peak": data["peak"],
        "kind": kind,
    }


def _preview(access: ClubAccess, player: Player, form: GiveRatingForm) -> Preview:
    values = _values(access, player, form)
    planned = PlannedAdjustment(
        TimeControl(values["rating_list"].time_control), player.pk, values["day"],
        values["rating"], values["games"], values["peak"],
    )  # fmt: skip
    refuse_adjustment(values["rating_list"], planned, values["reason"])
    return preview_adjustment(access.club, planned)


@workspace_page(Right.MANAGE)
def adjustment_withdraw(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Take a rating by hand or import back, after showing what moves."""
    rows = RatingAdjustment.objects.select_related("player", "rating_list", "club")
    adjustment = fetch(access, rows, pk=number, player__merged_into__isnull=True)
    form = ReasonForm(posted(request))
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: preview_adjustment_withdrawal(adjustment),
        act=lambda digest: withdraw_adjustment(
            access, adjustment, reason=form.cleaned_data["reason"], preview_digest=digest
        ),
    )  # fmt: skip
    if done is not None:
        messages.success(request, _("The rating is withdrawn, as if it had never been given."))
        slug, player = access.club.slug, adjustment.player_id
        return redirect_after_post(reverse("player_manage", args=[slug, player]))
    context = workspace_context(access, "player_list", adjustment=adjustment, effect=effect)
    return render_form(request, "players/withdraw.html", form, context)
