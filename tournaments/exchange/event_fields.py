"""The records about the event as a whole: names, dates, rounds, points, absences, forbidden pairs.

Records are gathered one by one as they come; what they say together is worked out at the end,
because the format fixes no order.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.exchange.dates import read_date, read_round_dates
from tournaments.exchange.lines import CELL_WIDTH, CELLS, MAX_ROUNDS
from tournaments.results import ByeKind, Colour, PointValues

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from tournaments.exchange.problems import Findings

MAX_PLAYERS = 9_999
MAX_RECORD = 20_000
MAX_ACCELERATED = 200_000
MAX_TEXT = 250
EVERY_ROUND = 999

_TEXT_RECORDS = ("012", "022", "032", "042", "052", "062", "092", "102", "122", "192", "222")
_IGNORED = ("072", "082", "172", "182")
_TEAM_RECORDS = ("013", "300", "310", "320", "330", "352", "362", "801", "802")
_VALUE = re.compile(r"([A-Z]{1,3}) {0,4}=? {0,4}(\d{1,3}(?:[.,]\d{1,2})?)(?![\d.,])")
_ROUND_ROBIN = re.compile(
    r"round.?robin|berger|schuring|todos contra todos|döner sistem", re.IGNORECASE
)

# Names of the same value in the 2016 extensions and in the 2026 edition. Record 162 may also
# hold X, the value of an undefined result, which has no counterpart here.
_POINT_NAMES: dict[str, tuple[str, ...]] = {
    "win": ("W", "WW", "BBW"),
    "draw": ("D", "WD", "BBD"),
    "loss": ("L", "WL", "BBL"),
    "pairing_bye": ("P", "PAB", "BBU"),
    "half_point_bye": ("HPB",),
    "full_point_bye": ("FPB",),
    "zero_point_bye": ("A", "Z", "ZPB", "BBZ"),
}
_SAME_AS: dict[str, tuple[str, ...]] = {
    "win": ("BW", "FW"), "draw": ("BD",), "loss": ("BL", "FL", "BBF"),
}  # fmt: skip


@dataclass
class EventFields:
    """Everything the records other than the players' say, as far as it has been read.

    ``absentees`` are round (0 for the one to pair), starting rank, kind and line;
    ``acceleration`` is first and last rank, first and last round, points in hundredths;
    ``named_players`` gives the line on which a starting rank is first named.
    """

    findings: Findings
    texts: dict[str, tuple[int, str]] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    round_date_lines: list[tuple[int, str]] = field(default_factory=list)
    rounds: int | None = None
    rounds_line: int = 0
    initial_colour: Colour | None = None
    tie_breaks: tuple[str, ...] = ()
    values: dict[str, int] = field(default_factory=dict)
    absentees: list[tuple[int, int, ByeKind, int]] = field(default_factory=list)
    pairs: list[tuple[frozenset[int], int, int, int]] = field(default_factory=list)
    acceleration: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    accelerated: int = 0
    abnormal: set[int] = field(default_factory=set)
    team_lines: int = 0
    player_records: list[tuple[int, str]] = field(default_factory=list)
    named_players: dict[int, int] = field(default_factory=dict)

    def read(self, number: int, text: str) -> bool:
        """Take in one line that is not a player's; return whether its code is of the format."""
        if len(text) > MAX_RECORD:
            self.findings.problem(
                "line_too_long", number, MAX_RECORD + 1, text[MAX_RECORD:], limit=MAX_RECORD
            )
            text = text[:MAX_RECORD]
        code, rest = text[:3], text[4:].strip()
        if code in _IGNORED or text.startswith("#"):
            return True
        if text[3:4].strip():
            return False
        if code in _TEXT_RECORDS:
            self._read_text(number, code, rest)
        elif code in _TEAM_RECORDS:
            self.team_lines += 1
            self.findings.message("teams_ignored", number, 1, code)
        elif code in ("240", "250", "260", "299"):
            # In a team event these name teams, which is known only at the end of the file.
            self.player_records.append((number, text))
        else:
            reader = _READERS.get(code)
            if reader is None:
                return False
            reader(self, number, text)
        return True

    def finish(self) -> None:
        """Read the records whose numbers mean players, unless the file is one of teams."""
        for number, text in self.player_records:
            if self.team_lines:
                self.findings.message("teams_ignored", number, 1, text[:3])
            else:
                _PLAYER_RECORDS[text[:3]](self, number, text)

    def text(self, code: str) -> str:
        """Return the text of a record, empty if the file has none."""
        return self.texts.get(code, (0, ""))[1]

    @property
    def is_round_robin(self) -> bool:
        """Whether type or coded type say that everybody meets everybody."""
        return bool(_ROUND_ROBIN.search(self.text("192").replace("_", " ")[:200])) or bool(
            _ROUND_ROBIN.search(self.text("092")[:200])
        )

    def dates(self) -> tuple[date | None, date | None]:
        """Return first and last day; what cannot be used is left out and said."""
        start, end = self._date("042"), self._date("052")
        if start is not None and end is not None and end < start:
            line, text = self.texts["052"]
            self.findings.message("end_before_start", line, 5, text, start=start.isoformat())
            end = None
        if start is None:
            self.findings.message("no_date", self.texts.get("042", (0, ""))[0])
        return start, end

    def round_dates(self, start: date | None, end: date | None) -> tuple[date | None, ...]:
        """Return the days of the rounds, or nothing if they cannot be read in order."""
        if not self.round_date_lines:
            return ()
        line, first = self.round_date_lines[0]
        if first[: CELLS - 4].strip():
            # Some programs write a record for every round, with one date in each.
            texts = [part for _, text in self.round_date_lines for part in text.split()]
        else:
            cells = first[CELLS - 4 :].rstrip()
            texts = [
                cells[position : position + 8].strip()
                for position in range(0, len(cells), CELL_WIDTH)
            ]
            if len(self.round_date_lines) > 1:
                self.findings.message("repeated_record", self.round_date_lines[1][0], 1, "132")
        read = read_round_dates(texts[:MAX_ROUNDS], start, end)
        if read is None and any(texts):
            self.findings.message("round_dates_unused", line, 5, " ".join(texts))
        return read or ()

    def point_values(self) -> PointValues | None:
        """Return the event's own values, or None if the file does not state any."""
        if not self.values:
            return None
        standard = PointValues()
        win = self.values.get("win", standard.win)
        draw = self.values.get("draw", standard.draw)
        return PointValues(
            win=win,
            draw=draw,
            loss=self.values.get("loss", standard.loss),
            pairing_bye=self.values.get("pairing_bye", win),
            half_point_bye=self.values.get("half_point_bye", draw),
            full_point_bye=self.values.get("full_point_bye", win),
            zero_point_bye=self.values.get("zero_point_bye", standard.zero_point_bye),
        )

    def forbidden_pairs(self) -> tuple[tuple[frozenset[int], int, int], ...]:
        """Return the sets that must not meet; one without rounds gives way to one with rounds."""
        last = self.rounds or EVERY_ROUND
        dated = {(group, first, end) for group, first, end, _ in self.pairs if end}
        groups = {group for group, _, _ in dated}
        always = {(group, 1, last) for group, _, end, _ in self.pairs if not end} - dated
        always = {entry for entry in always if entry[0] not in groups}
        return tuple(sorted(dated | always, key=lambda entry: (sorted(entry[0]), *entry[1:])))

    def virtual_points(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return accelerated points by starting rank and round, trailing zeros left out."""
        by_rank: dict[int, list[int]] = {}
        for first_rank, last_rank, first, last, points in self.acceleration:
            for rank in range(first_rank, min(last_rank, MAX_PLAYERS) + 1):
                rounds = by_rank.setdefault(rank, [])
                rounds.extend([0] * (last - len(rounds)))
                rounds[first - 1 : last] = [points] * (last - first + 1)
        for rounds in by_rank.values():
            while rounds and rounds[-1] == 0:
                rounds.pop()
        return tuple((rank, tuple(by_rank[rank])) for rank in sorted(by_rank) if by_rank[rank])

    def _read_text(self, number: int, code: str, rest: str) -> None:
        if code in self.texts:
            if rest and rest != self.texts[code][1]:
                self.findings.message("repeated_record", number, 1, code)
            return
        self.texts[code] = (number, self._kept(number, rest))

    def _date(self, code: str) -> date | None:
        line, text = self.texts.get(code, (0, ""))
        if not text:
            return None
        day, order = read_date(text[:40])
        if day is None:
            self.findings.message("bad_date", line, 5, text, each=True)
        elif order:
            self.findings.message(
                "two_digit_date",
                line,
                5,
                text,
                each=True,
                read_as=day.isoformat(),
                order=order,
            )
        return day

    def _kept(self, number: int, text: str) -> str:
        """Return a text as it is kept: composed, printable, and not endless."""
        printable = "".join(char for char in text if char.isprintable())
        composed = unicodedata.normalize("NFC", printable).strip()
        if len(composed) > MAX_TEXT:
            self.findings.message("text_cut", number, 5 + MAX_TEXT, composed, limit=MAX_TEXT)
        return composed[:MAX_TEXT].strip()

    def _deputy(self, number: int, text: str) -> None:
        if name := self._kept(number, text[4:]):
            self.deputies.append(name)

    def _round_dates(self, number: int, text: str) -> None:
        self.round_date_lines.append((number, text[4:]))

    def _round_count(self, number: int, text: str) -> None:
        rest = text[4:].strip()
        if not re.fullmatch(r"[0-9]{1,3}", rest) or not 1 <= int(rest) <= MAX_ROUNDS:
            self.findings.problem("bad_round_count", number, 5, rest, limit=MAX_ROUNDS)
        elif self.rounds is None:
            self.rounds, self.rounds_line = int(rest), number
        elif self.rounds != int(rest):
            self.findings.message("records_contradict", number, 5, rest)

    def _initial_colour(self, number: int, text: str) -> None:
        for word in text[4:].lower().replace(",", " ").split():
            colour = _COLOURS.get(word)
            if colour is None:
                continue
            if self.initial_colour not in (None, colour):
                self.findings.message("records_contradict", number, 5, word)
            else:
                self.initial_colour = colour

    def _points(self, number: int, text: str) -> None:
        found = {name: _hundredths(value) for name, value in _VALUE.findall(text[4:].upper())}
        if not found and text[4:].strip():
            self.findings.problem("bad_point_system", number, 5, text[4:].strip())
        for kind, names in _POINT_NAMES.items():
            for name in names:
                if name in found:
                    self.values.setdefault(kind, found[name])
        for kind, names in _SAME_AS.items():
            for name in names:
                if name in found and found[name] != self.values.get(kind, found[name]):
                    self.findings.message("colour_points_differ", number, 5, name)

    def _bbp_points(self, number: int, text: str) -> None:
        self._points(number, f"XXS {text[:3]}={text[4:].strip()}")

    def _tie_breaks(self, _number: int, text: str) -> None:
        codes = tuple(code.strip() for code in text[4:].split(",") if code.strip())
        self.tie_breaks = self.tie_breaks or codes[:30]

    def _absent_list(self, number: int, text: str) -> None:
        for rank in self._ranks(number, text[4:], 5):
            self.absentees.append((0, rank, ByeKind.ZERO_POINT, number))

    def _forbidden_list(self, number: int, text: str) -> None:
        group = frozenset(self._ranks(number, text[4:], 5))
        if len(group) > 1:
            self.pairs.append((group, 1, 0, number))

    def _virtual_list(self, number: int, text: str) -> None:
        ranks = self._ranks(number, text[4:8], 5)
        for index, value in enumerate(text[9:].split()[:MAX_ROUNDS]):
            if not re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?", value):
                self.findings.problem("bad_record", number, 10, value)
                return
            for rank in ranks:
                self.acceleration.append((rank, rank, index + 1, index + 1, _hundredths(value)))

    def _absence(self, number: int, text: str) -> None:
        kind = text[4:5].strip().upper() or "Z"
        if kind not in ("F", "H", "Z"):
            self.findings.problem("bad_record", number, 5, kind)
            return
        round_number = self._whole(number, text, 6, 3)
        for rank in self._ranks(number, text[10:], 11):
            if round_number:
                self.absentees.append((round_number, rank, ByeKind(kind), number))

    def _acceleration(self, number: int, text: str) -> None:
        points = text[9:13].strip() or text[4:8].strip()
        if not re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?", points):
            self.findings.problem("bad_record", number, 5, points)
            return
        first, first_rank = self._whole(number, text, 14, 3), self._whole(number, text, 22, 4)
        last = self._whole(number, text, 18, 3) or first
        last_rank = self._whole(number, text, 27, 4) or first_rank
        is_possible = 1 <= first <= last <= MAX_ROUNDS and 1 <= first_rank <= last_rank
        self.accelerated += (last_rank - first_rank + 1) * (last - first + 1)
        if is_possible and self.accelerated <= MAX_ACCELERATED:
            self.acceleration.append((first_rank, last_rank, first, last, _hundredths(points)))
            self.named_players.setdefault(last_rank, number)
        else:
            self.findings.problem("bad_record", number, 15, text[14:31].strip())

    def _forbidden(self, number: int, text: str) -> None:
        first = self._whole(number, text, 4, 3)
        last = self._whole(number, text, 8, 3) or first
        group = frozenset(self._ranks(number, text[12:], 13))
        if len(group) > 1:
            self.pairs.append((group, max(first, 1), last, number))

    def _abnormal(self, number: int, text: str) -> None:
        self.abnormal.update(self._ranks(number, text[23:], 24))
        self.findings.message("abnormal_points", number, 1, text[:3])

    def _ranks(self, number: int, text: str, column: int) -> list[int]:
        words = text.replace(",", " ").split()
        wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,4}", word)]
        if wrong:
            self.findings.problem("bad_record", number, column, wrong[0])
        ranks = [int(word) for word in words if word not in wrong and int(word)]
        for rank in ranks:
            self.named_players.setdefault(rank, number)
        return ranks

    def _whole(self, number: int, text: str, position: int, width: int) -> int:
        part = text[position : position + width].strip()
        if re.fullmatch(r"[0-9]{0,4}", part):
            return int(part or 0)
        self.findings.problem("bad_record", number, position + 1, part)
        return 0


def _hundredths(text: str) -> int:
    whole, _, part = text.replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


_COLOURS = {
    "w": Colour.WHITE, "white": Colour.WHITE, "white1": Colour.WHITE,
    "b": Colour.BLACK, "black": Colour.BLACK, "black1": Colour.BLACK,
}  # fmt: skip

_READERS: Mapping[str, Callable[[EventFields, int, str], None]] = {
    "112": EventFields._deputy,
    "132": EventFields._round_dates,
    "142": EventFields._round_count,
    "XXR": EventFields._round_count,
    "152": EventFields._initial_colour,
    "XXC": EventFields._initial_colour,
    "162": EventFields._points,
    "XXS": EventFields._points,
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), EventFields._bbp_points),
    "202": EventFields._tie_breaks,
    "212": EventFields._tie_breaks,
    "XXZ": EventFields._absent_list,
    "XXP": EventFields._forbidden_list,
    "XXA": EventFields._virtual_list,
}
_PLAYER_RECORDS: Mapping[str, Callable[[EventFields, int, str], None]] = {
    "240": EventFields._absence,
    "250": EventFields._acceleration,
    "260": EventFields._forbidden,
    "299": EventFields._abnormal,
}
