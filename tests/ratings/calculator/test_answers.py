"""What the calculator works out beyond the worked cases: K from facts, borrowed opponents."""

import pytest

from ratings.calculator import evaluate_case


@pytest.mark.parametrize(
    ("facts", "k_base", "reason"),
    [
        ({"games_before": 100, "birth_year": 2008}, 40, "junior"),
        ({"games_before": 100, "peak": 2400}, 10, "reached_2400"),
        ({"games_before": 29}, 40, "fewer_than_30_games"),
        ({"games_before": 30}, 20, "established"),
    ],
)
def test_k_is_worked_out_when_it_is_not_chosen(facts, k_base, reason):
    value = {"rating": 1800, "games": [{"opponent": 1800, "score": "1"}]} | facts

    answer = evaluate_case("fide", "standard", "2026-11-30", value)

    assert (answer["k_base"], answer["k_reason"]) == (k_base, reason)
    assert answer["rounded_change"] == k_base // 2


def test_a_chosen_k_has_no_reason():
    value = {"rating": 1800, "k": 10, "games": [{"opponent": 1800, "score": "1"}]}

    assert "k_reason" not in evaluate_case("fide", "standard", "2026-11-30", value)


def test_f05_in_a_whole_rapid_event():
    value = {
        "players": [
            {"id": "A", "rating": None, "standard_rating": 1850},
            {"id": "B", "rating": 1800, "k": 20},
        ],
        "games": [["B", "A", "1-0"]],
    }

    players = evaluate_case("fide_event", "rapid", "2026-11-30", value)["players"]

    assert (players["A"]["new_rating"], players["A"]["k_used"]) == (1827, 40)
    assert (players["B"]["new_rating"], players["B"]["raw_change"]) == (1811, "11.40")


def test_pooled_events_may_come_in_any_order():
    """The case INIT-ZERO-TWICE: only the first event of the three is a zero start."""
    zero = [{"opponent": 1500, "score": "0"}]
    last = [{"opponent": 1700, "score": score} for score in ("1", "1", "0", "0.5")]
    events = [
        {"date": "2026-11-01", "games": [*last, {"opponent": 1850, "score": "0"}]},
        {"date": "2026-10-01", "games": zero},
        {"date": "2026-09-01", "games": zero * 2},
    ]

    answer = evaluate_case("fide_initial", "standard", "2026-11-30", {"events": events})

    assert (answer["dropped_zero_start"], answer["ru"], answer["rating"]) == (2, "1675.75", 1676)
