"""Words for the page that shows what a member list would do."""

from __future__ import annotations

from datetime import date

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from clubs.audit_sentences import field_names
from ratings.import_plan import PlannedRow, RowKind

register = template.Library()

DELIMITER_NAMES: dict[str, str | Promise] = {
    ";": pgettext_lazy("separated by", "semicolons"),
    ",": pgettext_lazy("separated by", "commas"),
    "\t": pgettext_lazy("separated by", "tabs"),
    "|": pgettext_lazy("separated by", "vertical bars"),
}
COLUMN_NAMES: dict[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "birth": gettext_lazy("Date or year of birth"),
    "standard": gettext_lazy("Standard rating"),
    "rapid": gettext_lazy("Rapid rating"),
    "blitz": gettext_lazy("Blitz rating"),
    "fide_id": gettext_lazy("FIDE ID"),
    "federation": gettext_lazy("Federation"),
    "title": gettext_lazy("Title"),
    "email": gettext_lazy("E-mail address"),
}


@register.filter
def delimiter_name(sign: str) -> str:
    """Return what separates the columns, as a word."""
    return str(DELIMITER_NAMES.get(sign, sign))


@register.filter
def column_name(column: str) -> str:
    """Return what people call a column."""
    return str(COLUMN_NAMES.get(column, column))


@register.filter
def iso_day(value: date | str) -> str:
    """Return a day as forms send it."""
    return value.isoformat() if isinstance(value, date) else str(value)


@register.simple_tag
def what_happens(row: PlannedRow) -> str:
    """Return what importing a row would do."""
    if row.kind == RowKind.NEW:
        return gettext("New player")
    if row.kind == RowKind.UNCHANGED:
        return gettext("Known, nothing new")
    if not row.fields:
        return gettext("Known, adds ratings")
    return gettext("Known, adds: %(fields)s") % {"fields": field_names(row.fields)}
