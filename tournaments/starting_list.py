"""The starting list: who has which number, and until when numbers may move."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.event_lock import lock_event, save_event
from tournaments.models import Entry, Round, Tournament

# C.04.2: players of one rating stand in the order of their titles, then by name.
TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
UNTITLED = len(TITLE_ORDER)


def list_is_fixed(tournament: Tournament) -> bool:
    """Whether numbers are final: from the moment round 1 is published."""
    return tournament.rounds.filter(state=Round.State.PUBLISHED).exists()


def by_rating(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries in the order of rating, title and name; players must be loaded."""

    def key(entry: Entry) -> tuple[int, int, str, int]:
        title = entry.player.title
        place = TITLE_ORDER.index(title) if title in TITLE_ORDER else UNTITLED
        return -(entry.rating or 0), place, entry.player.search_name, entry.player_id

    return sorted(entries, key=key)


def number_entries(tournament: Tournament) -> None:
    """Give numbers to the entries of a locked event after its field changed.

    While the list is not fixed and follows ratings, everybody is numbered anew; otherwise new
    entries take the next numbers. At most four queries.
    """
    entries = list(tournament.entries.select_related("player"))
    if tournament.numbering == Tournament.Numbering.RATING and not list_is_fixed(tournament):
        write_numbers(tournament, by_rating(entries))
        return
    new = by_rating(entry for entry in entries if entry.starting_rank is None)
    last = max((entry.starting_rank or 0 for entry in entries), default=0)
    for number, entry in enumerate(new, start=last + 1):
        entry.starting_rank = number
    Entry.objects.bulk_update(new, ["starting_rank"])


def write_numbers(tournament: Tournament, in_order: Sequence[Entry]) -> None:
    """Number the entries 1..n in the given order; three queries at most."""
    moved = []
    for number, entry in enumerate(in_order, start=1):
        if entry.starting_rank != number:
            entry.starting_rank = number
            moved.append(entry)
    if moved:
        # Numbers are unique, so they are all taken away before they are given out again.
        tournament.entries.filter(pk__in=[entry.pk for entry in moved]).update(starting_rank=None)
        Entry.objects.bulk_update(moved, ["starting_rank"])


@transaction.atomic
def number_starting_list(
    access: ClubAccess,
    tournament: Tournament,
    *,
    order: str | Sequence[int] = "rating",
    version: int | None = None,
) -> Tournament:
    """Number the list by ``rating``, by ``draw`` (lots), or in the order of the entry ids given.

    Refused once round 1 has been published: numbers are then in use.
    """
    tournament = lock_event(access, tournament.pk, Right.MANAGE, version=version)
    if list_is_fixed(tournament):
        raise Refused(
            "list_fixed",
            _("Round 1 has been published, so the numbers of the starting list stay."),
        )
    entries = list(tournament.entries.select_related("player"))
    if order == "rating":
        in_order = by_rating(entries)
        tournament.numbering = Tournament.Numbering.RATING
    elif order == "draw":
        in_order = entries
        random.SystemRandom().shuffle(in_order)
        tournament.numbering = Tournament.Numbering.DRAW
    else:
        by_id = {entry.pk: entry for entry in entries}
        if isinstance(order, str) or sorted(order) != sorted(by_id):
            message = _("Every entry must be in the order exactly once.")
            problem = Problem("order_incomplete", message, "order")
            raise InvalidInput("order_invalid", message, problems=[problem])
        in_order = [by_id[pk] for pk in order]
        tournament.numbering = Tournament.Numbering.HAND
    write_numbers(tournament, in_order)
    save_event(tournament, "numbering")
    record_act(
        access.club, access.actor, "list_numbered", subject=tournament.name,
        event_number=tournament.number, order=str(tournament.numbering),
        players=[entry.player_id for entry in in_order],
    )  # fmt: skip
    return tournament
