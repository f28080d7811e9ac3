"""FIDE's rating lists: the text and the XML layout, read and written as streams.

A list has far more than a million players, so one record at a time is in memory. Columns of the
text layout are taken from its header line, because they differ between lists and years.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, BinaryIO
from xml.parsers import expat

from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 2_000
MAX_FIELD = 400
CHUNK = 65_536
LONGEST_SLIP = 40

TEXTS = {
    "zipped": gettext_noop("This is an archive. Unpack it and choose the list inside."),
    "no_header": gettext_noop("The first line does not name the columns of a FIDE rating list."),
    "line_too_long": gettext_noop("Line %(line)s is too long for a FIDE rating list."),
    "bad_number": gettext_noop("Line %(line)s: “%(found)s” is not a number (%(field)s)."),
    "broken_xml": gettext_noop("Line %(line)s: the XML is damaged."),
    "entities": gettext_noop("Line %(line)s: a rating list declares no document type or entities."),
    "not_a_list": gettext_noop("The file holds no player of a FIDE rating list."),
}


class FideListError(ValueError):
    """A list that cannot be read; ``code`` names the sentence in ``TEXTS``, ``facts`` fill it."""

    def __init__(self, code: str, line: int, **facts: str) -> None:
        self.code = code
        self.facts: dict[str, str | int] = {"line": line, **facts}
        super().__init__(TEXTS[code] % self.facts)


@dataclass(frozen=True, slots=True)
class FideRecord:
    """A player of the list. None stands for what the list writes as 0: unrated, no K, no year.

    ``sex`` is ``m``, ``w`` or empty.
    """

    fide_id: int | None
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    women_title: str = ""
    other_titles: str = ""
    arena_title: str = ""
    standard: int | None = None
    standard_games: int = 0
    standard_k: int | None = None
    rapid: int | None = None
    rapid_games: int = 0
    rapid_k: int | None = None
    blitz: int | None = None
    blitz_games: int = 0
    blitz_k: int | None = None
    birth_year: int | None = None
    is_inactive: bool = False


# field: (name in the text layout, its width, name in XML)
_LAYOUT = {
    "fide_id": ("ID Number", 15, "fideid"),
    "name": ("Name", 61, "name"),
    "federation": ("Fed", 4, "country"),
    "sex": ("Sex", 4, "sex"),
    "title": ("Tit", 5, "title"),
    "women_title": ("WTit", 5, "w_title"),
    "other_titles": ("OTit", 15, "o_title"),
    "arena_title": ("FOA", 4, "foa_title"),
    "standard": ("SRtng", 6, "rating"),
    "standard_games": ("SGm", 4, "games"),
    "standard_k": ("SK", 3, "k"),
    "rapid": ("RRtng", 6, "rapid_rating"),
    "rapid_games": ("RGm", 4, "rapid_games"),
    "rapid_k": ("Rk", 3, "rapid_k"),
    "blitz": ("BRtng", 6, "blitz_rating"),
    "blitz_games": ("BGm", 4, "blitz_games"),
    "blitz_k": ("BK", 3, "blitz_k"),
    "birth_year": ("B-day", 6, "birthday"),
    "flag": ("Flag", 4, "flag"),
}
_BY_COLUMN = {column.lower(): name for name, (column, _, _) in _LAYOUT.items()} | {
    "id_number": "fide_id", "titl": "title", "born": "birth_year", "birthday": "birth_year",
    "gms": "standard_games", "game": "standard_games", "k": "standard_k",
}  # fmt: skip
_BY_TAG = {tag: name for name, (_, _, tag) in _LAYOUT.items()}
_WHOLE_NUMBERS = frozenset(
    name
    for name in _LAYOUT
    if name in ("fide_id", "birth_year") or name.startswith(("standard", "rapid", "blitz"))
)
_COUNTS = frozenset(name for name in _WHOLE_NUMBERS if name.endswith("_games"))
# A list of one time control names its rating column by month and year.
_MONTH = re.compile(r"[a-z]{3}\d{2}$")
_SEXES = {"M": "m", "F": "w", "W": "w"}
_SEX_LETTERS = {"m": "M", "w": "F"}


def read_fide_list(stream: BinaryIO, filename: str = "") -> Iterator[FideRecord]:
    """Yield the players of a list in its order; the layout is told by the content.

    ``filename`` tells the time control of a list that has only one: rapid or blitz if it says so,
    standard otherwise. Raises ``FideListError`` at the first line that cannot be read, so callers
    keep nothing of a list before its end.
    """
    first = stream.readline(MAX_LINE)
    if first.startswith(b"PK\x03\x04"):
        raise FideListError("zipped", 1)
    is_xml = first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    records = _read_xml(first, stream) if is_xml else _read_text(first, stream)
    control = next((name for name in ("rapid", "blitz") if name in filename.lower()), "standard")
    empty = True
    for record in records:
        empty = False
        yield _moved(record, control)
    if empty:
        raise FideListError("not_a_list", 1)


def write_fide_text(records: Iterator[FideRecord]) -> Iterator[str]:
    """Yield a list in the text layout of all three time controls, the header line first."""
    yield "".join(f"{column:<{width}}" for column, width, _ in _LAYOUT.values()).rstrip() + "\r\n"
    for record in records:
        values = _written(record)
        line = "".join(
            f"{values[name][: width - 1]:<{width}}" for name, (_, width, _) in _LAYOUT.items()
        )
        yield f"{line}\r\n"


def write_fide_xml(records: Iterator[FideRecord]) -> Iterator[str]:
    """Yield a list in the XML layout, one player at a time."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<playerslist>\n'
    for record in records:
        values = _written(record)
        yield (
            "<player>\n"
            + "".join(
                f"<{tag}>{_xml_text(values[name])}</{tag}>\n"
                for name, (_, _, tag) in _LAYOUT.items()
            )
            + "</player>\n"
        )
    yield "</playerslist>\n"


