"""The Atom feed of a player: rating changes and corrections, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext

from clubs import formatting
from clubs.access import ClubAccess
from clubs.models import Player
from ratings.models import RatingChange
from ratings.player_page.corrections import Correction, corrections
from ratings.player_page.load import load_revisions, row_name
from ratings.player_page.page import title_of
from ratings.player_page.people import person
from ratings.player_page.words import kind_sentences
from ratings.queries import history

ENTRIES = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; its link is also its identity."""

    title: str
    text: str
    link: str
    at: datetime


def player_feed_xml(access: ClubAccess, player: Player, origin: str, address: str) -> str:
    """Return the feed; ``origin`` is put before addresses, ``address`` is the feed's own path."""
    who = person(player, access)
    page = origin + who.url
    feed = Atom1Feed(
        title=gettext("Rating changes of %(player)s") % {"player": who.name},
        link=page,
        description="",
        language=get_language(),
        feed_url=origin + address,
        author_name=access.club.name,
    )
    changes = (_change_entry(change, page) for change in history(player)[:ENTRIES])
    revisions = load_revisions(player)[:ENTRIES]
    corrected = (
        _correction_entry(item, page) for item in corrections(revisions, with_author=False)
    )
    for entry in sorted(_all(changes, corrected), key=lambda entry: entry.at, reverse=True):
        feed.add_item(
            title=entry.title,
            link=entry.link,
            description=entry.text,
            unique_id=entry.link,
            pubdate=entry.at,
            updateddate=entry.at,
        )
    return feed.writeString("utf-8")


def _all(*parts: Iterator[Entry]) -> Iterator[Entry]:
    for part in parts:
        yield from part


def _change_entry(change: RatingChange, page: str) -> Entry:
    at = datetime.combine(change.last_day, time(), UTC)
    if change.report is not None and change.report.rated_at is not None:
        at = change.report.rated_at
    facts = {
        "list": change.rating_list.get_time_control_display(),
        "event": title_of(change),
        "rating": _rating(change.after),
        "change": formatting.signed(change.change),
    }
    if change.used_k is not None:
        title = gettext("%(list)s %(rating)s (%(change)s): %(event)s") % facts
    else:
        title = gettext("%(list)s %(rating)s: %(event)s") % facts
    name = row_name(change)
    link = f"{page}?list={change.rating_list.time_control}&open={name}#{name}"
    return Entry(title, " ".join(kind_sentences(change)), link, at)


def _correction_entry(item: Correction, page: str) -> Entry:
    title = gettext("%(list)s corrected: %(before)s → %(after)s") % {
        "list": item.list_label,
        "before": _rating(item.rating_was),
        "after": _rating(item.rating_is),
    }
    text = f"{item.what} {formatting.sentence(item.reason)}".strip()
    return Entry(title, text, f"{page}corrections/#{item.anchor}", item.at)


def _rating(value: int | None) -> str:
    return gettext("unrated") if value is None else str(value)
