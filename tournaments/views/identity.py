"""Who a player is: merging rows, taking a merge back, a person's data, a person without a name."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import ClubAccess, Right, fetch, visible_players
from clubs.form_fields import Form
from clubs.form_posts import attempt, posted, render_form
from clubs.fragments import redirect_after_post, render_page
from clubs.models import Player, PlayerMerge
from clubs.player_queries import find_players
from clubs.workspace import workspace_context, workspace_page
from ratings.forms.ledger import ReasonForm
from ratings.pseudonymising import pseudonymise
from ratings.views.confirming import ask_and_act
from ratings.views.players import player_of
from tournaments.merging import merge_players, preview_merge, preview_undo, undo_merge
from tournaments.personal_data import personal_data

MOST_FOUND = 20


@workspace_page(Right.MANAGE, "GET", "HEAD")
def player_merge(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Find the other row of the same person; namesakes are offered first."""
    player = player_of(access, number)
    search = request.GET.get("q", "")[:100]
    words = search or player.name
    found = find_players(access, words, archived=None).exclude(pk=player.pk)
    context = workspace_context(
        access, "player_list", player=player, search=search,
        found=found.order_by("search_name", "pk")[:MOST_FOUND],
    )  # fmt: skip
    return render_page(request, "players/merge.html", context)


@workspace_page(Right.MANAGE)
def player_merge_with(
    request: HttpRequest, access: ClubAccess, number: int, other: int
) -> HttpResponse:
    """Merge another row into this one after showing what moves."""
    kept = player_of(access, number)
    gone = fetch(access, visible_players(access).exclude(pk=number), pk=other)
    form = ReasonForm(posted(request))
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: preview_merge(access, kept, gone),
        act=lambda digest: merge_players(
            access, kept, gone, preview_digest=digest, reason=form.cleaned_data["reason"]
        ),
    )  # fmt: skip
    if done is not None:
        messages.success(request, _("The two rows are one. You can take it back on this page."))
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, kept.pk]))
    context = workspace_context(
        access, "player_list", player=kept, gone=gone, effect=effect,
        entries=gone.entries.count(),
    )  # fmt: skip
    return render_form(request, "players/merge_with.html", form, context)


@workspace_page(Right.MANAGE)
def merge_undo(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Take a merge back after showing what moves."""
    merge = fetch(access, PlayerMerge.objects.select_related("kept", "gone", "club"), pk=number)
    form = ReasonForm(posted(request))
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: preview_undo(access, merge),
        act=lambda digest: undo_merge(access, merge, preview_digest=digest),
    )  # fmt: skip
    if done is not None:
        messages.success(request, _("The two rows are two again."))
        return redirect_after_post(reverse("player_manage", args=[access.club.slug, merge.gone_id]))
    context = workspace_context(access, "player_list", merge=merge, effect=effect)
    return render_form(request, "players/merge_undo.html", form, context)


@workspace_page(Right.MANAGE)
def player_pseudonymise(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Take a person's name away for good, after asking; says that no rating moved."""
    player = player_of(access, number)
    form = Form(posted(request))
    if request.method == "POST" and form.is_valid():
        proof = attempt(form, lambda: pseudonymise(access, player))
        if proof is not None:
            text = ngettext(
                "The name is gone. %(count)s history row is exactly as it was (check %(digest)s).",
                "The name is gone. All %(count)s history rows are exactly as they were"
                " (check %(digest)s).",
                proof.rows,
            )
            messages.success(request, text % {"count": proof.rows, "digest": proof.digest[:8]})
            return redirect_after_post(reverse("player_manage", args=[access.club.slug, number]))
    context = workspace_context(access, "player_list", player=player, **_counts(player))
    return render_form(request, "players/pseudonymise.html", form, context)


def _counts(player: Player) -> dict[str, int]:
    return {"rows": player.rating_changes.count(), "events": player.entries.count()}


@workspace_page(Right.MANAGE, "POST")
def player_export(_request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Answer with everything the club holds on a person, as a file."""
    player = fetch(access, visible_players(access), pk=number)
    answer = JsonResponse(personal_data(access, player), json_dumps_params={"indent": 1,
                          "ensure_ascii": False})  # fmt: skip
    name = f"{access.club.slug}-{slugify(player.latin_name or player.name) or player.pk}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
