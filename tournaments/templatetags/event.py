"""Small parts of the organiser's event pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.replay.records import Row
from tournaments.event_why import value_text
from tournaments.models import Entry
from tournaments.pairing.records import ProposedPairing
from tournaments.standings.tie_breaks.values import TieBreakValue

register = template.Library()


@register.filter
def score_of(scores: Mapping[int, int], entry: Entry) -> int:
    """Return an entry's points in hundredths."""
    return scores.get(entry.pk, 0)


@register.filter
def entry_of(names: Mapping[int, Entry], rank: int) -> Entry | None:
    """Return the entry with a number of the starting list."""
    return names.get(rank)


@register.simple_tag
def ranks_named(ranks: Iterable[int] | None, names: Mapping[int, Entry]) -> SafeString:
    """Return the names behind starting numbers, below the sentence that speaks of the numbers."""
    rows = [(rank, names[rank].player.name) for rank in ranks or () if rank in names]
    if not rows:
        return SafeString("")
    inner = format_html_join(", ", "{} <bdi>{}</bdi>", rows)
    return format_html('<p class="sub">{}</p>', inner)


@register.simple_tag
def seats_named(pairing: ProposedPairing | None, names: Mapping[int, Entry]) -> SafeString | str:
    """Return a board as its two names, White first; a dash where there is no such board."""
    if pairing is None:
        return "–"
    white, black = names[pairing.white].player.name, names[pairing.black].player.name
    return format_html("<bdi>{}</bdi> – <bdi>{}</bdi>", white, black)


@register.filter
def gain(row: Row) -> int:
    """Return score minus expected score of a history row, in hundredths."""
    return row.score - row.expected_score


@register.filter
def tie_break_text(value: TieBreakValue) -> str:
    """Return a tie-break as people write it; a dash where it is undefined."""
    return value_text(value)
