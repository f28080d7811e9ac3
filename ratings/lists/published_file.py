"""An issued list as the content of a file."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from clubs.access import ClubAccess
from clubs.public_fields import public_player
from ratings.lists.files import FileLine, ListFile
from ratings.lists.published import ShownList, load_published
from ratings.models import PublishedList


def published_file(access: ClubAccess, issued: PublishedList) -> ListFile:
    """Return an issued list with what this visitor may know of its players."""
    shown = load_published(access, issued, everything=True)
    slug, time_control = access.club.slug, issued.rating_list.time_control
    lines = [
        FileLine(
            place=line.row.rank,
            seen=public_player(line.row.player, access),
            rating=line.row.rating,
            games=line.row.games,
            k=line.row.k_factor,
            change=line.change,
        )
        for line in shown.lines
    ]
    name = f"{slug}-{time_control}-{issued.number}"
    return ListFile(name, time_control, _head(shown, slug), lines)


def _head(shown: ShownList, slug: str) -> dict[str, Any]:
    issued = shown.issued
    return {
        "club": slug,
        "list": issued.rating_list.time_control,
        "number": issued.number,
        "as_of": issued.as_of,
        "issued_at": issued.issued_at,
        "address": f"{settings.BASE_URL}/clubs/{slug}/lists/"
        f"{issued.rating_list.time_control}/{issued.number}/",
        "note": issued.note,
        "corrections": [
            {
                "player": item.person.id,
                "was": item.was,
                "now": item.now,
                "causes": list(item.causes),
            }
            for item in shown.corrections
        ],
    }
