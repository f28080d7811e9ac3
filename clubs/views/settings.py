"""The club's particulars."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.club import SettingsForm
from clubs.founding import change_club
from clubs.fragments import redirect_after_post
from clubs.workspace import address_of, workspace_context, workspace_page


@workspace_page(Right.OWN)
def club_settings(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Show and change name, address, privacy, language, monthly lists."""
    form = SettingsForm(posted(request), club=access.club)
    if request.method == "POST" and form.is_valid():
        club = attempt(form, lambda: change_club(access, **form.cleaned_data))
        if club:
            messages.success(request, _("The settings are saved."))
            return redirect_after_post(reverse("club_settings", args=[club.slug]))
    context = workspace_context(
        access, "club_settings", export_url=address_of("club_export", access.club.slug)
    )
    return render_form(request, "club/settings.html", form, context)
