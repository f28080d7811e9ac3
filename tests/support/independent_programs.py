"""Runs the two independent tie-break programs on an event; both are test dependencies only.

gacrux takes a report file, tiebreak-core a list of games. Neither is asked for codes on which it is
known to be wrong (specs: tie-break notes, section 6.3).
"""

from __future__ import annotations

import contextlib
import io
from fractions import Fraction
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict

from tournaments.event_record import Cell, EventRecord
from tournaments.exchange.write import write_exchange_file
from tournaments.results import Colour, Outcome


def gacrux_table(record: EventRecord, codes: list[str]) -> dict[int, tuple[Any, ...]]:
    """Return rank and values by starting rank, codes in the given order."""
    reader = trf2json()
    with contextlib.redirect_stdout(io.StringIO()):
        reader.parse_file(write_exchange_file(record, dialect="trf26"), 0)
        event = reader.get_tournament(1)
        params = {
            "tiebreak": list(codes),
            "check": False,
            "unrated": None,
            "pre_determined": record.is_round_robin,
            "swiss": not record.is_round_robin,
        }
        result = tiebreak(event, record.rounds, params).compute_tiebreaks(event, params)
    return {
        line["cid"]: (
            line["rank"],
            *(None if value is None else Fraction(value) for value in line["tiebreakScore"]),
        )
        for line in result["competitors"]
    }


def gacrux_values(record: EventRecord, code: str) -> dict[int, Fraction | None]:
    """Return one code alone: asking for several in one call can spoil one by another."""
    return {rank: line[1] for rank, line in gacrux_table(record, [code]).items()}


_KINDS = {
    Outcome.FORFEIT_WIN: "forfeit_win",
    Outcome.FORFEIT_LOSS: "forfeit_loss",
    Outcome.PAIRING_ALLOCATED_BYE: "pairing_bye",
    Outcome.FULL_POINT_BYE: "pairing_bye",
    Outcome.HALF_POINT_BYE: "requested_bye",
    Outcome.ZERO_POINT_BYE: "requested_bye",
}

# Our codes in the words of tiebreak-core; the ones it gets right in every event (PTP, APPO, FB with
# forfeits in the last round and ARO/C1 with one game left are not among them).
TIEBREAK_CORE_NAMES = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2",
    "AOB": "aob",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "KS": "koya",
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "REP": "rounds_elected",
    "STD": "std",
    "PS": "progressive",
    "PS/C1": "progressive_cut1",
    "ARO": "aro",
    "TPR": "tpr",
    "APRO": "apro",
}


def _opponent_score(record: EventRecord, cell: Cell, number: int) -> float | None:
    if cell.opponent is None:
        return None
    other = record.competitors[cell.opponent - 1].cells[number - 1]
    return record.points.points(other.outcome) / 100 if other else None


def tiebreak_core_values(record: EventRecord, code: str, ruleset: str) -> dict[int, Fraction]:
    """Return one code by one of tiebreak-core's rule sets, fide-2024 or fide-2026."""
    ratings = {player.starting_rank: player.rating or 0 for player in record.competitors}
    players = {}
    for player in record.competitors:
        games = [
            GameRecord(
                opponent_id=cell.opponent or -1,
                opponent_rating=ratings.get(cell.opponent or -1, 0),
                score=record.points.points(cell.outcome) / 100,
                color="black" if cell.colour is Colour.BLACK else "white",
                round_number=number,
                kind=_KINDS.get(cell.outcome, "played"),
                opponent_score=_opponent_score(record, cell, number),
            )
            for number, cell in enumerate(player.cells, start=1)
            if cell is not None
        ]
        players[player.starting_rank] = PlayerTiebreakData(
            player.starting_rank,
            player.rating or 0,
            sum(game.score for game in games),
            games,
        )
    options: dict[str, Any] = {"mode": "round_robin"} if record.is_round_robin else {}
    name = TIEBREAK_CORE_NAMES[code]
    return {
        rank: Fraction(
            str(
                calculate_all_strict(
                    data, players, [name], record.rounds, ruleset=ruleset, **options
                )[name]
            )
        )
        for rank, data in players.items()
    }
