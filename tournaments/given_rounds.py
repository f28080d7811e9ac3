"""Rounds that come from outside: boards an organiser makes, or pairings another program sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.boards import refuse_checked
from tournaments.event_lock import lock_event, outdated_event, save_event
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.exchange.engine_answer import parse_engine_answer
from tournaments.exchange.problems import ExchangeFileError
from tournaments.models import Round, Tournament
from tournaments.pairing.boards import ordered_boards
from tournaments.pairing.histories import histories_before
from tournaments.pairing.records import (
    PairingState,
    ProposedBye,
    ProposedPairing,
    ProposedRound,
)
from tournaments.pairing.validate import IMPOSSIBLE, Code, Finding, Grade, validate_round
from tournaments.pairing_rounds import refuse_next_round
from tournaments.pairing_words import finding_problems, too_few_players
from tournaments.publishing import publish_locked, publish_round, require_round_version
from tournaments.results import ByeKind
from tournaments.round_boards import store_round, write_boards
from tournaments.round_state import pairing_state

Seats = Sequence[tuple[int, int]]
# Their boards are made during the evening, and they end when the club says so.
GIVEN_BY_HAND = frozenset({Tournament.Format.FREE, Tournament.Format.KEIZER})


@transaction.atomic
def set_boards(
    access: ClubAccess,
    tournament: Tournament,
    boards: Seats,
    *,
    number: int | None = None,
    byes: Mapping[int, ByeKind] | None = None,
    version: int | None = None,
) -> Round:
    """Return the round with exactly these boards (White first, by starting rank).

    For events in which the organiser makes the boards. ``number`` names a round that exists or the
    next one, which becomes a draft. Boards may be added and taken away all evening, but one with a
    result stays. ``version`` is that of the round as the person saw it, or of the event while the
    round was not there.
    """
    view = _lock_free_event(access, tournament)
    existing = view.round(number) if number else None
    if existing is not None:
        require_round_version(existing.round, version)
    elif version not in (None, view.tournament.version):
        raise outdated_event(view.tournament)
    return _set_boards(access, view, existing, boards, number, dict(byes or {}))


@transaction.atomic
def add_board(
    access: ClubAccess,
    tournament: Tournament,
    white: int,
    black: int,
    *,
    number: int | None = None,
) -> Round:
    """Return the round with one board more, at its end.

    A board that is there already is not added again, and boards that somebody else made meanwhile
    stay, so this needs no version. ``number`` as for ``set_boards``.
    """
    view = _lock_free_event(access, tournament)
    existing = view.round(number) if number else None
    boards = _seats_of(existing)
    if existing is not None and (white, black) in boards:
        return existing.round
    return _set_boards(access, view, existing, [*boards, (white, black)], number, {})


@transaction.atomic
def remove_board(
    access: ClubAccess, tournament: Tournament, white: int, black: int, *, number: int
) -> Round:
    """Return the round without the board of these two; refused where it has a result.

    A board that is gone already is not missed, and the others stay whoever made them.
    """
    view = _lock_free_event(access, tournament)
    existing = view.round(number)
    if existing is None:
        raise nothing_here()
    boards = _seats_of(existing)
    if (white, black) not in boards:
        return existing.round
    boards.remove((white, black))
    return _set_boards(access, view, existing, boards, number, {})


def _lock_free_event(access: ClubAccess, tournament: Tournament) -> EventView:
    tournament = lock_event(access, tournament.pk, Right.PAIRING)
    if tournament.format not in GIVEN_BY_HAND:
        raise Refused(
            "not_free_pairing",
            _("The boards of this event are not made by hand. Change single boards instead."),
        )
    return load_event_view(tournament, drafts=True)


def _seats_of(round_view: RoundView | None) -> list[tuple[int, int]]:
    boards = round_view.pairings if round_view else ()
    return [(board.white.starting_rank or 0, board.black.starting_rank or 0) for board in boards]


def _set_boards(
    access: ClubAccess,
    view: EventView,
    existing: RoundView | None,
    boards: Seats,
    number: int | None,
    byes: Mapping[int, ByeKind],
) -> Round:
    tournament = view.tournament
    round_number = existing.round.number if existing else refuse_next_round(view, number)
    proposed = _proposed(round_number, boards, byes)
    state = _state_with(pairing_state(view, round_number), proposed)
    _refuse_findings(validate_round(state, proposed), allowed=_STORABLE)
    if existing is not None:
        refuse_checked(existing.round)
        existing.round.tournament = tournament
        seated = {rank for pair in boards for rank in pair}
        kept = {bye.entry.starting_rank or 0: ByeKind(bye.kind) for bye in existing.byes}
        wanted = {rank: kind for rank, kind in {**kept, **byes}.items() if rank not in seated}
        write_boards(view, existing.round, boards, wanted)
        round_ = existing.round
    else:
        _refuse_empty(view, proposed)
        round_ = store_round(view, proposed)
        _store_asked_byes(view, round_, proposed)
    save_event(tournament)
    record_act(
        access.club, access.actor, "boards_set", subject=tournament.name,
        event_number=tournament.number, round=round_.number,
        boards=[list(pair) for pair in boards],
    )  # fmt: skip
    return round_


_STORABLE = frozenset(Code) - IMPOSSIBLE


@transaction.atomic
def set_round_pairings(
    access: ClubAccess,
    tournament: Tournament,
    number: int,
    pairings: Seats,
    byes: Mapping[int, ByeKind] | None = None,
    *,
    engine: str = "",
    version: int | None = None,
    publish: bool = True,
    confirmed: bool = False,
    in_board_order: bool = False,
) -> Round:
    """Return the round another program paired, in the order of C.04.2 unless it says otherwise.

    The same round sent again is given back, published if that was asked for now. InvalidInput names
    everything that breaks a rule; with ``confirmed`` only what cannot be stored is refused. Who is
    neither paired nor named in ``byes`` but here is such a breach, so a program never forgets
    anybody.
    """
    tournament = lock_event(access, tournament.pk, Right.PAIRING, version=version)
    view = load_event_view(tournament, drafts=True)
    byes = dict(byes or {})
    existing = view.round(number)
    if existing is not None:
        if _is_same(existing, pairings, byes):
            return _published(access, existing.round, confirmed) if publish else existing.round
        raise Refused(
            "round_exists",
            _("Round %(number)s is there already. Undo it first.") % {"number": number},
            facts={"round": number, "next_round": len(view.rounds) + 1},
        )
    refuse_next_round(view, number)
    proposed = _proposed(number, pairings, byes)
    state = _state_with(pairing_state(view, number), proposed)
    allowed = _STORABLE if confirmed else frozenset[Code]()
    findings = validate_round(state, proposed)
    _refuse_findings(findings, allowed=allowed)
    _refuse_empty(view, proposed)
    if not in_board_order:
        histories = histories_before(state.record, number)
        scores = {rank: history.score for rank, history in histories.items()}
        proposed = _proposed(
            number,
            [(p.white, p.black) for p in ordered_boards(proposed.pairings, scores)],
            byes,
        )
    round_ = store_round(view, proposed, engine[:60] or access.actor.label[:60])
    _store_asked_byes(view, round_, proposed)
    save_event(tournament)
    record_act(
        access.club, access.actor, "round_received", subject=tournament.name,
        event_number=tournament.number, round=number, engine=round_.engine,
        boards=len(proposed.pairings),
        warnings=[found.code.value for found in findings if found.grade != Grade.INFORMATION],
    )  # fmt: skip
    round_.tournament = tournament
    if publish:
        publish_locked(access, round_, boards=len(proposed.pairings))
    return round_


def _is_same(existing: RoundView, pairings: Seats, byes: Mapping[int, ByeKind]) -> bool:
    """Whether a stored round has these boards and byes.

    Byes that players had asked for before need not be named.
    """
    stored = {(b.white.starting_rank, b.black.starting_rank) for b in existing.pairings}
    kept = {bye.entry.starting_rank or 0: ByeKind(bye.kind) for bye in existing.byes}
    given = {rank for rank, kind in kept.items() if kind is ByeKind.PAIRING_ALLOCATED}
    return (
        stored == {tuple(pair) for pair in pairings}
        and given <= set(byes)
        and all(kept.get(rank) is kind for rank, kind in byes.items())
    )


def _published(access: ClubAccess, round_: Round, confirmed: bool) -> Round:
    """Return a round that is there already, published; who has no board was confirmed with it."""
    return publish_round(access, round_, leave_out=confirmed)


def _proposed(number: int, boards: Seats, byes: Mapping[int, ByeKind]) -> ProposedRound:
    allocated = tuple(
        ProposedBye(rank, kind) for rank, kind in byes.items() if kind is ByeKind.PAIRING_ALLOCATED
    )
    asked = tuple(
        ProposedBye(rank, kind)
        for rank, kind in byes.items()
        if kind is not ByeKind.PAIRING_ALLOCATED
    )
    pairings = tuple(ProposedPairing(white, black) for white, black in boards)
    return ProposedRound(number, pairings, allocated, asked)


def _state_with(state: PairingState, proposed: ProposedRound) -> PairingState:
    """Return the state in which those with a bye of the round itself are absent."""
    asked = {bye.rank: bye.kind for bye in proposed.absences}
    known = {player.starting_rank for player in state.record.competitors}
    named = {rank: kind for rank, kind in asked.items() if rank in known}
    return PairingState(state.record, state.round_number, {**state.absences, **named})


def _refuse_findings(findings: Sequence[Finding], *, allowed: frozenset[Code]) -> None:
    against = [
        found
        for found in findings
        if found.grade is Grade.AGAINST_THE_RULES and found.code not in allowed
    ]
    if against:
        raise InvalidInput(
            "pairings_invalid",
            _("The round was not stored."),
            problems=finding_problems(against, "pairings"),
        )


def _refuse_empty(view: EventView, proposed: ProposedRound) -> None:
    if not proposed.pairings:
        raise too_few_players(sorted(view.entry_by_rank))


def _store_asked_byes(view: EventView, round_: Round, proposed: ProposedRound) -> None:
    """Store the byes named with the round; what was asked for before gives way to it."""
    seated = [view.entry_by_rank[rank].pk for pair in proposed.pairings for rank in pair.ranks]
    view.tournament.byes.filter(round_number=round_.number, entry__in=seated).delete()
    for bye in proposed.absences:
        view.tournament.byes.update_or_create(
            entry=view.entry_by_rank[bye.rank],
            round_number=round_.number,
            defaults={"kind": bye.kind.value, "club_id": round_.club_id},
        )


def read_engine_answer(text: str) -> tuple[list[tuple[int, int]], dict[int, ByeKind]]:
    """Return pairings and byes from a program's plain answer: a count, then "white black" a line.

    A zero stands for the bye. Raises InvalidInput with the lines that cannot be read.
    """
    try:
        pairs = parse_engine_answer(text)
    except ExchangeFileError as error:
        problems = [
            Problem(found.code, found.message(_), f"line {found.line}", {"found": found.found})
            for found in error.problems
        ]
        raise InvalidInput(
            "answer_unreadable", _("The program’s answer cannot be read."), problems=problems
        ) from error
    byes = {white: ByeKind.PAIRING_ALLOCATED for white, black in pairs if not black}
    return [(white, black) for white, black in pairs if black], byes
