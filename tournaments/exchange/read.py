"""Reading tournament report files: TRF16, TRF26 and their dialects.

Real files differ from the format in a hundred small ways. What has one sensible reading is read
and said in a message; what has none is a problem, and all problems are given in one answer.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.event_record import Competitor, EventRecord
from tournaments.exchange.check_points import check_points
from tournaments.exchange.check_rounds import (
    CheckedRounds,
    apply_absences,
    check_rounds,
    last_column,
)
from tournaments.exchange.decoding import decode_lines
from tournaments.exchange.event_fields import EventFields
from tournaments.exchange.exchange_file import ExchangeFile, FileCounts, StatedPlayer
from tournaments.exchange.lines import PlayerLine, split_player_line
from tournaments.exchange.players import (
    Player,
    add_national_record,
    is_national_record,
    read_players,
)
from tournaments.exchange.problems import Findings
from tournaments.exchange.time_control_text import guess_time_control

if TYPE_CHECKING:
    from tournaments.results import PointValues

_FULL_POINT = frozenset("1+FUW")
_HALF_POINT = frozenset("=HD")


def read_exchange_file(data: bytes) -> ExchangeFile:
    """Return what a tournament report file says; never raises, whatever the bytes.

    The ``record`` of a file with problems cannot be had: it raises ``ExchangeFileError``. Counts,
    messages and problems are there in any case.
    """
    findings = Findings()
    decoded = decode_lines(data, findings)
    fields = EventFields(findings)
    codes: Counter[str] = Counter()
    lines: list[PlayerLine] = []
    national: list[PlayerLine] = []
    for number, text in enumerate(decoded.lines, start=1):
        if not text.strip():
            continue
        codes[text[:3]] += 1
        if text.startswith("001"):
            lines.append(split_player_line(number, text, findings))
        elif not fields.read(number, text):
            if is_national_record(text):
                national.append(split_player_line(number, text, findings))
            else:
                findings.message("unknown_record", number, 1, text)
    fields.finish()
    if not lines and not findings.problems:
        findings.problem("no_players", 0, 0, "")
    players = read_players(lines, findings)
    for line in national:
        add_national_record(line, players, findings)
    checked = check_rounds(players, findings)
    absences = apply_absences(checked, fields.absentees, findings)
    _check_numbers(players, fields, findings)
    values = check_points(players, checked, fields.point_values(), fields.abnormal, findings)
    event = _event(players, checked, fields, values)
    time_control = guess_time_control(fields.text("122"), fields.text("222"))
    if time_control is None:
        findings.message("no_time_control", fields.texts.get("122", (0, ""))[0])
    return ExchangeFile(
        event=event,
        encoding=decoded.encoding,
        newline=decoded.newline,
        has_bom=decoded.has_bom,
        counts=_counts(len(data), lines, players, checked, codes),
        players=tuple(
            StatedPlayer(
                player.starting_rank,
                player.line.number,
                player.points,
                player.rank,
                tuple(player.national),
            )
            for player in _in_order(players)
        ),
        absences=absences,
        time_control=time_control,
        pairing_system=fields.text("192"),
        tie_breaks=fields.tie_breaks,
        rounds_stated=fields.rounds is not None,
        messages=findings.messages,
        problems=findings.problems,
    )


def _in_order(players: dict[int, Player]) -> list[Player]:
    return [players[rank] for rank in sorted(players)]


def _check_numbers(players: dict[int, Player], fields: EventFields, findings: Findings) -> None:
    """Compare the numbers that records state with what the players' lines hold."""
    for rank, number in fields.named_players.items():
        if rank not in players:
            findings.problem("unknown_player", number, 1, str(rank))
    if fields.text("062").isdecimal() and int(fields.text("062")[:9]) != len(players):
        line, text = fields.texts["062"]
        findings.message("player_count_differs", line, 5, text, players=len(players))
    if fields.rounds is None:
        return
    for player in players.values():
        for number, cell in enumerate(player.line.cells, start=1):
            if cell.text and number > fields.rounds:
                findings.problem(
                    "round_beyond_count",
                    player.line.number,
                    cell.column,
                    cell.text,
                    round=number,
                    rounds=fields.rounds,
                    other_line=fields.rounds_line,
                )


def _event(
    players: dict[int, Player], checked: CheckedRounds, fields: EventFields, values: PointValues
) -> EventRecord:
    start, end = fields.dates()
    return EventRecord(
        name=fields.text("012"),
        city=fields.text("022"),
        federation=fields.text("032"),
        start_date=start,
        end_date=end,
        type_text=fields.text("092"),
        chief_arbiter=fields.text("102"),
        deputy_arbiters=tuple(fields.deputies),
        time_control_text=fields.text("122") or fields.text("222"),
        rounds=fields.rounds or last_column(players),
        round_dates=fields.round_dates(start, end),
        initial_colour=fields.initial_colour,
        points=values,
        competitors=tuple(
            Competitor(
                starting_rank=player.starting_rank,
                name=player.name,
                rating=player.rating,
                title=player.title,
                sex=player.sex,
                federation=player.line.federation.upper(),
                fide_id=player.fide_id,
                national_id=player.national_id,
                birth=player.birth,
                cells=tuple(checked.cells[player.starting_rank]),
            )
            for player in _in_order(players)
        ),
        forbidden_pairs=fields.forbidden_pairs(),
        virtual_points=fields.virtual_points(),
        is_round_robin=fields.is_round_robin,
    )


def _counts(
    size: int,
    lines: list[PlayerLine],
    players: dict[int, Player],
    checked: CheckedRounds,
    codes: Counter[str],
) -> FileCounts:
    letters = Counter(cell.letter or "blank" for line in lines for cell in line.cells)
    games = sum(
        cell is not None and cell.opponent is not None and cell.outcome.is_over_the_board
        for cells in checked.cells.values()
        for cell in cells
    )
    names = [line.name for line in lines]
    stated = [player for player in players.values() if player.points is not None]
    return FileCounts(
        bytes=size,
        players=len(lines),
        round_columns=max((len(line.cells) for line in lines), default=0),
        games_over_the_board=(games + 1) // 2,
        unrated=sum(player.rating is None for player in players.values()),
        non_ascii_names=sum(not name.isascii() for name in names),
        longest_name=max((len(name) for name in names), default=0),
        points_total=sum(player.points or 0 for player in stated),
        points_differing=sum(_plain_points(player) != player.points for player in stated),
        codes=dict(sorted(codes.items())),
        results=dict(sorted(letters.items())),
    )


def _plain_points(player: Player) -> int:
    """Return the sum of 1, ½ and 0 that the letters of a player's entries give."""
    letters = [cell.letter for cell in player.line.cells]
    return sum(
        100 if letter in _FULL_POINT else 50 if letter in _HALF_POINT else 0 for letter in letters
    )
