"""What is said about an exchange file: findings with a place, a stable code and facts.

A finding is either a problem (the file is refused) or a message (the file is used, and this was
noticed). The sentences are in ``finding_texts``; callers pass their own translating function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tournaments.exchange.finding_texts import TEXTS

Fact = str | int | list[int] | list[str]
Translate = Callable[[str], str]

MOST_PROBLEMS = 500
MOST_LINES_LISTED = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a text: its place, the text found there, and a stable code.

    ``line`` and ``column`` count from 1; 0 means the file as a whole. A message that applies to
    several lines carries their ``count`` and the first ``lines`` among its facts.
    """

    code: str
    line: int = 0
    column: int = 0
    found: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)

    def message(self, translate: Translate = str) -> str:
        """Return the sentence for people."""
        return translate(TEXTS[self.code][0]) % self._values()

    def allowed(self, translate: Translate = str) -> str:
        """Return what would have been right here, or an empty text if nothing was wrong."""
        text = TEXTS[self.code][1]
        return translate(text) % self._values() if text else ""

    def as_dict(self, translate: Translate = str) -> dict[str, object]:
        """Return the finding as plain data for JSON."""
        return {
            "code": self.code,
            "line": self.line,
            "column": self.column,
            "found": self.found,
            "allowed": self.allowed(translate),
            "message": self.message(translate),
            "facts": dict(self.facts),
        }

    def _values(self) -> dict[str, Fact]:
        return {"line": self.line, "column": self.column, "found": self.found, **self.facts}


class ExchangeFileError(ValueError):
    """A text that cannot be used; ``problems`` names everything that is wrong with it."""

    def __init__(self, problems: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(describe(problem) for problem in problems[:5]))
        self.problems = problems


def describe(finding: Finding, translate: Translate = str) -> str:
    """Return a finding on one line, place first, for logs and command lines.

    >>> describe(Finding("bad_rating", 3, 49, "-5"))
    '3:49: The rating cannot be read. [-5]'
    """
    return f"{finding.line}:{finding.column}: {finding.message(translate)} [{finding.found}]"


class Findings:
    """Collects problems one by one and messages by kind while a text is read."""

    def __init__(self) -> None:
        self._problems: list[Finding] = []
        self._messages: dict[tuple[str, int], Finding] = {}

    def problem(self, code: str, line: int, column: int, found: str, **facts: Fact) -> None:
        """Add a problem; beyond the limit only the fact that there are more."""
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(Finding(code, line, column, shortened(found), facts))
        elif len(self._problems) == MOST_PROBLEMS:
            self._problems.append(Finding("too_many_problems"))

    def message(
        self,
        code: str,
        line: int = 0,
        column: int = 0,
        found: str = "",
        *,
        each: bool = False,
        **facts: Fact,
    ) -> None:
        """Add a message, or count it to the one of the same code that is already there.

        With ``each`` it stands for itself, for messages whose sentence holds what was found.
        """
        key = (code, line if each else 0)
        before = self._messages.get(key)
        if before is None:
            listed = [line] if line else []
            self._messages[key] = Finding(
                code, line, column, shortened(found), {"count": 1, "lines": listed, **facts}
            )
            return
        count, lines = before.facts["count"], before.facts["lines"]
        assert isinstance(count, int)
        assert isinstance(lines, list)
        known = [number for number in lines if isinstance(number, int)]
        if line and line not in known and len(known) < MOST_LINES_LISTED:
            known.append(line)
        self._messages[key] = replace(
            before, facts={**before.facts, "count": count + 1, "lines": known}
        )

    @property
    def problems(self) -> tuple[Finding, ...]:
        """All problems in the order of the lines."""
        return tuple(sorted(self._problems, key=lambda each: (each.line or 10**9, each.column)))

    @property
    def messages(self) -> tuple[Finding, ...]:
        """All messages in the order in which their kinds first occurred."""
        return tuple(self._messages.values())


def shortened(text: str) -> str:
    """Return ``text`` in at most 60 characters, so that an answer never repeats a huge file."""
    return text if len(text) <= 60 else f"{text[:59]}…"
