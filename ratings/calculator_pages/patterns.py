"""Markup that repeats, made from its template once and then only filled in.

A page with forty games holds forty rows of the same shape. Rendering a template for each costs
more than everything else on the page, so the template is rendered once per language with holes in
place of the values, and the holes are filled as text. What the markup depends on
besides the values is part of the key under which it is kept.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# A character for private use: nothing that is shown contains it.
MARK = "\ue000"
MOST_KEPT = 1000
HOLE = re.compile(f"{MARK}(\\w+){MARK}")

_kept: dict[tuple[object, ...], str] = {}


def fill(template: str, values: Mapping[str, object], **fixed: object) -> SafeString:
    """Return a template with its values in; text is escaped, SafeString is not.

    ``fixed`` are values that rarely differ; they become part of what is kept.
    """
    return fill_each(template, [values], **fixed)


def fill_each(template: str, rows: Sequence[Mapping[str, object]], **fixed: object) -> SafeString:
    """Return a template filled in once for each row; all rows have the same names."""
    if not rows:
        return SafeString("")
    key = (template, tuple(fixed.items()), get_language())
    pattern = _kept.get(key) or pattern_of(
        key, template, {**fixed, **{name: hole(name) for name in rows[0]}}
    )
    return SafeString(
        "\n".join(
            pattern.format_map({name: _text(value) for name, value in values.items()})
            for values in rows
        )
    )


def fill_shape(
    template: str, shape: object, context: Mapping[str, Any], values: Mapping[str, SafeString]
) -> SafeString:
    """Return a template that left holes for some of its parts, with these parts in.

    ``shape`` is everything else that the template's markup depends on.
    """
    key = (template, shape, get_language())
    pattern = _kept.get(key) or pattern_of(key, template, context)
    return SafeString(pattern.format_map(values))


def hole(name: str) -> SafeString:
    """Return the mark that stands for a value in a template."""
    return SafeString(f"{MARK}{name}{MARK}")


def pattern_of(key: tuple[object, ...], template: str, context: Mapping[str, Any]) -> str:
    """Render a template with holes and keep it."""
    markup = get_template(template).render(dict(context)).rstrip("\n")
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    found = _kept[key] = HOLE.sub(r"{\1}", markup.replace("{", "{{").replace("}", "}}"))
    return found


def _text(value: object) -> object:
    return value if isinstance(value, SafeString | int) else html.escape(str(value))