def _read_text(first: bytes, stream: BinaryIO) -> Iterator[FideRecord]:
    header = _decoded(first).removeprefix("\ufeff").rstrip()
    columns = _columns(header)
    if not {"fide_id", "name"} <= set(columns):
        raise FideListError("no_header", 1)
    for number in itertools.count(2):
        raw = stream.readline(MAX_LINE)
        if not raw:
            return
        if len(raw) == MAX_LINE:
            raise FideListError("line_too_long", number)
        line = _decoded(raw).rstrip("\r\n")
        if line.strip():
            yield _record(_fields_of(line, columns, len(header)), number)


def _columns(header: str) -> dict[str, slice]:
    """Return where each field stands: from its name in the header up to the next name."""
    names = list(re.finditer(r"ID Number|\S+", header, re.IGNORECASE))
    ends = [match.start() for match in names[1:]] + [MAX_LINE]
    columns: dict[str, slice] = {}
    for match, end in zip(names, ends, strict=False):
        written = match[0].lower()
        field = "standard" if _MONTH.match(written) else _BY_COLUMN.get(written)
        if field is not None:
            columns.setdefault(field, slice(match.start(), end))
    return columns


def _fields_of(line: str, columns: dict[str, slice], width: int) -> dict[str, str]:
    """Return the fields of a line, also where long titles push those behind them.

    FIDE's own lists hold such lines; they are longer than the header by what the titles take.
    """
    titles = columns.get("other_titles")
    slip = 0
    if titles is not None and line[titles.stop - 1 : titles.stop].strip():
        slip = min(max(len(line) - width, 0), LONGEST_SLIP)
    if not slip:
        return {name: line[place].strip() for name, place in columns.items()}
    return {
        name: line[
            place.start + slip * _is_behind_titles(name) : place.stop
            + slip * (_is_behind_titles(name) or name == "other_titles")
        ].strip()
        for name, place in columns.items()
    }


def _is_behind_titles(name: str) -> bool:
    return name in ("arena_title", "flag") or (name in _WHOLE_NUMBERS and name != "fide_id")


