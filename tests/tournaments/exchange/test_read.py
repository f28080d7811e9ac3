"""Real files and their defects: facts.json says what an independent reader finds in each."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from tournaments.event_record import Cell
from tournaments.exchange.finding_texts import TEXTS
from tournaments.exchange.problems import ExchangeFileError
from tournaments.exchange.read import read_exchange_file
from tournaments.results import ByeKind, Colour, Outcome, PointValues

FOLDER = Path(__file__).parents[2] / "data" / "trf"
FACTS = json.loads((FOLDER / "facts.json").read_text())
REFUSED = ("bad-1-points.trf", "bad-2-result.trf", "bad-3-colour.trf", "bad-5-extra-round.trf")


def read(name: str):
    return read_exchange_file((FOLDER / name).read_bytes())


def player_line(
    rank: int, cells: str = "", *, points: str = " 0.0", name: str = "", rating: str = ""
) -> str:
    """A line in the right columns; ``cells`` begin at column 90."""
    name = name or f"Player {rank}"
    return f"001 {rank:>4}      {name:<33} {rating:>4}{' ' * 28}{points:>4} {rank:>4}{cells}"


def read_lines(*lines: str):
    return read_exchange_file("\n".join(lines).encode())


def codes(findings) -> list[str]:
    return [finding.code for finding in findings]


@pytest.mark.parametrize("name", FACTS)
def test_a_file_gives_what_an_independent_reader_finds(name: str) -> None:
    facts = FACTS[name]

    file = read(name)

    counts = file.counts
    first = file.event.competitors[0]
    stated = file.players[0]
    assert {
        "bytes": counts.bytes,
        "encoding": file.encoding,
        "newline": file.newline,
        "players": counts.players,
        "round_columns": counts.round_columns,
        "codes": counts.codes,
        "results": counts.results,
        "games_over_the_board": counts.games_over_the_board,
        "unrated": counts.unrated,
        "non_ascii_names": counts.non_ascii_names,
        "points_total": counts.points_total / 100,
        "first_player": {
            "no": first.starting_rank,
            "name": first.name,
            "rating": first.rating or 0,
            "points": (stated.points or 0) / 100,
        },
        "longest_name": counts.longest_name,
        "points_field_differs_from_1_half_0_sum": counts.points_differing,
    } == {key: facts[key] for key in facts if key not in ("problems", "problem_count")}
    assert file.has_bom == ("BOM" in facts["encoding"])


@pytest.mark.parametrize("name", [name for name in FACTS if name not in REFUSED])
def test_a_real_file_is_used(name: str) -> None:
    file = read(name)

    assert file.problems == ()
    assert len(file.record.competitors) == FACTS[name]["players"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bad-1-points.trf", [("points_unexplained", 2, 81, "4.0", "3.0")]),
        (
            "bad-2-result.trf",
            [("results_do_not_fit", 3, 139, "1", "0, because line 2 has 1")],
        ),
        ("bad-3-colour.trf", [("same_colour", 3, 137, "b", "w, because line 2 has b")]),
        (
            "bad-5-extra-round.trf",
            [
                ("round_beyond_count", 2, 142, "7 b 1", "at most 5 rounds (line 8)"),
                ("round_beyond_count", 7, 142, "2 w 0", "at most 5 rounds (line 8)"),
            ],
        ),
    ],
)
def test_a_defect_is_refused_with_place_and_what_is_allowed(name: str, expected: list) -> None:
    file = read(name)

    assert [
        (problem.code, problem.line, problem.column, problem.found, problem.allowed())
        for problem in file.problems
    ] == expected
    with pytest.raises(ExchangeFileError) as caught:
        _ = file.record
    assert caught.value.problems == file.problems


def test_a_gap_in_the_starting_ranks_is_a_message() -> None:
    file = read("bad-4-gap-in-numbers.trf")

    assert [player.starting_rank for player in file.record.competitors] == [1, 2, 3, 4, 5, 6, 8]
    message = next(each for each in file.messages if each.code == "gap_in_starting_ranks")
    assert (message.line, message.column, message.found) == (7, 5, "8")


def test_all_defects_of_a_file_are_named_at_once() -> None:
    file = read_lines(
        player_line(1, "     2 w 1", points=" 1.0"),
        player_line(2, "     1 w 1", points=" 0.5", rating="  -5"),
        player_line(2),
        player_line(4, "     9 b 0", points=" 3.5"),
        player_line(5, "     5 w x"),
        "XXR zwei",
    )

    assert [(problem.code, problem.line) for problem in file.problems] == [
        ("bad_rating", 2),
        ("same_colour", 2),
        ("results_do_not_fit", 2),
        ("repeated_starting_rank", 3),
        ("unknown_opponent", 4),
        ("bad_result", 5),
        ("bad_round_count", 6),
    ]


def test_a_2006_bye_code_is_a_bye_and_never_a_rated_draw() -> None:
    file = read("r08-krause2006-old-bye-codes.trf")

    players = {player.starting_rank: player for player in file.record.competitors}
    assert players[1].cells[0] == Cell(Outcome.HALF_POINT_BYE)
    assert players[11].cells[4] == Cell(Outcome.FULL_POINT_BYE)
    assert players[12].cells == (
        Cell(Outcome.DRAW, 6, Colour.WHITE),
        Cell(Outcome.FORFEIT_LOSS, 9, Colour.BLACK),
        Cell(Outcome.FORFEIT_LOSS, 7, Colour.WHITE),
        None,
        None,
    )
    assert "old_bye_code" in codes(file.messages)


def test_team_records_are_left_out_and_said() -> None:
    file = read("r11-trf26-teams-249p-14r.trf")

    message = next(each for each in file.messages if each.code == "teams_ignored")
    # 013, 300, 310, 320, 330, 352, 362, 801, 802, and 240, 250, 260 that name teams here.
    assert message.facts["count"] == 50 + 141 + 50 + 1 + 22 + 1 + 1 + 50 + 50 + 18 + 4 + 3
    assert file.absences == {}
    assert file.record.forbidden_pairs == ()
    assert sum(len(player.national) for player in file.players) == 15
    assert file.record.deputy_arbiters == ("The First Deputy Arbiter", "The Second Deputy Arbiter")
    assert file.record.round_dates[0] == date(2024, 12, 1)
    assert file.time_control is not None
    assert (file.time_control.minutes, file.time_control.increment) == (150, 30)


@pytest.mark.parametrize(
    ("name", "start", "end", "orders"),
    [
        ("r01-krause-no-ratings-crlf.trf", date(2011, 2, 25), date(2011, 2, 27), []),
        ("r07-utf8-tiny.trf", date(2008, 6, 7), None, []),
        ("r09-trfx-javafo-52p.trf", date(2010, 9, 24), date(2010, 10, 2), []),
        (
            "r14-31-rounds-many-byes.trf",
            date(2025, 9, 17),
            date(2025, 9, 17),
            [("2025-09-17", "YY/MM/DD")] * 2,
        ),
        (
            "r05-utf8-bom-tiny.trf",
            date(2026, 9, 11),
            None,
            [("2026-09-11", "DD.MM.YY"), ("2001-04-12", "DD.MM.YY")],
        ),
        ("r13-dash-ids-zero-dates.trf", None, None, []),
    ],
)
def test_dates_are_read_and_two_digit_years_are_said(
    name: str, start: date | None, end: date | None, orders: list[tuple[str, str]]
) -> None:
    file = read(name)

    assert (file.record.start_date, file.record.end_date) == (start, end)
    assert [
        (message.facts["read_as"], message.facts["order"])
        for message in file.messages
        if message.code == "two_digit_date"
    ] == orders
    assert ("no_date" in codes(file.messages)) == (start is None)


def test_round_dates_in_another_order_are_found_by_trial() -> None:
    file = read("r02-krause-titles-crlf.trf")

    assert file.record.round_dates == (
        date(2011, 2, 25), date(2011, 2, 26), date(2011, 2, 26),
        date(2011, 2, 26), date(2011, 2, 27), date(2011, 2, 27),
    )  # fmt: skip


def test_letters_of_titles_and_sex_become_those_of_the_format() -> None:
    tiny = read("r07-utf8-tiny.trf").record.competitors
    krause = {
        player.name: player for player in read("r02-krause-titles-crlf.trf").record.competitors
    }

    assert [(player.title, player.sex) for player in tiny] == [("", "w"), ("IM", "m"), ("GM", "m")]
    assert (krause["Boksef, Okikogbto"].title, krause["Boksef, Okikogbto"].sex) == ("WFM", "w")


def test_the_same_names_are_read_from_two_encodings() -> None:
    latin, utf8 = read("r06-latin1-tiny.trf"), read("r07-utf8-tiny.trf")

    assert latin.record == utf8.record
    assert codes(latin.messages)[0] == "decoded_as_latin1"


def test_absences_are_read_from_the_last_column_and_from_the_list() -> None:
    column, listed = read("rule-c5-bye.trf"), read("r09-trfx-javafo-52p.trf")

    assert column.absences == {(3, 4): ByeKind.ZERO_POINT}
    assert column.record.rounds_paired == 2
    assert listed.absences == {(5, rank): ByeKind.ZERO_POINT for rank in (22, 28, 43)}


def test_a_point_system_is_read_from_each_of_its_records() -> None:
    games = (player_line(1, "     2 w 1", points=" 3.0"), player_line(2, "     1 b 0"))
    threes = PointValues(300, 100, 0, 300, 100, 300, 0)

    assert read_lines(*games, "162  W 3.0    D 1.0    L 0.0").record.points == threes
    assert read_lines(*games, "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0").record.points == threes
    assert read_lines(*games, "BBW 3.0", "BBD 1.0").record.points == threes
    # BBF is what bbpPairings gives for a loss by forfeit; a full-point bye has no record there.
    assert read_lines(*games, "BBW 3.0", "BBD 1.0", "BBF 0.0").record.points == threes
    inferred = read_lines(*games)
    assert inferred.record.points == threes
    assert "points_inferred" in codes(inferred.messages)


def test_constraints_and_settings_are_read() -> None:
    file = read_lines(
        *(player_line(rank) for rank in (1, 2, 3)),
        "142 7",
        "152 b",
        "192 FIDE_DUTCH",
        "202 BH/C1, SB",
        "240 H   1    2",
        "250       1.0   1   2    1    2",
        "260   1   3    1    3",
        "XXP 2 3",
        "XXA    3  0.5",
    )

    record = file.record
    assert (record.rounds, record.initial_colour) == (7, Colour.BLACK)
    assert file.absences == {(1, 2): ByeKind.HALF_POINT}
    assert record.virtual_points == ((1, (100, 100)), (2, (100, 100)), (3, (50,)))
    assert record.forbidden_pairs == ((frozenset({1, 3}), 1, 3), (frozenset({2, 3}), 1, 7))
    assert (file.pairing_system, file.tie_breaks) == ("FIDE_DUTCH", ("BH/C1", "SB"))


def test_a_board_without_a_result_is_unfinished() -> None:
    file = read_lines(player_line(1, "     2 w"), player_line(2, "     1 b *"))

    assert [player.cells for player in file.record.competitors] == [
        (Cell(Outcome.PENDING, 2, Colour.WHITE),),
        (Cell(Outcome.PENDING, 1, Colour.BLACK),),
    ]
    assert "unfinished_game" in codes(file.messages)


@pytest.mark.parametrize(
    "name",
    [
        "A name that goes on for longer than thirty-three",
        "Name with\ttab, Íris",
        "Decomposed, Jose\u0301",
    ],
)
def test_columns_that_a_name_pushes_are_put_right(name: str) -> None:
    line = player_line(1, "     2 w 1", points=" 1.0", rating="1990")
    pushed = line[:14] + f"{name:<33}" + line[47:]

    file = read_lines(pushed, player_line(2, "     1 b 0"))

    player = file.record.competitors[0]
    assert (player.rating, player.cells) == (1990, (Cell(Outcome.WIN, 2, Colour.WHITE),))


def test_names_padded_by_bytes_are_put_right() -> None:
    line = player_line(1, "     2 w 1", points=" 1.0", rating="1990")
    padded = line[:14] + "Łukasiewicz, José" + " " * (33 - 19) + line[47:]

    file = read_lines(padded, player_line(2, "     1 b 0"))

    player = file.record.competitors[0]
    assert (player.name, player.rating) == ("Łukasiewicz, José", 1990)
    assert "name_overflow" in codes(file.messages)


@pytest.mark.parametrize("name", ["O'Neil, Íris", "علي، محمد", "Conceição, José", "İpek, Işık"])
def test_names_are_kept_composed_and_without_invisible_characters(name: str) -> None:
    file = read_lines(player_line(1, name=f"\u202e{name}"))

    assert file.record.competitors[0].name == name
    assert "control_characters" in codes(file.messages)


def test_a_rating_that_is_too_long_is_refused() -> None:
    line = player_line(1, "     2 w 1", points=" 1.0")
    file = read_lines(line[:48] + "99999" + line[53:], player_line(2, "     1 b 0"))

    assert [(problem.code, problem.line, problem.column) for problem in file.problems] == [
        ("bad_rating", 1, 49),
        ("column_not_blank", 1, 53),
    ]


def test_numbers_that_are_no_fide_ids_do_not_pass_for_them() -> None:
    def identity(text: str):
        line = player_line(1)
        return read_lines(line[:57] + f"{text:>11}" + line[68:]).record.competitors[0]

    assert identity("1981222").fide_id == 1981222
    assert (identity("914").fide_id, identity("914").national_id) == (None, "914")
    for nobody in ("0", "-----------", ""):
        assert (identity(nobody).fide_id, identity(nobody).national_id) == (None, "")


def test_a_fide_id_that_two_players_share_belongs_to_neither() -> None:
    lines = [line[:57] + f"{1981222:>11}" + line[68:] for line in (player_line(1), player_line(2))]

    file = read_lines(*lines)

    assert [player.fide_id for player in file.record.competitors] == [None, None]
    assert "repeated_fide_id" in codes(file.messages)


def test_every_code_that_is_used_has_its_sentence() -> None:
    source = " ".join(
        path.read_text()
        for path in (Path(__file__).parents[3] / "tournaments" / "exchange").glob("*.py")
        if path.name != "finding_texts.py"
    )

    used = set(re.findall(r'(?:problem|message|_refuse)\(\s*(?:player,\s*)?"(\w+)"', source))
    assert used | {"too_many_problems"} == set(TEXTS)
