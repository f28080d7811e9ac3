"""Results of boards and outcomes of rounds, as closed sets of names; never numbers.

A ``Result`` belongs to a board and speaks of both players. An ``Outcome`` belongs to one player and
one round; its value is the letter of the tournament report format (TRF16), so what is stored, shown
and exported is the same thing. Points are a separate question (``PointValues``), because an event
may value a win or a bye in its own way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """The colour of a player's pieces; the values are the letters of the report format."""

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class ByeKind(StrEnum):
    """Why a player has no opponent in a round; the values are the report format's letters."""

    PAIRING_ALLOCATED = "U"
    HALF_POINT = "H"
    FULL_POINT = "F"
    ZERO_POINT = "Z"


class Outcome(StrEnum):
    """How one round ended for one player; the values are the report format's letters."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    PAIRING_ALLOCATED_BYE = "U"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    ZERO_POINT_BYE = "Z"
    PENDING = "*"

    @property
    def is_over_the_board(self) -> bool:
        """Whether moves were made, so that the game may be rated."""
        return self in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)

    @property
    def is_played(self) -> bool:
        """Whether both sat at the board: rated games and games too short to be rated."""
        return self.is_over_the_board or self in (
            Outcome.UNRATED_WIN,
            Outcome.UNRATED_DRAW,
            Outcome.UNRATED_LOSS,
        )

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was decided because somebody did not play."""
        return self in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)

    @property
    def is_bye(self) -> bool:
        """Whether the player had no opponent at all."""
        return self in BYE_OUTCOMES


BYE_OUTCOMES = frozenset(
    {
        Outcome.PAIRING_ALLOCATED_BYE,
        Outcome.HALF_POINT_BYE,
        Outcome.FULL_POINT_BYE,
        Outcome.ZERO_POINT_BYE,
    }
)


class Result(StrEnum):
    """The result of one board, White first: two outcome letters, or a state without result."""

    PENDING = "**"
    ADJOURNED = "A*"
    WHITE_WINS = "10"
    DRAW = "=="
    BLACK_WINS = "01"
    BOTH_LOSE = "00"
    WHITE_HALF = "=0"
    BLACK_HALF = "0="
    WHITE_WINS_BY_FORFEIT = "+-"
    BLACK_WINS_BY_FORFEIT = "-+"
    DOUBLE_FORFEIT = "--"
    UNRATED_WHITE_WINS = "WL"
    UNRATED_DRAW = "DD"
    UNRATED_BLACK_WINS = "LW"
    UNRATED_BOTH_LOSE = "LL"

    @property
    def white(self) -> Outcome:
        """The outcome for White."""
        return Outcome.PENDING if self.is_open else Outcome(self.value[0])

    @property
    def black(self) -> Outcome:
        """The outcome for Black."""
        return Outcome.PENDING if self.is_open else Outcome(self.value[1])

    @property
    def is_open(self) -> bool:
        """Whether the board has no result yet: still playing, or adjourned."""
        return self in (Result.PENDING, Result.ADJOURNED)

    @property
    def is_rated(self) -> bool:
        """Whether the game counts for rating: a result, and moves on the board."""
        return self.white.is_over_the_board and self.black.is_over_the_board

    @property
    def is_forfeit(self) -> bool:
        """Whether at least one player did not come."""
        return self.white.is_forfeit

    @property
    def swapped(self) -> Result:
        """The same result with colours exchanged: each player keeps what he scored (F11)."""
        return self if self.is_open else Result(self.value[::-1])

    @property
    def label(self) -> str:
        """The result as people write it, White first, for example ``½–½`` or ``+ –``."""
        return LABELS[self]


LABELS: dict[Result, str] = {
    Result.PENDING: "",
    Result.ADJOURNED: "adj.",
    Result.WHITE_WINS: "1–0",
    Result.DRAW: "½–½",
    Result.BLACK_WINS: "0–1",
    Result.BOTH_LOSE: "0–0",
    Result.WHITE_HALF: "½–0",
    Result.BLACK_HALF: "0–½",
    Result.WHITE_WINS_BY_FORFEIT: "+:−",
    Result.BLACK_WINS_BY_FORFEIT: "−:+",
    Result.DOUBLE_FORFEIT: "−:−",
    Result.UNRATED_WHITE_WINS: "1–0 u",
    Result.UNRATED_DRAW: "½–½ u",
    Result.UNRATED_BLACK_WINS: "0–1 u",
    Result.UNRATED_BOTH_LOSE: "0–0 u",
}

