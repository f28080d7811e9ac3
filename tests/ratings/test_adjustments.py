"""Ratings by hand and from imported files."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import (
    ANA,
    list_of,
    make_access,
    make_club,
    make_player,
    make_players,
    make_report,
)

from clubs.access import Right
from clubs.errors import InvalidInput, NotAllowed, Outdated, Refused
from clubs.models import AuditEvent, Club, Player
from ratings.adjustments import (
    ImportedRating,
    events_not_touched,
    give_rating,
    preview_adjustment,
    proposed_day,
    record_imported_ratings,
    withdraw_adjustment,
)
from ratings.changes import PlannedAdjustment
from ratings.models import RatingAdjustment, RatingRevision
from ratings.policy_input import fide_strict_preset
from ratings.rules import TimeControl
from support.ledger import rate, rating_of, row_of, settle, steps_of

pytestmark = pytest.mark.django_db
STANDARD = TimeControl.STANDARD


@pytest.fixture
def club() -> Club:
    return make_club()


def take_over(club: Club, player: Player, rating: int, day: date) -> int:
    return record_imported_ratings(
        club,
        ANA,
        list_of(club),
        day=day,
        ratings=[ImportedRating(player.pk, rating)],
        reason="file",
    )


def test_a_start_value_holds_from_the_first_day_of_the_first_event(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(club, make_report([(a, b, "10")], first_day=date(2026, 3, 1)))

    given = give_rating(
        make_access(club), a, list_of(club), rating=1500, reason="old list", kind="start"
    )
    settle(club)

    assert given.day == date(2026, 3, 1)
    assert (row_of(a, 1).start_source, row_of(a, 1).start_rating) == ("own", 1500)
    act = AuditEvent.objects.get(action="rating_given")
    assert (act.subject, act.facts["rating"]) == (a.name, 1500)


def test_a_player_without_events_is_proposed_today(club: Club) -> None:
    today = date(2026, 11, 30)

    assert proposed_day(make_player(club), list_of(club), today) == today


def test_a_later_day_names_the_events_it_misses(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(
        club,
        make_report([(a, b, "10")], key=1, first_day=date(2026, 3, 1)),
        make_report([(a, b, "10")], key=2, first_day=date(2026, 3, 9)),
    )

    missed = events_not_touched(a, list_of(club), date(2026, 3, 9))

    assert [report.event_key for report in missed] == [1]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"rating": -5}, "out_of_range", "rating"),
        ({"rating": 99_999}, "out_of_range", "rating"),
        ({"rating": 99}, "below_lowest", "rating"),
        ({"rating": 1500, "reason": " "}, "reason_missing", "reason"),
        ({"rating": 1500, "day": date(1900, 1, 1)}, "day_out_of_range", "day"),
        ({"rating": 1500, "games": -1}, "out_of_range", "games"),
        ({"rating": 1500, "peak": 1400}, "out_of_range", "peak"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(
    club: Club, fields: dict[str, object], code: str, path: str
) -> None:
    values = {"reason": "test", "day": date(2026, 3, 1), **fields}

    with pytest.raises(InvalidInput) as error:
        give_rating(make_access(club), make_player(club), list_of(club), **values)  # type: ignore[arg-type]

    assert [(problem.code, problem.path) for problem in error.value.problems] == [(code, path)]
    assert not RatingAdjustment.objects.exists()


def test_under_fide_strict_nobody_is_given_less_than_the_floor() -> None:
    club = make_club(policy=fide_strict_preset(date(2022, 1, 1)))
    player = make_player(club)

    with pytest.raises(InvalidInput):
        give_rating(make_access(club), player, list_of(club), rating=1399, reason="x")
    give_rating(make_access(club), player, list_of(club), rating=1400, reason="x")


def test_a_helper_gives_no_rating(club: Club) -> None:
    access = make_access(club, rights=frozenset({Right.READ, Right.RESULTS}))

    with pytest.raises(NotAllowed):
        give_rating(access, make_player(club), list_of(club), rating=1500, reason="x")


def test_a_withdrawn_typing_error_leaves_no_false_peak(club: Club) -> None:
    a, b = make_players(club, 2)
    wrong = give_rating(
        make_access(club), a, list_of(club), rating=2500, reason="typo", day=date(2026, 2, 1)
    )
    settle(club)
    rate(club, make_report([(a, b, "10")]))
    assert row_of(a, 1).used_k == 10

    withdraw_adjustment(make_access(club), wrong)
    settle(club)

    row = row_of(a, 1)
    assert (row.used_k, row.peak_before, row.start_source) == (40, None, "newcomer")
    taken = RatingRevision.objects.get(adjustment=wrong)
    assert (taken.old["after"], taken.new, taken.cause["kind"]) == (
        2500,
        None,
        "adjustment_withdrawn",
    )
    with pytest.raises(Refused):
        withdraw_adjustment(make_access(club), wrong)


def test_a_confirmed_preview_must_still_hold(club: Club) -> None:
    a, b = make_players(club, 2)
    day = date(2026, 2, 1)
    rate(club, make_report([(a, b, "10")]))
    shown = preview_adjustment(club, PlannedAdjustment(STANDARD, a.pk, day, 1500))
    assert [(event.event_key, event.ratings) for event in shown.later] == [(1, 2)]
    rate(club, make_report([(a, b, "==")]))

    with pytest.raises(Outdated):
        give_rating(
            make_access(club),
            a,
            list_of(club),
            rating=1500,
            reason="x",
            day=day,
            preview_digest=shown.digest,
        )
    assert not RatingAdjustment.objects.exists()

    again = preview_adjustment(club, PlannedAdjustment(STANDARD, a.pk, day, 1500))
    give_rating(
        make_access(club),
        a,
        list_of(club),
        rating=1500,
        reason="x",
        day=day,
        preview_digest=again.digest,
    )


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_several_imports_the_earliest_day_counts_whatever_the_order(
    club: Club, order: tuple[int, int]
) -> None:
    a, b = make_players(club, 2)
    imports = [(1800, date(2026, 2, 1)), (1900, date(2026, 2, 5))]

    for index in order:
        take_over(club, a, *imports[index])
    rate(club, make_report([(a, b, "==")]))

    assert row_of(a, 1).start_rating == 1800
    live = RatingAdjustment.objects.filter(withdrawn_at__isnull=True)
    assert [item.rating for item in live] == [1800]


@pytest.mark.parametrize("order", [(1800, 1900), (1900, 1800)])
def test_of_two_imports_of_one_day_the_higher_counts(club: Club, order: tuple[int, int]) -> None:
    player = make_player(club)

    for rating in order:
        take_over(club, player, rating, date(2026, 2, 1))
    settle(club)

    assert (rating_of(player), steps_of(player)) == (1900, [(None, 1900)])


@pytest.mark.parametrize("import_first", [True, False])
def test_an_import_never_overrides_a_rating_of_the_clubs_own(
    club: Club, import_first: bool
) -> None:
    a, b = make_players(club, 2)
    event = make_report([(a, b, "10")], first_day=date(2026, 3, 1))
    if import_first:
        take_over(club, a, 1900, date(2026, 3, 9))
        rate(club, event)
    else:
        rate(club, event)
        take_over(club, a, 1900, date(2026, 3, 9))
    settle(club)

    assert steps_of(a) == [(1200, 1220)]


def test_an_import_gives_games_and_peak(club: Club) -> None:
    a, b = make_players(club, 2)
    record_imported_ratings(
        club,
        ANA,
        list_of(club),
        day=date(2026, 2, 1),
        ratings=[ImportedRating(a.pk, 2300, games=90, peak=2410), ImportedRating(b.pk, 2300)],
        reason="federation list",
    )
    rate(club, make_report([(a, b, "==")]))

    assert [(row_of(player, 1).used_k, row_of(player, 1).games_before) for player in (a, b)] == [
        (10, 90),
        (40, 0),
    ]


def test_an_import_costs_the_same_for_2_and_for_40_players(club: Club) -> None:
    counts = []
    for how_many in (2, 40):
        players = make_players(club, how_many)
        with CaptureQueriesContext(connection) as captured:
            record_imported_ratings(
                club,
                ANA,
                list_of(club),
                day=date(2026, 2, 1),
                ratings=[ImportedRating(player.pk, 1500) for player in players],
                reason="file",
            )
        counts.append(len(captured))
    assert counts[0] == counts[1]
