"""What an organiser does next in an event: one act, or what is in its way."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_queries import EventView, RoundView
from tournaments.models import Round, Tournament
from tournaments.pairing_jobs import ACTIVE, job_of
from tournaments.round_state import present_ranks
from tournaments.views.desk import event_url

OPEN_ENDED = frozenset({Tournament.Format.FREE, Tournament.Format.KEIZER})
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
    if last is not None and last.open_boards:
        if last.round.number >= tournament.rounds_planned:
            label = ngettext(
                "Close: %(count)s result missing", "Close: %(count)s results missing",
                len(last.open_boards),
            ) % {"count": len(last.open_boards)}  # fmt: skip
        else:
            label = ngettext(
                "Pair round %(round)s: %(count)s result missing",
                "Pair round %(round)s: %(count)s results missing",
                len(last.open_boards),
            ) % {"round": last.round.number + 1, "count": len(last.open_boards)}
        url = first_missing_url(tournament, last)
        return NextStep(label, url, is_blocked=True)
    number = (last.round.number if last else 0) + 1
    if number > tournament.rounds_planned and tournament.format not in OPEN_ENDED:
        return NextStep(_("Close the event"), event_url(tournament, "close_tournament"))
    return _pairing_step(view, number)


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


def first_missing_url(tournament: Tournament, each: RoundView) -> str:
    """Return the address of the first board without result."""
    board = each.open_boards[0].board_number if each.open_boards else ""
    anchor = f"#b{board}" if board else ""
    return f"{_round_url(tournament, each.round.number)}{anchor}"


def _round_url(tournament: Tournament, number: int) -> str:
    return event_url(tournament, "manage_round", round_number=number)
