"""Three hundred events nobody arranged: what the rules forbid must never happen.

Checked from the cells alone, by code of its own, so that no function under test vouches for
itself.
"""

from __future__ import annotations

import pytest

from support.pairing_events import Mix, RandomEvent, available_engines
from tournaments.event_record import EventRecord
from tournaments.pairing.engine import PairingEngine, pair_round
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.records import PairingState, ProposedRound
from tournaments.results import Colour, Outcome

ENGINES = available_engines()

# Players and rounds of the events: mostly small, because small fields meet every odd case.
SIZES = [(7 + seed % 9, 5) for seed in range(230)]
SIZES += [(16 + seed % 15, 6) for seed in range(50)]
SIZES += [(32 + 2 * seed, 7) for seed in range(15)]
SIZES += [(60, 7), (59, 7), (60, 6), (57, 9), (60, 5)]
BLOCKS = [range(start, start + 30) for start in range(0, len(SIZES), 30)]
NEVER_PLAYED_BUT_WORTH_A_WIN = (
    Outcome.PAIRING_ALLOCATED_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.FORFEIT_WIN,
)


def test_there_are_enough_events() -> None:
    assert len(SIZES) >= 300
    assert (min(SIZES)[0], max(SIZES)[0]) == (7, 60)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"events {block[0]}-{block[-1]}")
def test_no_round_breaks_an_absolute_rule(block: range, engine: PairingEngine) -> None:
    for seed in block:
        players, rounds = SIZES[seed]
        event = RandomEvent(seed, players=players, rounds=rounds)
        for number in range(1, rounds + 1):
            state = event.state(number)
            try:
                proposed = pair_round(state, engine)
            except (TooFewPlayers, NoLegalPairing) as refusal:
                problems = unfounded_refusal(state, refusal)
                assert problems == [], f"event {seed} round {number}"
                break
            problems = broken_rules(state, proposed)
            assert problems == [], f"event {seed} round {number}"
            event.play(proposed)


def test_colours_may_break_only_for_a_topscorer_of_the_last_round() -> None:
    """The exemption of C.04.3 article 1.8 is met at least once, so the check above is not empty."""
    exempted = 0
    for seed in range(1000, 1060):
        event = RandomEvent(seed, players=8, rounds=5, mix=Mix(0, 0, 0, 0, 0, 0, 0))
        for number in range(1, 6):
            state = event.state(number)
            try:
                proposed = pair_round(state)
            except NoLegalPairing:
                break
            exempted += len(colour_breaches(state, proposed))
            event.play(proposed)

    assert exempted > 0


def unfounded_refusal(state: PairingState, refusal: TooFewPlayers | NoLegalPairing) -> list[str]:
    """What is wrong with the reason given for making no round."""
    problems = []
    if refusal.facts["present"] != sorted(present_in(state)):
        problems.append("the reason names the wrong players")
    if isinstance(refusal, TooFewPlayers) and len(present_in(state)) > 1:
        problems.append("there are players to pair")
    if isinstance(refusal, NoLegalPairing) and any_legal_round(state):
        problems.append("a legal round exists")
    return problems


def present_in(state: PairingState) -> set[int]:
    return {
        player.starting_rank
        for player in state.record.competitors
        if player.starting_rank not in state.absences
        and (player.withdrawn_after is None or player.withdrawn_after >= state.round_number)
    }


def opponents_met(record: EventRecord) -> dict[int, set[int]]:
    return {
        player.starting_rank: {
            cell.opponent
            for cell in player.cells
            if cell is not None and cell.opponent is not None and cell.outcome.value in "1=0"
        }
        for player in record.competitors
    }


def colours_had(record: EventRecord) -> dict[int, list[Colour]]:
    return {
        player.starting_rank: [
            cell.colour
            for cell in player.cells
            if cell is not None and cell.colour is not None and cell.outcome.value in "1=0"
        ]
        for player in record.competitors
    }


