"""What the address of a calculator page says, and the short form of it that people share.

A form sends each row of games as ``o3=1650&r3=1``; a shared address holds them as ``g=1650_1``.
Both are read, in any order of fields. Results are written ``1``, ``5`` (a draw), ``0`` and ``f``
(not played). Text is kept as it was typed; whether it is a number is for the rules' reader to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from clubs.form_fields import LOOKALIKES, WHOLE_NUMBER, plain_digits

# Servers in front cut a request line at 8190.
LONGEST_QUERY = 7500
LONGEST_TEXT = 24
MOST_ROWS = 100
FEWEST_ROWS = 6
ROWS_ADDED = 5

WON, DREW, LOST, NOT_PLAYED = "1", "5", "0", "f"
SCORES = {WON: "1", DREW: "0.5", LOST: "0", NOT_PLAYED: "0"}

# Nobody types these: no character at all, and those that templates use as marks.
UNSEEN = dict.fromkeys(map(ord, "\0\ue000\ue001\ue002"))

_ROW_NAME = re.compile(r"((?:e[0-9]{1,2})?)[or]([1-9][0-9]{0,5})", re.ASCII)
_AMOUNT = re.compile(r"[0-9]+(?:[.,][0-9]+)?", re.ASCII)

Parameters = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row as typed: the opponent's rating, and a result or nothing."""

    opponent: str = ""
    result: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was entered."""
        return not self.opponent and not self.result

    @property
    def is_waiting(self) -> bool:
        """Whether the result is still to come."""
        return bool(self.opponent) and not self.result


BLANK = GameRow()


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one list of games; ``too_many`` counts those that were not read."""

    games: tuple[GameRow, ...]
    too_many: int = 0

    @property
    def filled(self) -> int:
        """How many rows there are up to the last one with anything in it."""
        return max((n for n, game in enumerate(self.games, 1) if not game.is_blank), default=0)

    def with_more(self, count: int = ROWS_ADDED) -> Rows:
        """Return the rows with empty ones below."""
        return _rows([*self.games, *[BLANK] * count], self.too_many)

    def without(self, number: int) -> Rows:
        """Return the rows without one of them; the others keep their order."""
        kept = [game for n, game in enumerate(self.games, 1) if n != number]
        return _rows(kept, self.too_many)

    def with_pasted(self, pasted: Sequence[GameRow], at: int) -> Rows:
        """Return the rows with others written from a row on; those that they cover go."""
        rest = self.games[at - 1 + len(pasted) :]
        before = [*self.games[: at - 1]]
        before += [BLANK] * (at - 1 - len(before))
        return _rows([*before, *pasted, *rest], self.too_many)

    def parameters(self, prefix: str = "") -> Parameters:
        """Return the rows for an address, without the empty ones at the end."""
        filled = self.filled
        found = [(f"{prefix}g", f"{game.opponent}_{game.result}") for game in self.games[:filled]]
        if len(self.games) > max(FEWEST_ROWS, filled + 1):
            found.append((f"{prefix}n", str(len(self.games))))
        return found


def _rows(games: Iterable[GameRow], too_many: int = 0) -> Rows:
    read = tuple(games)
    return Rows(read[:MOST_ROWS], too_many + max(0, len(read) - MOST_ROWS))


def rows_of(games: Iterable[GameRow], shown: int = 0) -> Rows:
    """Return rows with at least one empty one below, and at least ``shown`` of them."""
    found = _rows(games)
    missing = max(FEWEST_ROWS, found.filled + 1, shown) - len(found.games)
    missing = min(missing, MOST_ROWS - len(found.games))
    return Rows(found.games + (BLANK,) * max(0, missing), found.too_many)


class Query:
    """The parameters of an address, each read as text of a sensible length."""

    def __init__(self, parameters: QueryDict) -> None:
        self._parameters = parameters
        self._row_numbers: dict[str, int] = {}
        for name in parameters:
            if match := _ROW_NAME.fullmatch(name):
                prefix, number = match[1], int(match[2])
                self._row_numbers[prefix] = max(number, self._row_numbers.get(prefix, 0))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked yet."""
        return not self._parameters

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        """Return what was typed, without the spaces around it."""
        value: str = self._parameters.get(name, "")
        return value[: longest + 1].translate(UNSEEN).strip()

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        """Return the choice made, or the default where there is none of that name."""
        value = self.text(name)
        return value if value in choices else default

    def number(self, name: str) -> int:
        """Return a small number that a button or another address of ours has sent, else 0."""
        value = self.text(name)
        return int(value) if value.isascii() and value.isdigit() and len(value) <= 4 else 0

    def has(self, name: str) -> bool:
        """Whether a button of that name was pressed, or a field was in the form."""
        return name in self._parameters

    def rows(self, prefix: str = "", results: Iterable[str] = SCORES) -> Rows:
        """Return a list of games; results that are none of those named are not there."""
        short = self._parameters.getlist(f"{prefix}g")
        if short:
            games = [_short_row(text, results) for text in short[:MOST_ROWS]]
            found = rows_of(games, self.number(f"{prefix}n"))
            return Rows(found.games, max(0, len(short) - MOST_ROWS))
        last = self._row_numbers.get(prefix, 0)
        games = [
            GameRow(self.text(f"{prefix}o{n}"), self.choice(f"{prefix}r{n}", results, default=""))
            for n in range(1, min(last, MOST_ROWS) + 1)
        ]
        found = rows_of(games, max(last, self.number(f"{prefix}n")))
        return Rows(found.games, max(0, last - MOST_ROWS))


def _short_row(text: str, results: Iterable[str]) -> GameRow:
    opponent, _, result = text[: LONGEST_TEXT + 3].translate(UNSEEN).rpartition("_")
    if result and result not in SCORES:
        return GameRow(f"{opponent}_{result}"[: LONGEST_TEXT + 1], "")
    return GameRow(opponent.strip(), result if result in results else "")


def address_of(parameters: Parameters) -> str:
    """Return parameters as the part of an address behind the question mark."""
    return urlencode(parameters)


def whole_number(text: str) -> int | str | None:
    """Return the number that a text means, None for no text, and else the text itself.

    Spaces, thousands signs and the digits of every script are fine.

    >>> whole_number("1 650"), whole_number("١٦٥٠"), whole_number(""), whole_number("165O")
    (1650, 1650, None, '165O')
    """
    typed = " ".join(text.split())
    plain = plain_digits(typed)
    if WHOLE_NUMBER.fullmatch(plain) and len(plain) <= 12:
        return int(re.sub("[ .,]", "", plain))
    return typed or None


def likely_number(text: str) -> str:
    """Return the number that was probably meant where letters stand for digits, or nothing.

    >>> likely_number("165O"), likely_number("Silva")
    ('1650', '')
    """
    likely = plain_digits(text).translate(LOOKALIKES)
    return likely if WHOLE_NUMBER.fullmatch(likely) and len(likely) <= 12 else ""


def amount(text: str) -> str | None:
    """Return a number with a decimal comma or full stop as the rules' reader takes it.

    >>> amount("2,5"), amount("2.5"), amount("90"), amount(""), amount("x")
    ('2.5', '2.5', '90', None, 'x')
    """
    plain = plain_digits("".join(text.split()))
    if _AMOUNT.fullmatch(plain):
        return plain.replace(",", ".")
    return plain or None
