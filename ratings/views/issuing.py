"""Issuing a list: what it will hold, then the button."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.access import ClubAccess, Right, club_for
from clubs.errors import InvalidInput
from clubs.form_fields import Form, Segments, add_problems
from clubs.fragments import club_context, redirect_after_post, render_page
from clubs.today import today_in
from ratings.models import TIME_CONTROL_LABELS
from ratings.publishing import issue_list, plan_list
from ratings.queries import lists_of

ROWS_SHOWN = 10


class IssueForm(Form):
    """Which list, of which day."""

    time_control = forms.ChoiceField(
        label=_("List"), choices=[*TIME_CONTROL_LABELS.items()], widget=Segments
    )
    as_of = forms.DateField(
        label=_("As it stands at the end of"),
        widget=forms.DateInput(attrs={"type": "date", "class": "input w8"}, format="%Y-%m-%d"),
    )
    note = forms.CharField(label=_("Note on the list"), max_length=200, required=False)


def issue_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what would be issued; a post issues it."""
    access = club_for(request.user, slug, Right.MANAGE)
    access.require_whole_club()
    if request.method == "POST":
        return _issue(request, access)
    initial = {"time_control": "standard", "as_of": today_in(access.club).isoformat()}
    given = {name: request.GET[name] for name in ("time_control", "as_of") if name in request.GET}
    form = IssueForm({**initial, **given})
    return _page(request, access, form, status=200 if form.is_valid() else 422)


def _issue(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    form = IssueForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    rating_list = lists_of(access.club)[form.cleaned_data["time_control"]]
    try:
        issued = issue_list(
            access, rating_list, form.cleaned_data["as_of"], note=form.cleaned_data["note"]
        )
    except InvalidInput as error:
        add_problems(form, error)
        return _page(request, access, form, status=422)
    address = [access.club.slug, rating_list.time_control, issued.number]
    return redirect_after_post(reverse("published_list", args=address))


def _page(
    request: HttpRequest, access: ClubAccess, form: IssueForm, *, status: int
) -> HttpResponse:
    context: dict[str, Any] = club_context(
        access, "manage", form=form, is_workspace=True, rows_shown=ROWS_SHOWN
    )
    if not form.errors:
        rating_list = lists_of(access.club)[form.cleaned_data["time_control"]]
        context["planned"] = plan_list(rating_list, form.cleaned_data["as_of"])
        context["rating_list"] = rating_list
    return render_page(request, "ratings/issue_lists.html", context, status=status)
