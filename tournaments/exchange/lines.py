"""Player lines of the report format: fields by column, and lines whose columns have slipped.

Positions are those of the 2016 edition, counted in characters from 0 here and from 1 in findings.
Round ``r`` has ten columns: the opponent begins at ``CELLS + 10 * (r - 1)``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.exchange.problems import Findings

RANK_FIELD = slice(4, 8)
NAME, NAME_WIDTH = 14, 33
RATING, FEDERATION, NUMBER, BIRTH, POINTS, RANK = 48, 53, 57, 69, 80, 85
CELLS, CELL_WIDTH = 91, 10
MAX_ROUNDS = 99
MAX_LINE = CELLS + CELL_WIDTH * MAX_ROUNDS + 10
LONGEST_SLIP = 40

# Everything after the name, from column 48 on, as the format has it.
_REGULAR = re.compile(
    r" [ \d-]{4} .{3} .{11} [\d/.\- ]{10} [\d., ]{4} [\d ]{4}"
    r"(?:  [ \d]{4} [ wWbB-] .)*(?:  [ \d]{4}(?: [wWbB-]?)?)?\s*$",
    re.ASCII,
)
_DECIMAL_POINTS = re.compile(r" *[0-9]{1,2}[.,][0-9]$")
_GAPS = (47, 52, 56, 68, 79, 84)
_AFTER_OPPONENT = re.compile(r" ([^\d\s]| )(?: (\S)?)?\s*$")
_DIGITS = re.compile(r"[0-9]{1,4}$")
_LONE = frozenset("HFUZ")


@dataclass(frozen=True, slots=True)
class RawCell:
    """The entry of one round as it stands in the file; ``column`` is that of the opponent.

    ``opponent`` None means none; ``letter`` is the result in capitals, empty where it is blank.
    ``readable`` is False for an entry that is not one of the format at all.
    """

    column: int
    text: str
    opponent: int | None = None
    colour: str = ""
    letter: str = ""
    readable: bool = True


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """The fields of a player line as text, before anything is judged.

    ``slip`` is how many characters the columns after the name are moved to the right.
    """

    number: int
    code: str
    starting_rank: str
    sex: str
    title: str
    name: str
    rating: str
    federation: str
    identity: str
    birth: str
    points: str
    rank: str
    cells: tuple[RawCell, ...]
    slip: int = 0

    def column(self, position: int) -> int:
        """Return the column, from 1, in which a field after the name stands on this line."""
        return position + 1 + self.slip


def split_player_line(number: int, text: str, findings: Findings) -> PlayerLine:
    """Return the fields of a ``001`` line or of a national record of the same layout."""
    text = text.rstrip()
    if len(text) > MAX_LINE:
        findings.problem("line_too_long", number, MAX_LINE + 1, text[MAX_LINE:], limit=MAX_LINE)
        text = text[:MAX_LINE]
    text, slip = _aligned(text)
    if slip is None:
        slip = 0
        _report_filled_gaps(number, text, findings)
    elif slip:
        findings.message("name_overflow", number, NAME + 1, text[NAME : RATING + slip].strip())
    after = text[RATING - 1 + slip :]

    def part(start: int, width: int) -> str:
        return after[start - RATING + 1 : start - RATING + 1 + width].strip()

    return PlayerLine(
        number=number,
        code=text[:3],
        starting_rank=text[RANK_FIELD].strip(),
        sex=text[9:10].strip(),
        title=text[10:13].strip(),
        name=text[NAME : RATING - 1 + slip].replace("\t", " ").strip(),
        rating=part(RATING, 4),
        federation=part(FEDERATION, 3),
        identity=part(NUMBER, 11),
        birth=part(BIRTH, 10),
        points=part(POINTS, 4),
        rank=part(RANK, 4),
        cells=_cells(text, CELLS + slip),
        slip=slip,
    )


def _aligned(text: str) -> tuple[str, int | None]:
    """Return the line, composed if that puts its columns right, and the slip of its columns.

    None as slip means that no reading fits. Names that are too long push the rest of the line to
    the right; names padded by bytes pull it to the left; decomposed accents count twice.
    """
    if _fits(text, 0):
        return text, 0
    composed = unicodedata.normalize("NFC", text)
    if composed != text and _fits(composed, 0):
        return composed, 0
    name = text[NAME : NAME + NAME_WIDTH]
    extra_bytes = len(name.encode("utf-8", "replace")) - len(name)
    for slip in (*range(1, LONGEST_SLIP + 1), *range(-1, -min(extra_bytes, 20) - 1, -1)):
        # Blank fields fit nearly everywhere; the decimal point of the points decides.
        points = text[POINTS + slip : POINTS + slip + 4]
        if _DECIMAL_POINTS.match(points) and _fits(text, slip):
            return text, slip
    return text, None


def _fits(text: str, slip: int) -> bool:
    rest = text[RATING - 1 + slip :]
    return _REGULAR.match(rest.ljust(CELLS - RATING - 1)) is not None


def _report_filled_gaps(number: int, text: str, findings: Findings) -> None:
    for position in _GAPS:
        if text[position : position + 1].strip():
            around = text[max(position - 6, 0) : position + 6].strip()
            findings.problem("column_not_blank", number, position + 1, around)


def _cells(text: str, start: int) -> tuple[RawCell, ...]:
    return tuple(
        _cell(text[position : position + CELL_WIDTH], position + 1)
        for position in range(start, len(text), CELL_WIDTH)
    )


def _cell(text: str, column: int) -> RawCell:
    plain = text.strip()
    if not plain:
        return RawCell(column, plain)
    match = _AFTER_OPPONENT.match(text.ljust(6)[4:])
    opponent_text = text[:4].strip(" -")
    if match is None or (opponent_text and not _DIGITS.match(opponent_text)):
        return _loose_cell(plain, column)
    opponent = int(opponent_text or 0) or None
    return RawCell(column, plain, opponent, match[1].strip().lower(), (match[2] or "").upper())


def _loose_cell(plain: str, column: int) -> RawCell:
    """Read an entry that is out of its columns: a lone bye letter, or three separate parts."""
    parts = plain.split()
    if len(parts) == 1 and parts[0].upper() in _LONE:
        return RawCell(column, plain, letter=parts[0].upper())
    if len(parts) in (2, 3) and _DIGITS.match(parts[0]):
        letter = parts[2].upper() if len(parts) == 3 else ""
        if len(parts[1]) == 1 and len(letter) <= 1:
            return RawCell(column, plain, int(parts[0]) or None, parts[1].lower(), letter)
    return RawCell(column, plain, readable=False)
