"""Finding players in a club: the one search behind pages, pickers and the API."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from clubs.access import ClubAccess, Right, visible_players
from clubs.models import NameForm, Player
from clubs.names import search_form
from clubs.whole_numbers import whole_number


def find_players(
    access: ClubAccess, search: str = "", *, archived: bool | None = False
) -> QuerySet[Player]:
    """Return the players this person may see, narrowed by a search.

    Every word must begin some word of the name; digits alone are a FIDE ID. The public searches
    only names that are shown whole, so that a search tells nothing that a page does not.
    ``archived`` None means both. Only organisers see archived players at all.
    """
    players = visible_players(access)
    if not access.may(Right.MANAGE):
        archived = False
    if archived is not None:
        players = players.filter(archived_at__isnull=not archived)
    if not search.strip():
        return players
    if access.is_public:
        players = players.filter(name_form=NameForm.FULL, pseudonymised_at__isnull=True)
    if (fide_id := whole_number(search.strip())) is not None:
        return players.filter(fide_id=fide_id)
    for word in search_form(search).split()[:6]:
        begins = Q(search_name__startswith=word) | Q(search_name__contains=f" {word}")
        players = players.filter(begins)
    return players
