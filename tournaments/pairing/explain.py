"""Why a round is what it is: facts for each board and for the bye, without sentences.

The system pairs a whole score bracket at once, so no single board has a single cause. What can be
said honestly is told: what both players brought along, which article gave the colours, and for each
neighbour in the standings the first absolute reason against him — or that there is none and only
the criteria for the bracket as a whole decided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.pairing.boards import absences_of
from tournaments.pairing.colours import (
    ColourReason,
    colour_decision,
    inferred_initial_colour,
    pairing_numbers,
)
from tournaments.pairing.histories import PlayerHistory, histories_before
from tournaments.pairing.validate import is_forbidden, rounds_between
from tournaments.results import ByeKind, Colour

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.pairing.records import PairingState, ProposedPairing, ProposedRound

NEIGHBOURS = 4


class NeighbourReason(StrEnum):
    """Why a player was not paired with somebody near him in the standings.

    ALREADY_MET (``round``), FORBIDDEN, COLOUR_CLASH (``colour``: both must have it), SAME_HALF: the
    upper half of a bracket meets the lower half, and both are in the same; QUALITY: allowed, but
    the bracket as a whole comes out better otherwise (C.04.3 criteria C6 to C21).
    """

    ALREADY_MET = "already_met"
    FORBIDDEN = "forbidden"
    COLOUR_CLASH = "colour_clash"
    SAME_HALF = "same_half"
    QUALITY = "quality"


class ByeReason(StrEnum):
    """Why the bye passed a player by.

    HAD_BYE and HAD_FREE_POINT (``round``) exclude him (C2). MORE_UNPLAYED: he has missed more games
    (``unplayed``) than the one who got it (C9). QUALITY: allowed, but then the round could not be
    completed (C4), or comes out worse. Players with more points are never asked (C5).
    """

    HAD_BYE = "had_bye"
    HAD_FREE_POINT = "had_free_point"
    MORE_UNPLAYED = "more_unplayed"
    QUALITY = "quality"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A player near in the standings, and why it was not him."""

    rank: int
    score: int
    reason: NeighbourReason
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardExplanation:
    """One board. ``white`` and ``black`` carry scores, colours, due colour, floats and opponents.

    ``higher`` is the player whose neighbours are looked at: the better placed of the two.
    ``bracket`` is his score with virtual points. ``floats_down`` and ``floats_up`` name who goes
    to another score in this round, None when both have the same. ``colour_reason`` is None when
    the colours are not those of the articles (a board made by hand).
    """

    board: int
    white: PlayerHistory
    black: PlayerHistory
    higher: int
    bracket: int
    floats_down: int | None
    floats_up: int | None
    colour_reason: ColourReason | None
    colour_article: str
    neighbours: tuple[Neighbour, ...]


@dataclass(frozen=True, slots=True)
class PassedBy:
    """A player with the same or a lower score, and why the bye is not his."""

    rank: int
    score: int
    reason: ByeReason
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ByeExplanation:
    """Who has the pairing-allocated bye, his score and missed games, and who was passed by."""

    player: PlayerHistory
    passed_by: tuple[PassedBy, ...]


@dataclass(frozen=True, slots=True)
class RoundExplanation:
    """All boards in order, and the bye if there is one."""

    boards: tuple[BoardExplanation, ...]
    bye: ByeExplanation | None


