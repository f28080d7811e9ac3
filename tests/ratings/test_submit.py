"""Submitting, correcting and withdrawing what an event reports."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from factories import ANA, list_of, make_club, make_player, make_players, make_rating, make_report

from clubs.errors import InvalidInput
from clubs.models import Club
from ratings.event_report import EventReport, ReportedGame, content_digest
from ratings.models import RatedGame, RatingChange, RatingReport, RatingRevision
from ratings.reports import event_state
from ratings.rules import TimeControl
from ratings.submit import submit_report, submit_reports, withdraw_report
from support.ledger import rate, row_of, settle, steps_of

pytestmark = pytest.mark.django_db
STANDARD = TimeControl.STANDARD


@pytest.fixture
def club() -> Club:
    return make_club()


def codes(error: pytest.ExceptionInfo[InvalidInput]) -> list[tuple[str, str]]:
    return [(problem.code, problem.path) for problem in error.value.problems]


def test_a_report_stores_everything_needed_to_rate_it(club: Club) -> None:
    a, b = make_players(club, 2)

    report = submit_report(club, ANA, make_report([(a, b, "=0")], key=7, name="Club night"))

    assert (report.event_key, report.event_name, report.revision, report.status) == (
        7,
        "Club night",
        1,
        "submitted",
    )
    assert report.submitted_by_label == "Ana"
    assert list(report.games.values_list("white", "black", "result", "round_number")) == [
        (a.pk, b.pk, "=0", 1)
    ]
    assert list_of(club).stale_since == date(2026, 3, 1)


def test_the_same_content_again_is_no_new_revision(club: Club) -> None:
    a, b = make_players(club, 2)
    report = make_report([(a, b, "10"), (b, a, "==")])
    rate(club, report)
    first = RatingReport.objects.get()

    again = submit_report(club, ANA, replace(report, games=report.games[::-1]))

    assert (again.pk, list_of(club).stale_since) == (first.pk, None)


def test_close_reopen_close_gives_the_numbers_of_the_first_close(club: Club) -> None:
    """F19 (c)."""
    a, b = make_players(club, 2)
    report = make_report([(a, b, "10")])
    rate(club, report)
    first = steps_of(a)

    withdraw_report(club, ANA, event_key=1, time_control=STANDARD)
    settle(club)
    assert steps_of(a) == []
    rate(club, report)

    assert steps_of(a) == first
    revisions = RatingReport.objects.order_by("revision").values_list("status", "is_current")
    assert list(revisions) == [("rated", False), ("withdrawn", False), ("rated", True)]
    kinds = RatingRevision.objects.filter(player=a).order_by("pk").values_list("cause__kind")
    assert [kind for (kind,) in kinds] == ["withdrawn", "corrected"]


def test_closing_and_reopening_before_anything_was_rated_leaves_nothing(club: Club) -> None:
    a, b = make_players(club, 2)
    submit_report(club, ANA, make_report([(a, b, "10")]))

    withdraw_report(club, ANA, event_key=1, time_control=STANDARD)
    settle(club)

    assert (RatingChange.objects.count(), RatingRevision.objects.count()) == (0, 0)


def test_withdrawing_twice_or_what_never_was_does_nothing(club: Club) -> None:
    a, b = make_players(club, 2)
    assert withdraw_report(club, ANA, event_key=9, time_control=STANDARD) is None
    submit_report(club, ANA, make_report([(a, b, "10")]))

    assert withdraw_report(club, ANA, event_key=1, time_control=STANDARD) is not None
    assert withdraw_report(club, ANA, event_key=1, time_control=STANDARD) is None


def test_a_correction_that_moves_the_event_marks_the_earlier_day(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(club, make_report([(a, b, "10")], first_day=date(2026, 3, 8)))

    submit_report(club, ANA, make_report([(a, b, "10")], first_day=date(2026, 5, 1)))

    assert list_of(club).stale_since == date(2026, 3, 8)


def test_a_report_with_everything_wrong_names_every_problem(club: Club) -> None:
    stranger = make_player(make_club())
    a, b = make_players(club, 2)
    report = EventReport(
        event_key=1,
        name="Broken",
        first_day=date(1900, 5, 2),
        last_day=date(1900, 5, 1),
        time_control=STANDARD,
        games=(
            ReportedGame(1, 1, a.pk, a.pk, "10"),
            ReportedGame(1, 1, a.pk, b.pk, "+-"),
            ReportedGame(2, 1, a.pk, stranger.pk, "**"),
        ),
    )

    with pytest.raises(InvalidInput) as error:
        submit_report(club, ANA, report)

    assert codes(error) == [
        ("days_reversed", "last_day"),
        ("before_first_edition", "first_day"),
        ("same_player_twice", "games[0]"),
        ("result_not_played", "games[1].result"),
        ("board_twice", "games[1]"),
        ("result_not_played", "games[2].result"),
        ("foreign_player", "games"),
    ]
    assert not RatingReport.objects.exists()


def test_a_report_without_games_is_refused(club: Club) -> None:
    with pytest.raises(InvalidInput) as error:
        submit_report(club, ANA, make_report([]))

    assert codes(error) == [("no_games", "games")]


@pytest.mark.parametrize(
    ("time_control", "oldest"), [("standard", date(2022, 1, 1)), ("blitz", date(2022, 10, 1))]
)
def test_the_oldest_edition_is_the_limit_for_the_first_day(
    club: Club, time_control: str, oldest: date
) -> None:
    a, b = make_players(club, 2)
    day_before = date.fromordinal(oldest.toordinal() - 1)

    with pytest.raises(InvalidInput):
        submit_report(
            club,
            ANA,
            make_report(
                [(a, b, "10")], first_day=day_before, last_day=oldest, time_control=time_control
            ),
        )
    rate(club, make_report([(a, b, "10")], first_day=oldest, time_control=time_control))

    assert row_of(a, 1, time_control).change == 20


def test_a_mixed_event_is_rated_on_each_list(club: Club) -> None:
    a, b = make_players(club, 2)
    reports = [
        make_report([(a, b, "10")], time_control="blitz"),
        make_report([(b, a, "10")], time_control="rapid"),
    ]

    submit_reports(club, ANA, reports)
    settle(club)

    assert (row_of(a, 1, "blitz").change, row_of(a, 1, "rapid").change) == (20, -20)


def test_the_digest_holds_for_the_content_in_any_order_and_changes_with_any_part(
    club: Club,
) -> None:
    a, b = make_players(club, 2)
    report = make_report([(a, b, "10"), (b, a, "==")])
    changed = [
        replace(report, name="Other"),
        replace(report, last_day=date(2026, 3, 2)),
        replace(report, time_control=TimeControl.RAPID),
        replace(report, games=report.games[:1]),
        replace(report, games=(replace(report.games[0], result="01"), report.games[1])),
    ]

    digests = {content_digest(other) for other in changed}

    assert content_digest(replace(report, games=report.games[::-1])) == content_digest(report)
    assert len(digests | {content_digest(report)}) == len(changed) + 1


def test_an_event_is_waiting_until_its_lists_are_rated(club: Club) -> None:
    a, b = make_players(club, 2)
    assert event_state(club, 1) == "none"

    submit_report(club, ANA, make_report([(a, b, "10")]))
    assert event_state(club, 1) == "waiting"

    settle(club)
    assert event_state(club, 1) == "rated"


def test_the_database_refuses_a_second_row_of_an_event(club: Club) -> None:
    a, b = make_players(club, 2)
    rate(club, make_report([(a, b, "10")]))
    row = row_of(a, 1)
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_the_database_refuses_a_game_between_clubs(club: Club) -> None:
    a, b = make_players(club, 2)
    report = submit_report(club, ANA, make_report([(a, b, "10")]))
    stranger = make_player(make_club())

    def tie_the_clubs() -> None:
        with transaction.atomic():
            RatedGame.objects.filter(report=report).update(black=stranger)
            connection.check_constraints()

    with pytest.raises(IntegrityError):
        tie_the_clubs()


def test_an_excluded_game_is_carried_and_says_why(club: Club) -> None:
    a, b = make_players(club, 2)
    make_rating(a, 1500)
    make_rating(b, 1500)
    report = make_report([(a, b, "10"), (a, b, "==")])
    excluded = replace(report.games[0], excluded_reason="fair play")

    rate(club, replace(report, games=(excluded, report.games[1])))

    row = row_of(a, 1)
    assert (row.game_count, row.games[0][9], row.games[0][10]) == (1, "excluded", "fair play")
