"""What is written, column by column, against files and tables that others have made."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.exchange.engine_answer import parse_engine_answer
from tournaments.exchange.numbering import renumbered, state_before
from tournaments.exchange.pgn import write_pgn
from tournaments.exchange.problems import ExchangeFileError
from tournaments.exchange.read import read_exchange_file
from tournaments.exchange.tables import safe_cell, write_csv
from tournaments.exchange.time_control_text import guess_time_control
from tournaments.exchange.write import write_exchange_file
from tournaments.results import ByeKind, Colour, Outcome, PointValues, Result, read_result

FOLDER = Path(__file__).parents[2] / "data" / "trf"
WIN, LOSS = Outcome.WIN, Outcome.LOSS


def player_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("001")]


def accented_event() -> EventRecord:
    """The event of field case F13."""
    names = ("Müller-Łukasiewicz, Jean-François-Ésaïe", "O'Neil, Íris", "Çelik, İrem",
             "Đorđević, Ana")  # fmt: skip
    cells = (
        Cell(WIN, 3, Colour.WHITE),
        Cell(LOSS, 4, Colour.BLACK),
        Cell(LOSS, 1, Colour.BLACK),
        Cell(WIN, 2, Colour.WHITE),
    )
    return EventRecord(
        rounds=1,
        competitors=tuple(
            Competitor(number, name, rating=2000 - 10 * number, cells=(cell,))
            for number, (name, cell) in enumerate(zip(names, cells, strict=True), start=1)
        ),
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_do_not_push_the_columns(form: str) -> None:
    event = accented_event()
    event = replace(
        event,
        competitors=tuple(
            replace(player, name=unicodedata.normalize(form, player.name))
            for player in event.competitors
        ),
    )

    lines = player_lines(write_exchange_file(event, dialect="trf16"))

    assert [len(line) for line in lines] == [99, 99, 99, 99]
    assert [line[4:8] for line in lines] == ["   1", "   2", "   3", "   4"]
    assert [line[14:47].rstrip() for line in lines] == [
        "Müller-Łukasiewicz, Jean-François",
        "O'Neil, Íris",
        "Çelik, İrem",
        "Đorđević, Ana",
    ]
    assert [line[48:52] for line in lines] == ["1990", "1980", "1970", "1960"]
    assert [line[80:84] for line in lines] == [" 1.0", " 0.0", " 0.0", " 1.0"]
    assert [line[85:89] for line in lines] == ["   1", "   3", "   4", "   2"]
    assert [line[91:99] for line in lines] == ["   3 w 1", "   4 b 0", "   1 b 0", "   2 w 1"]


@pytest.mark.parametrize("name", ["SYN-1", "SYN-2", "SYN-3"])
def test_the_engines_dialect_says_what_a_reference_engine_was_given(name: str) -> None:
    final = read_exchange_file((FOLDER / name / "final.trf").read_bytes()).record
    history = json.loads((FOLDER / name / "rounds.json").read_text())["pairings"]

    for each in history:
        absences = {int(rank): ByeKind(kind) for rank, kind in each["absent"].items()}
        before = state_before(final, each["round"])
        written = write_exchange_file(before, dialect="engine", absences=absences)

        # Columns 86 to 89, the rank, are an order of the standings and say nothing to an engine.
        assert [line[:85] + line[89:] for line in player_lines(written)] == [
            line[:85] + line[89:] for line in player_lines(each["input_trf"])
        ]
        for record in ("142", "152", "192"):
            assert [line for line in written.splitlines() if line.startswith(record)] == [
                line for line in each["input_trf"].splitlines() if line.startswith(record)
            ]


def test_an_allocated_bye_is_always_written_as_one() -> None:
    bye = Cell(Outcome.PAIRING_ALLOCATED_BYE)
    event = EventRecord(
        rounds=5,
        points=PointValues(pairing_bye=50),
        competitors=(Competitor(1, "A", cells=(bye,)), Competitor(2, "B", cells=(None,))),
    )

    lines = player_lines(write_exchange_file(event, dialect="engine"))

    assert [line[80:] for line in lines] == [" 0.5    1  0000 - U", " 0.0    2  0000 - Z"]


def test_settings_are_written_in_the_words_of_each_dialect() -> None:
    event = replace(accented_event(), rounds=5, initial_colour=Colour.BLACK,
                    points=PointValues(300, 100, 0, 100, 100, 300, 0),
                    time_control_text="90 min + 30 s")  # fmt: skip

    def settings(dialect) -> list[str]:
        text = write_exchange_file(event, dialect=dialect)
        return [line for line in text.splitlines() if line[:3] not in ("001", "062", "072", "082")]

    assert settings("trf16") == [
        "092 Individual: Swiss-System",
        "122 90 min + 30 s",
        "XXR 5",
        "XXC black1",
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=1.0 "
        "FW=3.0 FL=0.0",
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.0",
        "BBZ  0.0",
        "BBF  0.0",
        "BBU  1.0",
    ]
    new = ["142 5", "152 B", "162  W 3.0    D 1.0    L 0.0    P 1.0", "192 FIDE_DUTCH"]
    assert settings("trf26") == [*settings("trf16")[:2], *new, "222 5400+30"]
    assert settings("engine") == [*settings("trf16")[:2], *new, "XXR 5", "XXC black1"]


def test_absences_and_constraints_of_the_2026_edition_stand_in_their_columns() -> None:
    event = replace(
        accented_event(),
        rounds=5,
        forbidden_pairs=((frozenset({1, 3}), 1, 5),),
        virtual_points=((1, (100, 100, 50)), (2, (100, 100, 50))),
    )

    text = write_exchange_file(
        event, dialect="trf26", absences={2: ByeKind.HALF_POINT, 4: ByeKind.HALF_POINT}
    )

    assert text.splitlines()[-4:] == [
        "240 H   2    2    4",
        "260   1   5    1    3",
        "250       1.0   1   2    1    2",
        "250       0.5   3   3    1    2",
    ]


def test_gaps_in_the_starting_ranks_are_closed_everywhere() -> None:
    event = EventRecord(
        competitors=(
            Competitor(9, "B", cells=(Cell(LOSS, 4, Colour.BLACK),)),
            Competitor(4, "A", cells=(Cell(WIN, 9, Colour.WHITE),)),
        ),
        forbidden_pairs=((frozenset({4, 9}), 1, 3),),
        virtual_points=((9, (100,)),),
    )

    assert renumbered(event) == EventRecord(
        competitors=(
            Competitor(1, "A", cells=(Cell(WIN, 2, Colour.WHITE),)),
            Competitor(2, "B", cells=(Cell(LOSS, 1, Colour.BLACK),)),
        ),
        forbidden_pairs=((frozenset({1, 2}), 1, 3),),
        virtual_points=((2, (100,)),),
    )
    line = player_lines(
        write_exchange_file(event, dialect="trf16", points={9: 50}, ranks={9: 1, 4: 2})
    )[1]
    assert (line[4:8], line[80:89]) == ("   2", " 0.5    1")


def test_a_name_cannot_bring_a_line_of_its_own() -> None:
    event = EventRecord(name="Cup\n001    1", competitors=(Competitor(1, "A\r001    2\u2028"),))

    text = write_exchange_file(event, dialect="trf16")

    assert len(player_lines(text)) == 1
    assert text.splitlines()[0] == "012 Cup 001    1"


def test_points_that_need_more_than_four_columns_lose_their_zero() -> None:
    event = EventRecord(competitors=(Competitor(1, "A"),))

    assert (
        player_lines(write_exchange_file(event, dialect="trf16", points={1: 12000}))[0][80:84]
        == " 120"
    )
    with pytest.raises(ValueError, match="four columns"):
        write_exchange_file(event, dialect="trf16", points={1: 12050})


def test_an_engines_answer_is_read() -> None:
    assert parse_engine_answer("3\r\n1 4\r\n5 2\r\n3 0\r\n") == [(1, 4), (5, 2), (3, 0)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("no_number_of_pairs", 1)]),
        ("no legal pairing", [("no_number_of_pairs", 1)]),
        ("1\n1 2 3", [("bad_pair", 2)]),
        ("2\n1 1\n0 3\n", [("bad_pair", 2), ("bad_pair", 3)]),
        ("2\n1 2\n", [("wrong_number_of_pairs", 1)]),
    ],
)
def test_an_answer_that_is_none_is_refused(text: str, expected: list[tuple[str, int]]) -> None:
    with pytest.raises(ExchangeFileError) as caught:
        parse_engine_answer(text)

    assert [(problem.code, problem.line) for problem in caught.value.problems] == expected


def test_game_headers_are_written_for_games_that_were_played() -> None:
    event = replace(
        accented_event(),
        name='The "Rook" Cup',
        competitors=(
            *accented_event().competitors[:2],
            replace(
                accented_event().competitors[2],
                cells=(Cell(LOSS, 1, Colour.BLACK),),
                fide_id=1981222,
            ),
            accented_event().competitors[3],
        ),
    )

    first, second = write_pgn(event).strip().split("\n\n[")

    assert first == (
        '[Event "The \\"Rook\\" Cup"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "1"]\n'
        '[White "Müller-Łukasiewicz, Jean-François-Ésaïe"]\n[Black "Çelik, İrem"]\n'
        '[Result "1-0"]\n[WhiteElo "1990"]\n[BlackElo "1970"]\n[BlackFideId "1981222"]\n\n1-0'
    )
    assert '[White "Đorđević, Ana"]\n[Black "O\'Neil, Íris"]' in second


@pytest.mark.parametrize(
    ("last_day", "own", "written"),
    [
        (date(2026, 11, 27), None, ["2026.11.27", "2026.11.27"]),
        (None, None, ["2026.11.27", "2026.11.27"]),
        (date(2026, 12, 18), None, ["2026.11.27", "????.??.??"]),
        (date(2026, 12, 18), date(2026, 12, 4), ["2026.11.27", "2026.12.04"]),
    ],
)
def test_games_of_a_club_night_have_its_day(
    last_day: date | None, own: date | None, written: list[str]
) -> None:
    """Rounds seldom have a day of their own; the record then holds None for each."""
    games = (Cell(WIN, 2, Colour.WHITE), Cell(LOSS, 2, Colour.BLACK))
    answers = (Cell(LOSS, 1, Colour.BLACK), Cell(WIN, 1, Colour.WHITE))
    event = EventRecord(
        start_date=date(2026, 11, 27), end_date=last_day, round_dates=(None, own),
        competitors=(Competitor(1, "A", cells=games), Competitor(2, "B", cells=answers)),
    )  # fmt: skip

    text = write_pgn(event)

    assert re.findall(r'\[Date "(.*)"\]', text) == written


def test_tables_hold_players_results_and_crosstable() -> None:
    event = replace(accented_event(), competitors=tuple(
        replace(player, name=name)
        for player, name in zip(accented_event().competitors, "ABCD", strict=True)
    ))  # fmt: skip

    assert write_csv(event, "results") == (
        "round,white_rank,white,result,black_rank,black\r\n1,1,A,1-0,3,C\r\n1,4,D,1-0,2,B\r\n"
    )
    assert write_csv(event, "crosstable").splitlines()[1] == "1,A,1990,3w1,1.0"
    assert write_csv(event, "players").splitlines()[2] == "2,B,1980,,,,,,,0.0"


def test_a_table_holds_no_formula() -> None:
    event = EventRecord(competitors=(Competitor(1, '=HYPERLINK("http://x")'),))

    rows = list(csv.reader(io.StringIO(write_csv(event, "players"))))

    assert rows[1][1] == '\'=HYPERLINK("http://x")'
    assert [safe_cell(text) for text in ("+1", "-1", "@a", "\t=1", "A", "")] == [
        "'+1", "'-1", "'@a", "'\t=1", "A", "",
    ]  # fmt: skip


@pytest.mark.parametrize("result", [result for result in Result if not result.is_open])
def test_a_result_in_a_table_can_be_pasted_back(result: Result) -> None:
    event = EventRecord(
        competitors=(
            Competitor(1, "A", cells=(Cell(result.white, 2, Colour.WHITE),)),
            Competitor(2, "B", cells=(Cell(result.black, 1, Colour.BLACK),)),
        )
    )

    written = list(csv.reader(io.StringIO(write_csv(event, "results"))))[1][3]

    assert read_result(written) is result
    assert written == safe_cell(written)


@pytest.mark.parametrize(
    ("text", "coded", "expected"),
    [
        ("90 min + 30 s", "", (90, 30)),
        ("15+10", "", (15, 10)),
        ("3 + 2", "", (3, 2)),
        ("5400+30", "", (90, 30)),
        ("40/6000+30:900+30", "", (115, 30)),
        ("", "40/6000+30:20/3000+30:1500+30", (150, 30)),
        ("", "180+2", (3, 2)),
        ("1:30 + 10 from move 1", "", (90, 10)),
        ("1h30 + 30s", "", (90, 30)),
        ("120", "", (120, 0)),
        ("120 minutes per player per game", "", (120, 0)),
        ("All moves in 90 minutes, plus 10 seconds per move", "", (90, 10)),
        ("100'x40mm + 50'x20mm + 30\" from move 1", "", (150, 30)),
        ("90min/40moves+30min+30sec", "", (120, 30)),
        ("15'+10''", "", (15, 10)),
        ("moves/time, increment", "", None),
        ("MOVES/TIME INCREMENT", "", None),
        ("", "", None),
        ("W300-B240", "W300-B240", None),
        ("9" * 300, "", None),
    ],
)
def test_a_time_control_is_guessed_from_words(
    text: str, coded: str, expected: tuple[int, int] | None
) -> None:
    guess = guess_time_control(text, coded)

    assert (guess and (guess.minutes, guess.increment)) == expected
