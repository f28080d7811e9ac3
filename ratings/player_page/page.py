"""The player's page put together: cards, chart, corrections, a page of the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from clubs.access import ClubAccess
from clubs.chart import FEWEST_EVENTS, ChartSpec
from clubs.models import Player
from clubs.paging import Page
from clubs.public_fields import public_player
from ratings.models import RatingChange
from ratings.player_page.cards import ShownCard, shown_card
from ratings.player_page.chart import chart_spec, chart_title
from ratings.player_page.corrections import Correction, corrections, was_after
from ratings.player_page.explain import Explanation, explain
from ratings.player_page.load import (
    REVISIONS_SHOWN,
    TWELVE_MONTHS,
    Card,
    chosen_card,
    fetch_row,
    first_day_of,
    load_cards,
    load_chart,
    load_revisions,
    load_rows,
    row_name,
)
from ratings.player_page.words import kind_sentences

NOTES_SHOWN = 3
ALL = "all"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: the list, the range of the chart, a row, a page."""

    time_control: str = ""
    since: str = ""
    opened: str = ""
    after: str = ""
    before: str = ""

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Asked:
        """Return what an address says; what it does not know is left alone."""
        return cls(
            time_control=parameters.get("list", "")[:8],
            since=ALL if parameters.get("since") == ALL else "",
            opened=parameters.get("open", "")[:30],
            after=parameters.get("after", ""),
            before=parameters.get("before", ""),
        )

    def query(self, **changes: str) -> str:
        """Return the address's query with some parts changed; empty parts are left out."""
        parts = {
            "list": self.time_control,
            "since": self.since,
            "after": self.after,
            "before": self.before,
        } | changes
        return urlencode({key: value for key, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row of the history table; ``explanation`` where it is opened.

    ``was`` is the rating before the newest correction, with ``is_corrected``.
    """

    change: RatingChange
    name: str
    title: str
    sentence: str
    is_corrected: bool
    was: int | None
    open_query: str
    close_query: str
    explanation: Explanation | None

    @property
    def is_adjustment(self) -> bool:
        """Whether the row is a rating by hand, which has neither games nor a change."""
        return self.change.kind == RatingChange.Kind.ADJUSTMENT

    @property
    def has_change(self) -> bool:
        """Whether a change in points was worked out: not for pools and first ratings."""
        return self.change.used_k is not None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All that the page shows."""

    seen: dict[str, Any]
    cards: Sequence[ShownCard]
    chosen: ShownCard
    asked: Asked
    chart: ChartSpec
    chart_title: str
    since_year: int | None
    notes: Sequence[Correction]
    more_corrections: bool
    page: Page[RatingChange]
    rows: Sequence[ShownRow]

    @property
    def has_chart(self) -> bool:
        """Whether there are enough events to draw; else the table is enough."""
        rated = [event for event in self.chart.main.events if event.rating is not None]
        return len(rated) >= FEWEST_EVENTS

    @property
    def games(self) -> int:
        """Rated games on all lists."""
        return sum(shown.card.games for shown in self.cards)


def load_page(access: ClubAccess, player: Player, asked: Asked, today: date) -> PlayerPage:
    """Return a player's page; at most eight queries."""
    cards = load_cards(access, player, today)
    chosen = chosen_card(cards, asked.time_control)
    asked = Asked(chosen.time_control, asked.since, asked.opened, asked.after, asked.before)
    seen = public_player(player, access)
    shown = {card.time_control: shown_card(card, seen["birth_year"]) for card in cards}
    oldest = first_day_of(player)
    first_day, is_long = _range(oldest, asked, today)
    revisions = list(load_revisions(player, chosen.rating_list)[: REVISIONS_SHOWN + 1])
    notes = list(corrections(revisions[:REVISIONS_SHOWN], with_author=not access.is_public))
    page = load_rows(
        player,
        chosen.rating_list,
        after=asked.after,
        before=asked.before,
        opened=asked.opened,
    )
    was = was_after(revisions)
    return PlayerPage(
        seen=seen,
        cards=list(shown.values()),
        chosen=shown[chosen.time_control],
        asked=asked,
        chart=_chart(player, cards, chosen, asked, first_day, today),
        chart_title=chart_title(chosen, first_day if asked.since else None),
        since_year=oldest.year if oldest is not None and is_long else None,
        notes=notes[:NOTES_SHOWN],
        more_corrections=len(notes) > NOTES_SHOWN or len(revisions) > REVISIONS_SHOWN,
        page=page,
        rows=[shown_row(change, player, access, asked, was) for change in page.rows],
    )


def load_row(access: ClubAccess, player: Player, asked: Asked, name: str, today: date) -> ShownRow:
    """Return one row of the history by its name, opened where the address says so."""
    card: Card = chosen_card(load_cards(access, player, today), asked.time_control)
    change = fetch_row(player, card.rating_list, name)
    revisions = load_revisions(player, card.rating_list).filter(event_key=change.event_key)
    return shown_row(change, player, access, asked, was_after(revisions[:REVISIONS_SHOWN]))


def shown_row(
    change: RatingChange,
    player: Player,
    access: ClubAccess,
    asked: Asked,
    was: Mapping[str, int | None],
) -> ShownRow:
    """Return a row of the table; opening it costs the queries of ``explain``."""
    name = row_name(change)
    said = kind_sentences(change)
    is_open = asked.opened == name
    return ShownRow(
        change=change,
        name=name,
        title=title_of(change),
        sentence=said[0] if said else "",
        is_corrected=name in was,
        was=was.get(name),
        open_query=asked.query(open=name),
        close_query=asked.query(),
        explanation=explain(change, player, access) if is_open else None,
    )


def title_of(change: RatingChange) -> str:
    """Return the event's name, or the kind of a rating given by hand."""
    if change.report is not None:
        return change.report.event_name
    assert change.adjustment is not None
    return change.adjustment.get_kind_display()


def _range(oldest: date | None, asked: Asked, today: date) -> tuple[date, bool]:
    """Return the first day of the chart, and whether there is more than twelve months to show."""
    last_year = today - TWELVE_MONTHS
    is_long = oldest is not None and oldest < last_year
    if asked.since == ALL and oldest is not None:
        return oldest, is_long
    return last_year, is_long


def _chart(
    player: Player,
    cards: Sequence[Card],
    chosen: Card,
    asked: Asked,
    first_day: date,
    today: date,
) -> ChartSpec:
    points = load_chart(player, None if asked.since == ALL else first_day)
    return chart_spec(cards, chosen, points, first_day=first_day, today=today)
