"""What the parts of a page are made of; the template tags draw them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Square:
    """One board or round in a row of squares.

    ``state`` is ``in``, ``out`` (missing), ``now`` or ``later``; ``words`` says the same to those
    who do not see it.
    """

    number: int
    state: Literal["in", "out", "now", "later"]
    words: str
    url: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a checklist: to fix (``bad``), worth a look (``mark``) or fine (``ok``)."""

    kind: Literal["bad", "mark", "ok"]
    text: str
    detail: str = ""
    url: str = ""
    action: str = ""
    is_main: bool = False
