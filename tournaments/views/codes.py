"""Addresses as squares to scan with a phone."""

from __future__ import annotations

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


def code_of(url: str, title: str) -> SafeString:
    """Return a drawing of an address, named for those who do not see it."""
    code = segno.make(url, error="m", boost_error=False)
    size = code.symbol_size(border=1)[0]
    path = "".join(_row(row, y) for y, row in enumerate(code.matrix, start=1))
    return format_html(
        '<svg role="img" viewBox="0 0 {} {}" class="qr"><title>{}</title><path d="{}"/></svg>',
        size,
        size,
        title,
        mark_safe(path),  # noqa: S308 - numbers of our own
    )


def _row(row: bytearray, y: int) -> str:
    """Return the dark squares of a row as strokes; its middle is half a unit down."""
    return "".join(f"M{x} {y}.5h1" for x, dark in enumerate(row, start=1) if dark)
