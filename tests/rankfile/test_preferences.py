"""Theme and language: forms that store a cookie, go back, and believe no other site."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_choice_of_dark_is_kept_and_shown(client: Client) -> None:
    """The server writes the theme on the page, so nothing flashes."""
    response = client.post("/preferences/theme/", {"theme": "dark", "next": "/?q=x"})

    assert (response.status_code, response["Location"]) == (303, "/?q=x")
    assert '<html lang="en" data-theme="dark">' in client.get("/").text


def test_as_my_device_forgets_the_choice(client: Client) -> None:
    """Without a cookie the device decides."""
    client.post("/preferences/theme/", {"theme": "dark", "next": "/"})
    client.post("/preferences/theme/", {"theme": "device", "next": "/"})

    assert '<html lang="en">' in client.get("/").text


def test_a_made_up_theme_is_not_written(client: Client) -> None:
    """A cookie is input like any other."""
    client.cookies["theme"] = '"><script>'

    assert '<html lang="en">' in client.get("/").text


@pytest.mark.parametrize(
    ("language", "path", "translated"),
    [
        ("tr", "/?q=1", "/tr/?q=1"),
        ("en", "/pt-br/?q=1", "/?q=1"),
        ("pt-br", "/tr/accounts/login/", "/pt-br/accounts/login/"),
        ("xx", "/tr/", "/tr/"),
    ],
)
def test_a_language_shows_the_same_page(
    client: Client, language: str, path: str, translated: str
) -> None:
    """The address is the language; one that does not exist changes nothing."""
    response = client.post("/preferences/language/", {"language": language, "next": path})

    assert (response.status_code, response["Location"]) == (303, translated)


def test_the_first_page_remembers_the_language(client: Client) -> None:
    """Only the bare first page leads on; every other address stays what it says."""
    client.post("/preferences/language/", {"language": "tr", "next": "/"})

    assert client.get("/")["Location"] == "/tr/"
    assert client.get("/?q=a").status_code == 200
    assert client.get("/accounts/login/").status_code == 200


@pytest.mark.parametrize(
    "address",
    ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", ""],
)
def test_nobody_is_sent_to_another_site(client: Client, address: str) -> None:
    """An address of somebody else's becomes the first page."""
    response = client.post("/preferences/theme/", {"theme": "dark", "next": address})

    assert response["Location"] == "/"


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}]
)
def test_another_site_cannot_choose(client: Client, headers: dict[str, str]) -> None:
    """The forms carry no token; their origin is checked instead."""
    response = client.post("/preferences/theme/", {"theme": "dark"}, headers=headers)

    assert response.status_code == 403
    assert response.cookies == {}


def test_reading_is_not_choosing(client: Client) -> None:
    """A link cannot change anything."""
    assert client.get("/preferences/theme/?theme=dark").status_code == 405
