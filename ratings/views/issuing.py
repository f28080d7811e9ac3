"""Issuing a list: what it will hold, then the button."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from clubs.access import ClubAccess, Right
from clubs.form_posts import attempt, render_form
from clubs.fragments import redirect_after_post
from clubs.today import today_in
from clubs.workspace import workspace_context, workspace_page
from ratings.forms.lists import IssueForm
from ratings.models import RatingList
from ratings.publishing import issue_list, plan_list
from ratings.queries import lists_of

ROWS_SHOWN = 10


@workspace_page(Right.MANAGE)
def issue_lists(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Show what would be issued; a post issues it."""
    form = IssueForm(request.POST if request.method == "POST" else _asked(request, access))
    rating_list = (
        lists_of(access.club)[form.cleaned_data["time_control"]] if form.is_valid() else None
    )
    if request.method == "POST" and rating_list is not None:
        day, note = form.cleaned_data["as_of"], form.cleaned_data["note"]
        issued = attempt(form, lambda: issue_list(access, rating_list, day, note=note))
        if issued is not None:
            address = [access.club.slug, rating_list.time_control, issued.number]
            return redirect_after_post(reverse("published_list", args=address))
    return render_form(
        request, "ratings/issue_lists.html", form, _context(access, form, rating_list)
    )


def _asked(request: HttpRequest, access: ClubAccess) -> dict[str, str]:
    """Return what the address asks for; without a word the standard list of today."""
    asked = {"time_control": "standard", "as_of": today_in(access.club).isoformat()}
    return asked | {name: request.GET[name] for name in asked if name in request.GET}


def _context(access: ClubAccess, form: IssueForm, rating_list: RatingList | None) -> dict[str, Any]:
    context = workspace_context(access, "issue_lists", rows_shown=ROWS_SHOWN)
    if rating_list is not None and not form.errors:
        context["rating_list"] = rating_list
        context["planned"] = plan_list(rating_list, form.cleaned_data["as_of"])
    return context
