"""Clubs are found by any part of name or town, on the first page as over the API."""

from __future__ import annotations

import pytest
from django.test import Client
from factories import ClubFactory

SEARCHES = [
    ("São", ["Xadrez de São Paulo"]),
    ("sao paulo", ["Xadrez de São Paulo"]),
    ("XADREZ", ["Xadrez de São Paulo"]),
    ("izmir", ["Satranç"]),
    ("İZMİR satranc", ["Satranç"]),
    ("aulo", ["Xadrez de São Paulo"]),
    ("hidden", []),
    ("!", []),
    ("", ["Satranç", "Xadrez de São Paulo"]),
]


@pytest.fixture(autouse=True)
def clubs(db: None) -> None:
    """Return nothing; two clubs are there for everybody, and one is not."""
    ClubFactory.create(name="Xadrez de São Paulo")
    ClubFactory.create(name="Satranç", city="İzmir")
    ClubFactory.create(name="Hidden", is_public=False)


@pytest.mark.parametrize(("search", "found"), SEARCHES)
def test_the_api_finds_clubs(client: Client, search: str, found: list[str]) -> None:
    answer = client.get("/api/v1/clubs/", {"search": search}).json()

    assert [club["name"] for club in answer["results"]] == found


@pytest.mark.parametrize(("search", "found"), SEARCHES)
def test_the_first_page_finds_the_same(client: Client, search: str, found: list[str]) -> None:
    shown = client.get("/", {"q": search}, headers={"HX-Request": "true"}).text

    names = ("Satranç", "Xadrez de São Paulo", "Hidden")
    assert [name for name in names if f"{name}</bdi>" in shown or f">{name}</a>" in shown] == found
