"""Events through the club's door: drafts, hidden events and other clubs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from factories import make_access, make_club
from factories_events import make_event, make_field, play_round

from clubs.access import Right
from clubs.errors import NotFound
from tournaments.access import (
    entry_by_id,
    entry_for,
    event_by_key,
    event_for,
    event_to_check_in,
    events_to_check_in,
    only_checks_in,
    pairing_for,
    round_for,
    visible_events,
)
from tournaments.models import Round
from tournaments.pairing_rounds import pair_round

pytestmark = pytest.mark.django_db

READ = frozenset({Right.READ})


def test_everybody_sees_what_is_his_to_see():
    club = make_club()
    access = make_access(club)
    draft = make_event(access, name="Draft")
    running = make_event(access, name="Running")
    hidden = make_event(access, name="Hidden", is_public=False)
    for event in (running, hidden):
        make_field(access, event, [1900, 1800])
        play_round(access, event)

    def names(rights: frozenset[Right]) -> list[str]:
        return sorted(e.name for e in visible_events(make_access(club, rights=rights)))

    assert names(frozenset()) == ["Running"]
    assert names(READ) == names(READ | {Right.RESULTS}) == ["Hidden", "Running"]
    assert names(READ | {Right.PAIRING}) == ["Draft", "Hidden", "Running"]
    assert list(visible_events(replace(access, event_number=draft.number))) == [draft]


def test_who_enters_results_checks_in_before_the_first_round():
    club = make_club()
    access = make_access(club)
    draft = make_event(access, name="Draft")
    helper = make_access(club, rights=READ | {Right.RESULTS})
    member = make_access(club, rights=READ)

    assert list(events_to_check_in(helper)) == [draft]
    assert event_to_check_in(helper, draft.number) == draft
    assert only_checks_in(helper, draft)
    assert not only_checks_in(access, draft)
    assert list(events_to_check_in(member)) == []
    with pytest.raises(NotFound):
        event_to_check_in(member, draft.number)
    with pytest.raises(NotFound):
        event_for(helper, draft.number)


def test_an_event_of_another_club_is_not_there():
    north, south = make_access(make_club()), make_access(make_club())
    make_event(south)
    event = make_event(south)
    make_field(south, event, [1900, 1800])
    play_round(south, event)

    for find in (
        lambda: event_for(north, event.number),
        lambda: event_to_check_in(north, event.number),
        lambda: event_by_key(north, event.slug),
        lambda: round_for(north, event, 1),
        lambda: pairing_for(north, event, 1, 1),
        lambda: entry_for(north, event, 1),
        lambda: entry_by_id(north, event, event.entries.get(starting_rank=1).pk),
    ):
        with pytest.raises(NotFound):
            find()


def test_an_event_is_found_by_number_and_by_slug():
    access = make_access(make_club())
    event = make_event(access, name="2026")

    assert event.slug == "event-2026"
    assert event_by_key(access, "1") == event_by_key(access, "event-2026") == event


def test_a_draft_round_and_its_boards_are_for_those_who_pair():
    club = make_club()
    access = make_access(club)
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    pair_round(access, event)
    member = make_access(club, rights=READ)

    assert round_for(access, event, 1).state == Round.State.DRAFT
    assert pairing_for(access, event, 1, 1).board_number == 1
    with pytest.raises(NotFound):
        round_for(member, event, 1)
    with pytest.raises(NotFound):
        pairing_for(member, event, 1, 1)
