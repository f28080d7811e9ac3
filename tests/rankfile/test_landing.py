"""The first page: clubs that are public, searched and paged; languages and headers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs() -> list[Club]:
    """Two public clubs and one that keeps to itself."""
    return [
        Club.objects.create(name="Clube da Ponte", slug="ponte", city="Porto"),
        Club.objects.create(name="Northgate", slug="northgate", city="Newport"),
        Club.objects.create(name="Secret Porto", slug="secret", city="Porto", is_public=False),
    ]


def names(client: Client, address: str) -> list[str]:
    """Return the clubs that a page lists."""
    return re.findall(r"<bdi>([^<]+)</bdi>", client.get(address).text)


def test_only_public_clubs_are_listed(client: Client, clubs: list[Club]) -> None:
    """A private club is found by nobody."""
    assert names(client, "/") == ["Clube da Ponte", "Northgate"]
    assert names(client, "/?q=porto") == ["Clube da Ponte"]
    assert names(client, "/?q=secret") == []


def test_a_search_without_result_repeats_it_safely(client: Client, clubs: list[Club]) -> None:
    """What was typed is shown as text."""
    assert "No club found for “&lt;i&gt;x”" in client.get("/?q=<i>x").text


@pytest.mark.parametrize("query", ["q=%00", "q=" + "x" * 5000, "after=%F0%9F%92%A5", "before=x"])
def test_bad_addresses_are_no_fault(client: Client, clubs: list[Club], query: str) -> None:
    """Nothing in the address breaks the page."""
    assert client.get(f"/?{query}").status_code in {200, 422}


def test_a_script_gets_the_list_alone(client: Client, clubs: list[Club]) -> None:
    """The same address answers with the part that changes, and says so to caches."""
    response = client.get("/?q=north", headers={"HX-Request": "true"})

    assert response.text.lstrip().startswith('<div id="clubs"')
    assert "HX-Request" in response["Vary"]


def test_the_whole_page_comes_back_from_history(client: Client, clubs: list[Club]) -> None:
    """htmx asks for a page it no longer has; a fragment would leave a torn page."""
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}

    assert client.get("/", headers=headers).text.startswith("<!doctype html>")


def test_the_first_page_costs_one_query_for_visitors(
    client: Client, clubs: list[Club], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Visitors have no session to look up."""
    with django_assert_num_queries(1):
        client.get("/")


def test_visitors_get_no_cookie(client: Client) -> None:
    """Reading needs none, and the forms of the foot carry no token."""
    assert client.get("/").cookies == {}


@pytest.mark.parametrize(("path", "tag"), [("/", "en"), ("/pt-br/", "pt-BR"), ("/tr/", "tr")])
def test_each_language_knows_the_others(client: Client, path: str, tag: str) -> None:
    """Search engines find all three and the default."""
    html = client.get(path).text

    assert f'<html lang="{tag}">' in html
    assert re.findall(r'hreflang="([^"]+)" href="http://127.0.0.1:8000([^"]*)"', html) == [
        ("en", "/"),
        ("pt-BR", "/pt-br/"),
        ("tr", "/tr/"),
        ("x-default", "/"),
    ]
    assert f'<link rel="canonical" href="http://127.0.0.1:8000{path}">' in html


def test_pages_are_locked_down(client: Client) -> None:
    """Nothing from elsewhere, nothing inline, no frame, no feature of the device but passkeys."""
    response = client.get("/")

    policy = dict(part.strip().split(" ", 1) for part in
                  response["Content-Security-Policy"].split(";"))  # fmt: skip
    assert policy == {
        "default-src": "'none'",
        "style-src": "'self'",
        "script-src": "'self'",
        "font-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "manifest-src": "'self'",
    }
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]
