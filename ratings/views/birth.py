"""The year of birth decides K, so another one shows first which ratings move."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.form_posts import posted, render_form
from clubs.fragments import redirect_after_post
from clubs.workspace import workspace_context, workspace_page
from ratings.birth import change_birth, preview_birth
from ratings.forms.ledger import BirthForm
from ratings.views.confirming import ask_and_act
from ratings.views.players import player_of


@workspace_page(Right.MANAGE)
def player_birth(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Change year or date of birth after showing what moves."""
    player = player_of(access, number)
    form = BirthForm(posted(request), player=player)
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: preview_birth(access, player, form.cleaned_data["birth_year"]),
        act=lambda digest: change_birth(
            access, player, birth_year=form.cleaned_data["birth_year"],
            birth_date=form.cleaned_data["birth_date"], version=form.cleaned_data["version"],
            preview_digest=digest,
        ),
    )  # fmt: skip
    if done is not None:
        text = _("The year of birth of %(name)s is saved.") % {"name": done.name}
        messages.success(request, text)
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
    context = workspace_context(access, "player_list", player=player, effect=effect)
    return render_form(request, "players/birth.html", form, context)
