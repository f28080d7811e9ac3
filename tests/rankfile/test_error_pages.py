"""Error pages: 403 and 404 say the same, 500 says what is safe and has a number."""

from __future__ import annotations

import logging
import re

import pytest
from django.http import HttpRequest
from django.template import loader
from django.test import Client, RequestFactory

from clubs.errors import Outdated, Problem
from rankfile.pages.error_pages import server_error

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_() -> HttpRequest:
    """A plain request of a visitor."""
    return RequestFactory().get("/clubs/x/")


def test_a_missing_page_says_so(client: Client) -> None:
    """With ways on: search, calculator, clubs."""
    response = client.get("/nothing-here/")

    assert response.status_code == 404
    assert "<h1>There is no page here</h1>" in response.text
    assert '<meta name="robots" content="noindex">' in response.text


def test_forbidden_and_missing_have_the_same_words() -> None:
    """A hidden player stays hidden."""
    assert loader.render_to_string("403.html") == loader.render_to_string("404.html")


def test_a_fault_has_a_number_that_is_in_the_log(
    request_: HttpRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever runs the server finds the entry by it."""
    with caplog.at_level(logging.ERROR, logger="rankfile.incident"):
        response = server_error(request_)

    numbers = re.findall(r"[0-9A-F]{4}-[0-9A-F]{4}", response.text)
    assert response.status_code == 500
    assert len(numbers) == 1
    assert f"incident {numbers[0]} at GET /clubs/x/" in caplog.text
    assert "What you just pressed was not saved." in response.text


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "429.html"])
def test_error_pages_need_no_request(name: str) -> None:
    """Django draws some of them without one."""
    html = loader.render_to_string(name)

    assert html.count("<h1>") == 1
    assert "&lt;" not in html


def test_a_refusal_shows_each_problem_with_the_way_to_mend_it(request_: HttpRequest) -> None:
    """Nothing was written, and the page says so."""
    problem = Problem("open_board", "Round 5, board 6 has no result", link="/r/5/#b6")
    error = Outdated("preview_outdated", "The preview has changed.", problems=[problem])

    html = loader.render_to_string("refused.html", {"error": error}, request=request_)

    assert "<h1>The preview has changed.</h1>" in html
    assert '<a href="/r/5/#b6">Round 5, board 6 has no result</a>' in html
    assert "Nothing was saved." in html
