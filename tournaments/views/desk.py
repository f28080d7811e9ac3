"""The organiser's desk: who may open a page of an event, and what all its pages show.

People come in with their account, helpers without one through a results link that their browser
remembers. Both get an access from the club's door; the pages do not know the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.access import ClubAccess, Right, club_for
from clubs.errors import NotFound, Refused
from clubs.fragments import club_context, redirect_after_post, render_page, wants_fragment
from clubs.models import Role
from clubs.parts import Square
from clubs.whole_numbers import version_number, whole_number
from tournaments.access import event_for
from tournaments.event_queries import EventView
from tournaments.helper_links import open_helper_link
from tournaments.models import Round, Tournament

P = ParamSpec("P")
View = Callable[..., HttpResponse]
HELPER_SECRETS = "helper_links"
MOST_TICKS = 500


def event_page(
    right: Right, find: Callable[[ClubAccess, int], Tournament] = event_for
) -> Callable[[View], View]:
    """Return a decorator for pages of an event: the view gets ``(request, access, event, ...)``.

    A refusal that the view leaves alone carries the link to the event's desk. ``find`` is a lighter
    one for acts that must answer at once and show little.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, ClubAccess, Tournament, P], HttpResponse],
    ) -> View:
        @wraps(view)
        def opened(
            request: HttpRequest, slug: str, number: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            access = access_of(request, slug, number)
            if access is None:
                return to_sign_in(request)
            tournament = find(access, number)
            access.require(right)
            tournament.club = access.club
            try:
                with timezone.override(ZoneInfo(access.club.time_zone)):
                    return view(request, access, tournament, *args, **kwargs)
            except Refused as refusal:
                refusal.facts.setdefault("link", desk_url(tournament))
                raise

        return never_cache(opened)

    return decorate


def access_of(request: HttpRequest, slug: str, number: int) -> ClubAccess | None:
    """Return the access of a person or of a results link; None asks him to sign in.

    Who has neither learns nothing: he is asked to sign in whatever the address.
    """
    if request.user.is_authenticated:
        access = club_for(request.user, slug)
        if access.may(Right.RESULTS):
            return access
    linked = access_by_link(request, slug, number)
    if linked is not None:
        return linked
    return access if request.user.is_authenticated else None


def access_by_link(request: HttpRequest, slug: str, number: int) -> ClubAccess | None:
    """Return the access of a results link that was opened in this browser and still works."""
    secret = request.session.get(HELPER_SECRETS, {}).get(f"{slug}/{number}")
    if not secret:
        return None
    try:
        access = open_helper_link(secret)
    except NotFound:
        return None
    is_this = access.club.slug == slug and access.event_number == number
    return access if is_this else None


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Return the way to sign in and back; after a form to the page it stood on."""
    target = request.get_full_path() if request.method == "GET" else request.path
    return redirect(f"{reverse('account_login')}?{urlencode({'next': target})}")


def event_url(tournament: Tournament, name: str, **kwargs: Any) -> str:
    """Return the address of a page of an event's desk."""
    return reverse(
        name, kwargs={"slug": tournament.club.slug, "number": tournament.number, **kwargs}
    )


def desk_url(tournament: Tournament) -> str:
    """Return the address of the event's desk, from where everything is found."""
    return event_url(tournament, "manage_tournament")


def desk_context(
    access: ClubAccess, tournament: Tournament, tab: str = "", **more: Any
) -> dict[str, Any]:
    """Return what every page of the desk shows; ``tab`` is entries, rounds, standings or close."""
    return club_context(
        access,
        "events",
        is_workspace=True,
        tournament=tournament,
        tab=tab,
        who=_who(access),
        may_manage=access.may(Right.MANAGE),
        may_pair=access.may(Right.PAIRING),
        may_close=access.may(Right.CLOSE),
        **more,
    )


def _who(access: ClubAccess) -> str:
    if not access.role:
        return access.actor.label
    role = Role(access.role).label.lower()
    return _("%(name)s, %(role)s") % {"name": access.actor.label, "role": role}


def desk_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return a page of the desk by the short name of its template."""
    return render_page(
        request,
        f"tournament_manage/{template}.html",
        context,
        fragment=f"tournament_manage/parts/{fragment}.html" if fragment else "",
        status=status,
    )


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Return the way to another page after a form, for browsers and for htmx alike."""
    if wants_fragment(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect_after_post(url)


def round_squares(view: EventView, current: int | None = None) -> list[Square]:
    """Return the row of rounds: finished, being played, drafted and still to come."""
    tournament = view.tournament
    squares = []
    for each in view.rounds:
        number = each.round.number
        if each.round.state == Round.State.DRAFT:
            state, words = "now", _("draft")
        elif each.open_boards:
            state, words = "now", _("being played")
        else:
            state, words = "in", _("finished")
        url = event_url(tournament, "manage_round", round_number=number)
        squares.append(Square(number, state, words, url, is_current=number == current))  # type: ignore[arg-type]
    ahead = range(len(view.rounds) + 1, tournament.rounds_planned + 1)
    return squares + [Square(number, "later", _("not paired yet")) for number in ahead]


def posted_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of a form, None where it is missing or damaged."""
    return whole_number(request.POST.get(name))


def posted_version(request: HttpRequest, name: str = "version") -> int | None:
    """Return the version a form shows, None where it guards nothing; see ``version_number``."""
    return version_number(request.POST.get(name))


def posted_numbers(request: HttpRequest, name: str) -> list[int]:
    """Return the numbers of boxes that were ticked; what is no number does not count."""
    found = (whole_number(text) for text in request.POST.getlist(name)[:MOST_TICKS])
    return [number for number in found if number is not None]
