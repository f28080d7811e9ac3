"""Events begin, change and go away."""

from __future__ import annotations

from datetime import date

import pytest
from factories import make_access, make_club
from factories_events import (
    FIRST_DAY,
    board_of,
    make_event,
    make_field,
    make_rated_players,
    play_round,
    rate,
)

from clubs.access import Right
from clubs.errors import InvalidInput, NotAllowed, Outdated, Refused
from clubs.models import AuditEvent
from tournaments.creation import create_like_last_time, create_tournament
from tournaments.entering_results import enter_result
from tournaments.entries import enter_players
from tournaments.event_settings import change_round_settings, change_settings, delete_tournament
from tournaments.models import Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

pytestmark = pytest.mark.django_db


def test_events_are_numbered_by_the_club_and_a_deleted_number_is_never_given_again():
    access = make_access(make_club())
    first = make_event(access)
    second = make_event(access)
    delete_tournament(access, second)

    third = make_event(access)

    assert (first.number, third.number) == (1, 3)
    assert (first.slug, third.slug) == ("club-night", "club-night-2")
    assert AuditEvent.objects.filter(action="event_deleted", event_number=2).count() == 1


@pytest.mark.parametrize(
    ("minutes", "increment", "time_control"),
    # FIDE Handbook B.02, rapid and blitz article 1.1: 15+10 is 25 minutes, 3+2 is 5 minutes.
    [
        (90, 30, "standard"),
        (60, 0, "standard"),
        (15, 10, "rapid"),
        (10, 0, "blitz"),
        (3, 2, "blitz"),
    ],
)
def test_the_time_control_decides_the_list(minutes: int, increment: int, time_control: str):
    event = make_event(minutes=minutes, increment=increment)

    assert event.time_control == time_control


def test_another_list_needs_a_reason():
    access = make_access(make_club())

    with pytest.raises(InvalidInput) as refused:
        make_event(access, minutes=12, increment=3, time_control="standard")
    event = make_event(
        access, minutes=12, increment=3, time_control="standard", time_control_reason="league"
    )

    assert [problem.path for problem in refused.value.problems] == ["time_control_reason"]
    assert (event.time_control, event.time_control_reason) == ("standard", "league")


def test_every_wrong_field_is_named_in_one_answer():
    access = make_access(make_club())

    with pytest.raises(InvalidInput) as refused:
        create_tournament(
            access,
            name="  ",
            federation="Brazil",
            start_date=date(2026, 5, 2),
            end_date=date(2026, 5, 1),
            minutes=9999,
            rounds_planned=0,
            format="knock-out",
            tie_breaks=["BH", "XY"],
            win=0,
        )

    assert sorted(problem.path for problem in refused.value.problems) == [
        "end_date", "federation", "format", "minutes", "name", "rounds_planned", "tie_breaks",
        "win",
    ]  # fmt: skip
    assert Tournament.objects.count() == 0


def test_a_date_in_1899_is_refused():
    with pytest.raises(InvalidInput):
        make_event(start_date=date(1899, 1, 1))


def test_like_last_time_takes_over_the_settings_and_moves_name_and_day():
    access = make_access(make_club())
    previous = make_event(
        access, name="Rapid night 12", minutes=12, increment=3, rounds_planned=7, pairing_bye=50
    )

    event = create_like_last_time(access, previous, start_date=date(2026, 12, 4))

    assert (event.name, event.start_date, event.end_date) == (
        "Rapid night 13", date(2026, 12, 4), date(2026, 12, 4),
    )  # fmt: skip
    assert (event.minutes, event.increment, event.time_control) == (12, 3, "rapid")
    assert (event.rounds_planned, event.points.pairing_bye) == (7, 50)
    assert event.entries.count() == 0


def test_who_saw_an_older_version_is_told_who_changed_the_event():
    access = make_access(make_club())
    event = make_event(access)
    seen = event.version
    change_settings(access, event, version=seen, city="Recife")

    with pytest.raises(Outdated) as outdated:
        change_settings(access, event, version=seen, city="Olinda")

    facts = outdated.value.facts
    assert (facts["version"], facts["changed_by"], facts["action"]) == (
        seen + 1, "Ana", "event_changed",
    )  # fmt: skip
    assert Tournament.objects.get().city == "Recife"


def test_a_changed_time_control_seeds_with_the_other_list_until_a_result_exists():
    """F20: A 1917/1600, B 1700/1650, C unrated/1500 with standard 1550."""
    access = make_access(make_club())
    event = make_event(access, minutes=15, increment=10)
    a, b, c = make_rated_players(access, [1917, 1700, None], "rapid")
    for player, blitz in ((a, 1600), (b, 1650), (c, 1500)):
        rate(player, blitz, time_control="blitz")
    rate(c, 1550, time_control="standard")
    enter_players(access, event, [a, b, c])

    def starting_list() -> list[tuple[int, str, int | None]]:
        return list(event.entries.values_list("starting_rank", "player__name", "rating"))

    assert starting_list() == [(1, "P1", 1917), (2, "P2", 1700), (3, "P3", 1550)]

    event = change_settings(access, event, minutes=3, increment=2)
    assert event.time_control == "blitz"
    assert starting_list() == [(1, "P2", 1650), (2, "P1", 1600), (3, "P3", 1500)]

    event = change_settings(access, event, minutes=15, increment=10)
    assert starting_list() == [(1, "P1", 1917), (2, "P2", 1700), (3, "P3", 1550)]

    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)
    with pytest.raises(Refused) as refused:
        change_settings(access, event, minutes=3, increment=2)
    assert refused.value.code == "reseed_needed"

    event = change_settings(access, event, minutes=3, increment=2, reseed=True)
    assert starting_list() == [(1, "P1", 1600), (2, "P2", 1650), (3, "P3", 1500)]
    assert AuditEvent.objects.filter(action="event_changed", facts__reseeded=True).count() == 3


def test_what_the_rounds_rest_on_cannot_change_once_there_is_one():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    pair_round(access, event)

    with pytest.raises(Refused) as refused:
        change_settings(access, event, format="round_robin")

    assert refused.value.code == "rounds_exist"


def test_rounds_cannot_be_fewer_than_those_paired():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700, 1600])
    play_round(access, event)
    play_round(access, event)

    with pytest.raises(InvalidInput) as refused:
        change_settings(access, event, rounds_planned=1)

    assert [problem.path for problem in refused.value.problems] == ["rounds_planned"]


def test_a_round_may_have_its_own_time_control():
    access = make_access(make_club())
    event = make_event(access, minutes=15, increment=10)
    make_field(access, event, [1900, 1800])
    round_ = play_round(access, event)

    round_ = change_round_settings(access, round_, minutes=3, increment=2)
    with pytest.raises(InvalidInput):
        change_round_settings(access, round_, day=date(2026, 1, 1))

    assert round_.time_control == "blitz"


def test_deleting_an_event_takes_everything_in_it():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800, 1700])
    play_round(access, event)

    delete_tournament(access, event)

    assert Tournament.objects.count() == 0


def test_a_helper_makes_no_event():
    access = make_access(make_club(), rights=frozenset({Right.READ, Right.RESULTS}))

    with pytest.raises(NotAllowed):
        make_event(access, start_date=FIRST_DAY)
