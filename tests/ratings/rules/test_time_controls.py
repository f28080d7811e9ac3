"""Time controls at their limits (section 9 of the rating rules)."""

import pytest

from ratings.rules import Stage, classify_time_control


@pytest.mark.parametrize(
    ("minutes", "increment", "category"),
    [
        (60, 0, "standard"),
        (59, 0, "rapid"),
        (45, 15, "standard"),
        (10, 0, "blitz"),
        (10, 1, "rapid"),
        (5, 5, "blitz"),
        (15, 10, "rapid"),
        (3, 2, "blitz"),
        (1, 0, "blitz"),
    ],
)
def test_minutes_for_60_moves_decide_the_list(minutes, increment, category):
    found = classify_time_control([Stage(100 * minutes)], increment=increment)

    assert found.category == category
    assert found.minutes_for_60_moves == 100 * (minutes + increment)


def test_a_stage_that_begins_after_move_60_adds_nothing():
    stages = [Stage(100_00, 40), Stage(50_00, 20), Stage(15_00)]

    assert classify_time_control(stages, increment=30).minutes_for_60_moves == 180_00


@pytest.mark.parametrize(
    ("minutes", "ratings", "reasons"),
    [
        (60, [1799, 1799], []),
        (60, [1800, 1000], ["needs_90_minutes"]),
        (90, [1800, 2399], []),
        (119, [2400], ["needs_120_minutes"]),
        (120, [2400], []),
        (59, [2700], []),
    ],
)
def test_strong_players_need_longer_standard_games(minutes, ratings, reasons):
    assert list(classify_time_control([Stage(100 * minutes)], ratings=ratings).reasons) == reasons


@pytest.mark.parametrize(
    ("minutes", "increment", "is_rateable"),
    [(45, 30, True), (60, 30, True), (44, 30, False), (75, 0, False)],
)
def test_an_approved_event_may_play_45_minutes_and_30_seconds(minutes, increment, is_rateable):
    stages = [Stage(100 * minutes)]

    approved = classify_time_control(
        stages, increment=increment, ratings=[2500], has_qc_approval=True
    )

    assert approved.is_fide_rateable is is_rateable
    assert not classify_time_control(stages, increment=increment, ratings=[2500]).is_fide_rateable


def test_every_objection_is_named():
    found = classify_time_control([Stage(70_00, 25), Stage(10_00)], ratings=[2400])

    assert list(found.reasons) == ["needs_120_minutes", "first_stage_under_30_moves"]