def _read_xml(first: bytes, stream: BinaryIO) -> Iterator[FideRecord]:
    reader = _XmlReader()
    chunk = first
    while chunk:
        reader.feed(chunk, is_last=False)
        yield from reader.taken()
        chunk = stream.read(CHUNK)
    reader.feed(b"", is_last=True)
    yield from reader.taken()


class _XmlReader:
    """Collects players from pieces of XML; holds no more than those of one piece."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._refuse_declaration
        self._parser.EntityDeclHandler = self._refuse_declaration
        self._fields: dict[str, str] = {}
        self._field = ""
        self._text: list[str] = []
        self._length = 0
        self._records: list[FideRecord] = []

    def feed(self, data: bytes, *, is_last: bool) -> None:
        """Take in the next piece."""
        try:
            self._parser.Parse(data, is_last)
        except expat.ExpatError as error:
            raise FideListError("broken_xml", error.lineno) from None

    def taken(self) -> list[FideRecord]:
        """Return the players that are complete and forget them."""
        records, self._records = self._records, []
        return records

    def _start(self, tag: str, _attributes: dict[str, str]) -> None:
        if tag == "player":
            self._fields = {}
        self._field = _BY_TAG.get(tag, "")
        self._text, self._length = [], 0

    def _characters(self, text: str) -> None:
        if not self._field:
            return
        self._length += len(text)
        if self._length > MAX_FIELD:
            raise FideListError("line_too_long", self._parser.CurrentLineNumber)
        self._text.append(text)

    def _end(self, tag: str) -> None:
        if tag == "player":
            self._records.append(_record(self._fields, self._parser.CurrentLineNumber))
        elif self._field:
            self._fields[self._field] = "".join(self._text).strip()
        self._field = ""

    def _refuse_declaration(self, *_declaration: object) -> None:
        raise FideListError("entities", self._parser.CurrentLineNumber)


def _record(found: dict[str, str], line: int) -> FideRecord:
    numbers: dict[str, int | None] = {}
    for name in _WHOLE_NUMBERS:
        text = found.get(name, "")
        if name == "birth_year" and len(text) > 4:
            # Some lists give the whole date; the year comes first or last.
            text = next(iter(re.findall(r"\d{4}", text)), text)
        if text and not (text.isascii() and text.isdecimal() and len(text) <= 12):
            raise FideListError("bad_number", line, found=text[:20], field=name)
        number = int(text or 0)
        numbers[name] = number if name in _COUNTS else number or None
    flag = found.get("flag", "").lower()
    sex = _SEXES.get(found.get("sex", "").upper(), "w" if "w" in flag else "")
    return FideRecord(
        name=_clean(found.get("name", "")),
        federation=found.get("federation", "").upper(),
        sex=sex,
        title=found.get("title", "").upper(),
        women_title=found.get("women_title", "").upper(),
        other_titles=found.get("other_titles", ""),
        arena_title=found.get("arena_title", "").upper(),
        is_inactive="i" in flag,
        **numbers,  # type: ignore[arg-type]
    )


def _moved(record: FideRecord, control: str) -> FideRecord:
    """Return the record of a one-control list with its rating at the control it belongs to."""
    if control == "standard" or record.rapid is not None or record.blitz is not None:
        return record
    moved = {control: record.standard, "standard": None}
    moved |= {f"{control}_games": record.standard_games, "standard_games": 0}
    moved |= {f"{control}_k": record.standard_k, "standard_k": None}
    return replace(record, **moved)  # type: ignore[arg-type]


def _written(record: FideRecord) -> dict[str, str]:
    """Return the fields of a player as both layouts write them: 0 for a missing number."""
    values = {
        field.name: getattr(record, field.name)
        for field in fields(record)
        if field.name != "is_inactive"
    }
    written = {
        name: str(value or 0) if name in _WHOLE_NUMBERS else _clean(value)
        for name, value in values.items()
    }
    written["sex"] = _SEX_LETTERS.get(record.sex, "")
    written["flag"] = ("w" if record.sex == "w" else "") + ("i" if record.is_inactive else "")
    return written


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _clean(text: str) -> str:
    return (
        text.strip()
        if text.isprintable()
        else "".join(char for char in text if char.isprintable()).strip()
    )


def _xml_text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
