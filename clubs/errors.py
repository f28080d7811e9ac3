"""Errors of the product as values: a stable code, a sentence for people, and facts.

Use cases raise them; ``rankfile.errors`` is the only place that turns them into HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, at one place.

    ``path`` names the place in the input (``entries[3].rating``, a form field, ``line 12``) and is
    empty where the whole request is meant. ``link`` is a page where it is mended, or empty.
    """

    code: str
    message: str
    path: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    link: str = ""


class ProductError(Exception):
    """A refusal that a person can understand and act upon."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        facts: Mapping[str, Any] | None = None,
        problems: Sequence[Problem] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = str(message)
        self.facts = dict(facts or {})
        self.problems = tuple(problems)


class InvalidInput(ProductError):
    """What was sent cannot be right; ``problems`` names every place."""


class NotAllowed(ProductError):
    """The person is known to the club but has no right to do this."""


class NotFound(ProductError):
    """No such thing, or nothing this person may know of; both answer alike."""


class Refused(ProductError):
    """The input is fine, but the state of things does not allow it now."""


class Outdated(Refused):
    """Somebody changed the thing meanwhile; ``facts`` holds the current state."""
