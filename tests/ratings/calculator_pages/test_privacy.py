"""Nothing entered is stored or logged, no cookie is set, and no shared cache keeps an answer."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

EVENT = "?own=1837&date=2026-11-26&g=1651_1"
TABS = ("", "first-rating/", "ukd/", "elo/", "expected-score/", "time-control/", "embed/")
every_tab = pytest.mark.parametrize("tab", TABS)


@every_tab
def test_no_cookie_is_set_and_nothing_is_written(
    client: Client, tab: str, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        response = client.get(f"/calculator/{tab}{EVENT}")

    assert response.cookies == {}
    assert client.cookies == {}


@every_tab
def test_the_log_never_holds_what_was_entered(
    client: Client, tab: str, caplog: pytest.LogCaptureFixture, db: None
) -> None:
    """Neither after a right, nor a wrong, nor a refused request."""
    with caplog.at_level(logging.DEBUG):
        client.get(f"/calculator/{tab}{EVENT}")
        client.get(f"/calculator/{tab}?own=x1837x&g=1651_1&e1g=x1651_1&minutes=x1837x")
        client.get(f"/calculator/{tab}?own=1837&" + "g=1651_1&" * 3000)

    lines = " ".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert f"/calculator/{tab}" in lines
    assert "1837" not in lines
    assert "1651" not in lines


@every_tab
def test_answers_to_input_stay_in_the_visitors_browser(client: Client, tab: str, db: None) -> None:
    asked = client.get(f"/calculator/{tab}{EVENT}")
    empty = client.get(f"/calculator/{tab}")

    assert set(asked["Cache-Control"].split(", ")) == {"private", "no-store"}
    assert empty["Cache-Control"] == "private"


@every_tab
def test_the_address_is_not_told_to_other_sites(client: Client, tab: str, db: None) -> None:
    assert client.get(f"/calculator/{tab}{EVENT}")["Referrer-Policy"] == "same-origin"


@every_tab
def test_the_page_says_so_in_one_sentence(client: Client, tab: str, db: None) -> None:
    assert (
        "Nothing you enter is stored or logged: it is in the address of this page and nowhere else."
    ) in client.get(f"/calculator/{tab}").text


@every_tab
def test_only_reading_is_possible(client: Client, tab: str, db: None) -> None:
    assert client.post(f"/calculator/{tab}", {"own": "1837"}).status_code == 405


def test_one_visitors_page_is_never_shown_to_the_next(client: Client, db: None) -> None:
    """The page around the calculator is kept in the process; figures and addresses are not."""
    first = client.get(f"/calculator/{EVENT}").text
    second = client.get("/calculator/?own=1500&date=2026-11-26&g=1500_1").text
    empty = client.get("/calculator/").text

    assert "1837" in first
    assert "1837" not in second
    assert "1837" not in empty
    assert "1500" not in empty


def test_a_theme_is_part_of_what_is_kept(client: Client, db: None) -> None:
    plain = client.get("/calculator/").text
    client.cookies["theme"] = "dark"

    assert 'data-theme="dark"' in client.get("/calculator/").text
    assert "data-theme" not in plain


def test_somebody_signed_in_sees_the_own_menu(client: Client, django_user_model, db: None) -> None:
    client.force_login(django_user_model.objects.create_user("ana@example.org"))

    assert "Sign out" in client.get("/calculator/").text
    assert "Sign out" not in Client().get("/calculator/").text
