"""One player's entry: leaving, coming back, byes, his family, and the wrong namesake."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from clubs.access import ClubAccess, Right, fetch, visible_players
from clubs.errors import InvalidInput, Outdated, Refused
from clubs.form_posts import posted_text
from clubs.models import Player
from clubs.names import search_form
from clubs.whole_numbers import whole_number
from tournaments.access import entry_by_id
from tournaments.byes import cancel_bye, request_bye
from tournaments.closing_words import change_tables
from tournaments.entries import remove_entry, set_family_group
from tournaments.event_queries import ROUND_ROBINS, load_event_record
from tournaments.models import Bye, Entry, Tournament
from tournaments.pairing.round_robin import Withdrawal, withdrawal_effect
from tournaments.replacing import preview_replacing, replace_player
from tournaments.results import ByeKind
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_number,
    posted_numbers,
    posted_version,
)
from tournaments.views.entries import entries_page
from tournaments.withdrawals import return_entry, withdraw_entry

MOST_CANDIDATES = 20
ASKED_BYES = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT)


@event_page(Right.MANAGE)
def manage_entry(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, entry_id: int
) -> HttpResponse:
    """Return a player's entry and do what was pressed there."""
    entry = entry_by_id(access, tournament, entry_id)
    if request.method != "POST":
        return entry_page(request, access, entry)
    try:
        is_gone = act_on_entry(request, access, entry)
    except (InvalidInput, Refused) as error:
        status = 422 if isinstance(error, InvalidInput) else 409
        entry = entry_by_id(access, tournament, entry_id)
        return entry_page(request, access, entry, status=status, error=error)
    name = "manage_entries" if is_gone else "manage_entry"
    more = {} if is_gone else {"entry_id": entry_id}
    return go_to(request, event_url(tournament, name, **more))


def act_on_entry(request: HttpRequest, access: ClubAccess, entry: Entry) -> bool:
    """Do what was pressed; return whether the entry is gone."""
    act = request.POST.get("act", "")
    number = posted_number(request, "round_number") or 0
    version = posted_version(request)
    if act == "withdraw":
        paired = request.POST.get("paired", "")
        withdraw_entry(access, entry, from_round=number, paired=paired, version=version)
    elif act == "return":
        return_entry(access, entry, from_round=number, version=version)
    elif act == "bye":
        kind = request.POST.get("kind", "")
        request_bye(
            access, entry, round_number=number,
            kind=ByeKind(kind) if kind in list(ByeKind) else ByeKind.HALF_POINT,
            override_reason=posted_text(request, "reason"), version=version,
        )  # fmt: skip
    elif act == "cancel_bye":
        bye = fetch(access, Bye.objects.filter(entry=entry), pk=posted_number(request, "bye") or 0)
        cancel_bye(access, bye, version=version)
    elif act == "family":
        set_family_group(access, entry.tournament, [entry], posted_text(request, "word"))
    elif act == "remove":
        remove_entry(access, entry, version=version)
        return True
    return False


