"""Strict reading of environment variables: a wrong value stops the start and names the variable."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """Return the variable's text, or the default when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def boolean(name: str, *, default: bool) -> bool:
    """Return True or False; anything but the words ``True`` and ``False`` stops the start."""
    value = text(name)
    if not value:
        return default
    if value not in ("True", "False"):
        raise ImproperlyConfigured(f"{name} must be True or False, not {value!r}")
    return value == "True"


def whole_number(name: str, *, default: int, least: int, most: int) -> int:
    """Return a whole number between ``least`` and ``most``; anything else stops the start."""
    value = text(name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}")
    return int(value)


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Return a comma-separated list, without empty items."""
    value = text(name)
    return [word.strip() for word in value.split(",") if word.strip()] if value else list(default)


def secret(name: str, default: str = "") -> str:
    """Return a secret from ``NAME``, or from the file that ``NAME_FILE`` names.

    A file that is missing or empty stops the start: a secret that silently falls back is none.
    """
    file_name = text(f"{name}_FILE")
    if not file_name:
        return text(name, default)
    try:
        value = Path(file_name).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {file_name}") from error
    if not value:
        raise ImproperlyConfigured(f"{name}_FILE is empty: {file_name}")
    return value
