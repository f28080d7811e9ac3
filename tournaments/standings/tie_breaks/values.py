"""What a tie-break returns: an exact value and the lines that make it.

Values are whole numbers in a unit of their own: ``value / unit`` is the number people read. Points
are hundredths (unit 100), products of points are ten-thousandths (unit 10,000), counts and ratings
are themselves (unit 1). Nothing is ever rounded except where the regulations say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tournaments.results import Colour, Outcome

WHOLE = 1
HUNDREDTHS = 100
TEN_THOUSANDTHS = 10_000


class Reason(StrEnum):
    """Why a line counts as it does, or why there is no value at all."""

    DUMMY = "dummy"
    CAPPED_BY_OPPONENT = "capped-by-opponent"
    CAPPED_BY_ROUNDS = "capped-by-rounds"
    DRAW_INSTEAD = "draw-instead"
    LAST_ROUND_DRAWN = "last-round-drawn"
    FORFEIT_AS_GAME = "forfeit-as-game"
    NO_RESULT_YET = "no-result-yet"
    CUT_LOWEST = "cut-lowest"
    CUT_UNPLAYED = "cut-unplayed"
    CUT_HIGHEST = "cut-highest"
    CUT_FIRST_ROUND = "cut-first-round"
    NOT_PLAYED = "not-played"
    BELOW_HALF = "below-half"
    ASSUMED_RATING = "assumed-rating"
    AVERAGE_OF_GAMES = "average-of-games"
    UNRATED_TAKE_PART = "unrated-take-part"
    NO_GAMES = "no-games"
    NOT_LEVEL = "not-level"
    NOT_ALL_MET = "not-all-met"


class Method(StrEnum):
    """How the value follows from the lines.

    ``SUM`` adds up ``counted``. ``AVERAGE`` divides that sum by the number of counted lines and
    rounds. ``AVERAGE_PLUS`` adds ``addend`` to the average. ``SEARCH`` is the lowest rating that
    was to be expected to score as much. ``OWN`` is the player's own rating or number.
    """

    SUM = "sum"
    AVERAGE = "average"
    AVERAGE_PLUS = "average-plus"
    SEARCH = "search"
    OWN = "own"


class OpponentLine(NamedTuple):
    """One round in a tie-break.

    ``points`` are the player's own points of the round in hundredths. ``basis`` is what the rule
    looks at: the adjusted score of the opponent or dummy (hundredths), his rating, his performance,
    or the running score. ``counted`` is what goes into the value, in the value's unit; 0 where the
    line is left out, and then ``is_counted`` is False and a reason says why.
    """

    round_number: int
    opponent: int | None
    colour: Colour | None
    outcome: Outcome
    points: int
    basis: int | None
    counted: int
    is_counted: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """One tie-break of one player; ``value`` None means undefined, and ``why_undefined`` says why.

    ``place`` is the player's place among the players he is level with (direct encounter only).
    """

    code: str
    value: int | None
    unit: int = WHOLE
    method: Method = Method.SUM
    lines: tuple[OpponentLine, ...] = ()
    addend: int = 0
    place: int | None = None
    why_undefined: Reason | None = None
    notes: tuple[Reason, ...] = ()
