"""Marking sentences for the translators in modules that do not know Django."""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return ``text`` unchanged; the translators' tools find it by this function's name."""
    return text
