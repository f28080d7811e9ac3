"""Looking players up in the local copy of a FIDE list."""

from __future__ import annotations

from django.db.models import Q

from clubs.models import FidePlayer
from clubs.names import search_form

MOST_FOUND = 20
SHORTEST_SEARCH = 2


def find_fide_players(search: str) -> list[FidePlayer]:
    """Return up to 20 players whose name begins so, or the one with the FIDE ID; one query.

    The first word begins the name as the list writes it, family name first; further words narrow.
    The index on the name serves the first, so a list of a million lines answers at once.
    """
    text = search.strip()
    if text.isdecimal():
        return list(FidePlayer.objects.filter(pk=int(text[:12])))
    words = search_form(text).split()[:5]
    if len(words) > 1 and len(words[0]) < SHORTEST_SEARCH:
        # "O'Neil" is two words, of which the first says nothing.
        words[:2] = [" ".join(words[:2])]
    if not words or len(words[0]) < SHORTEST_SEARCH:
        return []
    found = FidePlayer.objects.filter(_range_of(words[0]), search_name__startswith=words[0])
    for word in words[1:]:
        found = found.filter(search_name__contains=f" {word}")
    return list(found.order_by("search_name", "fide_id")[:MOST_FOUND])


def _range_of(prefix: str) -> Q:
    """Return the stretch of the index in which names with the prefix stand.

    A comparison uses the index where LIKE would not (SQLite with an escape, PostgreSQL in a
    language's own order). Only plain letters have a next letter in every such order; the caller
    compares the prefix itself too.
    """
    stretch = Q(search_name__gte=prefix)
    for length in range(len(prefix), 0, -1):
        last = prefix[length - 1]
        if "a" <= last < "z" or "0" <= last < "9":
            return stretch & Q(search_name__lt=prefix[: length - 1] + chr(ord(last) + 1))
        if last not in "z9":
            break
    return stretch
