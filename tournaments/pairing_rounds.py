"""A round is paired: by an engine, by the Berger table, or by Keizer's way.

What comes out is a draft that only those who pair can see, until it is published. Pairing the same
round twice is not possible: the event is locked, a draft that exists is given back, and the
database knows each round number once.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import Refused
from tournaments.event_lock import lock_event, save_event
from tournaments.event_queries import CYCLES, ROUND_ROBINS, EventView, load_event_view
from tournaments.event_record import EventRecord
from tournaments.models import PairingJob, Round, Tournament
from tournaments.pairing.colours import inferred_initial_colour
from tournaments.pairing.errors import PairingError
from tournaments.pairing.records import ProposedRound
from tournaments.pairing.round_robin import round_robin_rounds
from tournaments.pairing_engines import PAIRED_IN_REQUEST, propose_round
from tournaments.pairing_jobs import start_pairing_job
from tournaments.pairing_words import (
    all_rounds_paired,
    pairing_refusal,
    results_missing,
    too_few_players,
)
from tournaments.results import Colour, Result
from tournaments.round_boards import store_round
from tournaments.round_state import pairing_state, present_ranks


@dataclass(frozen=True, slots=True)
class Paired:
    """What came of pairing: a draft, or a job that is making one."""

    round: Round | None = None
    job: PairingJob | None = None


@transaction.atomic
def pair_round(
    access: ClubAccess,
    tournament: Tournament,
    *,
    number: int | None = None,
    version: int | None = None,
) -> Paired:
    """Return the draft of the next round, or the job that pairs it where the field is large.

    ``number`` guards against pairing another round than the one the person saw. A draft that exists
    is given back as it is. Refused with ``results_missing``, ``too_few_players``,
    ``no_legal_pairing``, ``all_rounds_paired`` and the like; nothing is written then.
    """
    tournament = lock_event(access, tournament.pk, Right.PAIRING, version=version)
    if tournament.format in (Tournament.Format.FREE, Tournament.Format.EXTERNAL):
        raise _paired_otherwise(tournament)
    view = load_event_view(tournament, drafts=True)
    draft = next((r.round for r in view.rounds if r.round.state == Round.State.DRAFT), None)
    if draft is not None and number in (None, draft.number):
        return Paired(round=draft)
    next_number = refuse_next_round(view, number)
    if tournament.format in ROUND_ROBINS:
        rounds = _table_rounds(view)
        if next_number > len(rounds):
            raise all_rounds_paired(len(rounds))
        _refuse_other_table(view, rounds[next_number - 1 : next_number])
        return Paired(round=_store(access, view, rounds[next_number - 1]))
    present = present_ranks(view, next_number)
    if len(present) < 2:
        raise too_few_players(present)
    state = pairing_state(view, next_number)
    draw_initial_colour(tournament, state.record)
    if len(present) > PAIRED_IN_REQUEST and tournament.format == Tournament.Format.SWISS:
        save_event(tournament, "initial_colour")
        return Paired(job=start_pairing_job(access, tournament, next_number))
    try:
        state = replace(
            state, record=replace(state.record, initial_colour=Colour(tournament.initial_colour))
        )
        proposed = propose_round(state, format_=tournament.format)
    except PairingError as error:
        raise pairing_refusal(error) from error
    return Paired(round=_store(access, view, proposed))


def refuse_next_round(view: EventView, number: int | None) -> int:
    """Return the number of the round to pair next, or refuse with what is in the way."""
    next_number = len(view.rounds) + 1
    if number is not None and number != next_number:
        code = "round_exists" if number < next_number else "round_out_of_order"
        raise Refused(
            code,
            _("The next round to pair is round %(number)s.") % {"number": next_number},
            facts={"round": number, "next_round": next_number},
        )
    tournament = view.tournament
    is_open_ended = tournament.format in (Tournament.Format.FREE, Tournament.Format.KEIZER)
    if next_number > tournament.rounds_planned and not is_open_ended:
        raise all_rounds_paired(tournament.rounds_planned)
    if tournament.format not in ROUND_ROBINS:
        for each in view.rounds:
            missing = [b.board_number for b in each.pairings if b.result == Result.PENDING]
            if missing:
                raise results_missing(each.round.number, missing)
    return next_number


def draw_initial_colour(tournament: Tournament, record: EventRecord) -> None:
    """Draw the colour of the first player in the list by lot, once; the caller saves it.

    An event that began elsewhere shows by its first boards which colour was drawn there.
    """
    if not tournament.initial_colour:
        colour = inferred_initial_colour(record) or secrets.choice(list(Colour))
        tournament.initial_colour = colour.value


def _paired_otherwise(tournament: Tournament) -> Refused:
    if tournament.format == Tournament.Format.FREE:
        message = _("In this event you make the boards yourself.")
        return Refused("boards_by_hand", message, facts={"way_out": ["set_boards"]})
    message = _("This event is paired by another program, which sends its rounds here.")
    return Refused("paired_elsewhere", message, facts={"way_out": ["set_round_pairings"]})


def _store(access: ClubAccess, view: EventView, proposed: ProposedRound) -> Round:
    tournament = view.tournament
    round_ = store_round(view, proposed)
    save_event(tournament, "initial_colour")
    record_act(
        access.club, access.actor, "round_paired", subject=tournament.name,
        event_number=tournament.number, round=round_.number, engine=round_.engine,
        boards=len(proposed.pairings), initial_colour=tournament.initial_colour,
    )  # fmt: skip
    return round_


def _table_rounds(view: EventView) -> tuple[ProposedRound, ...]:
    """Return the rounds of the Berger table for everybody in the list, in the order of numbers.

    Who withdrew stays in the table, so that nobody else's games move (C.05).
    """
    ranks = sorted(view.entry_by_rank)
    still_here = [entry for entry in view.entries if entry.withdrawn_after is None]
    if len(still_here) < 2:
        raise too_few_players(sorted(entry.starting_rank or 0 for entry in still_here))
    double = view.tournament.format == Tournament.Format.DOUBLE_ROUND_ROBIN
    return round_robin_rounds(ranks, double=double)


def _refuse_other_table(view: EventView, coming: Sequence[ProposedRound]) -> None:
    """Refuse rounds of the table in which players meet who have met often enough.

    That happens where earlier rounds came from another program or were changed by hand.
    """
    met = Counter(
        frozenset((board.white.starting_rank or 0, board.black.starting_rank or 0))
        for each in view.rounds
        for board in each.pairings
    )
    met.update(pairing.ranks for proposed in coming for pairing in proposed.pairings)
    allowed = CYCLES[view.tournament.format]
    too_often = sorted(sorted(pair) for pair, times in met.items() if times > allowed)
    if too_often:
        raise Refused(
            "table_differs",
            _(
                "The rounds so far are not those of the Berger table for this starting list: "
                "numbers %(players)s would meet again. Make the boards by hand."
            )
            % {"players": "; ".join(", ".join(map(str, pair)) for pair in too_often[:3])},
            facts={"pairs": too_often, "way_out": ["set_boards"]},
        )


@transaction.atomic
def pair_all_rounds(
    access: ClubAccess, tournament: Tournament, *, version: int | None = None
) -> list[Round]:
    """Return the drafts of all rounds of a round robin that do not exist yet.

    The number of rounds planned becomes that of the table. Refused with ``all_rounds_paired`` once
    all of them are published.
    """
    tournament = lock_event(access, tournament.pk, Right.PAIRING, version=version)
    if tournament.format not in ROUND_ROBINS:
        raise Refused(
            "not_a_round_robin",
            _("Only the rounds of a round robin can be paired all at once."),
        )
    view = load_event_view(tournament, drafts=True)
    table = _table_rounds(view)
    drafts = [each.round for each in view.rounds if each.round.state == Round.State.DRAFT]
    if not drafts and len(view.rounds) >= len(table):
        raise all_rounds_paired(len(table))
    _refuse_other_table(view, table[len(view.rounds) :])
    new = [store_round(view, proposed) for proposed in table[len(view.rounds) :]]
    if new or tournament.rounds_planned != len(table):
        tournament.rounds_planned = len(table)
        save_event(tournament, "rounds_planned")
        record_act(
            access.club, access.actor, "rounds_paired", subject=tournament.name,
            event_number=tournament.number, rounds=[each.number for each in new],
        )  # fmt: skip
    return drafts + new
