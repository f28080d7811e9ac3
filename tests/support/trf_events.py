"""Reads and writes the plain player lines of report files, for tests of standings alone."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.results import Colour, Outcome

DATA = Path(__file__).resolve().parents[1] / "data" / "trf"


def event_from_trf(name: str, *, is_round_robin: bool = False) -> EventRecord:
    """Return the event of a file below tests/data/trf that has clean player lines."""
    start = None
    players = []
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("042"):
            start = date.fromisoformat(line[4:14].replace("/", "-"))
        if line.startswith("001"):
            players.append(_player(line))
    return EventRecord(
        start_date=start,
        rounds=max(len(player.cells) for player in players),
        competitors=tuple(players),
        is_round_robin=is_round_robin,
    )


def _player(line: str) -> Competitor:
    rating = line[48:52].strip()
    return Competitor(
        starting_rank=int(line[4:8]),
        name=line[14:47].strip(),
        sex=line[9:10].strip(),
        rating=int(rating) if rating else None,
        birth=line[69:79].strip(),
        cells=tuple(_cell(line[start : start + 8]) for start in range(91, len(line), 10)),
    )


def _cell(text: str) -> Cell | None:
    outcome = text[7:8].strip()
    if not outcome:
        return None
    opponent = int(text[:4].strip() or 0)
    if opponent == 0:
        return Cell(Outcome(outcome))
    return Cell(Outcome(outcome), opponent, Colour(text[5]))


def trf_of(record: EventRecord) -> str:
    """Return the event as report file lines that the independent programs read."""
    lines = ["012 Random event", f"042 {(record.start_date or date(2026, 4, 1)):%Y/%m/%d}"]
    for player in record.competitors:
        points = sum(record.points.points(cell.outcome) for cell in player.cells if cell)
        cells = "".join(f"  {_cell_text(cell)}" for cell in player.cells)
        lines.append(
            f"001 {player.starting_rank:4} {player.sex or ' ':1}    {player.name:<33}"
            f" {player.rating or '':>4} {'':3} {'':11} {'':10}"
            f" {points / 100:4.1f} {player.starting_rank:4}{cells}"
        )
    kind = "BERGER_ROUNDROBIN" if record.is_round_robin else "FIDE_DUTCH"
    lines += [f"142 {record.rounds}", "152 W", f"192 {kind}"]
    return "\n".join(lines) + "\n"


def _cell_text(cell: Cell | None) -> str:
    if cell is None or cell.opponent is None:
        return f"0000 - {cell.outcome if cell else 'Z'}"
    return f"{cell.opponent:4} {cell.colour} {cell.outcome}"
