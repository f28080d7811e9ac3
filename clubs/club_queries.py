"""Finding clubs on the installation: the one search behind the first page and the API."""

from __future__ import annotations

from django.db.models import QuerySet

from clubs.models import Club
from clubs.names import search_form

MOST_WORDS = 6


def find_clubs(search: str = "") -> QuerySet[Club]:
    """Return the clubs that everybody may see, by name or town where something is searched.

    Every word must be a part of either; accents and case make no difference. A search reads the
    names of all public clubs, of which an installation has hundreds at most; one query more.
    """
    clubs = Club.objects.filter(is_public=True)
    if not search.strip():
        return clubs
    words = search_form(search).split()[:MOST_WORDS]
    named = clubs.order_by().values_list("pk", "name", "city") if words else ()
    found = [
        pk
        for pk, name, city in named
        if all(word in search_form(f"{name} {city}") for word in words)
    ]
    return clubs.filter(pk__in=found)
