"""Players as the organiser works with them: list, particulars, privacy, archive."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import ClubAccess, Right, fetch, visible_players
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.players import PlayerForm, PrivacyForm
from clubs.fragments import redirect_after_post, render_page
from clubs.models import Player, PlayerMerge
from clubs.players import archive_player, change_player
from clubs.public_fields import public_name
from clubs.workspace import READING, address_of, workspace_context, workspace_page
from ratings.models import TIME_CONTROL_LABELS, RatingAdjustment
from ratings.player_lists import STATUSES, list_players, with_ratings

LONGEST_SEARCH = 100
STATUS_LABELS = {
    "active": gettext_lazy("All"),
    "unrated": gettext_lazy("Without a rating"),
    "juniors": gettext_lazy("Juniors"),
    "hidden": gettext_lazy("Hidden"),
    "archived": gettext_lazy("Archived"),
}


def player_of(access: ClubAccess, number: int) -> Player:
    """Return a player of the club by number, or raise NotFound."""
    return fetch(access, visible_players(access), pk=number)


@workspace_page(Right.MANAGE, *READING)
def player_list(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """List players: search, filters, order, pages by key."""
    query = request.GET
    search, sort = query.get("q", "")[:LONGEST_SEARCH], query.get("sort", "name")
    status = query.get("status", "") if query.get("status") in STATUSES else "active"
    page = list_players(
        access, today=timezone.localdate(), search=search, status=status, sort=sort,
        after=query.get("after", ""), before=query.get("before", ""),
    )  # fmt: skip
    context = workspace_context(
        access, "player_list", page=page, search=search, sort=sort, status=status,
        statuses=STATUS_LABELS.items(), lists=TIME_CONTROL_LABELS.items(),
    )  # fmt: skip
    return render_page(request, "players/list.html", context, fragment="players/parts/list.html")


@workspace_page(Right.MANAGE)
def player_manage(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Show a player with ratings and all that can be done; change the particulars."""
    player = player_of(access, number)
    form = PlayerForm(posted(request), player=player)
    sent = request.method == "POST" and form.is_valid()
    if sent and (
        changed := attempt(form, lambda: change_player(access, player, **form.cleaned_data))
    ):
        messages.success(request, _("%(name)s is saved.") % {"name": changed.name})
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
    return render_form(request, "players/manage.html", form, _player_context(access, player))


def _player_context(access: ClubAccess, player: Player) -> dict[str, object]:
    (line,) = with_ratings(access, [player])
    given = RatingAdjustment.objects.filter(player=player, withdrawn_at__isnull=True)
    merges = PlayerMerge.objects.filter(kept=player, undone_at__isnull=True).select_related("gone")
    return workspace_context(
        access, "player_list", player=player,
        ratings=list(zip(TIME_CONTROL_LABELS.values(), line.ratings, strict=True)),
        given=given.select_related("rating_list").order_by("-day", "-key")[:50],
        merges=merges.order_by("-pk"), public_url=address_of(
            "player_page", access.club.slug, player.pk
        ),
    )  # fmt: skip


@workspace_page(Right.MANAGE)
def player_privacy(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Choose what of a player the public sees."""
    player = player_of(access, number)
    form = PrivacyForm(posted(request), player=player)
    sent = request.method == "POST" and form.is_valid()
    if sent and (
        changed := attempt(form, lambda: change_player(access, player, **form.cleaned_data))
    ):
        text = _("The public now reads: %(name)s") % {"name": public_name(changed)}
        messages.success(request, text)
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
    context = workspace_context(
        access, "player_list", player=player, public_name=public_name(player)
    )
    return render_form(request, "players/privacy.html", form, context)


@workspace_page(Right.MANAGE, "POST")
def player_archive(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Archive a player, or bring one back; either is undone by the other."""
    player = player_of(access, number)
    archived = request.POST.get("archived") == "yes"
    if (player.archived_at is not None) != archived:
        archive_player(access, player, archived=archived)
    said = _("%(name)s is archived. History stays.") if archived else _("%(name)s is back.")
    messages.success(request, said % {"name": player.name})
    return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
