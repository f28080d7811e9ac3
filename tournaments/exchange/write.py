"""Writing tournament report files that federations and pairing programs accept.

Three dialects: ``trf16`` is the 2016 format with the extensions that programs of its time read,
``trf26`` the 2026 edition, ``engine`` what every pairing engine takes as the state before a round.
Columns are characters, names are composed (NFC) and cut, lines end with a line feed.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from tournaments.exchange.cells import cell_of, total_points
from tournaments.exchange.check_points import points_text
from tournaments.exchange.lines import CELLS, MAX_ROUNDS, NAME_WIDTH
from tournaments.exchange.numbering import new_numbers, renumbered
from tournaments.exchange.time_control_text import guess_time_control
from tournaments.results import ByeKind, Colour, Outcome, PointValues

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tournaments.event_record import Cell, Competitor, EventRecord

Dialect = Literal["trf16", "trf26", "engine"]

SWISS_TYPE, ROUND_ROBIN_TYPE = "Individual: Swiss-System", "Individual: Round-Robin"
_NUMBER_WIDTH = 11


def write_exchange_file(
    record: EventRecord,
    *,
    dialect: Dialect,
    absences: Mapping[int, ByeKind] | None = None,
    points: Mapping[int, int] | None = None,
    ranks: Mapping[int, int] | None = None,
) -> str:
    """Return the event as text of the report format, starting ranks renumbered without gaps.

    ``absences`` are those of the next round, by starting rank; ``points`` (hundredths) and
    ``ranks`` are by starting rank too and worked out from the cells where they are not given:
    equal points are then ordered by starting rank.
    """
    numbers = new_numbers(record)
    event = renumbered(record)
    absent = {numbers[rank]: kind for rank, kind in (absences or {}).items() if rank in numbers}
    in_cells = {} if dialect == "trf26" else absent
    given = {numbers[rank]: value for rank, value in (points or {}).items() if rank in numbers}
    totals = {player.starting_rank: total_points(player, event) for player in event.competitors}
    for rank, kind in in_cells.items():
        totals[rank] += event.points.points(Outcome(kind.value))
    totals |= given
    places = {numbers[rank]: place for rank, place in (ranks or {}).items() if rank in numbers}
    order = sorted(totals, key=lambda rank: (-totals[rank], rank))
    places = {rank: place for place, rank in enumerate(order, start=1)} | places
    lines = [
        *_event_lines(event),
        *_setting_lines(event, dialect),
        *_player_lines(event, totals, places, in_cells),
    ]
    if dialect == "trf26":
        lines += [*_national_lines(event), *_absence_lines(event, absent)]
    if dialect == "engine":
        lines += _absent_list(absent)
    lines += _constraint_lines(event, dialect)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _event_lines(event: EventRecord) -> Iterator[str]:
    """Records that name the event; those without a content are left out."""
    type_text = event.type_text or (ROUND_ROBIN_TYPE if event.is_round_robin else SWISS_TYPE)
    rated = sum(player.rating is not None for player in event.competitors)
    texts = (
        ("012", event.name),
        ("022", event.city),
        ("032", event.federation),
        ("042", f"{event.start_date:%Y/%m/%d}" if event.start_date else ""),
        ("052", f"{event.end_date:%Y/%m/%d}" if event.end_date else ""),
        ("062", str(len(event.competitors))),
        ("072", str(rated)),
        ("082", "0"),
        ("092", type_text),
        ("102", event.chief_arbiter),
        *(("112", name) for name in event.deputy_arbiters),
        ("122", event.time_control_text),
    )
    for code, text in texts:
        if content := _one_line(text):
            yield f"{code} {content}"
    if any(event.round_dates):
        days = (f"{day:%y/%m/%d}" if day else " " * 8 for day in event.round_dates)
        yield f"132{' ' * (CELLS - 3)}{'  '.join(days)}"


def _setting_lines(event: EventRecord, dialect: Dialect) -> Iterator[str]:
    """Number of rounds, initial colour, points and pairing system, in the words of the dialect."""
    rounds = min(max(event.rounds, event.rounds_paired), MAX_ROUNDS)
    colour = event.initial_colour
    if dialect != "trf16":
        if rounds:
            yield f"142 {rounds}"
        if colour:
            yield f"152 {colour.value.upper()}"
        yield from _point_system(event.points, with_absence=dialect == "trf26")
        is_round_robin = event.is_round_robin and dialect == "trf26"
        yield f"192 {'BERGER_ROUNDROBIN' if is_round_robin else 'FIDE_DUTCH'}"
    if dialect == "trf26":
        guess = guess_time_control(event.time_control_text)
        if guess is not None:
            yield f"222 {guess.coded}"
        return
    if rounds:
        yield f"XXR {rounds}"
    if colour:
        yield f"XXC {'white1' if colour is Colour.WHITE else 'black1'}"
    if dialect == "trf16" and event.points != PointValues():
        yield from _extended_point_systems(event.points)


def _player_lines(
    event: EventRecord,
    totals: Mapping[int, int],
    places: Mapping[int, int],
    absent: Mapping[int, ByeKind],
) -> Iterator[str]:
    rounds = event.rounds_paired
    for player in event.competitors:
        rank = player.starting_rank
        cells = [_cell_text(cell_of(player, number)) for number in range(1, rounds + 1)]
        if rank in absent:
            cells.append(f"0000 - {absent[rank].value}")
        identity = "" if player.fide_id is None else str(player.fide_id)
        fields = _identity_fields(
            "001", player, _digits(player.rating), player.federation, identity
        )
        yield (
            f"{fields} {player.birth[:10]:<10} {_points_field(totals[rank])} "
            f"{places[rank]:>4}{''.join(f'  {cell}' for cell in cells)}"
        )


def _identity_fields(
    code: str, player: Competitor, rating: str, federation: str, identity: str
) -> str:
    """Return a player line up to the number, columns 1 to 68."""
    name = _one_line(player.name)[:NAME_WIDTH].rstrip()
    return (
        f"{code} {player.starting_rank:>4} {_one_line(player.sex)[:1]:1}"
        f"{_one_line(player.title)[:3]:>3} {name:<{NAME_WIDTH}} {rating:>4} "
        f"{_one_line(federation)[:3]:>3} {identity[:_NUMBER_WIDTH]:>{_NUMBER_WIDTH}}"
    )


def _national_lines(event: EventRecord) -> Iterator[str]:
    """One record for every player with a national number, under his federation's code."""
    for player in event.competitors:
        number = _one_line(player.national_id)
        code = player.federation or event.federation
        if number and len(number) <= _NUMBER_WIDTH and re.fullmatch(r"[A-Z]{3}", code):
            yield _identity_fields(code, player, "", "", number)


