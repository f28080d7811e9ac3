"""The filters above a live list: each link sets or takes away one and keeps the others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from ratings.lists.table import Asked, LiveList


@dataclass(frozen=True, slots=True)
class Filter:
    """One link; where the filter ``is_on``, it takes it away."""

    label: str
    query: str
    is_on: bool


def filters_of(loaded: LiveList, *, by_age: bool) -> list[Filter]:
    """Return the filters this visitor may use; ages only ``by_age``."""
    asked = loaded.asked
    everybody = Filter(
        gettext("All %(count)s") % {"count": loaded.total},
        Asked(sort=asked.sort).query(),
        not asked.is_narrowed,
    )
    active = Filter(
        gettext("Played in the last 12 months"),
        asked.query(active="" if asked.active else "1"),
        asked.active,
    )
    groups = {"women": gettext("Women")}
    if by_age:
        groups = {"juniors": gettext("Juniors"), "veterans": gettext("Veterans"), **groups}
    return [
        everybody,
        active,
        *(
            Filter(
                label,
                asked.query(group="" if asked.group == group else group),
                asked.group == group,
            )
            for group, label in groups.items()
        ),
    ]
