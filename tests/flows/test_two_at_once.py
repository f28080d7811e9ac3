"""Two people click at the same moment: one after the other is served, nothing happens twice."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connections
from factories import make_access, make_club, make_member
from factories_events import board_of, make_event, make_field, play_round

from clubs.access import club_for
from clubs.errors import Outdated
from clubs.membership import remove_member, transfer_ownership
from clubs.models import Membership
from ratings.models import RatingChange, RatingReport
from tournaments.closing import close_tournament, preview_closing
from tournaments.entering_results import enter_result
from tournaments.models import Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.big_setup]


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Return what each act gave or raised; all begin together."""
    answers: list[object] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(place: int) -> None:
        start.wait(10)
        try:
            answers[place] = acts[place]()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            answers[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def test_two_close_requests_close_once_and_both_are_answered():
    """F19 a."""
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [2000 - 50 * n for n in range(10)])
    play_round(access, event)
    digest = preview_closing(access, event).digest

    answers = at_once(*[lambda: close_tournament(access, event, digest)] * 2)

    assert [type(answer) for answer in answers] == [Tournament, Tournament]
    assert RatingReport.objects.count() == 1
    assert RatingChange.objects.filter(event_key=event.number).count() == 10
    assert Tournament.objects.get().revision == 1


def test_two_taps_pair_one_round():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])

    first, second = at_once(*[lambda: pair_round(access, event).round] * 2)

    assert isinstance(first, Round)
    assert first == second
    assert Round.objects.count() == 1


def test_two_helpers_with_different_results_do_not_overwrite_each_other():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)
    board = board_of(event, 1, 1)

    answers = at_once(
        lambda: enter_result(access, board, Result.WHITE_WINS, version=1),
        lambda: enter_result(access, board, Result.BLACK_WINS, version=1),
    )

    (told,) = [answer for answer in answers if isinstance(answer, Outdated)]
    stored = board_of(event, 1, 1)
    assert (told.facts["result"], stored.version) == (stored.result, 2)


def test_a_club_handed_to_somebody_who_leaves_keeps_an_owner():
    club = make_club()
    ana, olga = make_member(club, "owner", name="Ana"), make_member(club, "organiser", name="Olga")
    handed_to = Membership.objects.get(club=club, user=olga)

    at_once(
        lambda: transfer_ownership(club_for(ana, club.slug), handed_to),
        lambda: remove_member(club_for(olga, club.slug), handed_to),
    )

    assert Membership.objects.filter(club=club, role="owner").count() == 1
