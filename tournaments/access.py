"""Events and what is in them, fetched for somebody in a club.

Everything goes through ``clubs.access``; this module adds what is particular to events: drafts and
hidden events are for those who work on them, and a token or link of one event opens that one only.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from clubs.access import ClubAccess, Right, fetch, nothing_here, of_club
from clubs.whole_numbers import whole_number
from tournaments.models import Bye, Entry, Pairing, Round, Tournament


def works_on_events(access: ClubAccess) -> bool:
    """Whether this person prepares events, and so may see drafts."""
    return access.may(Right.MANAGE) or access.may(Right.PAIRING)


def visible_events(access: ClubAccess) -> QuerySet[Tournament]:
    """Return the events this person may know of, newest first.

    A token or link that is limited to one event finds that one, in any state.
    """
    events = _events(access)
    if access.event_number is not None:
        return events
    if not works_on_events(access):
        events = events.exclude(state=Tournament.State.DRAFT)
    if access.is_public:
        events = events.filter(is_public=True)
    return events


def events_to_check_in(access: ClubAccess) -> QuerySet[Tournament]:
    """Return the events in which this person may tick who is here, newest first.

    Those who enter results see events in preparation for this and for nothing else: people arrive
    before the first round is published.
    """
    return _events(access) if access.may(Right.RESULTS) else visible_events(access)


def _events(access: ClubAccess) -> QuerySet[Tournament]:
    events = of_club(access, Tournament).order_by("-start_date", "-number")
    if access.event_number is not None:
        events = events.filter(number=access.event_number)
    return events


def only_checks_in(access: ClubAccess, tournament: Tournament) -> bool:
    """Whether arrival is all of this event that the person may see."""
    return (
        tournament.state == Tournament.State.DRAFT
        and access.event_number is None
        and access.may(Right.RESULTS)
        and not works_on_events(access)
    )


def event_for(access: ClubAccess, number: int) -> Tournament:
    """Return an event by the club's running number, or raise NotFound; one query."""
    return fetch(access, visible_events(access), number=number)


def event_to_check_in(access: ClubAccess, number: int) -> Tournament:
    """Return an event whose players may be ticked as here, or raise NotFound; one query."""
    return fetch(access, events_to_check_in(access), number=number)


def event_by_key(access: ClubAccess, key: str) -> Tournament:
    """Return an event by number or by the word in its address, or raise NotFound."""
    number = whole_number(key)
    matches = Q(slug=key) if number is None else Q(slug=key) | Q(number=number)
    return fetch(access, visible_events(access).filter(matches))


def round_for(access: ClubAccess, tournament: Tournament, number: int) -> Round:
    """Return a round of an event, or raise NotFound; drafts are for those who pair."""
    rounds = tournament.rounds.select_related("tournament")
    if not works_on_events(access):
        rounds = rounds.filter(state=Round.State.PUBLISHED)
    return fetch(access, rounds, number=number)


def event_named(access: ClubAccess, number: int) -> Tournament:
    """Return an event that was not read, only named, for acts that read it under the lock."""
    return Tournament(club=access.club, number=number)


def board_named(tournament: Tournament, round_number: int, board_number: int) -> Pairing:
    """Return a board that was not read, only named, for acts that read it under the lock."""
    round_ = Round(tournament=tournament, number=round_number)
    return Pairing(tournament=tournament, round=round_, board_number=board_number)


def pairing_for(
    access: ClubAccess, tournament: Tournament, round_number: int, board_number: int
) -> Pairing:
    """Return a board with its round, entries and players, or raise NotFound; one query."""
    boards = tournament.pairings.select_related("round", "white__player", "black__player")
    if not works_on_events(access):
        boards = boards.filter(round__state=Round.State.PUBLISHED)
    return fetch(access, boards, round__number=round_number, board_number=board_number)


def entry_for(access: ClubAccess, tournament: Tournament, starting_rank: int) -> Entry:
    """Return the entry with a number of the starting list, or raise NotFound."""
    entries = tournament.entries.select_related("player")
    found = fetch(access, entries, starting_rank=starting_rank)
    if access.is_public and found.player.is_hidden:
        raise nothing_here()
    return found


def entry_by_id(access: ClubAccess, tournament: Tournament, entry_id: int) -> Entry:
    """Return an entry of an event by its id, or raise NotFound."""
    return fetch(access, tournament.entries.select_related("player"), id=entry_id)


def visible_byes(access: ClubAccess, tournament: Tournament) -> QuerySet[Bye]:
    """Return the byes of an event this person may know of.

    The bye of a draft says who is left over in it, and who will be away is for those who pair: to
    others byes are known once their round is published.
    """
    byes = Bye.objects.filter(tournament=tournament)
    if not works_on_events(access):
        published = tournament.rounds.filter(state=Round.State.PUBLISHED)
        byes = byes.filter(round_number__in=published.values("number"))
    return byes
