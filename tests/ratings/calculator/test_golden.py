"""Every worked case passes through the calculator as the REST address receives it."""

import pytest

from clubs.errors import InvalidInput
from ratings.calculator import SYSTEMS, error_answer, evaluate_case, evaluate_cases
from support.golden import CASES, anchored, expected

OFFERED = [case for case in CASES if case["system"] != "legacy"]


@pytest.mark.parametrize("case", OFFERED, ids=lambda case: case["id"])
def test_a_worked_case_gives_its_anchored_numbers(case):
    try:
        answer = evaluate_case(case["system"], case["time_control"], case["date"], case["input"])
    except InvalidInput as error:
        answer = error_answer(error)

    assert anchored(case, answer) == expected(case)


@pytest.mark.parametrize("case", OFFERED, ids=lambda case: case["id"])
def test_an_answer_has_the_keys_of_the_worked_case_and_agrees_on_all_of_them(case):
    """The keys that are not anchored agree with the rules too, says the file."""
    answer = evaluate_cases([case])[0]
    answer.pop("problems", None)
    if case["system"] == "k_factor":
        answer.pop("k_reason")
    if case["input"].get("standard_rating") and case["system"] == "fide":
        assert answer.pop("k_reason") == "borrowed_standard_rating"

    assert answer == case["expected"]


def test_all_cases_pass_in_one_batch_and_errors_stay_in_their_place():
    answers = evaluate_cases(OFFERED)

    assert len(answers) == 178
    failed = [
        (case["id"], answer["error"])
        for case, answer in zip(OFFERED, answers, strict=True)
        if "error" in answer
    ]
    assert failed == [
        ("ERR-DATE", "no verified standard rules for 2021-12-31"),
        ("ERR-SCORE", "score must be 0, 0.5 or 1, not '0.7'"),
    ]


def test_every_system_offered_has_worked_cases():
    assert {case["system"] for case in OFFERED} == set(SYSTEMS)
