"""A preview shows what confirming will do, and is refused when it no longer holds."""

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
    make_rating,
    make_report,
)

from clubs.errors import Outdated
from clubs.models import Club, Player
from ratings.identity import change_birth_year, preview_birth_year
from ratings.models import RatingChange, RatingList
from ratings.policies import preview_policy, set_policy
from ratings.policy_input import club_preset, fide_strict_preset
from ratings.preview import (
    Changes,
    Preview,
    confirm,
    preview_changes,
    preview_reports,
    preview_withdrawal,
    require_same,
)
from ratings.reports import all_live
from ratings.rules import TimeControl
from ratings.submit import submit_report, withdraw_report
from support.ledger import rate, row_of, settle
from support.random_histories import RandomClub

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def rated(club: Club, rating: int) -> Player:
    player = make_player(club)
    make_rating(player, rating, games=200)
    return player


def afters(preview: Preview) -> dict[int, int | None]:
    return {row.player_id: row.new.after for row in preview.rows if row.new is not None}


def test_closing_shows_every_row_as_it_will_be(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1600)
    settle(club)
    report = make_report([(a, b, "10")])

    preview = preview_reports(club, [report])
    assert not RatingChange.objects.filter(event_key=1).exists()
    rate(club, report)

    for row in preview.rows:
        assert row.old is None
        assert row.new is not None
        stored = RatingChange.objects.get(player=row.player_id, event_key=1)
        shown = (row.new.before, row.new.after, row.new.used_k, row.new.k_reason, row.new.games)
        assert shown == (
            stored.before,
            stored.after,
            stored.used_k,
            stored.k_reason,
            stored.games,
        )
    assert (preview.wave.games, preview.wave.ratings, preview.wave.events) == (1, 0, 0)


def test_games_that_will_not_be_rated_are_named_with_the_reason(club: Club) -> None:
    strict = make_club(policy=fide_strict_preset(date(2022, 1, 1)))
    a, b, c = rated(strict, 1500), make_player(strict), make_player(strict)
    settle(strict)

    preview = preview_reports(strict, [make_report([(a, b, "=="), (b, c, "10"), (a, c, "10")])])

    assert [
        (game.round_number, game.white_reason, game.black_reason) for game in preview.left_out
    ] == [
        (1, "unrated_opponent", None),
        (2, "unrated_opponent", "unrated_opponent"),
        (3, "unrated_opponent", "zero_start"),
    ]
    assert {row.player_id: row.new.kind for row in preview.rows if row.new} == {
        b.pk: "pooled",
        c.pk: "zero_start",
    }


def test_a_correction_shows_the_wave(club: Club) -> None:
    """F08: T1 turned round moves A and C in T2."""
    a, b, c = rated(club, 1500), rated(club, 1500), rated(club, 1510)
    rate(
        club,
        make_report([(a, b, "10")], key=1),
        make_report([(a, c, "==")], key=2, first_day=date(2026, 5, 1), name="T2"),
    )

    preview = preview_reports(club, [make_report([(a, b, "01")], key=1)])

    assert afters(preview) == {a.pk: 1490, b.pk: 1510}
    assert [(row.old.after, row.new.after) for row in preview.rows if row.old and row.new] == [
        (1510, 1490),
        (1490, 1510),
    ]
    assert [
        (event.event_key, event.event_name, event.ratings, event.largest_change)
        for event in preview.later
    ] == [(2, "T2", 2, 19)]
    wave = preview.wave
    assert (wave.games, wave.ratings, wave.events, wave.largest_change) == (1, 2, 1, 20)


