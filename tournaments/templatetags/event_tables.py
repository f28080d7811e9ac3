"""Cells of the tables that everybody sees: crosstables, tie-breaks, prizes."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from clubs import formatting
from clubs.formatting import points
from clubs.templatetags.rankfile import piece
from tournaments.event_tables import StandingsLine
from tournaments.event_why import value_text
from tournaments.results import Outcome
from tournaments.standings.crosstable import CrosstableCell
from tournaments.standings.tie_breaks.values import TieBreakValue
from tournaments.templatetags.results import outcome_label, outcome_words

register = template.Library()

FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})


@register.filter
def tie_break_value(value: TieBreakValue) -> str:
    """Return a tie-break as people write it; a dash where it is undefined."""
    return value_text(value)


@register.simple_tag
def tie_break_cells(line: StandingsLine, page: str, after: str) -> SafeString:
    """Return a line's tie-breaks, each a link that opens it; phones see the first alone.

    Large tables are made of hundreds of these, so they are written here and not in a template.
    """
    why = pgettext("link to an explanation", "why")
    return format_html_join(
        "",
        '<td class="num{}"><a href="{}#why" data-hx-get="{}" data-hx-target="#live"'
        ' data-hx-swap="outerHTML" data-hx-push-url="true" rel="nofollow">{}'
        '<span class="vh">, {}</span></a></td>',
        (
            (" wide" if place else "", url, url, value_text(value), why)
            for place, value in enumerate(line.values)
            for url in (f"{page}?{after}why={line.person.rank}&by={quote(value.code, safe='')}",)
        ),
    )


@register.simple_tag
def tie_breaks_folded(line: StandingsLine) -> SafeString:
    """Return the tie-breaks that have no column on a phone, for the line under the name."""
    return format_html_join(
        "", " · {} {}", ((value.code, value_text(value)) for value in line.values[1:])
    )


@register.simple_tag
def crosstable_cell(cell: CrosstableCell | None) -> SafeString:
    """Return one round of a crosstable: result, then colour and line of the opponent."""
    if cell is None:
        return SafeString("")
    if cell.opponent_number is None:
        return format_html(
            '<b>{}</b> <span class="quiet small">{}</span>', _points(cell.points), _bye(cell)
        )
    if cell.outcome in FORFEITS:
        return format_html(
            '<b>{}</b> <span class="quiet">{}&nbsp;<span class="vh">{} </span>{}</span>',
            _points(cell.points),
            pgettext("short for forfeit", "F"),
            gettext("against"),
            cell.opponent_number,
        )
    return format_html(
        '<b>{}</b> {}<span class="vh">{} </span>{}',
        _result(cell),
        piece(cell.colour) if cell.colour else "",
        gettext("against"),
        cell.opponent_number,
    )


@register.simple_tag
def matrix_cell(games: tuple[CrosstableCell, ...] | None) -> SafeString:
    """Return the games against one opponent in the matrix of a round robin."""
    if games is None:
        return mark_safe('<span aria-hidden="true">×</span>')
    return format_html_join(" ", "<b>{}</b>{}", (_met(cell) for cell in games))


def _met(cell: CrosstableCell) -> tuple[str, SafeString]:
    if cell.outcome in FORFEITS:
        sign = pgettext("short for forfeit", "F")
        return _points(cell.points), format_html(' <span class="quiet">{}</span>', sign)
    colour = format_html(" {}", piece(cell.colour)) if cell.colour else SafeString("")
    return _result(cell), colour


def _result(cell: CrosstableCell) -> str:
    if cell.outcome is Outcome.PENDING:
        return "·"
    return outcome_label(cell.outcome)


def _bye(cell: CrosstableCell) -> str:
    if cell.outcome is Outcome.ZERO_POINT_BYE:
        return pgettext("in a crosstable: not there", "away")
    return pgettext("in a crosstable: without opponent", "bye")


def _points(value: int) -> str:
    return points(value, get_language() or "en")


@register.simple_tag
def outcome_cell(outcome: Outcome, value: int) -> SafeString:
    """Return a player's outcome of a round as a figure with its words for those who hear it."""
    if outcome is Outcome.PENDING:
        return format_html("–<span class='vh'> {}</span>", outcome_words(outcome))
    return format_html("{}<span class='vh'> {}</span>", _points(value), outcome_words(outcome))


@register.filter
def money(cents: int) -> str:
    """Return an amount of cents with two decimals where it is not whole."""
    if cents % 100 == 0:
        return str(cents // 100)
    return formatting.hundredths(cents, get_language() or "en")
