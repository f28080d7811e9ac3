"""Reads rows of games from copied text: a column of a spreadsheet, or a page of results.

Of every line, the first number that can be a rating is the opponent's and the last word that can
be a result is the result; names, federations and points between them are passed over.
"""

from __future__ import annotations

import re

from clubs.form_fields import plain_digits
from ratings.calculator_pages.address import DREW, LOST, MOST_ROWS, NOT_PLAYED, WON, GameRow

LONGEST_LINE = 300
LOWEST, HIGHEST = 100, 4000

RESULTS = {
    **dict.fromkeys(("1", "1-0", "1:0", "1.0", "1,0", "w1", "b1", "win", "won"), WON),
    **dict.fromkeys(("½", "0.5", "0,5", ".5", ",5", "1/2", "=", "½-½", "½:½", "1/2-1/2"), DREW),
    **dict.fromkeys(("0.5-0.5", "w½", "b½", "draw", "drew"), DREW),
    **dict.fromkeys(("0", "0-1", "0:1", "0.0", "0,0", "w0", "b0", "loss", "lost"), LOST),
    **dict.fromkeys(("+", "-", "+-", "-+", "+/-", "-/+", "--", "-/-", "1f", "0f"), NOT_PLAYED),
    **dict.fromkeys(("w+", "b+", "w-", "b-", "bye", "f"), NOT_PLAYED),
}
UNRATED = frozenset({"0", "unr", "unr.", "unrated"})
DASHES = str.maketrans({"–": "-", "—": "-", "\N{MINUS SIGN}": "-"})


def read_pasted(text: str) -> tuple[GameRow, ...]:
    """Return the rows of copied text; lines that hold neither rating nor result are passed over.

    >>> read_pasted("1650\\t1\\n4 7 FM Silva, Ana 2130 POR 4,5 w ½\\nround 3")
    (GameRow(opponent='1650', result='1'), GameRow(opponent='2130', result='5'))
    """
    games: list[GameRow] = []
    for line in text.splitlines():
        if not line.strip() or len(games) > MOST_ROWS:
            continue
        game = _read_line(line[:LONGEST_LINE])
        if not game.is_blank:
            games.append(game)
    return tuple(games)


def _read_line(line: str) -> GameRow:
    words = [word for word in re.split(r"[\s;|]+", line.strip().translate(DASHES)) if word]
    plain = [plain_digits(word).strip("()").rstrip(",").lower() for word in words]
    ratings = sorted((word for word in plain if _is_rating(word)), key=len, reverse=True)
    results = [RESULTS[word] for word in plain if word in RESULTS]
    if not ratings and not _is_unrated(plain):
        return GameRow()
    return GameRow(ratings[0] if ratings else "", results[-1] if results else "")


def _is_rating(word: str) -> bool:
    """Whether a word can be a rating; of several, one with four digits is taken before others."""
    is_number = word.isascii() and word.isdigit() and 3 <= len(word) <= 4
    return is_number and LOWEST <= int(word) <= HIGHEST


def _is_unrated(words: list[str]) -> bool:
    """Whether a line without a rating is a game all the same: it says so, or is nothing else."""
    is_nothing_else = all(word in RESULTS or word in UNRATED for word in words)
    says_so = any(word in UNRATED for word in words[:-1])
    return (is_nothing_else or says_so) and not RESULTS.keys().isdisjoint(words[-1:])
