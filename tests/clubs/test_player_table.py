"""F15: a member list straight out of a spreadsheet program."""

from __future__ import annotations

from datetime import date

from clubs.matching import KnownPlayer, MatchKind, index_of
from clubs.player_table import read_player_table

HEADER = "nome;nascimento;rating;fide_id"
JOSE = "Conceição, José;2009;1712;"
IRIS = '"O\'Neil; Íris";2008-02-10;1640;1234567'
IREM = "Çelik, İrem;;;"


def _file(*lines: str) -> str:
    return "".join(f"{line}\r\n" for line in lines)


def test_a_byte_order_mark_is_no_part_of_the_first_heading():
    table = read_player_table(b"\xef\xbb\xbf" + _file(HEADER, JOSE, IRIS, IREM).encode())

    assert (table.encoding, table.delimiter, table.problems) == ("UTF-8", ";", ())
    assert table.fields == ("name", "birth", "standard", "fide_id")
    assert [
        (row.name, row.birth_year, row.birth_date, row.ratings, row.fide_id) for row in table.rows
    ] == [
        ("Conceição, José", 2009, None, {"standard": 1712}, None),
        ("O'Neil; Íris", 2008, date(2008, 2, 10), {"standard": 1640}, 1234567),
        ("Çelik, İrem", None, None, {}, None),
    ]


def test_windows_bytes_keep_the_curly_apostrophe():
    data = _file(HEADER, JOSE, IRIS.replace("'", "’")).encode("cp1252")
    assert b"\x92" in data

    table = read_player_table(data)

    assert table.encoding == "Windows-1252"
    assert [row.name for row in table.rows] == ["Conceição, José", "O’Neil; Íris"]


def test_one_column_too_many_names_the_line_and_both_counts():
    table = read_player_table("name,rating\nSilva Rui,1500\nO'Neil, Íris,1640\n".encode())

    assert [
        (problem.path, problem.facts["found"], problem.facts["expected"])
        for problem in table.problems
    ] == [("line 3", 3, 2)]


def test_every_wrong_cell_is_reported_with_its_line():
    table = read_player_table(b"name;birth;rating\nA;1850;-5\n;2000;99999\nB;31.12.1999;1500\n")

    assert [(problem.path, problem.code) for problem in table.problems] == [
        ("line 2", "birth_form"),
        ("line 2", "number_form"),
        ("line 3", "name_missing"),
        ("line 3", "number_form"),
    ]
    assert [row.birth_date for row in table.rows] == [date(1999, 12, 31)]


def test_files_that_are_no_list_say_what_to_do():
    codes = [
        read_player_table(data).problems[0].code
        for data in (b"", b"\x89PNG\x00\x01", b"one;two\n1;2\n", b"x" * 5_000_001)
    ]

    assert codes == ["file_empty", "not_text", "name_column_missing", "file_too_large"]


def _known(
    number: int, name: str, year: int | None = None, fide_id: int | None = None
) -> KnownPlayer:
    return KnownPlayer(number, name, "", fide_id, "", year)


def test_names_are_compared_after_normalisation():
    index = index_of([_known(1, "Conceição, José", 2009)])

    found = index.match(name="Conceição, Jose\u0301", birth_year=2009)

    assert (found.kind, [player.id for player in found.players]) == (MatchKind.SAME, [1])


def test_another_year_of_birth_is_another_person():
    index = index_of([_known(1, "Silva, Rui", 1970)])

    assert index.match(name="Rui Silva", birth_year=2010).kind == MatchKind.NEW


def test_namesakes_are_doubtful_until_something_tells_them_apart():
    index = index_of([_known(1, "Silva, Rui", 1970), _known(2, "Silva, Rui", 2010, fide_id=77)])

    doubtful = index.match(name="Silva, Rui")

    assert (doubtful.kind, [player.id for player in doubtful.players]) == (
        MatchKind.DOUBTFUL,
        [1, 2],
    )
    assert index.match(name="Silva, Rui", birth_year=1970).players[0].id == 1
    assert index.match(name="Somebody Else", fide_id=77).players[0].id == 2