def _absence_lines(event: EventRecord, absent: Mapping[int, ByeKind]) -> Iterator[str]:
    """One record for every kind of absence, as the 2026 edition demands."""
    for kind in (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT):
        ranks = sorted(rank for rank, each in absent.items() if each is kind)
        if ranks:
            yield f"240 {kind.value} {event.rounds_paired + 1:>3} {_rank_list(ranks)}"


def _absent_list(absent: Mapping[int, ByeKind]) -> Iterator[str]:
    """The older record of who plays no part; the cells say the same to who does not read it."""
    ranks = sorted(rank for rank, kind in absent.items() if kind is ByeKind.ZERO_POINT)
    if ranks:
        yield f"XXZ {' '.join(str(rank) for rank in ranks)}"


def _constraint_lines(event: EventRecord, dialect: Dialect) -> Iterator[str]:
    """Pairs that must not meet and virtual points; the plain 2016 format has neither."""
    if dialect == "trf16":
        return
    next_round = event.rounds_paired + 1
    for group, first, last in event.forbidden_pairs:
        if len(group) > 1:
            yield f"260 {first:>3} {last:>3} {_rank_list(sorted(group))}"
            if dialect == "engine" and first <= next_round <= last:
                yield f"XXP {' '.join(str(rank) for rank in sorted(group))}"
    # Record 250 is the one that every engine reads; one of them passes over XXA in silence.
    for first_rank, last_rank, first, last, points in _acceleration_blocks(event):
        yield (
            f"250      {points_text(points):>4} {first:>3} {last:>3} {first_rank:>4} {last_rank:>4}"
        )


