"""Forms as the product shows them: label, hint, error above the field, what was typed kept.

One renderer draws every form, also those of other packages, so a field looks and speaks the same
everywhere. Templates are parts/form.html and parts/field.html.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubs.errors import ProductError
from clubs.whole_numbers import version_number

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LARGEST_RATING = 4000
WHOLE_NUMBER = re.compile(r"[+-]?(\d+|\d{1,3}([ .,]\d{3})+)")
# Letters that are easily typed or scanned for a digit.
LOOKALIKES = str.maketrans({"l": "1", "I": "1", "|": "1", "O": "0", "o": "0"})
TOO_LOW = _("%(show_value)s is too low. The lowest is %(limit_value)s.")
TOO_HIGH = _("%(show_value)s is too high. The highest is %(limit_value)s.")
TEXT_INPUTS = frozenset(
    {"text", "email", "password", "number", "url", "tel", "search", "date", "time", "file"}
    | {"datetime-local", "month"}
)


class FieldWithVoice(BoundField):
    """A field of a form that knows how it is drawn, and what it offers after an error."""

    def build_widget_attrs(
        self, attrs: dict[str, str | bool], widget: forms.Widget | None = None
    ) -> dict[str, Any]:
        """Add the class of text fields; a label is never left to a placeholder."""
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        drawn = widget or self.field.widget
        is_text = getattr(drawn, "input_type", "") in TEXT_INPUTS
        if is_text or isinstance(drawn, forms.Textarea | forms.Select):
            own = built.get("class") or drawn.attrs.get("class", "")
            built["class"] = f"input {own}".strip()
        if "placeholder" in drawn.attrs:
            built["placeholder"] = False
        return built

    @property
    def is_checkbox(self) -> bool:
        """Whether this is one box to tick, whose label follows it."""
        return isinstance(self.field.widget, forms.CheckboxInput)

    @property
    def is_marked_optional(self) -> bool:
        """Whether the label says that the field may stay empty."""
        form_marks = getattr(self.form, "marks_optional", True)
        return form_marks and not self.field.required and not self.is_checkbox

    @property
    def suggestion(self) -> str:
        """The value that a press of a button puts in place of the wrong one, or nothing."""
        for error in self.form.errors.get(self.name, forms.utils.ErrorList()).as_data():
            if error.params and "use" in error.params:
                return str(error.params["use"])
        return ""


class Renderer(TemplatesSetting):
    """Draws forms with the product's own templates; the setting FORM_RENDERER names it."""

    form_template_name = "parts/form.html"
    field_template_name = "parts/field.html"
    bound_field_class = FieldWithVoice


class Form(forms.Form):
    """The base of forms; a pressed "Use 1714" (``use``: ``field=1714``) fills the value in."""

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(with_suggestion(data), *args, **kwargs)


def with_suggestion(data: Any) -> Any:
    """Return what was sent with the pressed suggestion put into its field."""
    if not isinstance(data, QueryDict) or "use" not in data:
        return data
    name, has_value, value = str(data["use"]).partition("=")
    changed = data.copy()
    del changed["use"]
    if has_value and name in changed:
        changed[name] = value
    return changed


class Segments(forms.RadioSelect):
    """Two to four short words side by side, of which one is chosen."""

    template_name = "parts/segments.html"


class Choices(forms.RadioSelect):
    """Sentences below each other, of which one is chosen."""

    template_name = "parts/choices.html"


class WholeNumberField(forms.IntegerField):
    """A whole number typed as text: spaces, thousands signs and digits of any script are fine."""

    widget = forms.TextInput
    default_error_messages = {
        "letters": _("“%(typed)s” is not a whole number. Did you mean %(use)s?"),
        "invalid": _("“%(typed)s” is not a whole number."),
    }

    def __init__(
        self,
        *,
        lowest: int | None = None,
        highest: int | None = None,
        too_low: str | _StrPromise = TOO_LOW,
        too_high: str | _StrPromise = TOO_HIGH,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if lowest is not None:
            self.validators.append(MinValueValidator(lowest, message=too_low))
        if highest is not None:
            self.validators.append(MaxValueValidator(highest, message=too_high))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Ask for the keyboard with digits."""
        return {
            "inputmode": "numeric",
            "autocomplete": "off",
            "class": widget.attrs.get("class", "w4"),
        }

    def to_python(self, value: Any) -> int | None:
        """Return the number; a likely one is offered where letters stand for digits."""
        typed = " ".join(str(value or "").split())
        if not typed:
            return None
        plain = plain_digits(typed)
        if WHOLE_NUMBER.fullmatch(plain) and len(plain) <= 12:
            return int(re.sub("[ .,]", "", plain))
        likely = plain.translate(LOOKALIKES)
        if WHOLE_NUMBER.fullmatch(likely) and len(likely) <= 12:
            params = {"typed": typed, "use": likely}
            raise ValidationError(self.error_messages["letters"], code="letters", params=params)
        raise ValidationError(
            self.error_messages["invalid"], code="invalid", params={"typed": typed[:40]}
        )


class VersionField(forms.Field):
    """The version of what a form shows, for the use case to compare; never the person's mistake."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> int | None:
        """Return the number; see ``version_number``."""
        return version_number(str(value or ""))


class RatingField(WholeNumberField):
    """A rating from 0 to 4000."""

    def __init__(self, *, lowest: int = 0, highest: int = LARGEST_RATING, **kwargs: Any) -> None:
        super().__init__(lowest=lowest, highest=highest, **kwargs)


def plain_digits(text: str) -> str:
    """Return text with the digits of every script as 0 to 9 and signs as plain ones.

    >>> plain_digits("١٧١٤"), plain_digits("−40")
    ('1714', '-40')
    """
    signs = {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"}
    return "".join(
        signs.get(sign, sign) if not sign.isdecimal() else str(unicodedata.decimal(sign))
        for sign in text
    )


def add_problems(form: forms.BaseForm, error: ProductError) -> None:
    """Show a refusal of the product at the fields it names, the rest above the form."""
    for problem in error.problems:
        place = problem.path if problem.path in form.fields else None
        form.add_error(place, ValidationError(problem.message, code=problem.code))
    if not error.problems:
        form.add_error(None, ValidationError(error.message, code=error.code))
