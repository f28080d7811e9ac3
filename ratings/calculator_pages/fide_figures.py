"""What the parts of the FIDE tab say about a result: figures as text, and the shape around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString

from clubs import formatting

if TYPE_CHECKING:
    from ratings.calculator.fide import FideResult
    from ratings.calculator_pages.fide import FidePage


def shape_of(page: FidePage) -> tuple[object, ...]:
    """Return everything that the sentences depend on besides their figures."""
    result, ways = page.result, page.ways
    if result is None or ways is None:
        return (page.time_control, bool(page.errors))
    period = result.period
    return (
        page.time_control,
        result.case.regime.id,
        str(page.why_k),
        page.is_cut,
        min(period.games_counted, 2),
        page.has_idle_facts,
        ways.plain_elo == period.change,
        ways.each_game == period.change,
        result.performance is None,
        result.is_rated,
        bool(page.left_out),
    )


def figures_of(page: FidePage) -> dict[str, SafeString]:
    """Return the figures by the names that the templates know them by."""
    result, ways = page.result, page.ways
    if result is None or ways is None:
        return {}
    period, performance, language = result.period, result.performance, page.language
    texts: dict[str, object] = {
        "score": formatting.points(period.score, language),
        "games": period.games_counted,
        "expected": formatting.hundredths(period.expected_score, language),
        "sum": formatting.signed_hundredths(period.sum_delta, language),
        "raw": formatting.signed_hundredths(period.raw_change, language),
        "change": formatting.signed(period.change),
        "k": period.k_used,
        "k_base": period.k_base,
        "product": page.k_times_games,
        "elo": formatting.signed(ways.plain_elo),
        "each": formatting.signed(ways.each_game),
        "elo_address": page.elo_address,
        "about_400": page.about_400,
        "performance": performance.rating if performance else "–",
        "average": performance.average if performance else "",
        "dp": formatting.signed(performance.dp) if performance else "",
        "percent": performance.percentage if performance else "",
    }
    return {name: SafeString(escape(text)) for name, text in texts.items()} | _parts(page, result)


def _parts(page: FidePage, result: FideResult) -> dict[str, SafeString]:
    """Return what is drawn by the parts of all pages, or by templates of its own."""
    period = result.period
    steps = {
        "score": period.score,
        "expected": period.expected_score,
        "difference": period.sum_delta,
        "k": period.k_used,
        "raw": period.raw_change,
        "change": period.change,
    }
    move = {
        "before": result.case.rating,
        "after": result.new_rating,
        "change": period.change,
        "size": "xl",
    }
    left_out = {"lines": page.left_out}
    return {
        "the_move": SafeString(render_to_string("parts/move.html", move)),
        "the_sum": SafeString(render_to_string("parts/sum.html", steps)),
        "left_out": SafeString(render_to_string("calculator/fide/left_out.html", left_out))
        if page.left_out
        else SafeString(""),
    }