def test_reopening_shows_the_rows_that_go(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(club, make_report([(a, b, "10")]))

    preview = preview_withdrawal(club, 1)

    assert [(row.player_id, row.new) for row in preview.rows] == [(a.pk, None), (b.pk, None)]
    assert preview.wave.games == 1


def test_a_standard_correction_shows_the_rapid_events_that_borrow(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(
        club,
        make_report([(a, b, "10")], key=1),
        make_report([(a, b, "==")], key=2, first_day=date(2026, 5, 1), time_control="rapid"),
    )

    preview = preview_reports(club, [make_report([(a, b, "01")], key=1)])

    assert [(event.time_control, event.event_key, event.ratings) for event in preview.later] == [
        ("rapid", 2, 2)
    ]


def test_a_preview_while_the_list_waits_shows_its_own_changes_only(club: Club) -> None:
    a, b, c = rated(club, 1500), rated(club, 1500), rated(club, 1500)
    rate(club, make_report([(a, b, "10")], key=1))
    submit_report(club, ANA, make_report([(a, b, "01")], key=1))

    preview = preview_reports(
        club, [make_report([(a, c, "10")], key=2, first_day=date(2026, 5, 1))]
    )
    settle(club)

    assert preview.later == ()
    assert preview == preview_reports(
        club, [make_report([(a, c, "10")], key=2, first_day=date(2026, 5, 1))]
    )


def test_confirming_is_refused_when_anything_moved(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    settle(club)
    report = make_report([(a, b, "10")], key=2, first_day=date(2026, 5, 1))
    digest = preview_reports(club, [report]).digest
    require_same(preview_reports(club, [report]), digest)

    rate(club, make_report([(a, b, "10")], key=1))

    with pytest.raises(Outdated) as error:
        confirm(club, Changes(reports=[report]), digest)
    assert error.value.code == "preview_outdated"
    assert error.value.facts["preview_digest"] == preview_reports(club, [report]).digest


def test_a_policy_shows_what_it_would_move_and_then_moves_it(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(club, make_report([(a, b, "10")]))
    policy = club_preset(date(2026, 1, 1), start_value=1500)

    preview = preview_policy(club, policy)
    set_policy(make_access(club), policy, preview_digest=preview.digest)
    settle(club)

    assert [(event.ratings, event.largest_change) for event in preview.later] == [(2, 300)]
    assert row_of(a, 1).after == 1520


def test_a_year_of_birth_shows_what_it_would_move_and_then_moves_it(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(club, make_report([(a, b, "10")], first_day=date(2026, 3, 1), last_day=date(2026, 3, 9)))

    preview = preview_birth_year(a, 2010)
    change_birth_year(make_access(club), a, 2010, preview_digest=preview.digest)
    settle(club)

    assert [(event.ratings, event.largest_change) for event in preview.later] == [(1, 10)]
    row = row_of(a, 1)
    assert (row.base_k, row.k_reason, row.birth_year, row.after) == (40, "junior", 2010, 1520)


@pytest.mark.parametrize("seed", range(12))
def test_previews_of_random_clubs_come_true(seed: int) -> None:
    """Whatever is waiting, what the preview says of an event is what the update then writes."""
    club = RandomClub(seed)
    for _ in range(15):
        club.step()
    if seed % 2:
        club.update_all()
    current = {
        (report.event_key, report.rating_list.time_control): report
        for report in all_live(club.club).select_related("rating_list")
    }
    if not current:
        return
    (key, time_control), _report = sorted(current.items())[0]

    preview = preview_changes(club.club, Changes(withdrawals=[(key, TimeControl(time_control))]))
    club.update_all()
    before = _values(club.club)
    withdraw_report(club.club, ANA, event_key=key, time_control=TimeControl(time_control))
    club.update_all()
    after = _values(club.club)

    places = before.keys() | after.keys()
    moved = [place for place in places if before.get(place) != after.get(place)]
    later = [place[:2] for place in moved if place[:2] != (time_control, key)]
    assert {(event.time_control, event.event_key) for event in preview.later} == set(later)
    assert preview.wave.ratings == len(later)


def _values(club: Club) -> dict[tuple[str, int, int], tuple[object, ...]]:
    rows = RatingChange.objects.filter(club=club, event_key__isnull=False)
    return {
        (row[0], row[1], row[2]): row[3:]
        for row in rows.values_list(
            "rating_list__time_control",
            "event_key",
            "player",
            "before",
            "after",
            "change",
            "start_rating",
            "base_k",
            "used_k",
            "game_count",
            "score",
        )
    }


def test_a_preview_writes_nothing(club: Club) -> None:
    a, b = rated(club, 1500), rated(club, 1500)
    rate(club, make_report([(a, b, "10")]))
    before = list(RatingList.objects.values()), list(RatingChange.objects.values())

    preview_reports(club, [make_report([(a, b, "01")])])

    assert (list(RatingList.objects.values()), list(RatingChange.objects.values())) == before
    assert list_of(club).stale_since is None


def test_a_preview_costs_the_same_queries_for_2_and_for_40_players() -> None:
    counts = []
    for how_many in (2, 40):
        club = make_club()
        players = make_players(club, how_many)
        games = list(zip(players[::2], players[1::2], ["10"] * (how_many // 2), strict=True))
        rate(club, make_report(games), make_report(games, key=2, time_control="rapid"))
        with CaptureQueriesContext(connection) as captured:
            preview_reports(club, [make_report(games[::-1])])
        counts.append(len(captured))

    assert counts[0] == counts[1]
