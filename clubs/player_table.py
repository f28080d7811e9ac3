"""Member lists as spreadsheet programs save them: encoding, delimiter and headings are detected.

Bytes in, rows and problems out. Nothing is guessed in silence; what was assumed is told.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.translation import gettext as _

from clubs.errors import Problem
from clubs.form_fields import LOOKALIKES, plain_digits
from clubs.names import search_form, tidy_name
from clubs.whole_numbers import whole_number

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
DELIMITERS = (";", "\t", ",", "|")

# Headings as they are met in lists of the three languages and of rating lists, in search form.
HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("name", "nome", "player", "jogador", "full name", "ad soyad", "adi soyadi", "isim",
             "ad"),
    "family_name": ("surname", "last name", "family name", "sobrenome", "apelido", "soyad",
                    "soyadi"),
    "given_name": ("first name", "given name", "prenome", "primeiro nome", "adi"),
    "birth": ("birth", "birth date", "birth year", "born", "year of birth", "date of birth",
              "b day", "nascimento", "data de nascimento", "ano de nascimento", "dogum",
              "dogum tarihi", "dogum yili", "yob", "year"),
    "standard": ("rating", "standard", "elo", "std", "srtng", "rtg", "classico", "padrao",
                 "standart", "ukd"),
    "rapid": ("rapid", "rapido", "rrtng", "hizli"),
    "blitz": ("blitz", "brtng", "yildirim"),
    "fide_id": ("fide id", "fideid", "fide", "fide no", "id fide", "id number"),
    "national_id": ("national id", "nid", "id nacional", "licence", "license", "lisans",
                    "lisans no"),
    "federation": ("federation", "fed", "federacao", "federasyon"),
    "title": ("title", "tit", "titulo", "unvan"),
    "sex": ("sex", "gender", "sexo", "genero", "cinsiyet"),
    "email": ("email", "e mail", "mail", "e posta", "eposta"),
    "phone": ("phone", "telephone", "telefone", "telefon", "mobile", "celular"),
}  # fmt: skip
_FIELD_OF_HEADING = {heading: name for name, all_ in HEADINGS.items() for heading in all_}
_SEXES = {"m": "m", "male": "m", "masculino": "m", "erkek": "m", "e": "m",
          "w": "w", "f": "w", "female": "w", "feminino": "w", "kadin": "w", "k": "w"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableRow:
    """One person of the list. ``line`` is the line of the file; ratings None mean unrated."""

    line: int
    name: str
    birth_year: int | None = None
    birth_date: date | None = None
    ratings: dict[str, int] = field(default_factory=dict)
    fide_id: int | None = None
    national_id: str = ""
    federation: str = ""
    title: str = ""
    sex: str = ""
    email: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """What was read, how, and everything that is wrong with it."""

    rows: tuple[TableRow, ...]
    problems: tuple[Problem, ...]
    encoding: str
    delimiter: str
    fields: tuple[str, ...]
    ignored_headings: tuple[str, ...]


ENCODINGS = {"UTF-8": "utf-8-sig", "Windows-1252": "cp1252", "Windows-1254": "cp1254",
             "ISO 8859-9": "iso8859-9", "Windows-1251": "cp1251", "UTF-16": "utf-16"}  # fmt: skip


def decode_text(data: bytes, encoding: str = "") -> tuple[str, str]:
    """Return the text and the name of the encoding: the one asked for, or one found to fit."""
    if encoding in ENCODINGS:
        return data.decode(ENCODINGS[encoding], errors="replace"), encoding
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "Windows-1252"


def read_player_table(
    data: bytes,
    *,
    corrections: Mapping[int, Mapping[str, str]] | None = None,
    encoding: str = "",
) -> PlayerTable:
    """Return the rows of a member list and its problems, each with the line it stands in.

    A file that is too large, empty or without a column of names has one problem and no rows.
    ``corrections`` replace cells, by line and field; ``encoding`` overrides the detected one.
    """
    if len(data) > MOST_BYTES:
        return _refused("file_too_large", _("The file is larger than 5 MB."), {"bytes": len(data)})
    if b"\x00" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = _("This is not a text file. Save the list as CSV and choose that file.")
        return _refused("not_text", message, {})
    text, encoding = decode_text(data, encoding)
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=lambda sign: (first_line.count(sign), -DELIMITERS.index(sign)))
    lines = csv.reader(
        io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter=delimiter
    )
    header: list[str] | None = None
    rows: list[TableRow] = []
    problems: list[Problem] = []
    names: list[str | None] = []
    try:
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = cells
                names = [_FIELD_OF_HEADING.get(search_form(cell)) for cell in cells]
                if not {"name", "family_name"} & set(names):
                    message = _("There is no column of names. Give it the heading “name”.")
                    return _refused("name_column_missing", message, {"headings": cells[:30]})
                continue
            mended = (corrections or {}).get(lines.line_num, {})
            row = _read_row(lines.line_num, cells, names, mended, problems)
            if row is not None:
                rows.append(row)
            if len(rows) > MOST_ROWS:
                return _refused("too_many_rows", _("At most 20,000 rows in a file."), {})
    except csv.Error as error:
        message = _("This row cannot be read: a quotation mark is missing or misplaced.")
        problems.append(_problem("row_unreadable", message, lines.line_num, found=str(error)))
    if header is None:
        return _refused("file_empty", _("The file is empty."), {})
    return PlayerTable(
        rows=tuple(rows),
        problems=tuple(problems),
        encoding=encoding,
        delimiter=delimiter,
        fields=tuple(name for name in names if name),
        ignored_headings=tuple(
            cell.strip()
            for cell, name in zip(header, names, strict=True)
            if not name and cell.strip()
        ),
    )


def _refused(code: str, message: str, facts: dict[str, object]) -> PlayerTable:
    return PlayerTable((), (Problem(code, message, "file", facts),), "", "", (), ())


def _problem(code: str, message: str, line: int, **facts: object) -> Problem:
    return Problem(code, message, f"line {line}", {"line": line, **facts})


def _read_row(
    line: int,
    cells: list[str],
    names: list[str | None],
    mended: Mapping[str, str],
    problems: list[Problem],
) -> TableRow | None:
    """Return the row, or None after adding what is wrong with it to ``problems``."""
    if len(cells) != len(names):
        message = _("This row has %(found)s columns, the headings have %(expected)s.") % {
            "found": len(cells),
            "expected": len(names),
        }
        facts = {"found": len(cells), "expected": len(names)}
        problems.append(_problem("column_count", message, line, **facts))
        return None
    values = {name: cell.strip() for name, cell in zip(names, cells, strict=True) if name}
    values |= {name: text.strip() for name, text in mended.items() if name in HEADINGS}
    before = len(problems)
    name = values.get("name") or ", ".join(
        part for part in (values.get("family_name"), values.get("given_name")) if part
    )
    name = tidy_name(name)
    if not any(letter.isalpha() for letter in name):
        message = _("The name is missing.")
        problems.append(_problem("name_missing", message, line, column="name", found=name[:40]))
    elif "\ufffd" in name or _mended(name):
        message = _("The letters look damaged. Read the file in another encoding, or mend them.")
        problems.append(
            _problem(
                "name_damaged", message, line, column="name", found=name[:100], use=_mended(name)
            )
        )
    elif len(name) > 100:
        message = _("The name has more than 100 characters.")
        problems.append(_problem("name_long", message, line, column="name", found=name[:120]))
    year, day = _read_birth(line, values.get("birth", ""), problems)
    ratings = {}
    for column in ("standard", "rapid", "blitz"):
        rating = _read_number(line, column, values.get(column, ""), 4000, problems)
        if rating:
            ratings[column] = rating
    fide_id = _read_number(line, "fide_id", values.get("fide_id", ""), 10**11 - 1, problems)
    if len(problems) > before:
        return None
    return TableRow(
        line=line,
        name=name,
        birth_year=year,
        birth_date=day,
        ratings=ratings,
        fide_id=fide_id or None,
        national_id=values.get("national_id", "")[:20],
        federation=values.get("federation", "").upper()[:3],
        title=values.get("title", "").upper()[:3],
        sex=_SEXES.get(search_form(values.get("sex", "")), ""),
        email=values.get("email", ""),
        phone=values.get("phone", "")[:40],
    )


def _mended(name: str) -> str:
    """Return the name behind letters that were read in a Western encoding once, else nothing.

    >>> _mended("JÃ¼rgen"), _mended("Jürgen")
    ('Jürgen', '')
    """
    try:
        mended = name.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return ""
    return tidy_name(mended) if mended != name else ""


def _read_number(line: int, column: str, text: str, most: int, problems: list[Problem]) -> int:
    """Return the number in a cell; blank, zero and a dash mean none and come back as 0."""
    plain = plain_digits(text.replace(" ", "").replace("\u00a0", ""))
    if plain in ("", "-", "–", "0"):
        return 0
    number = whole_number(plain)
    if number is None or number > most:
        message = _("“%(found)s” is not a whole number up to %(most)s.") % {
            "found": text[:40],
            "most": most,
        }
        likely = plain.translate(LOOKALIKES)
        meant = whole_number(likely)
        use = likely if meant is not None and meant <= most else ""
        problems.append(
            _problem("number_form", message, line, column=column, found=text[:40], use=use)
        )
        return 0
    return number


_DAY_FORMS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%Y.%m.%d")


def _read_birth(line: int, text: str, problems: list[Problem]) -> tuple[int | None, date | None]:
    """Return year and day of birth; a year alone, and a day written in one of the usual ways."""
    plain = text.split(" ")[0] if text else ""
    if not plain:
        return None, None
    if re.fullmatch(r"(19|20)\d\d", plain):
        return int(plain), None
    if unknown_day := re.fullmatch(r"((?:19|20)\d\d)[-/.]00[-/.]00", plain):
        return int(unknown_day[1]), None
    for form in _DAY_FORMS:
        try:
            day = datetime.strptime(plain, form).date()  # noqa: DTZ007 - a day of birth has no zone
        except ValueError:
            continue
        return day.year, day
    message = _("“%(found)s” is not a date of birth. Write 2008 or 2008-02-10.") % {
        "found": text[:40]
    }
    problems.append(_problem("birth_form", message, line, column="birth", found=text[:40]))
    return None, None
