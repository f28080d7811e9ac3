"""Headers of game records (PGN), one for every game, for those who enter the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.exchange.cells import cell_of
from tournaments.results import Colour, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from tournaments.event_record import Competitor, EventRecord

_SCORES = {
    Outcome.WIN: "1", Outcome.DRAW: "1/2", Outcome.LOSS: "0",
    Outcome.UNRATED_WIN: "1", Outcome.UNRATED_DRAW: "1/2", Outcome.UNRATED_LOSS: "0",
}  # fmt: skip
_RESULTS = {"1-0", "0-1", "1/2-1/2"}


def write_pgn(record: EventRecord) -> str:
    """Return a header section for every game of the event, by round and White's starting rank.

    Forfeits are left out; a game without a result, or with one the notation does not know (both
    lost), has the result ``*``.
    """
    return "".join(
        _game(record, number, white, black)
        for number in range(1, record.rounds_paired + 1)
        for white, black in _games(record, number)
    )


def _games(record: EventRecord, round_number: int) -> Iterator[tuple[Competitor, Competitor]]:
    players = {player.starting_rank: player for player in record.competitors}
    for _, player in sorted(players.items()):
        cell = cell_of(player, round_number)
        if (
            cell is not None
            and cell.opponent in players
            and cell.colour is Colour.WHITE
            and not cell.outcome.is_forfeit
        ):
            yield player, players[cell.opponent]


def _game(record: EventRecord, round_number: int, white: Competitor, black: Competitor) -> str:
    result = _result(white, black, round_number)
    day = _day_of(record, round_number)
    tags = [
        ("Event", record.name or "?"),
        ("Site", " ".join(part for part in (record.city, record.federation) if part) or "?"),
        ("Date", f"{day:%Y.%m.%d}" if day else "????.??.??"),
        ("Round", str(round_number)),
        ("White", white.name),
        ("Black", black.name),
        ("Result", result),
    ]
    for side, player in (("White", white), ("Black", black)):
        tags += [(f"{side}Title", player.title)] if player.title else []
        tags += [(f"{side}Elo", str(player.rating))] if player.rating is not None else []
        tags += [(f"{side}FideId", str(player.fide_id))] if player.fide_id is not None else []
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags)
    return f"{head}\n{result}\n\n"


def _day_of(record: EventRecord, round_number: int) -> date | None:
    """Return the day of a round: its own, or that of an event that is over in one day."""
    dates = record.round_dates
    own = dates[round_number - 1] if len(dates) >= round_number else None
    is_one_day = record.end_date in (None, record.start_date)
    return own or (record.start_date if is_one_day or round_number == 1 else None)


def _result(white: Competitor, black: Competitor, round_number: int) -> str:
    scores = []
    for player in (white, black):
        cell = cell_of(player, round_number)
        scores.append(_SCORES.get(cell.outcome, "*") if cell else "*")
    result = "-".join(scores)
    return result if result in _RESULTS else "*"


def _escaped(text: str) -> str:
    printable = "".join(char if char.isprintable() else " " for char in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')