_WRITTEN: dict[str, Result] = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "½-½": Result.DRAW,
    "1/2-1/2": Result.DRAW,
    "0.5-0.5": Result.DRAW,
    "=": Result.DRAW,
    "=-=": Result.DRAW,
    "0-0": Result.BOTH_LOSE,
    "½-0": Result.WHITE_HALF,
    "1/2-0": Result.WHITE_HALF,
    "0.5-0": Result.WHITE_HALF,
    "0-½": Result.BLACK_HALF,
    "0-1/2": Result.BLACK_HALF,
    "0-0.5": Result.BLACK_HALF,
    "+:-": Result.WHITE_WINS_BY_FORFEIT,
    "+--": Result.WHITE_WINS_BY_FORFEIT,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "1F-0F": Result.WHITE_WINS_BY_FORFEIT,
    "-:+": Result.BLACK_WINS_BY_FORFEIT,
    "--+": Result.BLACK_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "0F-1F": Result.BLACK_WINS_BY_FORFEIT,
    "-:-": Result.DOUBLE_FORFEIT,
    "---": Result.DOUBLE_FORFEIT,
    "--": Result.DOUBLE_FORFEIT,
    "0F-0F": Result.DOUBLE_FORFEIT,
    "W-L": Result.UNRATED_WHITE_WINS,
    "D-D": Result.UNRATED_DRAW,
    "L-W": Result.UNRATED_BLACK_WINS,
    "L-L": Result.UNRATED_BOTH_LOSE,
    "*": Result.PENDING,
    "": Result.PENDING,
    "ADJ": Result.ADJOURNED,
    "ADJ.": Result.ADJOURNED,
}

_DASHES = re.compile("[\u2010-\u2015\u2212]")


def read_result(text: str) -> Result:
    """Return the result that people mean by ``text``, White first.

    Dashes of every kind and spaces are accepted, a decimal comma too. ``0-0`` is read as a played
    game that both lost; callers that can ask should ask whether it was played.

    >>> read_result("1 – 0").label, read_result("0,5-0,5").label, read_result("+--").label
    ('1–0', '½–½', '+:−')

    Raises ValueError for anything else.
    """
    plain = _DASHES.sub("-", "".join(text.split())).replace(",", ".").upper()
    try:
        return _WRITTEN[plain]
    except KeyError:
        raise ValueError(text) from None


# The stored codes of boards without a result.
OPEN_RESULTS = tuple(result.value for result in Result if result.is_open)


@dataclass(frozen=True, slots=True)
class PointValues:
    """What each outcome is worth in an event, in hundredths of a point.

    ``pairing_bye`` is the value of the pairing-allocated bye, one value for the whole event
    (C.04.1). Forfeits are worth the same as games.
    """

    win: int = 100
    draw: int = 50
    loss: int = 0
    pairing_bye: int = 100
    half_point_bye: int = 50
    full_point_bye: int = 100
    zero_point_bye: int = 0

    def points(self, outcome: Outcome) -> int:
        """Return the points of one outcome, in hundredths; a pending game brings none.

        >>> PointValues().points(Outcome.DRAW), PointValues(win=300).points(Outcome.FORFEIT_WIN)
        (50, 300)
        """
        match outcome:
            case Outcome.WIN | Outcome.FORFEIT_WIN | Outcome.UNRATED_WIN:
                return self.win
            case Outcome.DRAW | Outcome.UNRATED_DRAW:
                return self.draw
            case Outcome.LOSS | Outcome.FORFEIT_LOSS | Outcome.UNRATED_LOSS:
                return self.loss
            case Outcome.PAIRING_ALLOCATED_BYE:
                return self.pairing_bye
            case Outcome.HALF_POINT_BYE:
                return self.half_point_bye
            case Outcome.FULL_POINT_BYE:
                return self.full_point_bye
            case Outcome.ZERO_POINT_BYE:
                return self.zero_point_bye
            case Outcome.PENDING:
                return 0
