"""What search engines see: titles, descriptions, one address a page and language, questions."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ratings.calculator_pages.questions import QUESTIONS
from ratings.calculator_urls import LISTED_PAGES

TABS = ("", "first-rating/", "ukd/", "elo/", "expected-score/", "time-control/", "history/")


def between(html: str, start: str, end: str) -> str:
    """Return what stands between two marks."""
    return html.split(start, 1)[1].split(end, 1)[0]


def test_every_page_has_a_title_and_a_description_of_its_own(client: Client, db: None) -> None:
    pages = [client.get(f"/calculator/{tab}").text for tab in TABS]

    titles = {between(page, "<title>", "</title>") for page in pages}
    descriptions = {between(page, '<meta name="description" content="', '"') for page in pages}
    assert len(titles) == len(descriptions) == len(TABS)
    assert all(20 < len(title) <= 70 for title in titles)
    assert all(60 < len(text) <= 170 for text in descriptions)


@pytest.mark.parametrize("tab", TABS)
def test_input_does_not_make_another_page_of_it(client: Client, db: None, tab: str) -> None:
    html = client.get(f"/tr/calculator/{tab}?own=1500&g=1500_1").text

    address = f"http://127.0.0.1:8000/tr/calculator/{tab}"
    assert f'<link rel="canonical" href="{address}">' in html
    assert re.findall(r'hreflang="([^"]+)" href="http://127.0.0.1:8000([^"]*)"', html) == [
        ("en", f"/calculator/{tab}"),
        ("pt-BR", f"/pt-br/calculator/{tab}"),
        ("tr", f"/tr/calculator/{tab}"),
        ("x-default", f"/calculator/{tab}"),
    ]


def test_the_questions_are_marked_up_without_a_script(client: Client, db: None) -> None:
    html = client.get("/calculator/").text

    assert html.count('itemtype="https://schema.org/FAQPage"') == 1
    assert html.count('itemtype="https://schema.org/Question"') == len(QUESTIONS) == 7
    assert html.count('itemprop="acceptedAnswer"') == 7
    assert "ld+json" not in html
    for word in ("Which K", "400", "rapid and blitz", "unrated", "official", "Lichess", "another"):
        assert word in " ".join(re.findall(r'itemprop="name">([^<]+)', html))


def test_the_map_lists_the_pages_in_every_language(client: Client, db: None) -> None:
    response = client.get("/sitemap.xml")

    assert response["Content-Type"] == "application/xml"
    addresses = re.findall(r"<loc>http://127.0.0.1:8000([^<]+)</loc>", response.text)
    assert len(addresses) == 3 * (len(LISTED_PAGES) + 1) == 24
    assert "/pt-br/calculator/ukd/" in addresses
    assert not [address for address in addresses if "embed" in address]
    assert response.text.count("<xhtml:link") == 3 * 24
    assert all(client.get(address).status_code == 200 for address in addresses)


def test_robots_are_told_where_it_is(client: Client, db: None) -> None:
    response = client.get("/robots.txt")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert "Sitemap: http://127.0.0.1:8000/sitemap.xml" in response.text
    assert "Disallow: /accounts/" in response.text
