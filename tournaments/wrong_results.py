"""A result of an earlier round was wrong while the event runs: what it means, and what can be done.

Standings follow by themselves. The boards of the round paired meanwhile may stay, two players may
change seats, or the boards that have not begun are paired again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import Refused
from tournaments.access import works_on_events
from tournaments.event_queries import (
    EventView,
    event_record,
    load_event_view,
    standings_of,
)
from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.models import Pairing, Round, Tournament
from tournaments.pairing.engine import PairingEngine
from tournaments.pairing.errors import EngineFailed, EngineTimedOut
from tournaments.pairing.records import PairingState
from tournaments.pairing.wrong_result import WrongResultAdvice, advise_on_wrong_result
from tournaments.pairing_engines import PAIRED_IN_REQUEST, engine_for
from tournaments.pairing_words import pairing_refusal
from tournaments.results import ByeKind, Colour, Result
from tournaments.round_boards import write_boards
from tournaments.round_state import absences_in, pairing_state, proposed_round

KEEP, PAIR_AGAIN = "keep", "pair_again"
# Formats in which the next round follows from the results before it.
PAIRED_BY_RESULTS = frozenset(
    {Tournament.Format.SWISS, Tournament.Format.KEIZER, Tournament.Format.EXTERNAL}
)
# Of these, those whose boards are paired again by an engine that takes the others as they stand.
PAIRED_AGAIN = PAIRED_BY_RESULTS - {Tournament.Format.KEIZER}
# Somebody is waiting for the page: a large field gets as long as people wait, then no advice.
SECONDS_FOR_ADVICE = 4.0


@dataclass(frozen=True, slots=True)
class MovedPlayer:
    """A player whose points or place a correction moves; points in hundredths."""

    starting_rank: int
    old_points: int
    new_points: int
    old_position: int
    new_position: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a corrected result means.

    ``moved`` are the players it moves in the standings. ``later_round`` is the last round paired
    since, None where there is none or pairings do not follow from results; ``advice`` then says
    whether the engine would pair it otherwise and what can be done with the ``open_boards``.
    """

    old: Result
    new: Result
    moved: tuple[MovedPlayer, ...]
    later_round: int | None
    open_boards: tuple[int, ...]
    started_boards: tuple[int, ...]
    advice: WrongResultAdvice | None

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be chosen: keep always, swap and pair again where boards have not begun."""
        if self.later_round is None:
            return ()
        can_swap = self.advice is not None and bool(self.advice.swaps)
        can_pair = self.advice is not None and self.advice.repaired is not None
        return (KEEP, *(("swap",) if can_swap else ()), *((PAIR_AGAIN,) if can_pair else ()))


def was_used_for_pairing(tournament: Tournament, board: Pairing) -> bool:
    """Whether a later round has been paired with the result a board has now.

    A game that was still open then has no result to correct: entering one is no correction.
    """
    if tournament.format not in PAIRED_BY_RESULTS or Result(board.result).is_open:
        return False
    return tournament.rounds.filter(number__gt=board.round.number).exists()


def later_round_paired(
    access: ClubAccess, tournament: Tournament, board: Pairing, wanted: Result
) -> Refused:
    """Return the refusal to correct a result silently after a later round has been paired.

    ``later_round`` is None for those who do not pair while that round is a draft.
    """
    later = tournament.rounds.filter(number__gt=board.round.number).order_by("-number")
    if not works_on_events(access):
        later = later.filter(state=Round.State.PUBLISHED)
    last = later.values_list("number", flat=True).first()
    message = _("Round %(round)s has been paired with the old result. Decide what becomes of it.")
    if last is None:
        message = _("The next round is being prepared with the old result. Correct it anyway?")
    return Refused(
        "later_round_paired",
        message % {"round": last},
        facts={
            "round": board.round.number,
            "board": board.board_number,
            "old": board.result,
            "new": wanted.value,
            "later_round": last,
            "choices": [KEEP, PAIR_AGAIN] if tournament.format in PAIRED_AGAIN else [KEEP],
        },
    )


def consequences_of_correction(
    access: ClubAccess, pairing: Pairing, result: Result
) -> Consequences:
    """Return what another result of a board would mean; nothing is written.

    Runs the pairing engine for the round that was paired since, with a limit for large fields. A
    draft is looked at for those who pair only.
    """
    access.require(Right.RESULTS)
    tournament = pairing.tournament
    view = load_event_view(tournament, drafts=works_on_events(access))
    number = pairing.round.number
    before = event_record(view, adjourned_as_draw=True)
    white, black = pairing.white.starting_rank or 0, pairing.black.starting_rank or 0
    after = with_result(before, number, white, black, result)
    last = view.current_round
    later = None
    started: tuple[int, ...] = ()
    open_boards: tuple[int, ...] = ()
    advice = None
    if last and last.round.number > number and tournament.format in PAIRED_BY_RESULTS:
        later = last.round.number
        open_boards = tuple(board.board_number for board in last.open_boards)
        started = tuple(b.board_number for b in last.pairings if b.board_number not in open_boards)
        if tournament.format in PAIRED_AGAIN:
            advice = advise_on_wrong_result(
                before,
                PairingState(after, later, absences_in(view, later)),
                proposed_round(view, last),
                started_boards=frozenset(started),
                engine=_engine_for(view),
            )
    return Consequences(
        old=Result(pairing.result),
        new=result,
        moved=_moved(tournament, before, after),
        later_round=later,
        open_boards=open_boards,
        started_boards=started,
        advice=advice,
    )


def _engine_for(view: EventView) -> PairingEngine:
    is_small = len(view.entries) <= PAIRED_IN_REQUEST
    return engine_for(None if is_small else SECONDS_FOR_ADVICE)


def with_result(
    record: EventRecord, round_number: int, white: int, black: int, result: Result
) -> EventRecord:
    """Return the record with another result of one board."""
    new = {
        white: Cell(result.white, black, Colour.WHITE),
        black: Cell(result.black, white, Colour.BLACK),
    }

    def changed(player: Competitor) -> Competitor:
        if player.starting_rank not in new:
            return player
        cells = list(player.cells)
        cells[round_number - 1] = new[player.starting_rank]
        return replace(player, cells=tuple(cells))

    return replace(record, competitors=tuple(changed(p) for p in record.competitors))


def _moved(
    tournament: Tournament, before: EventRecord, after: EventRecord
) -> tuple[MovedPlayer, ...]:
    old = standings_of(tournament, record=before).row_of
    new = standings_of(tournament, record=after).row_of
    return tuple(
        MovedPlayer(rank, old[rank].points, row.points, old[rank].position, row.position)
        for rank, row in sorted(new.items(), key=lambda item: item[1].position)
        if rank in old and (old[rank].points, old[rank].position) != (row.points, row.position)
    )


def pair_open_boards_again(
    access: ClubAccess, tournament: Tournament, corrected_round: int
) -> None:
    """Pair the boards of the last round that have not begun anew; the event is locked.

    Refused where the engine finds no way with the boards that stay, and in a Keizer season, whose
    evenings no engine pairs.
    """
    view = load_event_view(tournament, drafts=True)
    last = view.current_round
    if last is None or last.round.number <= corrected_round:
        return
    if tournament.format not in PAIRED_AGAIN:
        message = _("The boards of a Keizer season are not paired again. Keep the round.")
        raise _cannot_pair_again(message, last.round.number)
    last.round.tournament = tournament
    started = [board for board in last.pairings if board not in last.open_boards]
    state = pairing_state(view, last.round.number)
    advice = advise_on_wrong_result(
        state.record,
        state,
        proposed_round(view, last),
        started_boards={board.board_number for board in started},
        engine=_engine_for(view),
    )
    if advice.differs is False:
        return
    if isinstance(advice.engine_error, EngineFailed | EngineTimedOut):
        raise pairing_refusal(advice.engine_error)
    if advice.repaired is None:
        message = _("With the boards that have begun there is no other pairing. Keep the round.")
        raise _cannot_pair_again(message, last.round.number)
    seats = [(board.white.starting_rank or 0, board.black.starting_rank or 0) for board in started]
    seats += [(pairing.white, pairing.black) for pairing in advice.repaired.pairings]
    byes = {
        bye.entry.starting_rank or 0: ByeKind(bye.kind)
        for bye in last.byes
        if bye.kind != ByeKind.PAIRING_ALLOCATED
    }
    byes |= {bye.rank: bye.kind for bye in advice.repaired.byes}
    write_boards(view, last.round, seats, byes)
    record_act(
        access.club, access.actor, "boards_paired_again", subject=tournament.name,
        event_number=tournament.number, round=last.round.number,
        kept=[board.board_number for board in started],
    )  # fmt: skip


def _cannot_pair_again(message: str, round_number: int) -> Refused:
    return Refused("cannot_pair_again", message, facts={"round": round_number, "choices": [KEEP]})
