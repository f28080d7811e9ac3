"""What an organiser does next in an event: one act, or what is in its way."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_queries import EventView
from tournaments.given_rounds import GIVEN_BY_HAND
from tournaments.models import Round, Tournament
from tournaments.pairing_jobs import ACTIVE, job_of
from tournaments.round_state import present_ranks
from tournaments.views.desk import event_url

MADE_BY_HAND = frozenset({Tournament.Format.FREE, Tournament.Format.EXTERNAL})


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next act: a link to ``url``, or with ``pairs`` a form that pairs that round.

    ``is_blocked`` means that the link leads to what is in the way.
    """

    label: str
    url: str
    pairs: int | None = None
    is_blocked: bool = False


def next_step(view: EventView) -> NextStep:
    """Return the next act of an event, drafts loaded; one query for a running job at most."""
    tournament = view.tournament
    last = view.current_round
    if tournament.is_closed:
        return NextStep(_("See the ratings"), event_url(tournament, "close_tournament"))
    if last is not None and last.round.state == Round.State.DRAFT:
        label = _("Look at the draft of round %(round)s") % {"round": last.round.number}
        return NextStep(label, _round_url(tournament, last.round.number))
    number = (last.round.number if last else 0) + 1
    is_over = number > tournament.rounds_planned and tournament.format not in GIVEN_BY_HAND
    if last is not None and (open_ := last.open_boards if is_over else last.pending_boards):
        missing = [board.board_number for board in open_]
        return step_with_missing(tournament, last.round.number, missing)
    if is_over:
        return NextStep(_("Close the event"), event_url(tournament, "close_tournament"))
    return _pairing_step(view, number)


def step_with_missing(tournament: Tournament, round_number: int, missing: list[int]) -> NextStep:
    """Return the next act while results of a round are missing: a link to the first of them."""
    if round_number >= tournament.rounds_planned:
        label = ngettext(
            "Close: %(count)s result missing", "Close: %(count)s results missing", len(missing)
        ) % {"count": len(missing)}
    else:
        label = ngettext(
            "Pair round %(round)s: %(count)s result missing",
            "Pair round %(round)s: %(count)s results missing",
            len(missing),
        ) % {"round": round_number + 1, "count": len(missing)}
    url = f"{_round_url(tournament, round_number)}#b{missing[0]}"
    return NextStep(label, url, is_blocked=True)


def _pairing_step(view: EventView, number: int) -> NextStep:
    tournament = view.tournament
    if len(present_ranks(view, number)) < 2:
        label = _("Pair round %(round)s: fewer than two players are here") % {"round": number}
        url = event_url(tournament, "manage_entries")
        return NextStep(label, url, is_blocked=True)
    if tournament.format in MADE_BY_HAND:
        label = _("Make the boards of round %(round)s") % {"round": number}
        return NextStep(label, event_url(tournament, "free_boards"))
    job = job_of(tournament)
    if job is not None and job.state in ACTIVE:
        label = _("Round %(round)s is being paired") % {"round": job.round_number}
        return NextStep(label, event_url(tournament, "pairing_progress"))
    label = _("Pair round %(round)s") % {"round": number}
    return NextStep(label, event_url(tournament, "pair_next_round"), pairs=number)


def _round_url(tournament: Tournament, number: int) -> str:
    return event_url(tournament, "manage_round", round_number=number)
