"""Wrong input: every wrong field is named with its place, and nothing raises anything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.errors import InvalidInput
from ratings.calculator import BATCH_LIMIT, SYSTEMS, evaluate_case, evaluate_cases

GAME = {"opponent": 1500, "score": "1"}
FIDE = {"rating": 1500, "k": 20, "games": [GAME]}


def problems(system, value, *, time_control="standard", day="2026-11-30"):
    """Return place and code of every problem of a case that must be refused."""
    with pytest.raises(InvalidInput) as refused:
        evaluate_case(system, time_control, day, value)
    return [(problem.path, problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize(
    "rating", [-1, 4001, 1500.0, "1500", True, 1e9, [], {}, pytest.param(10**5000, id="huge")]
)
def test_a_rating_is_a_whole_number_from_0_to_4000(rating):
    assert problems("fide", FIDE | {"rating": rating}) == [("input.rating", "out_of_range")]


@pytest.mark.parametrize("k", [0, 101, -20, "20", 20.0])
def test_k_is_a_whole_number_from_1_to_100(k):
    value = {"rating": 1500, "k": k, "games": [GAME]}

    assert problems("elo", value) == [("input.k", "out_of_range")]
    assert problems("fide", value) == [("input.k", "out_of_range")]


@pytest.mark.parametrize("score", ["0.7", "2", -1, 0.7, True, [], "", "½", float("nan")])
def test_a_score_is_none_half_or_one(score):
    value = FIDE | {"games": [GAME, {"opponent": 1500, "score": score}]}

    assert problems("fide", value) == [("input.games[1].score", "bad_score")]


@pytest.mark.parametrize(
    ("score", "raw"), [("0", "-10.00"), (0, "-10.00"), (0.5, "0.00"), (1, "10.00"), (1.0, "10.00")]
)
def test_a_score_may_be_a_number(score, raw):
    value = FIDE | {"games": [{"opponent": 1500, "score": score}]}

    assert evaluate_case("fide", "standard", "2026-11-30", value)["raw_change"] == raw


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (None, "missing"),
        ("", "bad_date"),
        ("30.11.2026", "bad_date"),
        ("20261130", "bad_date"),
        ("2026-02-30", "bad_date"),
        (20261130, "bad_date"),
        ("2021-12-31", "no_rules"),
        ("1900-01-01", "no_rules"),
        ("2035-10-02", "date_too_far"),
        ("9999-12-31", "date_too_far"),
    ],
)
def test_the_day_must_have_rules(day, code):
    assert problems("fide", FIDE, day=day) == [("date", code)]


def test_the_last_day_with_rules_is_ten_years_after_the_newest_edition():
    answer = evaluate_case("fide", "standard", "2035-10-01", FIDE)

    assert answer["regime"] == "STD-2025-10"


@pytest.mark.parametrize("time_control", ["classical", 5, [], ""])
def test_an_unknown_time_control_is_refused_even_where_it_does_not_matter(time_control):
    wanted = [("time_control", "unknown_time_control")]

    assert problems("fide", FIDE, time_control=time_control) == wanted
    assert problems("table_pd", {"d": [0]}, time_control=time_control) == wanted


@pytest.mark.parametrize("system", ["legacy", "", None, 3, [], {}])
def test_an_unknown_system_is_refused(system):
    assert problems(system, {}) == [("system", "unknown_system")]


def test_all_problems_are_named_in_one_answer():
    value = {
        "rating": 5000,
        "games_before": -1,
        "colour": "white",
        "games": [
            GAME,
            {"opponent": -5, "score": "x"},
            "1500 1",
            {"opponent": 1500, "score": "1", "played": "no", "oponent": 1},
        ],
    }

    assert problems("fide", value) == [
        ("input.colour", "unknown_field"),
        ("input.rating", "out_of_range"),
        ("input.games_before", "out_of_range"),
        ("input.games[1].opponent", "out_of_range"),
        ("input.games[1].score", "bad_score"),
        ("input.games[2]", "not_an_object"),
        ("input.games[2].score", "missing"),
        ("input.games[3].oponent", "unknown_field"),
        ("input.games[3].played", "not_true_or_false"),
    ]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (None, [("input", "not_an_object")]),
        ([], [("input", "not_an_object")]),
        ({"rating": 1500, "games": []}, [("input.k", "missing")]),
        ({"k": 20, "games": []}, [("input.rating", "unrated_player")]),
        ({"rating": 1500, "k": 20}, [("input.games", "missing")]),
        ({"rating": 1500, "k": 20, "games": {}}, [("input.games", "not_a_list")]),
        (FIDE | {"games": [GAME] * 201}, [("input.games", "too_many_rows")]),
        (FIDE | {"games": [GAME] * 10_000}, [("input.games", "too_many_rows")]),
        (FIDE | {"events": []}, [("input.events", "games_and_events")]),
        (
            {"rating": 1500, "k": 20, "events": [{"date": "2020-01-01", "rating": 1, "games": []}]},
            [("input.events[0].date", "no_rules")],
        ),
    ],
)
def test_a_fide_case_says_what_it_lacks(value, wanted):
    assert [item for item in problems("fide", value) if item in wanted] == wanted


@pytest.mark.parametrize(
    ("system", "value", "wanted"),
    [
        (
            "fide_initial",
            {"events": [{"date": "2026-12-01", "games": []}]},
            [("input.events[0].date", "event_after_date")],
        ),
        ("fide_initial", {"events": [{"games": []}]}, [("input.events[0].date", "missing")]),
        ("table_dp", {"p": ["0.5", "1.01", "50", 0.5, "0.505"]}, 4),
        ("table_pd", {"d": [1, "2", 10_001]}, 2),
        ("table_pd", {"d": [0] * 2001}, [("input.d", "too_many_rows")]),
        ("time_control", {"minutes": -1}, [("input.minutes", "out_of_range")]),
        ("time_control", {"stages": []}, [("input.stages", "missing")]),
        ("time_control", {}, [("input.minutes", "missing")]),
        (
            "fide_event",
            {
                "players": [{"id": "A", "rating": 1500}, {"id": "A", "rating": None}, {"id": 7}],
                "games": [["A", "B", "1-0"], ["A", "A", "2-0"], "A-B"],
            },
            [
                ("input.players[0].k", "missing"),
                ("input.players[1].id", "listed_twice"),
                ("input.players[2].id", "bad_id"),
                ("input.games[0][1]", "unknown_player"),
                ("input.games[1][1]", "same_player"),
                ("input.games[1][2]", "bad_result"),
                ("input.games[2]", "bad_game"),
            ],
        ),
    ],
)
def test_the_other_systems_name_their_wrong_fields(system, value, wanted):
    found = problems(system, value)

    assert (len(found) if isinstance(wanted, int) else found) == wanted


def test_a_hundred_problems_are_enough():
    assert len(problems("fide", FIDE | {"games": [{"opponent": "x"}] * 200})) == 100


def test_messages_and_facts_say_what_was_found_and_what_is_allowed():
    with pytest.raises(InvalidInput) as refused:
        evaluate_case("fide", "standard", "2026-11-30", FIDE | {"rating": 9000})

    problem = refused.value.problems[0]
    assert problem.message == "must be a whole number from 0 to 4000, not 9000"
    assert problem.facts == {"lowest": 0, "highest": 4000, "value": "9000"}
    assert refused.value.message == problem.message


def test_a_batch_has_a_limit_and_keeps_its_order():
    right = {"system": "table_pd", "input": {"d": [100]}}

    answers = evaluate_cases([right, "no case", {"system": "elo"}, right])

    assert answers[0] == answers[3] == {"pd": ["0.64"]}
    assert [problem["path"] for problem in answers[1]["problems"]] == ["cases[1]"]
    assert answers[2]["problems"][0]["code"] == "not_an_object"
    with pytest.raises(InvalidInput):
        evaluate_cases([right] * (BATCH_LIMIT + 1))
    with pytest.raises(InvalidInput):
        evaluate_cases(right)


NAMES = (
    "rating k games events opponent score date players id d p minutes stages standard_rating "
    "games_before n peak birth_year x"
)
names = st.sampled_from(NAMES.split())
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from(SYSTEMS) | anything,
    st.sampled_from(("standard", "rapid")) | anything,
    st.just("2026-11-30") | anything,
    st.dictionaries(names, anything, max_size=6) | anything,
)
def test_nothing_that_can_be_sent_raises_anything_but_a_refusal(system, time_control, day, value):
    case = {"system": system, "time_control": time_control, "date": day, "input": value}

    answer = evaluate_cases([case])[0]

    assert json.dumps(answer)
    assert ("error" in answer) == bool(answer.get("problems"))
