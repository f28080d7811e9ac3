"""The end of a club: what would go, the export first, the name typed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, of_club
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.club import TypedNameForm
from clubs.founding import delete_club
from clubs.fragments import redirect_after_post
from clubs.models import Membership, Player
from clubs.workspace import address_of, workspace_context, workspace_page
from ratings.models import RatingChange
from tournaments.models import Tournament


@workspace_page(Right.OWN)
def club_delete(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Offer the export, count what would go, and delete after the name was typed."""
    form = TypedNameForm(posted(request))
    if request.method == "POST" and form.is_valid():
        attempt(form, lambda: delete_club(access, typed_name=form.cleaned_data["name"]))
        if not form.errors:
            messages.success(request, _("%(club)s is deleted.") % {"club": access.club.name})
            return redirect_after_post(reverse("my_clubs"))
    counted = [
        (_("Players"), of_club(access, Player).count()),
        (_("Events"), of_club(access, Tournament).count()),
        (_("History rows"), of_club(access, RatingChange).count()),
        (_("Members"), of_club(access, Membership).count()),
    ]
    context = workspace_context(
        access, "club_settings", contents=counted,
        export_url=address_of("club_export", access.club.slug),
    )  # fmt: skip
    return render_form(request, "club/delete.html", form, context)
