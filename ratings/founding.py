"""A club begins with its three rating lists and its first policy."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from clubs.founding import create_club
from clubs.models import Club, User
from ratings.policies import open_lists


@transaction.atomic
def found_club(founder: User | None, name: str, slug: str = "", **fields: Any) -> Club:
    """Return a new club with its lists, rated by the preset "Club" from the first day of the rules.

    Raises InvalidInput with every wrong field.
    """
    club = create_club(founder, name, slug, **fields)
    open_lists(club)
    return club
