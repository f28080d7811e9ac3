"""FIDE rating lists. The lines under REAL are in the layout of the published lists; the second
and third players and their numbers are invented."""

from __future__ import annotations

import io
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.fide_list import (
    FideListError,
    FideRecord,
    read_fide_list,
    write_fide_text,
    write_fide_xml,
)

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit "
    "OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
ONE_LIST_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit "
    "OTit           FOA JAN23 Gms K  B-day Flag"
)


def line(*cells: tuple[int, str]) -> str:
    text = [" "] * 162
    for position, cell in cells:
        text[position : position + len(cell)] = cell
    return "".join(text)


def read(text: str, filename: str = "players_list_foa.txt") -> list[FideRecord]:
    return list(read_fide_list(io.BytesIO(text.encode()), filename))


def test_the_positions_of_the_combined_list_are_taken_from_its_header() -> None:
    text = "\r\n".join(
        [
            HEADER,
            line((0, "9900011"), (15, "Invented, Ana"), (76, "POR"), (80, "F"), (84, "WFM"),
                 (89, "WFM"), (94, "FA,NI"), (109, "AFM"), (113, "1876"), (119, "13"), (123, "20"),
                 (126, "1801"), (132, "0"), (136, "20"), (139, "1790"), (145, "5"), (149, "0"),
                 (152, "2001"), (158, "wi")),
            line((0, "9900020"), (15, "Plain, Rui"), (76, "BRA"), (80, "M"), (113, "0"),
                 (119, "0"), (123, "0"), (126, "0"), (132, "0"), (136, "0"), (139, "0"),
                 (145, "0"), (149, "0"), (152, "0000")),
            "",
        ]
    )  # fmt: skip

    assert read(text) == [
        FideRecord(9900011, "Invented, Ana", "POR", "w", "WFM", "WFM", "FA,NI", "AFM", 1876, 13,
                   20, 1801, 0, 20, 1790, 5, None, 2001, is_inactive=True),
        FideRecord(9900020, "Plain, Rui", "BRA", "m"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("filename", "field"),
    [
        ("standard_jan23frl.txt", "standard"),
        ("rapid_jan23frl.txt", "rapid"),
        ("BLITZ_JAN23.TXT", "blitz"),
    ],
)
def test_a_list_of_one_time_control_says_which_in_its_name(filename: str, field: str) -> None:
    text = f"{ONE_LIST_HEADER}\n" + line(
        (0, "25121731"), (15, "A C J John"), (76, "IND"), (80, "M"),
        (113, "1063"), (119, "4"), (123, "40"), (126, "1987"), (132, "i"),
    )  # fmt: skip

    assert read(text, filename) == [
        FideRecord(
            25121731, "A C J John", "IND", "m", birth_year=1987, is_inactive=True,
            **{field: 1063, f"{field}_games": 4, f"{field}_k": 40},
        )
    ]  # fmt: skip


def test_titles_that_run_over_their_column_do_not_move_the_ratings() -> None:
    plain = line((0, "9900030"), (15, "Many, Titles"), (76, "ESP"), (80, "M"), (113, "2011"),
                 (119, "7"), (123, "20"), (126, "0"), (132, "0"), (136, "0"), (139, "0"),
                 (145, "0"), (149, "0"), (152, "1970"))  # fmt: skip
    text = f"{HEADER}\n{plain[:94]}SI,FI,LSI,SLI,NA{plain[109:]}"

    record = read(text)[0]

    assert (record.other_titles, record.standard, record.standard_games, record.birth_year) == (
        "SI,FI,LSI,SLI,NA", 2011, 7, 1970,
    )  # fmt: skip


def test_the_xml_layout_is_read() -> None:
    text = """<?xml version="1.0" encoding="utf-8"?>
<playerslist><player><fideid>9900011</fideid><name>Invented &amp; Co, Ana</name>
<country>POR</country><sex>F</sex><title>WFM</title><w_title>WFM</w_title><o_title>FA</o_title>
<foa_title></foa_title><rating>1876</rating><games>13</games><k>20</k><rapid_rating>0</rapid_rating>
<rapid_games>0</rapid_games><rapid_k>0</rapid_k><birthday>2001</birthday><flag>w</flag></player>
<player><fideid>9900020</fideid><name>Plain, Rui</name></player></playerslist>"""

    assert read(text, "players_list_xml_foa.xml") == [
        FideRecord(9900011, "Invented & Co, Ana", "POR", "w", "WFM", "WFM", "FA", "", 1876, 13, 20,
                   birth_year=2001),
        FideRecord(9900020, "Plain, Rui"),
    ]  # fmt: skip


BOMB = """<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<playerslist><player><fideid>1</fideid><name>&b;</name></player></playerslist>"""


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "no_header", 1),
        ("PK\x03\x04rest", "zipped", 1),
        ("name;rating\nAna;1500", "no_header", 1),
        (HEADER, "not_a_list", 1),
        (f"{HEADER}\n{line((0, '12x'), (15, 'A'))}", "bad_number", 2),
        (f"{HEADER}\n{line((0, '12'), (113, '-5'))}", "bad_number", 2),
        (f"{HEADER}\n{'x' * 5000}", "line_too_long", 2),
        ("<html><body>no</body></html>", "not_a_list", 1),
        ("<playerslist><player><fideid>1</fideid>", "broken_xml", 1),
        (BOMB, "entities", 1),
        (
            f"<playerslist><player><name>{'x' * 100_000}</name></player></playerslist>",
            "line_too_long",
            1,
        ),
        ("<playerslist>\n<player><rating>abc</rating></player></playerslist>", "bad_number", 2),
    ],
)
def test_what_is_no_list_is_refused_with_its_line(text: str, code: str, at: int) -> None:
    with pytest.raises(FideListError) as caught:
        read(text)

    assert (caught.value.code, caught.value.facts["line"]) == (code, at)
    assert str(caught.value)


