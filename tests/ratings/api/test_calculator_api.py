"""POST /api/v1/calculator/: the worked cases over HTTP, refusals with their places, limits."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from support.golden import CASES, anchored, expected

ADDRESS = "/api/v1/calculator/"
OFFERED = [case for case in CASES if case["system"] != "legacy"]
ONE_OF_EACH = {case["system"]: case for case in reversed(OFFERED)}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def post(body: object, **headers: str):
    """Send a body as JSON, as somebody without a token."""
    return APIClient().post(ADDRESS, body, format="json", headers=headers)


def test_all_worked_cases_pass_in_one_list() -> None:
    response = post(OFFERED)

    assert response.status_code == 200
    answers = response.json()
    assert len(answers) == len(OFFERED) == 178
    for case, answer in zip(OFFERED, answers, strict=True):
        assert anchored(case, answer) == expected(case), case["id"]


@pytest.mark.parametrize("case", ONE_OF_EACH.values(), ids=lambda case: case["system"])
def test_a_case_alone_is_answered_alone(case) -> None:
    response = post(case)

    assert response.status_code in {200, 422}
    assert anchored(case, response.json()) == expected(case)


def test_wrong_input_answers_422_with_the_path_of_each_wrong_field() -> None:
    games = [{"opponent": 1500, "score": "1"}, {"opponent": "x", "score": "0.7"}]
    response = post(
        {
            "system": "fide",
            "time_control": "standard",
            "date": "2026-11-30",
            "input": {"rating": 9000, "k": 0, "games": games},
        }
    )

    assert response.status_code == 422
    assert [problem["path"] for problem in response.json()["problems"]] == [
        "input.rating",
        "input.k",
        "input.games[1].opponent",
        "input.games[1].score",
    ]
    assert response.json()["error"] == "4 fields are wrong."


@pytest.mark.parametrize(
    ("body", "path"),
    [([ONE_OF_EACH["elo"]] * 201, "cases"), ({}, "system"), ("x", "system"), (7, "system")],
)
def test_what_is_no_case_is_refused(body: object, path: str) -> None:
    response = post(body)

    assert response.status_code == 422
    assert [problem["path"] for problem in response.json()["problems"]] == [path]


def test_a_wrong_case_in_a_list_spoils_no_other() -> None:
    response = post([ONE_OF_EACH["elo"], {"system": "chess"}, ONE_OF_EACH["elo"]])

    assert response.status_code == 200
    first, second, third = response.json()
    assert first == third
    assert second["problems"][0]["path"] == "system"


def test_broken_json_and_too_large_bodies_are_refused() -> None:
    client = APIClient()

    assert client.post(ADDRESS, "{", content_type="application/json").status_code == 400
    assert client.post(ADDRESS, "x" * 2_000_001, content_type="text/plain").status_code == 413
    assert client.get(ADDRESS).status_code == 405


def test_messages_follow_the_language_that_is_asked_for() -> None:
    response = post(
        {"system": "elo", "input": {"rating": 1, "games": []}}, **{"Accept-Language": "tr"}
    )

    assert response.json()["problems"][0]["path"] == "input.k"
    assert response.json()["problems"][0]["code"] == "missing"


def test_calls_are_limited_and_the_answer_says_what_is_left() -> None:
    """120 a minute from one address, unless the installation says otherwise."""
    answers = [post(ONE_OF_EACH["table_pd"]) for _ in range(121)]

    assert {answer.status_code for answer in answers[:120]} == {200}
    assert answers[119]["RateLimit-Remaining"] == "0"
    assert answers[120].status_code == 429


def test_no_cookie_is_set_and_scripts_of_any_site_may_read() -> None:
    response = post(ONE_OF_EACH["elo"], Origin="https://example.org")

    assert response.cookies == {}
    assert response["Access-Control-Allow-Origin"] == "*"


def test_the_schema_describes_it() -> None:
    schema = APIClient().get("/api/v1/schema/", headers={"Accept": "application/json"}).json()

    operation = schema["paths"][ADDRESS]["post"]
    assert operation["tags"] == ["calculator"]
    assert set(operation["responses"]) >= {"200", "422"}
    assert operation.get("security", []) == []
