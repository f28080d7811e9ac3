"""The fields of players: from text on a line to the values of a ``Competitor``."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.exchange.dates import read_birth
from tournaments.exchange.exchange_file import NationalRecord
from tournaments.exchange.lines import (
    BIRTH,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    PlayerLine,
    RawCell,
)

if TYPE_CHECKING:
    from tournaments.exchange.problems import Findings

HIGHEST_RATING = 3999
SHORTEST_FIDE_ID = 6

_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM",
    "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM", "MG": "GM", "MI": "IM",
} | {title: title for title in ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")}  # fmt: skip
_SEXES = {"": "", "u": "", "x": "", "-": "", "?": "", "m": "m", "w": "w", "f": "w"}
_POINTS = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,2})?)?$")
_WHOLE = re.compile(r"[0-9]{1,4}$")


@dataclass(slots=True)
class Player:
    """A player while his line is being judged; ``points`` are in hundredths."""

    line: PlayerLine
    starting_rank: int
    name: str
    rating: int | None
    title: str
    sex: str
    fide_id: int | None
    national_id: str
    birth: str
    points: int | None
    rank: int | None
    national: list[NationalRecord] = field(default_factory=list)

    def cell(self, round_number: int) -> RawCell | None:
        """Return the entry of a round, or None if the line has none or a blank one."""
        if round_number > len(self.line.cells):
            return None
        cell = self.line.cells[round_number - 1]
        return cell if cell.text else None


def read_players(lines: list[PlayerLine], findings: Findings) -> dict[int, Player]:
    """Return the players by starting rank; a line without a usable one is a problem."""
    players: dict[int, Player] = {}
    for line in lines:
        rank = line.starting_rank
        if not _WHOLE.match(rank) or int(rank) == 0:
            findings.problem("bad_starting_rank", line.number, 5, rank)
            continue
        player = _player(line, int(rank), findings)
        if player.starting_rank in players:
            other = players[player.starting_rank].line.number
            findings.problem("repeated_starting_rank", line.number, 5, rank, other_line=other)
            continue
        players[player.starting_rank] = player
    _drop_repeated_fide_ids(players, findings)
    if players and sorted(players) != list(range(1, len(players) + 1)):
        highest = players[max(players)]
        findings.message(
            "gap_in_starting_ranks",
            highest.line.number,
            5,
            str(highest.starting_rank),
            players=len(players),
        )
    return players


def is_national_record(text: str) -> bool:
    """Return whether a line of unknown code has the shape of a national federation's record."""
    return (
        re.match(r"[A-Z]{3} [ 0-9]{3}[0-9]", text) is not None
        and bool(text[NAME:].strip())
        and not text[8:9].strip()
    )


def add_national_record(line: PlayerLine, players: dict[int, Player], findings: Findings) -> None:
    """Give a player what a national federation says of him."""
    player = players.get(int(line.starting_rank)) if _WHOLE.match(line.starting_rank) else None
    if player is None:
        findings.problem("unknown_player", line.number, 5, line.starting_rank)
        return
    number = "" if not line.identity.strip("0-") else _clean(line.identity)
    player.national.append(
        NationalRecord(line.code, _rating(line, findings), line.federation, number)
    )
    if number:
        player.national_id = number


def _player(line: PlayerLine, starting_rank: int, findings: Findings) -> Player:
    name = unicodedata.normalize("NFC", _clean(line.name))
    if name != unicodedata.normalize("NFC", line.name):
        findings.message("control_characters", line.number, NAME + 1, name)
    if not name:
        findings.problem("name_missing", line.number, NAME + 1, line.name)
    title = _TITLES.get(line.title.upper(), "")
    if line.title and not title:
        findings.message("bad_title", line.number, 11, line.title)
    if line.sex.lower() not in _SEXES:
        findings.message("bad_sex", line.number, 10, line.sex)
    birth = read_birth(line.birth)
    if birth is None:
        findings.message("bad_birth_date", line.number, line.column(BIRTH), line.birth)
    fide_id, national_id = _identity(line, findings)
    return Player(
        line=line,
        starting_rank=starting_rank,
        name=name,
        rating=_rating(line, findings),
        title=title,
        sex=_SEXES.get(line.sex.lower(), ""),
        fide_id=fide_id,
        national_id=national_id,
        birth=birth or "",
        points=_points(line, findings),
        rank=_rank(line, findings),
    )


def _rating(line: PlayerLine, findings: Findings) -> int | None:
    if not line.rating.strip("-") or (line.rating.isdecimal() and int(line.rating) == 0):
        return None
    if _WHOLE.match(line.rating) and int(line.rating) <= HIGHEST_RATING:
        return int(line.rating)
    findings.problem("bad_rating", line.number, line.column(RATING), line.rating)
    return None


def _points(line: PlayerLine, findings: Findings) -> int | None:
    if not line.points:
        return None
    match = _POINTS.match(line.points)
    if match is None:
        findings.problem("bad_points", line.number, line.column(POINTS), line.points)
        return None
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


def _rank(line: PlayerLine, findings: Findings) -> int | None:
    if _WHOLE.match(line.rank):
        return int(line.rank) or None
    if line.rank:
        findings.problem("bad_rank", line.number, line.column(RANK), line.rank)
    return None


def _identity(line: PlayerLine, findings: Findings) -> tuple[int | None, str]:
    """Return FIDE ID and national number; programs write national numbers into the same field."""
    if not line.identity.strip("0-"):
        return None, ""
    is_number = re.match(r"[0-9]+$", line.identity) is not None
    if is_number and len(line.identity.lstrip("0")) >= SHORTEST_FIDE_ID:
        return int(line.identity), ""
    findings.message("number_not_fide", line.number, line.column(NUMBER), line.identity)
    return None, _clean(line.identity)


def _drop_repeated_fide_ids(players: dict[int, Player], findings: Findings) -> None:
    times = Counter(player.fide_id for player in players.values() if player.fide_id)
    for player in players.values():
        if player.fide_id and times[player.fide_id] > 1:
            line = player.line
            findings.message(
                "repeated_fide_id", line.number, line.column(NUMBER), str(player.fide_id)
            )
            player.fide_id = None


def _clean(text: str) -> str:
    """Return ``text`` without characters that print nothing or turn the direction of writing."""
    return "".join(char for char in text if char.isprintable()).strip()
