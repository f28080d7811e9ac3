"""What a page does with a form that was sent: act, or show it again with what is wrong.

Whatever was typed stays. A refusal of a use case is shown at the fields it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict

from clubs.errors import InvalidInput, Outdated, Refused
from clubs.form_fields import add_problems
from clubs.fragments import render_page

T = TypeVar("T")
INVALID, CONFLICT = 422, 409


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what was sent with a POST, also where that is nothing; None for other methods."""
    return request.POST if request.method == "POST" else None


def posted_text(request: HttpRequest, name: str) -> str:
    """Return a text that was sent outside of a form class, without NUL, which no database keeps."""
    return request.POST.get(name, "").replace("\x00", "")


def attempt(form: BaseForm, act: Callable[[], T]) -> T | None:
    """Return what ``act`` returned, or None after putting its refusal into the form.

    After Outdated the form carries the version there is now, so that sending it once more means:
    yes, over what the other person did.
    """
    try:
        return act()
    except (InvalidInput, Refused) as error:
        if isinstance(error, Outdated) and "version" in form.fields:
            form.data = form.data.copy()  # type: ignore[attr-defined]
            form.data["version"] = str(error.facts.get("version", ""))  # type: ignore[index]
        add_problems(form, error)
        form.refused = isinstance(error, Refused)  # type: ignore[attr-defined]
        return None


def form_status(form: BaseForm) -> int:
    """Return the status of a page with this form: 200, 422 for what was typed, 409 for the rest."""
    if not form.is_bound or not form.errors:
        return 200
    return CONFLICT if getattr(form, "refused", False) else INVALID


def render_form(
    request: HttpRequest, template: str, form: BaseForm, context: Mapping[str, Any]
) -> HttpResponse:
    """Return the page with the form, in the status that fits it."""
    return render_page(request, template, {**context, "form": form}, status=form_status(form))