def had_a_free_point(record: EventRecord) -> set[int]:
    return {
        player.starting_rank
        for player in record.competitors
        if any(
            cell is not None and cell.outcome in NEVER_PLAYED_BUT_WORTH_A_WIN
            for cell in player.cells
        )
    }


def points_of(record: EventRecord) -> dict[int, int]:
    worth = {"1": 2, "=": 1, "+": 2, "U": 2, "F": 2, "H": 1}
    return {
        player.starting_rank: sum(
            worth.get(cell.outcome.value, 0) for cell in player.cells if cell is not None
        )
        for player in record.competitors
    }


def colour_breaches(state: PairingState, proposed: ProposedRound) -> list[int]:
    """Players who get a third equal colour in a row or a difference over two."""
    had = colours_had(state.record)
    breaches = []
    for pairing in proposed.pairings:
        for rank, colour in ((pairing.white, Colour.WHITE), (pairing.black, Colour.BLACK)):
            sequence = [*had[rank], colour]
            difference = sequence.count(Colour.WHITE) - sequence.count(Colour.BLACK)
            if abs(difference) > 2 or (len(sequence) > 2 and len(set(sequence[-3:])) == 1):
                breaches.append(rank)
    return breaches


def broken_rules(state: PairingState, proposed: ProposedRound) -> list[str]:
    problems = []
    met = opponents_met(state.record)
    seated = [rank for pairing in proposed.pairings for rank in (pairing.white, pairing.black)]
    seated += [bye.rank for bye in proposed.byes]
    if sorted(seated) != sorted(present_in(state)):
        problems.append("not everybody exactly once")
    problems += [
        f"{pairing.white} and {pairing.black} meet again"
        for pairing in proposed.pairings
        if pairing.black in met[pairing.white]
    ]
    problems += [
        f"{bye.rank} has had a free point"
        for bye in proposed.byes
        if bye.rank in had_a_free_point(state.record)
    ]
    if len(proposed.byes) != len(present_in(state)) % 2:
        problems.append("wrong number of byes")
    points = points_of(state.record)
    last_round = state.round_number == state.record.rounds
    opponent = {p.white: p.black for p in proposed.pairings}
    opponent |= {p.black: p.white for p in proposed.pairings}
    for rank in colour_breaches(state, proposed):
        # A topscorer has more than half of the maximum before the last round; his opponent may be
        # drawn into it.
        most = max(points[rank], points[opponent[rank]])
        if not (last_round and most > state.record.rounds - 1):
            problems.append(f"{rank} has one colour too often")
    return problems


def any_legal_round(state: PairingState) -> bool:
    """Whether some pairing obeys the absolute rules, by trying all of them."""
    met = opponents_met(state.record)
    free = had_a_free_point(state.record)
    need = absolute_needs(state)
    present = sorted(present_in(state))

    def fits(one: int, other: int) -> bool:
        clash = need[one] is not None and need[one] is need[other]
        return other not in met[one] and not clash

    def complete(left: list[int], bye_open: bool) -> bool:
        if not left:
            return True
        first, rest = left[0], left[1:]
        if bye_open and first not in free and complete(rest, False):
            return True
        return any(
            fits(first, other) and complete([r for r in rest if r != other], bye_open)
            for other in rest
        )

    return complete(present, len(present) % 2 == 1)


def absolute_needs(state: PairingState) -> dict[int, Colour | None]:
    """The colour a player must get, None if either will do or a topscorer may be asked for both."""
    points = points_of(state.record)
    last_round = state.round_number == state.record.rounds
    needs: dict[int, Colour | None] = {}
    for rank, had in colours_had(state.record).items():
        difference = had.count(Colour.WHITE) - had.count(Colour.BLACK)
        need = None
        if difference < -1 or (difference <= 1 and had[-2:] == [Colour.BLACK] * 2):
            need = Colour.WHITE
        elif difference > 1 or (difference >= -1 and had[-2:] == [Colour.WHITE] * 2):
            need = Colour.BLACK
        exempt = last_round and points[rank] > state.record.rounds - 1
        needs[rank] = None if exempt else need
    return needs
