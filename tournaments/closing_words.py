"""What closing or correcting would do, as rows for people: changes, and games that do not count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Player
from ratings.models import TIME_CONTROL_LABELS
from ratings.preview import LeftOutGame, Preview, PreviewRow
from ratings.queries import GameLine, game_lines
from ratings.reason_words import k_reason_words, left_out_words
from ratings.replay.records import Row
from ratings.rules import KReason
from tournaments.correcting import Correction
from tournaments.event_queries import EventView
from tournaments.models import Pairing
from tournaments.models.entry import BYE_LABELS
from tournaments.results import Result


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One player's row of a preview; ``old`` and ``new`` are rows of the ledger."""

    player: Player
    time_control: str
    old: Row | None
    new: Row | None
    k_reason: str

    @property
    def row(self) -> Row:
        """The row to show: as it would be, or as it was where it would go away."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def is_usual_k(self) -> bool:
        """Whether K is that of most players, which phones need not explain."""
        return self.row.k_reason == KReason.ESTABLISHED

    @property
    def is_first(self) -> bool:
        """Whether the player gets his first rating."""
        return self.new is not None and self.new.before is None and self.new.after is not None

    @property
    def is_moved(self) -> bool:
        """Whether the rating written would differ from the one that stands."""
        return (self.old.after if self.old else None) != (self.new.after if self.new else None)

    @property
    def difference(self) -> int | None:
        """How far the rating after the event moves, where there is one before and after."""
        old = self.old.after if self.old else None
        new = self.new.after if self.new else None
        return None if old is None or new is None else new - old


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """The lines of one rating list."""

    time_control: str
    label: str
    lines: tuple[ChangeLine, ...]


@dataclass(frozen=True, slots=True)
class NotRated:
    """A game or a round that moves no rating, and why."""

    round_number: int
    board_number: int | None
    names: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """The size of it: ratings written, the largest change, first ratings."""

    ratings: int
    largest: int
    first_ratings: int


def change_tables(preview: Preview, people: Mapping[int, Player]) -> list[ChangeTable]:
    """Return the rows of a preview by list, best rating first."""
    tables = []
    for control, label in TIME_CONTROL_LABELS.items():
        rows = [row for row in preview.rows if row.time_control == control]
        if rows:
            lines = sorted((_line(row, people) for row in rows), key=_best_first)
            tables.append(ChangeTable(control, str(label), tuple(lines)))
    return tables


def _line(row: PreviewRow, people: Mapping[int, Player]) -> ChangeLine:
    shown = row.new or row.old
    reason = shown.k_reason if shown else ""
    return ChangeLine(
        people[row.player_id], row.time_control, row.old, row.new, k_reason_words(reason)
    )


def _best_first(line: ChangeLine) -> tuple[int, str]:
    return -(line.row.after or line.row.start_rating or 0), line.player.search_name


def claim_of(preview: Preview) -> Claim:
    """Return what the large sentence of a closing page says."""
    rows = [row.new for row in preview.rows if row.new is not None]
    changes = [row.change for row in rows if row.before is not None]
    first = sum(row.before is None and row.after is not None for row in rows)
    return Claim(len(rows), max(changes, key=abs, default=0), first)


def lines_of(line: ChangeLine, people: Mapping[int, Player]) -> list[dict[str, Any]]:
    """Return the games that make a change, with names and the words for those left out."""
    return [_game(game, people) for game in game_lines(line.row)]


def _game(game: GameLine, people: Mapping[int, Player]) -> dict[str, Any]:
    opponent = people.get(game.opponent_id)
    return {
        "game": game,
        "opponent": opponent.name if opponent else "",
        "left_out": game.excluded_reason or left_out_words(game.left_out),
    }


def games_not_rated(view: EventView, preview: Preview) -> list[NotRated]:
    """Return every board and round that moves no rating for somebody, and why; no queries."""
    left_out = {(game.round_number, game.board_number): game for game in preview.left_out}
    found = []
    for each in view.rounds:
        number = each.round.number
        for board in each.pairings:
            names = (board.white.player.name, board.black.player.name)
            result = Result(board.result)
            game = left_out.get((number, board.board_number))
            if not result.is_rated:
                found.append(NotRated(number, board.board_number, names, _unplayed(result)))
            elif board.excluded_reason:
                found.append(NotRated(number, board.board_number, names, board.excluded_reason))
            elif game is not None:
                found += _one_sided(game, number, names)
        found += [
            NotRated(number, None, (bye.entry.player.name,), str(BYE_LABELS[bye.kind]))
            for bye in each.byes
        ]
        found += [
            NotRated(number, None, (entry.player.name,), _("Not there")) for entry in each.absent
        ]
    return found


def _unplayed(result: Result) -> str:
    if result.is_forfeit:
        return _("Forfeit, no move was made")
    return _("Played, but not to be rated")


def _one_sided(game: LeftOutGame, number: int, names: tuple[str, str]) -> list[NotRated]:
    white, black = left_out_words(game.white_reason), left_out_words(game.black_reason)
    if white == black:
        return [NotRated(number, game.board_number, names, white)]
    sides: Sequence[tuple[str, str]] = ((names[0], white), (names[1], black))
    return [
        NotRated(
            number, game.board_number, names,
            _("Not for %(name)s: %(reason)s") % {"name": name, "reason": reason},
        )
        for name, reason in sides
        if reason
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CorrectedBoard:
    """A board that a correction changes; ``new`` and ``reason`` are None where they stay."""

    round_number: int
    board: Pairing
    new: Result | None
    reason: str | None
    is_swapped: bool


def corrected_boards(view: EventView, correction: Correction) -> list[CorrectedBoard]:
    """Return the boards a correction names, in order; the event as it was before."""
    named = {*correction.results, *correction.swapped, *correction.excluded}
    return [
        CorrectedBoard(
            round_number=place[0],
            board=board,
            new=correction.results.get(place),
            reason=correction.excluded.get(place),
            is_swapped=place in correction.swapped,
        )
        for each in view.rounds
        for board in each.pairings
        if (place := (each.round.number, board.board_number)) in named
    ]
