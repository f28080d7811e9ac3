"""Why did my number change? What corrections did to a player's rows, by their cause.

One correction touches many rows in one replay; the page shows it once, with every row. Names of
authors stay inside the club; the reason given is for everybody whose rating changed. That it was a
year of birth which was put right is for the organisers' audit alone: everybody else would learn
from the old and the new K on which side of an age the player is (F18).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from ratings.models import RatingRevision

CAUSE_KEYS = ("kind", "report_id", "adjustment_id", "player", "policy_from", "day")
# The rows of one replay are written together; the same cause later is another correction.
SAME_REPLAY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class CorrectedRow:
    """One row before and after; None stands for unrated and, with ``was_there``, for no row."""

    name: str
    event_key: int | None
    label: str
    before: int | None
    after: int | None
    old_change: int | None
    new_change: int | None
    was_there: bool
    is_there: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """What one cause changed for a player on one list, newest cause first on a page.

    ``rating_was`` and ``rating_is`` are those after the last row touched.
    """

    anchor: str
    at: datetime
    time_control: str
    list_label: str
    what: str
    reason: str
    author: str
    event_key: int | None
    event_name: str
    rows: tuple[CorrectedRow, ...]
    rating_was: int | None
    rating_is: int | None


def corrections(revisions: Iterable[RatingRevision], *, with_author: bool) -> Iterator[Correction]:
    """Yield revisions, newest first with their lists loaded, grouped by what caused them.

    A group is done once the revisions have gone past the time of its replay, so that a long history
    can be read through without being kept.
    """
    groups: deque[list[RatingRevision]] = deque()
    newest: dict[tuple[Any, ...], list[RatingRevision]] = {}
    for revision in revisions:
        while groups and _is_past(groups[0], revision):
            done = groups.popleft()
            if newest.get(_cause_key(done[0])) is done:
                del newest[_cause_key(done[0])]
            yield _correction(done, with_author=with_author)
        key = _cause_key(revision)
        group = newest.get(key)
        if group is None or _is_past(group, revision):
            group = newest[key] = []
            groups.append(group)
        group.append(revision)
    for group in groups:
        yield _correction(group, with_author=with_author)


def _is_past(group: list[RatingRevision], revision: RatingRevision) -> bool:
    return group[-1].at - revision.at > SAME_REPLAY


def was_after(revisions: Iterable[RatingRevision]) -> dict[str, int | None]:
    """Return, by row name, the rating that stood there before its newest correction.

    Rows whose rating did not move, or that did not exist before, are not in it.
    """
    found: dict[str, int | None] = {}
    seen: set[str] = set()
    for revision in revisions:
        name = _row_name(revision)
        if name in seen:
            continue
        seen.add(name)
        old, new = revision.old, revision.new
        if old is not None and new is not None and old["after"] != new["after"]:
            found[name] = old["after"]
    return found


def _cause_key(revision: RatingRevision) -> tuple[Any, ...]:
    cause = revision.cause
    return (revision.rating_list_id, *(str(cause.get(key, "")) for key in CAUSE_KEYS))


def _correction(group: list[RatingRevision], *, with_author: bool) -> Correction:
    newest = group[0]
    cause = newest.cause
    rows = tuple(_row(revision) for revision in reversed(group))
    last = next((row for row in reversed(rows) if row.was_there and row.is_there), rows[-1])
    return Correction(
        anchor=f"correction-{newest.pk}",
        at=newest.at,
        time_control=newest.rating_list.time_control,
        list_label=newest.rating_list.get_time_control_display(),
        what=cause_sentence(cause),
        reason=cause.get("reason", ""),
        author=newest.author_label if with_author else "",
        event_key=cause.get("event_key"),
        event_name=cause.get("event_name", ""),
        rows=rows,
        rating_was=last.before,
        rating_is=last.after,
    )


def _row(revision: RatingRevision) -> CorrectedRow:
    old, new = revision.old, revision.new
    return CorrectedRow(
        name=_row_name(revision),
        event_key=revision.event_key,
        label=revision.event_name or gettext("Rating by hand"),
        before=old["after"] if old else None,
        after=new["after"] if new else None,
        old_change=old["change"] if old else None,
        new_change=new["change"] if new else None,
        was_there=old is not None,
        is_there=new is not None,
    )


def _row_name(revision: RatingRevision) -> str:
    if revision.event_key is not None:
        return f"event-{revision.event_key}"
    return f"adjustment-{revision.adjustment_id}"


def cause_code(cause: Mapping[str, Any]) -> str:
    """Return the stable code of what was corrected, as everybody may know it."""
    kind = str(cause.get("kind", ""))
    return "particulars" if kind == "birth_year" else kind


def cause_sentence(cause: Mapping[str, Any]) -> str:
    """Return what was corrected, as one sentence."""
    facts = {"event": cause.get("event_name", "")}
    kind = cause.get("kind", "")
    sentences = {
        "corrected": gettext("“%(event)s” was corrected."),
        "submitted": gettext("“%(event)s” was rated after later events."),
        "withdrawn": gettext("“%(event)s” was opened again, so its ratings were taken back."),
        "adjusted": gettext("A rating was given by hand for an earlier day."),
        "adjustment_withdrawn": gettext("A rating given by hand was taken back."),
        "imported": gettext("Ratings from a file were added for an earlier day."),
        "birth_year": gettext("A player's particulars were put right, which decide K."),
        "replaced": gettext("A player had been entered under the wrong name."),
        "policy": gettext("The club changed its rating policy for these days."),
    }
    return sentences.get(kind, gettext("Earlier ratings were worked out again.")) % facts
