"""The parts of a page as tags and filters: names, figures, changes, sums, tables, charts.

Figures come in as whole numbers (hundredths where the product counts in hundredths) and leave in
the reader's language. What a part looks like is in templates/parts/, what it means is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django import template
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from clubs import chart as charts
from clubs import formatting
from clubs.paging import Page
from clubs.parts import Check, Square

register = template.Library()

MOST_SQUARES = 40
PAGE_PARAMETERS = ("after", "before", "page")


def _language() -> str:
    return get_language() or "en"


def _whole(value: object) -> int:
    """Return the value if it is a whole number; anything else is a mistake in the template."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"a whole number is needed here, not {value!r}")
    return value


# Figures


@register.filter
def points(value: int) -> str:
    """Return points given in hundredths: 250 is 2½."""
    return formatting.points(_whole(value), _language())


@register.filter
def hundredths(value: int) -> str:
    """Return hundredths with two decimals: 157 is 1.57."""
    return formatting.hundredths(_whole(value), _language())


@register.filter
def signed_hundredths(value: int) -> str:
    """Return hundredths with two decimals and a sign: 1280 is +12.80."""
    return formatting.signed_hundredths(_whole(value), _language())


@register.filter
def signed(value: int) -> str:
    """Return a whole number with its sign, for differences; changes use the tag."""
    return formatting.signed(_whole(value))


@register.filter
def rating(value: int | None) -> str:
    """Return a rating, or the word for having none."""
    return gettext("unrated") if value is None else str(_whole(value))


# Days and times


def _local(value: date) -> date:
    return timezone.localtime(value) if isinstance(value, datetime) else value


@register.filter
def day(value: date | None) -> str:
    """Return a date for sentences; nothing for no date."""
    return formatting.day(_local(value), _language()) if value else ""


@register.filter
def short_day(value: date | None) -> str:
    """Return a date for tables, without the year."""
    return formatting.short_day(_local(value), _language()) if value else ""


@register.filter
def week_day(value: date | None) -> str:
    """Return a date with its day of the week."""
    return formatting.week_day(_local(value), _language()) if value else ""


@register.filter
def sentence(text: str) -> str:
    """Return what somebody typed with a full stop where there is no end."""
    return formatting.sentence(text)


@register.filter
def clock(value: datetime | None) -> str:
    """Return the time of day, in the active time zone."""
    return formatting.clock(timezone.localtime(value), _language()) if value else ""


# Parts of a line


@register.simple_tag
def name(text: str, latin: str = "", lang: str = "", url: str = "") -> SafeString:
    """Return a name as the player writes it, its Latin form after it in grey."""
    inner = (
        format_html('<bdi lang="{}">{}</bdi>', lang, text)
        if lang
        else format_html("<bdi>{}</bdi>", text)
    )
    linked = format_html('<a href="{}">{}</a>', url, inner) if url else inner
    if latin and latin != text:
        return format_html('{} <span class="latin">{}</span>', linked, latin)
    return linked


@register.simple_tag
def change(value: int) -> SafeString:
    """Return a rating change: sign, triangle, colour and hidden word say the same."""
    whole = _whole(value)
    if whole > 0:
        kind, word = "up", pgettext("rating change", "up")
    elif whole < 0:
        kind, word = "down", pgettext("rating change", "down")
    else:
        kind, word = "same", pgettext("rating change", "unchanged")
    return format_html(
        '<span class="{}"><span class="vh">{} </span>{}</span>',
        kind,
        word,
        formatting.signed(whole),
    )


@register.inclusion_tag("parts/move.html")
def move(
    before: int | None, after: int | None, value: int | None = None, size: str = ""
) -> dict[str, object]:
    """Draw old rating, arrow, new rating and the change; ``value`` None is a first rating."""
    return {"before": before, "after": after, "change": value, "size": size}


@register.simple_tag
def piece(colour: str) -> SafeString:
    """Return the square for a colour (``w`` or ``b``) with the hidden word."""
    if colour == "w":
        return format_html('<span class="pc"></span><span class="vh">{} </span>', gettext("White"))
    if colour == "b":
        return format_html(
            '<span class="pc pc-b"></span><span class="vh">{} </span>', gettext("Black")
        )
    raise ValueError(f"no such colour: {colour!r}")


# Parts of a page


@register.inclusion_tag("parts/sum.html")
def sum(*, score: int, expected: int, k: int, raw: int, change: int) -> dict[str, int]:  # noqa: A001
    """Draw the six lines from score to change; all but K and change in hundredths."""
    return {
        "score": score,
        "expected": expected,
        "difference": score - expected,
        "k": k,
        "raw": raw,
        "change": change,
    }


@register.simple_block_tag
def why(content: str, colspan: int, id: str = "why") -> SafeString:  # noqa: A002
    """Wrap an explanation as the row under the one it explains."""
    return format_html(
        '<tr class="why" id="{}"><td colspan="{}"><div class="reason">{}</div></td></tr>',
        id,
        colspan,
        content,
    )


@register.simple_block_tag
def note(content: str, kind: str = "") -> SafeString:
    """Wrap one fact and one link; ``kind`` is empty, ``done``, ``bad`` or ``plain``."""
    if kind not in {"", "done", "bad", "plain"}:
        raise ValueError(f"no such note: {kind!r}")
    role = (
        format_html(' role="{}"', "alert" if kind == "bad" else "status")
        if kind
        in {
            "done",
            "bad",
        }
        else ""
    )
    extra = f" note-{kind}" if kind else ""
    return format_html('<div class="note{}"{}>{}</div>', extra, role, content)


