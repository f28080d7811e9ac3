"""The repeating parts of the calculator: fields, rows of games, lines of steps."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ratings.calculator_pages.elo import EloLine
from ratings.calculator_pages.fide import StepLine
from ratings.calculator_pages.page import CalculatorPage, Field, RowList, RowView
from ratings.calculator_pages.patterns import fill, fill_each, fill_shape, hole

register = template.Library()

NOTHING = SafeString("")
CHECKED = SafeString(" checked")
IS_BAD = SafeString(' class="field-bad"')
IS_INVALID = SafeString(' aria-invalid="true"')
FOCUS = SafeString(" data-focus autofocus")
OUT_OF_BAND = SafeString(' data-hx-swap-oob="true"')


@register.simple_tag
def calculator_form(page: CalculatorPage) -> SafeString:
    """Draw the form of a tab: its shape is kept, its fields and rows are put in."""
    fields = {f"field_{name}": _field(field) for name, field in page.fields.items()}
    rows = {f"rows_{part.prefix}": _rows(page, part) for part in page.lists}
    return fill_shape(page.form_template, page.shape, {"page": page}, fields | rows)


@register.simple_tag(takes_context=True)
def calculator_part(context: Context, page: CalculatorPage, name: str) -> SafeString:
    """Draw a part about the result; where its shape is known, only figures are put in."""
    if page.result_shape is None:
        part = context.template.engine.get_template(name)  # type: ignore[union-attr]
        return part.render(context)
    holes = {key: hole(key) for key in page.figures}
    return fill_shape(name, page.result_shape, {"page": page, "f": holes}, page.figures)


@register.simple_tag
def calculator_field(field: Field) -> SafeString:
    """Leave a hole for a field in the shape of a form."""
    return hole(f"field_{field.name}")


@register.simple_tag
def game_rows(part: RowList) -> SafeString:
    """Leave a hole for the rows of an event in the shape of a form."""
    return hole(f"rows_{part.prefix}")


def _field(field: Field) -> SafeString:
    """Return a field with its label, hint and the place for its error."""
    return fill(
        "calculator/field.html",
        {
            "value": field.value,
            "bad": SafeString(" field-bad") if field.error else NOTHING,
            "invalid": IS_INVALID if field.error else NOTHING,
            "error": field_error(field),
        },
        name=field.name,
        label=str(field.label),
        hint=str(field.hint),
        type=field.type,
        width=field.width,
        inputmode=field.inputmode,
        is_optional=field.is_optional,
    )


@register.simple_tag
def field_error(field: Field, is_live: bool = False) -> SafeString:
    """Draw the place for a field's error; it is there without one, for scripts to fill."""
    message = NOTHING
    if field.error:
        message = format_html("<p>{}</p>{}", field.error, _use(field.name, field.use))
    return format_html(
        '<div class="error" id="{}-error"{}>{}</div>',
        field.name,
        OUT_OF_BAND if is_live else NOTHING,
        message,
    )


def _rows(page: CalculatorPage, part: RowList) -> SafeString:
    """Return the rows of an event."""
    blank = {f"checked_{value}": NOTHING for value in page.results}
    rows = [
        {
            **blank,
            **({f"checked_{row.result}": CHECKED} if row.result else {}),
            "n": row.number,
            "opponent": row.opponent,
            "bad": IS_BAD if row.error else NOTHING,
            "invalid": IS_INVALID if row.error else NOTHING,
            "focus": FOCUS if row.number == part.focus else NOTHING,
            "output": game_output(part, row),
        }
        for row in part.views
    ]
    return fill_each(
        "calculator/row.html", rows, prefix=part.prefix, path=page.path, results=page.results
    )


@register.simple_tag
def game_outputs(part: RowList) -> SafeString:
    """Draw only what stands beside the rows, to be put there by a script."""
    return SafeString("\n".join(game_output(part, row, OUT_OF_BAND) for row in part.views))


def game_output(part: RowList, row: RowView, attributes: SafeString = NOTHING) -> SafeString:
    """Return what stands beside a row: an error, a sentence, or three figures."""
    if row.error:
        kind = SafeString(' class="error"')
        inner = format_html(
            "<span>{}</span>{}", row.error, _use(f"{part.prefix}o{row.number}", row.use)
        )
    elif row.figures:
        first, second, third = row.figures
        return fill(
            "calculator/figures.html",
            {"n": row.number, "attributes": attributes,
             "first": first, "second": second, "third": third},
            prefix=part.prefix, labels=row.labels,
        )  # fmt: skip
    else:
        kind = SafeString(' class="free"') if row.said else NOTHING
        inner = format_html("<span>{}</span>", row.said) if row.said else NOTHING
    values = {"n": row.number, "kind": kind, "attributes": attributes, "inner": inner}
    return fill("calculator/output.html", values, prefix=part.prefix)


@register.simple_tag
def step_lines(lines: Sequence[StepLine | EloLine], name: str) -> SafeString:
    """Draw the lines of a table with all steps, or of its summary as text."""
    return fill_each(f"calculator/{name}", [line._asdict() for line in lines])


def _use(name: str, value: str) -> SafeString:
    if not value:
        return NOTHING
    return fill("calculator/use.html", {"name": name, "value": value})
