"""Who plays whom on a Keizer evening: those who are here, neighbours in the standings first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.pairing.boards import absences_of
from tournaments.pairing.colours import colour_decision, pairing_numbers
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.histories import PlayerHistory, histories_before
from tournaments.pairing.keizer import KeizerRules, keizer_standings
from tournaments.pairing.records import (
    PairingState,
    ProposedBye,
    ProposedPairing,
    ProposedRound,
)
from tournaments.pairing.validate import is_forbidden, rounds_between
from tournaments.results import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RULES = "Keizer"

# Neighbours come first, so a search that goes on this long has no chance left; the next try asks
# for less.
MOST_STEPS = 20_000


def pair_evening(state: PairingState, rules: KeizerRules | None = None) -> ProposedRound:
    """Return the boards of an evening: first with second, third with fourth, and so on.

    Everybody not absent in ``state`` plays. Two players who met less than ``rematch_distance``
    rounds ago are kept apart if all others still find a game; if not, the distance is shortened
    step by step, so there always is a round unless forbidden pairs prevent it. With an odd number
    the bye goes to the last in the standings among those with the fewest byes. White is
    for the one who has had it less often; with the same balance the last game of the two is turned
    round, else the colour rules decide. Colours never keep two players apart.

    Raises TooFewPlayers and NoLegalPairing (forbidden pairs only).
    """
    rules = rules or KeizerRules()
    absences = absences_of(state)
    absent = {bye.rank for bye in absences}
    standings = keizer_standings(state.record, rules, after_round=state.round_number - 1)
    present = [row.rank for row in standings.rows if row.rank not in absent]
    if len(present) < 2:
        raise TooFewPlayers(present=sorted(present), round_number=state.round_number)
    histories = histories_before(state.record, state.round_number)
    for distance in range(rules.rematch_distance, -1, -1):
        for free in _bye_candidates(state, present):
            playing = [rank for rank in present if rank != free]
            pairs = _pair_neighbours(playing, _may_meet(state, histories, distance))
            if pairs is not None:
                return ProposedRound(
                    round_number=state.round_number,
                    pairings=_with_colours(state, pairs, histories, absent),
                    byes=() if free is None else (ProposedBye(free),),
                    absences=absences,
                    engine_name=RULES,
                    rules=RULES,
                    initial_colour=state.record.initial_colour,
                )
    raise NoLegalPairing(present=sorted(present), round_number=state.round_number, engine=RULES)


def _bye_candidates(state: PairingState, present: Sequence[int]) -> list[int | None]:
    """Return who may be free, the first choice first; nobody with an even number."""
    if len(present) % 2 == 0:
        return [None]
    had = {
        player.starting_rank: sum(
            1 for cell in player.cells[: state.round_number - 1] if cell and cell.outcome == "U"
        )
        for player in state.record.competitors
    }
    places = {rank: place for place, rank in enumerate(present)}
    return [*sorted(present, key=lambda rank: (had[rank], -places[rank]))]


def _may_meet(
    state: PairingState, histories: dict[int, PlayerHistory], distance: int
) -> Callable[[int, int], bool]:
    def may_meet(one: int, other: int) -> bool:
        if is_forbidden(state, one, other):
            return False
        if other not in histories[one].met:
            return True
        last = rounds_between(state, one, other, played=True)[-1]
        return state.round_number - last > distance

    return may_meet


@dataclass(slots=True)
class _Steps:
    left: int = MOST_STEPS


def _pair_neighbours(
    ranks: Sequence[int], may_meet: Callable[[int, int], bool]
) -> list[tuple[int, int]] | None:
    """Pair the first with the nearest allowed player and so on, going back where somebody is left.

    None if there is no such pairing or the search takes too long.
    """
    return _search(list(ranks), may_meet, _Steps())


def _search(
    ranks: list[int], may_meet: Callable[[int, int], bool], steps: _Steps
) -> list[tuple[int, int]] | None:
    if not ranks:
        return []
    first, *others = ranks
    for other in others:
        steps.left -= 1
        if steps.left < 0:
            return None
        if may_meet(first, other):
            rest = _search([rank for rank in others if rank != other], may_meet, steps)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _with_colours(
    state: PairingState,
    pairs: Sequence[tuple[int, int]],
    histories: dict[int, PlayerHistory],
    absent: set[int],
) -> tuple[ProposedPairing, ...]:
    numbers = pairing_numbers(state.record, state.round_number, absent)
    initial = state.record.initial_colour or Colour.WHITE
    players = {player.starting_rank: player for player in state.record.competitors}
    boards = []
    for one, other in pairs:
        mine, theirs = histories[one].colour_difference, histories[other].colour_difference
        if mine != theirs:
            white, black = (one, other) if mine < theirs else (other, one)
        elif other in histories[one].met:
            last = rounds_between(state, one, other, played=True)[-1]
            cell = players[one].cells[last - 1]
            had_white = cell is not None and cell.colour is Colour.WHITE
            white, black = (other, one) if had_white else (one, other)
        else:
            decision = colour_decision(
                histories[one], histories[other], initial=initial, numbers=numbers
            )
            white, black = decision.white, decision.black
        boards.append(ProposedPairing(white, black))
    return tuple(boards)