NAMES = st.text(
    st.characters(categories=("L", "N"), include_characters=" ,-'&<>\""), min_size=1, max_size=60
).map(lambda text: text.strip()).filter(bool)  # fmt: skip
NUMBERS = st.none() | st.integers(1, 3999)


@st.composite
def records(draw: st.DrawFn) -> FideRecord:
    return FideRecord(
        fide_id=draw(st.none() | st.integers(1, 99_999_999)),
        name=draw(NAMES),
        federation=draw(st.sampled_from(("", "POR", "TUR"))),
        sex=draw(st.sampled_from(("", "m", "w"))),
        title=draw(st.sampled_from(("", "GM", "WIM"))),
        women_title=draw(st.sampled_from(("", "WIM"))),
        other_titles=draw(st.sampled_from(("", "FA", "IA,FT"))),
        arena_title=draw(st.sampled_from(("", "AGM"))),
        **{control: draw(NUMBERS) for control in ("standard", "rapid", "blitz")},
        **{f"{control}_games": draw(st.integers(0, 99)) for control in ("standard", "rapid")},
        **{f"{control}_k": draw(st.sampled_from((None, 10, 40))) for control in ("standard",)},
        birth_year=draw(st.none() | st.integers(1900, 2025)),
        is_inactive=draw(st.booleans()),
    )


@pytest.mark.parametrize("write", [write_fide_text, write_fide_xml])
@settings(max_examples=100, deadline=None)
@given(players=st.lists(records(), min_size=1, max_size=5))
def test_what_is_written_reads_back_equal(write, players: list[FideRecord]) -> None:
    assert read("".join(write(iter(players)))) == players


@pytest.mark.parametrize("write", [write_fide_text, write_fide_xml])
def test_a_long_list_is_read_in_bounded_memory(write) -> None:
    class Endless(io.RawIOBase):
        """A list of 20,000 players that exists only piece by piece."""

        def __init__(self) -> None:
            one = FideRecord(9900011, "Invented, Ana", "POR", "w", standard=1876)
            self.pieces = write(one for _ in range(20_000))
            self.rest = b""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            if not self.rest:
                self.rest = next(self.pieces, "").encode()
            size = min(len(buffer), len(self.rest))
            buffer[:size], self.rest = self.rest[:size], self.rest[size:]
            return size

    tracemalloc.start()
    count = sum(1 for _ in read_fide_list(io.BufferedReader(Endless())))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 20_000
    assert peak < 2_000_000
