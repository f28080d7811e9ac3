"""Every address of the product that belongs to a club, found by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from tenancy.world import World

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")

# What stands for a parameter, by the end of the address before it. The first that fits counts.
MEANINGS: tuple[tuple[str, str], ...] = (
    (r"clubs/<slug:(slug|club)>$", "club"),
    (r"tournaments/<int:number>/help/<str:secret>$", "link_secret"),
    (r"invitations/<str:secret>$", "invitation_secret"),
    (r"tournaments/<(int|str):\w+>$", "running"),
    (r"ledger/<slug:time_control>$", "time_control"),
    (r"ledger/<slug:time_control>/<int:number>$", "closed"),
    (r"members/<int:\w+>$", "membership"),
    (r"tokens/<int:\w+>$", "token"),
    (r"webhooks/<int:\w+>$", "webhook"),
    (r"deliveries/<int:\w+>$", "delivery"),
    (r"invitations/<int:\w+>$", "invitation"),
    (r"(adjustments|start-ratings)/<int:\w+>$", "adjustment"),
    (r"merge/<int:\w+>$", "other_player"),
    (r"merges/<int:\w+>$", "merge"),
    (r"fide/<int:\w+>$", "one"),
    (r"byes/<int:\w+>$", "bye"),
    (r"players/<int:\w+>$", "player"),
    (r"(helpers|helper-links)/<int:\w+>$", "link"),
    (r"entries/<int:entry_id>$", "entry"),
    (r"entries/<int:\w+>$", "rank"),
    (r"<slug:time_control>$", "time_control"),
    (r"<slug:kind>$", "kind"),
    (r"<slug:dialect>$", "dialect"),
    (r"<int:(round_number|round|board_number|board|after|number|version)>$", "one"),
)
CONSTANTS = {"time_control": "standard", "kind": "csv", "dialect": "trf16", "one": 1}
# These stand for rows by their number in the whole installation, so a foreign one can be asked for.
BY_PRIMARY_KEY = frozenset(
    {"membership", "token", "webhook", "delivery", "invitation", "adjustment", "player",
     "other_player", "merge", "link", "entry", "bye"}
)  # fmt: skip


class Route(NamedTuple):
    """An address pattern and what its parameters mean."""

    pattern: str
    name: str
    meanings: tuple[tuple[str, str], ...]
    methods: tuple[str, ...]

    @property
    def writes(self) -> tuple[str, ...]:
        """The methods that may change something."""
        return tuple(method for method in self.methods if method != "get")

    @property
    def is_api(self) -> bool:
        """Whether it belongs to the REST API."""
        return self.pattern.startswith("api/")

    def address(self, world: World, **other: Any) -> str:
        """Return the address of this world's things; ``other`` replaces some of them."""
        values = {"club": world.club.slug, **CONSTANTS, **world.numbers, **other}
        path = self.pattern
        for parameter, meaning in self.meanings:
            path = re.sub(rf"<(?:\w+:)?{parameter}>", str(values[meaning]), path, count=1)
        return "/" + path


def club_routes() -> list[Route]:
    """Return all routes below a club, and those that lead into one by a secret.

    A parameter that nobody has explained stops the walk: a new route joins by itself as long as
    it speaks the same language.
    """
    routes = []
    for pattern, entry in _walk(get_resolver().url_patterns):
        names = _PARAMETER.findall(pattern)
        if not names or pattern.startswith(("accounts/", "static/")):
            continue
        routes.append(
            Route(pattern, entry.name or pattern, tuple(_meanings(pattern)), _methods(entry))
        )
    return routes


def _walk(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for item in patterns:
        path = prefix + str(item.pattern).lstrip("^")
        if isinstance(item, URLResolver):
            yield from _walk(item.url_patterns, path)
        else:
            yield path, item


def _methods(entry: URLPattern) -> tuple[str, ...]:
    """Return what a view answers to; a page is asked for a post whether it takes one or not."""
    view = getattr(entry.callback, "view_class", None) or getattr(entry.callback, "cls", None)
    if view is None:
        return ("get", "post")
    return tuple(name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name))


def _meanings(pattern: str) -> Iterator[tuple[str, str]]:
    for found in _PARAMETER.finditer(pattern):
        until = pattern[: found.end()]
        for expression, meaning in MEANINGS:
            if re.search(expression, until):
                yield found[1], meaning
                break
        else:
            raise AssertionError(f"tests/tenancy/routes.py does not know {until}")
