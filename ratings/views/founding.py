"""A new club: its name is enough."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.form_posts import attempt, posted, render_form
from clubs.forms.club import NewClubForm
from clubs.fragments import redirect_after_post
from clubs.models import Club, User
from clubs.repeated_posts import do_once
from ratings.founding import found_club


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_create(request: HttpRequest) -> HttpResponse:
    """Create a club and go on to its first steps."""
    initial = {"language": get_language(), "time_zone": timezone.get_current_timezone_name()}
    form = NewClubForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        address = attempt(form, lambda: _found(cast(User, request.user), form))
        if address:
            return redirect_after_post(address)
    return render_form(request, "club/create.html", form, {"section": "for_clubs"})


def _found(founder: User, form: NewClubForm) -> str:
    fields = dict(form.cleaned_data)
    key = fields.pop("form_key")

    def found() -> tuple[Club, str]:
        club = found_club(founder, **fields)
        return club, reverse("first_steps", args=[club.slug])

    return do_once(founder.pk, key, found)[0]