def _acceleration_blocks(event: EventRecord) -> Iterator[tuple[int, int, int, int, int]]:
    """Return first and last rank, first and last round and points, equal neighbours together."""
    ranks_of_run: dict[tuple[int, int, int], list[int]] = {}
    for rank, rounds in sorted(event.virtual_points):
        numbered = enumerate(rounds, start=1)
        for points, run in groupby(numbered, key=lambda pair: pair[1]):
            numbers = [number for number, _ in run]
            if points:
                ranks_of_run.setdefault((numbers[0], numbers[-1], points), []).append(rank)
    for (first, last, points), ranks in ranks_of_run.items():
        for _, block in groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0]):
            together = [rank for _, rank in block]
            yield together[0], together[-1], first, last, points


def _point_system(points: PointValues, *, with_absence: bool) -> Iterator[str]:
    """Return record 162 for an event that does not count 1, ½, 0; engines know four codes only."""
    values = [("W", points.win), ("D", points.draw), ("L", points.loss), ("P", points.pairing_bye)]
    standard = PointValues()
    if with_absence and points.zero_point_bye != standard.zero_point_bye:
        values.append(("A", points.zero_point_bye))
    elif (points.win, points.draw, points.loss, points.pairing_bye) == (
        standard.win,
        standard.draw,
        standard.loss,
        standard.pairing_bye,
    ):
        return
    yield "162 " + "".join(f" {code}{points_text(value):>4}   " for code, value in values)


def _extended_point_systems(points: PointValues) -> Iterator[str]:
    """Return the values in the words of the two programs that extended the 2016 format.

    JaVaFo reads XXS, bbpPairings the records BBW to BBU; each passes over those of the other.
    """
    values = {
        "WW": points.win, "BW": points.win, "WD": points.draw, "BD": points.draw,
        "WL": points.loss, "BL": points.loss, "ZPB": points.zero_point_bye,
        "HPB": points.half_point_bye, "FPB": points.full_point_bye, "PAB": points.pairing_bye,
        "FW": points.win, "FL": points.loss,
    }  # fmt: skip
    yield "XXS " + " ".join(f"{code}={points_text(value)}" for code, value in values.items())
    yield f"BBW {points_text(points.win):>4}"
    yield f"BBD {points_text(points.draw):>4}"
    yield f"BBL {points_text(points.loss):>4}"
    yield f"BBZ {points_text(points.zero_point_bye):>4}"
    yield f"BBF {points_text(points.loss):>4}"
    yield f"BBU {points_text(points.pairing_bye):>4}"


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return f"0000 - {Outcome.ZERO_POINT_BYE.value}"
    if cell.opponent is None:
        return f"0000 - {cell.outcome.value}"
    letter = " " if cell.outcome is Outcome.PENDING else cell.outcome.value
    return f"{cell.opponent:>4} {cell.colour.value if cell.colour else '-'} {letter}"


def _points_field(hundredths: int) -> str:
    """Return points in four characters; a decimal is left out where it is 0 and does not fit."""
    text = points_text(hundredths)
    if len(text) > 4 and hundredths % 100 == 0:
        text = str(hundredths // 100)
    if len(text) > 4:
        raise ValueError(f"{text} points do not fit into four columns")
    return f"{text:>4}"


def _digits(number: int | None) -> str:
    return "" if number is None else str(number)


def _rank_list(ranks: Iterable[int]) -> str:
    return " ".join(f"{rank:>4}" for rank in ranks)


def _one_line(text: str) -> str:
    """Return ``text`` composed and on one line, without characters that print nothing."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "" for char in composed
    ).strip()