@register.inclusion_tag("parts/facts.html")
def facts(rows: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Draw pairs of label and value."""
    return {"rows": rows}


@register.inclusion_tag("parts/squares.html")
def squares(items: Sequence[Square], label: str = "", small: bool = False) -> dict[str, object]:
    """Draw one square for each board or round; more than forty become a count."""
    missing = len([item for item in items if item.state == "out"])
    return {
        "items": items if len(items) <= MOST_SQUARES else (),
        "count": ngettext("%(done)s of %(count)s in", "%(done)s of %(count)s in", len(items))
        % {"done": len(items) - missing, "count": len(items)},
        "label": label,
        "small": small,
    }


@register.inclusion_tag("parts/checks.html")
def checks(items: Sequence[Check]) -> dict[str, object]:
    """Draw a checklist; one in which all is fine is quiet."""
    return {"items": items, "is_quiet": all(item.kind == "ok" for item in items)}


@register.inclusion_tag("parts/pager.html", takes_context=True)
def pager(context: Context, page: Page[Any]) -> dict[str, object]:
    """Draw the links to the pages before and after; search and sort stay in the address."""
    query = _query(context)
    return {
        "newer": _with(query, before=page.before) if page.before else "",
        "older": _with(query, after=page.after) if page.after else "",
    }


@register.inclusion_tag("parts/sort_head.html", takes_context=True)
def sort_head(
    context: Context,
    label: str,
    field: str,
    *,
    sort: str,
    first: str = "asc",
    numeric: bool = False,
    wide: bool = False,
) -> dict[str, object]:
    """Draw a table head that sorts; ``sort`` is the present order, ``-`` in front is descending.

    ``first`` is the direction of the first press; a press on the sorted head turns it round.
    """
    is_sorted = sort.removeprefix("-") == field
    is_descending = sort.startswith("-")
    next_descending = (not is_descending) if is_sorted else first == "desc"
    direction = "descending" if is_descending else "ascending"
    return {
        "label": label,
        "url": _with(_query(context), sort=f"-{field}" if next_descending else field),
        "classes": " ".join(
            word for word, is_there in (("num", numeric), ("wide", wide)) if is_there
        ),
        "direction": direction if is_sorted else "",
    }


def _query(context: Context) -> QueryDict:
    """Return the address's parameters without those that name a page."""
    request: HttpRequest = context["request"]
    query = request.GET.copy()
    for parameter in PAGE_PARAMETERS:
        query.pop(parameter, None)
    return query


def _with(query: QueryDict, **parameters: str) -> str:
    changed = query.copy()
    for key, value in parameters.items():
        changed[key] = value
    return f"?{changed.urlencode()}"


@register.simple_tag(takes_context=True)
def hreflang_links(context: Context) -> SafeString:
    """Return the addresses of this page in every language, for search engines."""
    languages = context.get("languages") or []
    rows = [(language["tag"], language["url"]) for language in languages]
    default = [("x-default", url) for tag, url in rows if tag == "en"]
    return format_html_join(
        "\n", '<link rel="alternate" hreflang="{}" href="{}">', [*rows, *default]
    )


@register.inclusion_tag("parts/error_list.html")
def error_list(form: BaseForm) -> dict[str, object]:
    """Draw the list of errors with a link to each field; nothing for a form without errors."""
    entries = [
        {"label": field.label, "anchor": field.id_for_label or field.auto_id, "errors": errors}
        for field in form.visible_fields()
        if (errors := field.errors)
    ]
    hidden = [error for field in form.hidden_fields() for error in field.errors]
    general = [*form.non_field_errors(), *hidden]
    return {"entries": entries, "general": general, "count": len(entries) + len(general)}


@register.filter
def svg(value: float, shift: float = 0) -> str:
    """Return a coordinate of a drawing, moved by ``shift``: always with a full stop."""
    return f"{value + shift:.1f}"


@register.inclusion_tag("parts/chart.html")
def chart(spec: charts.ChartSpec) -> dict[str, object]:
    """Draw a rating chart twice, for phones and for wide pages; nothing below three events."""
    drawings = [charts.draw(spec, size, _language()) for size in (charts.SLIM, charts.WIDE)]
    if drawings[0] is None:
        return {"drawings": ()}
    return {"drawings": drawings, "sentence": chart_sentence(spec), "caption": spec.caption}


def chart_sentence(spec: charts.ChartSpec) -> str:
    """Return what the chart shows, for those who hear it: first, highest, lowest, now."""
    language = _language()
    rated = [event for event in spec.main.events if event.rating is not None]
    highest = max(rated, key=lambda event: event.rating or 0)
    lowest = min(rated, key=lambda event: event.rating or 0)
    first = (
        rated[0] if spec.main.start is None else charts.ChartEvent(spec.first_day, spec.main.start)
    )
    sentences = [
        gettext(
            "%(list)s rating: %(first)s on %(first_day)s, highest %(highest)s on"
            " %(highest_day)s, lowest %(lowest)s on %(lowest_day)s, now %(now)s."
        )
        % {
            "list": spec.main.label,
            "first": first.rating,
            "first_day": formatting.day(first.day, language),
            "highest": highest.rating,
            "highest_day": formatting.day(highest.day, language),
            "lowest": lowest.rating,
            "lowest_day": formatting.day(lowest.day, language),
            "now": rating(spec.main.last_rating),
        },
        *(
            gettext("%(list)s: %(rating)s.") % {"list": other.label, "rating": other.last_rating}
            for other in spec.others
            if other.last_rating is not None
        ),
        gettext("The same numbers are in the table below."),
    ]
    return " ".join(sentences)
