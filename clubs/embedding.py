"""Pages that another site may show in a frame. Everything else refuses to be framed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from csp.decorators import csp_replace
from django.http import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def embeddable(view: View) -> View:
    """Let any site frame this page; its templates extend embed.html and hold no forms that post."""
    framed: View = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))
    return framed
