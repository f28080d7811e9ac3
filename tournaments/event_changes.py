"""What an event did to everybody's rating, for the public: changes, games that moved none, why.

Names are those the visitor may see; nothing is worked out again, the rows are the ledger's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import ClubAccess
from ratings.models import TIME_CONTROL_LABELS, RatingChange, RatingRevision
from ratings.player_page.corrections import cause_sentence, was_after
from ratings.player_page.load import row_name
from ratings.player_page.people import Person as PlayerSeen
from ratings.player_page.people import person
from ratings.queries import game_lines, rows_of_event
from ratings.reason_words import left_out_words
from ratings.rules import LeftOut
from ratings.submit import event_state
from tournaments.event_tables import EventTables
from tournaments.event_tables import Person as EventPerson
from tournaments.models import Pairing
from tournaments.models.entry import BYE_LABELS
from tournaments.results import Result

MOST_CORRECTIONS = 500


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One player's change on one list; ``url`` leads to the sum, empty for hidden players.

    ``was`` is the rating before the newest correction, with ``is_corrected``.
    """

    change: RatingChange
    person: PlayerSeen
    url: str
    is_corrected: bool
    was: int | None

    @property
    def has_sum(self) -> bool:
        """Whether points were won or lost: not in first ratings and on the way to one."""
        return self.change.used_k is not None

    @property
    def gain(self) -> int:
        """Score minus expected score, in hundredths."""
        return self.change.score - self.change.expected_score


@dataclass(frozen=True, slots=True)
class ReportTable:
    """The changes on one list; ``ledger_url`` is the file everybody can check."""

    time_control: str
    label: str
    rows: tuple[ReportRow, ...]
    ledger_url: str

    @property
    def average_start(self) -> int | None:
        """The average rating that the rated players started with, an exact half rounded up."""
        ratings = [row.change.start_rating for row in self.rows if row.change.start_rating]
        return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else None

    @property
    def games(self) -> int:
        """How many games counted, each for both players or for one."""
        return len({game for row in self.rows for game in _counted_games(row.change)})


@dataclass(frozen=True, slots=True)
class NotRatedLine:
    """A game or a round that moved no rating, and why; board None is a round without a game."""

    round_number: int
    board: int | None
    people: tuple[EventPerson, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectionNote:
    """One correction that touched this event's rows."""

    at: datetime
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class EventChanges:
    """The rating report; ``state`` is none, waiting, rated or parked."""

    state: str
    tables: tuple[ReportTable, ...]
    not_rated: tuple[NotRatedLine, ...]
    corrections: tuple[CorrectionNote, ...]


def event_changes(tables: EventTables) -> EventChanges:
    """Return what the event did; three queries besides those of the event."""
    access, number = tables.access, tables.view.tournament.number
    state = event_state(access.club, number)
    changes = list(rows_of_event(access.club, number))
    revisions = list(
        RatingRevision.objects.filter(club=access.club, event_key=number)
        .select_related("rating_list")
        .order_by("-pk")[:MOST_CORRECTIONS]
    )
    return EventChanges(
        state=state,
        tables=tuple(_tables(access, changes, revisions)),
        not_rated=tuple(_not_rated(tables, changes)) if state == "rated" else (),
        corrections=_notes(revisions),
    )


def _tables(
    access: ClubAccess, changes: Sequence[RatingChange], revisions: Sequence[RatingRevision]
) -> Iterable[ReportTable]:
    by_player: dict[tuple[int, int], list[RatingRevision]] = {}
    for revision in revisions:
        key = (revision.rating_list_id, revision.player_id)
        by_player.setdefault(key, []).append(revision)
    for control, label in TIME_CONTROL_LABELS.items():
        rows = [each for each in changes if each.rating_list.time_control == control]
        if not rows:
            continue
        number = rows[0].event_key
        shown = [
            _row(access, each, by_player.get((each.rating_list_id, each.player_id), []))
            for each in rows
        ]
        yield ReportTable(
            time_control=control,
            label=str(label),
            rows=tuple(shown),
            ledger_url=reverse("ledger_event", args=[access.club.slug, control, number]),
        )


def _row(
    access: ClubAccess, change: RatingChange, revisions: Sequence[RatingRevision]
) -> ReportRow:
    seen = person(change.player, access)
    name = row_name(change)
    was = was_after(revisions)
    query = f"?list={change.rating_list.time_control}&open={name}#{name}"
    return ReportRow(
        change=change,
        person=seen,
        url=f"{seen.url}{query}" if seen.url else "",
        is_corrected=name in was,
        was=was.get(name),
    )


def _notes(revisions: Iterable[RatingRevision]) -> tuple[CorrectionNote, ...]:
    notes: dict[tuple[str, str], CorrectionNote] = {}
    for revision in revisions:
        what, reason = cause_sentence(revision.cause), str(revision.cause.get("reason") or "")
        notes.setdefault((what, reason), CorrectionNote(revision.at, what, reason))
    return tuple(notes.values())


def _counted_games(change: RatingChange) -> Iterable[tuple[int, int]]:
    for game in game_lines(change):
        if game.left_out is None:
            yield game.round_number, game.board_number


def _not_rated(tables: EventTables, changes: Iterable[RatingChange]) -> Iterable[NotRatedLine]:
    """Yield, in the order of rounds and boards, what moved no rating for somebody."""
    reasons = {
        (game.round_number, game.board_number, change.player_id): game.left_out
        for change in changes
        for game in game_lines(change)
    }
    for each in tables.view.rounds:
        number = each.round.number
        for board in each.pairings:
            yield from _board(tables, number, board, reasons)
        for bye in each.byes:
            people = _people(tables, bye.entry.starting_rank)
            yield NotRatedLine(number, None, people, str(BYE_LABELS[bye.kind]))
        for entry in each.absent:
            people = _people(tables, entry.starting_rank)
            yield NotRatedLine(number, None, people, _("Not there"))


def _board(
    tables: EventTables,
    number: int,
    board: Pairing,
    reasons: dict[tuple[int, int, int], str | None],
) -> Iterable[NotRatedLine]:
    result = Result(board.result)
    sides = _people(tables, board.white.starting_rank, board.black.starting_rank)
    if not result.is_rated:
        forfeit, unrated = _("Forfeit, no move was made"), _("Played, but not to be rated")
        reason = forfeit if result.is_forfeit else unrated
        yield NotRatedLine(number, board.board_number, sides, reason)
        return
    if board.excluded_reason:
        yield NotRatedLine(number, board.board_number, sides, board.excluded_reason)
        return
    # Who has no row met unrated players only: no game of his counted.
    white, black = (
        left_out_words(
            reasons.get((number, board.board_number, entry.player_id), LeftOut.UNRATED_OPPONENT)
        )
        for entry in (board.white, board.black)
    )
    if white == black:
        if white:
            yield NotRatedLine(number, board.board_number, sides, white)
        return
    for side, reason in zip(sides, (white, black), strict=True):
        if reason:
            text = _("Not for %(name)s: %(reason)s") % {"name": side.name, "reason": reason}
            yield NotRatedLine(number, board.board_number, sides, text)


def _people(tables: EventTables, *ranks: int | None) -> tuple[EventPerson, ...]:
    return tuple(tables.people[rank] for rank in ranks if rank)
