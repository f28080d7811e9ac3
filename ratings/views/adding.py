"""Adding players: typed one a line, or picked from the FIDE list."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import ClubAccess, Right, nothing_here, of_club
from clubs.fide_search import SHORTEST_SEARCH, find_fide_players
from clubs.form_posts import attempt, form_status, posted, posted_text, render_form
from clubs.fragments import redirect_after_post, render_page, wants_fragment
from clubs.models import Club, FideListImport, FidePlayer, Player
from clubs.player_lines import suggest_players, suggested_line
from clubs.repeated_posts import do_once
from clubs.workspace import READING, workspace_context, workspace_page
from ratings.adding import (
    TypedPlayer,
    add_fide_player,
    add_typed_players,
    read_typed_players,
)
from ratings.forms.players import FideAddForm, TypedPlayersForm

LONGEST_LINE = 200


@workspace_page(Right.MANAGE)
def player_add(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Add players one a line; a name the club has already is asked about."""
    form = TypedPlayersForm(posted(request), day=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        address = attempt(form, lambda: add_typed(request, access, form))
        if address:
            return redirect_after_post(address)
    context = workspace_context(
        access, "player_list", typed=open_lines(request, access, form),
        has_fide_list=FidePlayer.objects.exists(),
    )  # fmt: skip
    return render_form(request, "players/add.html", form, context)


def add_typed(
    request: HttpRequest, access: ClubAccess, form: TypedPlayersForm, go_on: str = ""
) -> str:
    """Add the typed players, say so, and return where to go on."""
    data = form.cleaned_data

    def add() -> tuple[Club, str]:
        added = add_typed_players(
            access, data["lines"], time_control=data["time_control"], day=data["day"],
            decisions=_decisions(request),
        )  # fmt: skip
        text = ngettext("%(count)s player is added.", "%(count)s players are added.", len(added))
        messages.success(request, text % {"count": len(added)})
        return access.club, go_on or _address_after(access, added)

    return do_once(access.actor.user_id or 0, data["form_key"], add)[0]


def _address_after(access: ClubAccess, added: list[Player]) -> str:
    if len(added) == 1:
        return reverse("player_manage", args=[access.club.slug, added[0].pk])
    return reverse("player_list", args=[access.club.slug]) + "?sort=newest"


def _decisions(request: HttpRequest) -> dict[int, str]:
    return {
        int(name[5:]): str(value)
        for name, value in request.POST.items()
        if name.startswith("line-") and name[5:].isdecimal() and len(name) < 12
    }


def open_lines(
    request: HttpRequest, access: ClubAccess, form: TypedPlayersForm
) -> list[TypedPlayer]:
    """Return the lines of a refused post that are wrong or ask who is meant."""
    if form_status(form) == 200 or not {"time_control", "day"} <= set(form.cleaned_data):
        return []
    data = form.cleaned_data
    # A refused text is no longer among the clean data.
    typed = read_typed_players(
        access, posted_text(request, "lines"), time_control=data["time_control"],
        day=data["day"], decisions=_decisions(request),
    )  # fmt: skip
    return [line for line in typed if line.problem or line.namesakes]


@workspace_page(Right.MANAGE, *READING)
def fide_lookup(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Look a player up in the installation's copy of the FIDE list."""
    search = request.GET.get("q", "")[:100]
    found = find_fide_players(search)
    numbers = [row.fide_id for row in found]
    known = dict(of_club(access, Player).filter(
        fide_id__in=numbers, merged_into__isnull=True
    ).values_list("fide_id", "pk"))  # fmt: skip
    context = workspace_context(
        access, "player_list", search=search,
        found=[(row, known.get(row.fide_id)) for row in found],
        last_import=FideListImport.objects.filter(finished_at__isnull=False).first(),
    )  # fmt: skip
    return render_page(request, "players/fide.html", context, fragment="players/parts/fide.html")


@workspace_page(Right.MANAGE, *READING)
def fide_suggestions(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Suggest whom of the FIDE list a line means while it is typed; constant queries.

    Only a script asks; anybody else is led to the look-up.
    """
    line = request.GET.get("q", "")[:LONGEST_LINE]
    if not wants_fragment(request):
        address = reverse("fide_lookup", args=[access.club.slug])
        return redirect_after_post(f"{address}?{urlencode({'q': line})}")
    found = suggest_players(line)
    known = set(of_club(access, Player).filter(
        fide_id__in=[row.fide_id for row in found], merged_into__isnull=True
    ).values_list("fide_id", flat=True))  # fmt: skip
    context = {
        "suggestions": [(row, suggested_line(row), row.fide_id in known) for row in found],
        "is_short": len(line.strip()) < SHORTEST_SEARCH,
    }
    return render_page(request, "players/parts/suggestions.html", context)


@workspace_page(Right.MANAGE)
def fide_add(request: HttpRequest, access: ClubAccess, fide_id: int) -> HttpResponse:
    """Add a player of the FIDE list, the form filled in with what the list knows."""
    found = FidePlayer.objects.filter(pk=fide_id).first()
    if found is None:
        raise nothing_here()
    form = FideAddForm(posted(request), found=found)
    if request.method == "POST" and form.is_valid():
        address = attempt(form, lambda: _add_from_list(request, access, form, found))
        if address:
            return redirect_after_post(address)
    context = workspace_context(access, "player_list", found=found)
    return render_form(request, "players/fide_add.html", form, context)


def _add_from_list(
    request: HttpRequest, access: ClubAccess, form: FideAddForm, found: FidePlayer
) -> str:
    data = dict(form.cleaned_data)
    key = data.pop("form_key")

    def add() -> tuple[Club, str]:
        player = add_fide_player(access, found, **data)
        messages.success(request, _("%(name)s is added.") % {"name": player.name})
        return access.club, _address_after(access, [player])

    return do_once(access.actor.user_id or 0, key, add)[0]
