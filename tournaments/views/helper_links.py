"""Results links for helpers without account: made, shown once with its code, opened, revoked."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubs.access import ClubAccess, Right, fetch, nothing_here
from clubs.form_posts import attempt, form_status, posted
from clubs.fragments import redirect_after_post
from clubs.models import Club
from clubs.repeated_posts import make_anew
from tournaments.access import event_for
from tournaments.forms.helper_link import HelperLinkForm
from tournaments.helper_links import make_helper_link, open_helper_link, revoke_helper_link
from tournaments.models import HelperLink, Tournament
from tournaments.views.codes import code_of
from tournaments.views.desk import (
    HELPER_SECRETS,
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
)


@event_page(Right.MANAGE)
@never_cache
def helper_links(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Return the links of an event; a new one is shown once, with its code to scan."""
    form = HelperLinkForm(posted(request))
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        made = attempt(form, lambda: _make(access, tournament, form))
        if made:
            link, secret = made
            url = settings.BASE_URL + event_url(tournament, "open_helper_link", secret=secret)
            context |= {"new": link, "new_url": url, "code": code_of(url, _("Results link"))}
            context["form"] = HelperLinkForm()
    context["links"] = list(tournament.helper_links.all())
    return desk_page(
        request, "helper_links", desk_context(access, tournament, **context),
        status=form_status(form),
    )  # fmt: skip


def _make(
    access: ClubAccess, tournament: Tournament, form: HelperLinkForm
) -> tuple[HelperLink, str]:
    """Return a new link; sent twice, the secret seen last is the one that works."""
    data = form.cleaned_data
    fresh: list[tuple[HelperLink, str]] = []

    def make() -> tuple[Club, str]:
        fresh.append(make_helper_link(access, tournament, label=data["label"], hours=data["hours"]))
        return access.club, str(fresh[-1][0].pk)

    links = HelperLink.objects.filter(tournament=tournament)
    make_anew(
        access.actor.user_id or 0, data["form_key"], make,
        take_back=lambda number: revoke_helper_link(access, fetch(access, links, pk=number)),
    )  # fmt: skip
    return fresh[-1]


@event_page(Right.MANAGE)
@require_POST
def revoke_link(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, link_id: int
) -> HttpResponse:
    """End a link at once."""
    link = fetch(access, HelperLink.objects.filter(tournament=tournament), pk=link_id)
    revoke_helper_link(access, link)
    return go_to(request, event_url(tournament, "helper_links"))


@require_GET
@never_cache
def open_link(request: HttpRequest, slug: str, number: int, secret: str) -> HttpResponse:
    """Let a helper in: the browser remembers the link, and the round being played opens."""
    access = open_helper_link(secret)
    if access.club.slug != slug or access.event_number != number:
        raise nothing_here()
    known = dict(request.session.get(HELPER_SECRETS, {}))
    known[f"{slug}/{number}"] = secret
    request.session[HELPER_SECRETS] = known
    tournament = event_for(access, number)
    tournament.club = access.club
    return redirect_after_post(event_url(tournament, "manage_rounds"))