def explain_round(state: PairingState, proposed: ProposedRound) -> RoundExplanation:
    """Return the explanation of every board of a round, by an engine or by hand.

    All players of ``proposed`` must be known (``validate_round`` says so).
    """
    histories = histories_before(state.record, state.round_number)
    absent = {bye.rank for bye in absences_of(state)}
    numbers = pairing_numbers(state.record, state.round_number, absent)
    standing = sorted(
        (history for rank, history in histories.items() if rank not in absent),
        key=lambda who: (-who.pairing_score, who.rank),
    )
    boards = tuple(
        _board(state, board, pairing, histories, numbers, standing)
        for board, pairing in enumerate(proposed.pairings, start=1)
    )
    bye = next((bye for bye in proposed.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
    explained = _bye(histories[bye.rank], standing) if bye is not None else None
    return RoundExplanation(boards, explained)


def _board(
    state: PairingState,
    board: int,
    pairing: ProposedPairing,
    histories: Mapping[int, PlayerHistory],
    numbers: Mapping[int, int],
    standing: Sequence[PlayerHistory],
) -> BoardExplanation:
    white, black = histories[pairing.white], histories[pairing.black]
    higher, lower = sorted((white, black), key=lambda who: (-who.pairing_score, who.rank))
    floats = higher.pairing_score != lower.pairing_score
    initial = state.record.initial_colour or inferred_initial_colour(state.record) or Colour.WHITE
    decision = colour_decision(white, black, initial=initial, numbers=numbers)
    is_by_the_rule = decision.white == white.rank
    return BoardExplanation(
        board=board,
        white=white,
        black=black,
        higher=higher.rank,
        bracket=higher.pairing_score,
        floats_down=higher.rank if floats else None,
        floats_up=lower.rank if floats else None,
        colour_reason=decision.reason if is_by_the_rule else None,
        colour_article=decision.article if is_by_the_rule else "",
        neighbours=_neighbours(state, higher, lower, standing),
    )


def _neighbours(
    state: PairingState,
    higher: PlayerHistory,
    lower: PlayerHistory,
    standing: Sequence[PlayerHistory],
) -> tuple[Neighbour, ...]:
    """Return the next players below ``higher`` down to his opponent, at most ``NEIGHBOURS``."""
    bracket = [who for who in standing if who.pairing_score == higher.pairing_score]
    upper_half = {who.rank for who in bracket[: len(bracket) // 2]}
    after = next((n for n, who in enumerate(standing, 1) if who.rank == higher.rank), 0)
    return tuple(
        _neighbour(state, higher, candidate, upper_half)
        for candidate in standing[after : after + NEIGHBOURS + 1]
        if candidate.rank != lower.rank
    )[:NEIGHBOURS]


def _neighbour(
    state: PairingState,
    higher: PlayerHistory,
    candidate: PlayerHistory,
    upper_half: set[int],
) -> Neighbour:
    def because(reason: NeighbourReason, **facts: object) -> Neighbour:
        return Neighbour(candidate.rank, candidate.pairing_score, reason, facts)

    if candidate.rank in higher.met:
        rounds = rounds_between(state, higher.rank, candidate.rank, played=True)
        return because(NeighbourReason.ALREADY_MET, round=rounds[-1])
    if is_forbidden(state, higher.rank, candidate.rank):
        return because(NeighbourReason.FORBIDDEN)
    due = higher.due_colour
    if due and higher.has_absolute_need(due) and candidate.has_absolute_need(due):
        return because(NeighbourReason.COLOUR_CLASH, colour=due.value)
    if {higher.rank, candidate.rank} <= upper_half:
        return because(NeighbourReason.SAME_HALF)
    return because(NeighbourReason.QUALITY)


def _bye(player: PlayerHistory, standing: Sequence[PlayerHistory]) -> ByeExplanation:
    """Look at everybody with the same score or less, the last in the standings first.

    Players of his own score who stand above him are looked at too, because missed games (C9)
    weigh more than places.
    """
    passed_by = tuple(
        _passed_by(player, other)
        for other in reversed(standing)
        if other.rank != player.rank and other.pairing_score <= player.pairing_score
    )
    return ByeExplanation(player, passed_by)


def _passed_by(player: PlayerHistory, other: PlayerHistory) -> PassedBy:
    def because(reason: ByeReason, **facts: object) -> PassedBy:
        return PassedBy(other.rank, other.pairing_score, reason, facts)

    if other.pairing_bye_round is not None:
        return because(ByeReason.HAD_BYE, round=other.pairing_bye_round)
    if other.full_unplayed_round is not None:
        return because(ByeReason.HAD_FREE_POINT, round=other.full_unplayed_round)
    if other.pairing_score == player.pairing_score and (
        other.unplayed_rounds > player.unplayed_rounds
    ):
        return because(ByeReason.MORE_UNPLAYED, unplayed=other.unplayed_rounds)
    return because(ByeReason.QUALITY)