def entry_page(
    request: HttpRequest, access: ClubAccess, entry: Entry, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Return the page of an entry; what was typed comes back with what is wrong."""
    tournament = entry.tournament
    gone = tournament.rounds.count()
    family = entry.player.family_group
    relatives = tournament.entries.filter(player__family_group=family).exclude(pk=entry.pk)
    context = desk_context(
        access, tournament, "entries",
        entry=entry, player=entry.player, byes=list(entry.byes.order_by("round_number")),
        bye_kinds=ASKED_BYES, next_round=gone + 1, typed=request.POST,
        rounds_ahead=range(gone + 1, tournament.rounds_planned + 1),
        rounds_to_leave=range(max(gone, 1), tournament.rounds_planned + 1),
        relatives=list(relatives.select_related("player")) if family else [],
        is_round_robin=tournament.format in ROUND_ROBINS,
        half_rule=_half_rule(entry),
        was_paired=entry.white_pairings.exists() or entry.black_pairings.exists(), **more,
    )  # fmt: skip
    return desk_page(request, "entry", context, status=status)


def _half_rule(entry: Entry) -> Withdrawal | None:
    """Return what the 50 % rule of round robins says of a player, whether he has left or not."""
    if entry.tournament.format not in ROUND_ROBINS or entry.starting_rank is None:
        return None
    return withdrawal_effect(load_event_record(entry.tournament), entry.starting_rank)


@event_page(Right.MANAGE)
def replace_entry(
    request: HttpRequest, access: ClubAccess, tournament: Tournament, entry_id: int
) -> HttpResponse:
    """Offer namesakes first; after closing, show the wave before the right player is entered."""
    entry = entry_by_id(access, tournament, entry_id)
    chosen = _chosen_player(request, access)
    if chosen is None:
        return _replacing_page(request, access, entry)
    if request.method == "POST":
        return _replace(request, access, entry, chosen)
    return _replacing_page(request, access, entry, chosen)


def _chosen_player(request: HttpRequest, access: ClubAccess) -> Player | None:
    number = whole_number(request.POST.get("player") or request.GET.get("player"))
    return None if number is None else fetch(access, visible_players(access), pk=number)


def _replace(
    request: HttpRequest, access: ClubAccess, entry: Entry, player: Player
) -> HttpResponse:
    try:
        replace_player(
            access, entry, player, digest=request.POST.get("digest", ""),
            reason=posted_text(request, "reason"),
        )  # fmt: skip
    except InvalidInput as wrong:
        return _replacing_page(request, access, entry, player, status=422, error=wrong)
    except Outdated as outdated:
        return _replacing_page(request, access, entry, player, status=409, error=outdated)
    name = "close_tournament" if entry.tournament.is_closed else "manage_entries"
    return go_to(request, event_url(entry.tournament, name))


def _replacing_page(
    request: HttpRequest,
    access: ClubAccess,
    entry: Entry,
    chosen: Player | None = None,
    *,
    status: int = 200,
    error: Any = None,
) -> HttpResponse:
    tournament = entry.tournament
    search = request.GET.get("q", "").strip()[:100] or entry.player.name
    entered = tournament.entries.values_list("player_id", flat=True)
    candidates = visible_players(access).exclude(pk__in=entered)
    for word in search_form(search).split():
        candidates = candidates.filter(search_name__contains=word)
    wave = _wave(access, entry, chosen)
    # Where nothing can be shown of the change, the reason for that is worth more than a missing
    # reason or digest.
    error = wave.pop("error", error)
    context = desk_context(
        access, tournament, "entries", entry=entry, chosen=chosen, error=error,
        candidates=list(candidates.order_by("search_name", "pk")[:MOST_CANDIDATES]),
        search=search, typed_reason=posted_text(request, "reason"),
        **wave,
    )  # fmt: skip
    return desk_page(request, "replace", context, status=status)


def _wave(access: ClubAccess, entry: Entry, chosen: Player | None) -> dict[str, Any]:
    if chosen is None or not entry.tournament.is_closed:
        return {}
    try:
        preview = preview_replacing(access, entry, chosen)
    except InvalidInput as wrong:
        return {"error": wrong}
    if preview is None:
        return {}
    people = {
        each.player_id: each.player for each in entry.tournament.entries.select_related("player")
    }
    people[chosen.pk] = chosen
    return {"preview": preview, "tables": change_tables(preview, people)}


@event_page(Right.MANAGE)
@require_POST
def set_family(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Make the ticked entries one family, which is not paired with each other."""
    entries = list(tournament.entries.filter(pk__in=posted_numbers(request, "entry")))
    word = posted_text(request, "word")
    try:
        set_family_group(access, tournament, entries, word)
    except InvalidInput as wrong:
        return entries_page(
            request, access, tournament, status=422, wrong_word=wrong, typed_word=word,
            typed_entries={entry.pk for entry in entries},
        )  # fmt: skip
    return go_to(request, event_url(tournament, "manage_entries"))
