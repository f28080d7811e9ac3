"""An event as the pairing library sees it before a round, and a stored round as it proposed it."""

from __future__ import annotations

from dataclasses import replace

from tournaments.event_queries import EventView, RoundView, event_record
from tournaments.exchange.numbering import state_before
from tournaments.models import Entry
from tournaments.pairing.colours import inferred_initial_colour
from tournaments.pairing.records import (
    PairingState,
    ProposedBye,
    ProposedPairing,
    ProposedRound,
)
from tournaments.results import ByeKind, Colour


def absences_in(view: EventView, round_number: int) -> dict[int, ByeKind]:
    """Return who is not to be paired in a round and with which bye, by starting rank.

    Late entries are not here before their first round; who withdrew is not here after his last.
    """
    asked = {
        bye.entry_id: ByeKind(bye.kind)
        for bye in view.byes.get(round_number, ())
        if bye.kind != ByeKind.PAIRING_ALLOCATED
    }
    absences = {}
    for rank, entry in view.entry_by_rank.items():
        if entry.pk in asked:
            absences[rank] = asked[entry.pk]
        elif not is_available(entry, round_number):
            absences[rank] = ByeKind.ZERO_POINT
    return absences


def is_available(entry: Entry, round_number: int) -> bool:
    """Whether a player is in the event in a round, byes apart."""
    has_left = entry.withdrawn_after is not None and entry.withdrawn_after < round_number
    return entry.first_round <= round_number and not has_left


def pairing_state(view: EventView, round_number: int) -> PairingState:
    """Return the event before a round; drafts must have been loaded.

    An adjourned game counts as a draw until it is over, as it always did for pairing.
    """
    record = event_record(view, adjourned_as_draw=True)
    return PairingState(record, round_number, absences_in(view, round_number))


def state_without_the_round(view: EventView, round_number: int) -> PairingState:
    """Return the event before a round as if it had not been paired yet; drafts must be loaded.

    Where no initial colour is stored, it is read from the boards, those of the round itself too.
    """
    state = pairing_state(view, round_number)
    colour = state.record.initial_colour or inferred_initial_colour(state.record)
    record = replace(state_before(state.record, round_number), initial_colour=colour)
    return replace(state, record=record)


def present_ranks(view: EventView, round_number: int) -> list[int]:
    """Return who is here for a round, by starting rank."""
    absent = absences_in(view, round_number)
    return sorted(rank for rank in view.entry_by_rank if rank not in absent)


def proposed_round(view: EventView, round_view: RoundView) -> ProposedRound:
    """Return a stored round in the form of the pairing library."""
    colour = view.tournament.initial_colour
    byes = tuple(
        ProposedBye(bye.entry.starting_rank or 0, ByeKind(bye.kind)) for bye in round_view.byes
    )
    return ProposedRound(
        round_number=round_view.round.number,
        pairings=tuple(
            ProposedPairing(board.white.starting_rank or 0, board.black.starting_rank or 0)
            for board in round_view.pairings
        ),
        byes=tuple(bye for bye in byes if bye.kind is ByeKind.PAIRING_ALLOCATED),
        absences=tuple(bye for bye in byes if bye.kind is not ByeKind.PAIRING_ALLOCATED),
        engine_name=round_view.round.engine,
        initial_colour=Colour(colour) if colour else None,
    )
