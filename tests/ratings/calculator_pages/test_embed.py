"""The calculator in the frame of another site: framed there and nowhere else, and light."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

STATIC = Path(settings.BASE_DIR) / "platform" / "static"
EVENT = "?own=1800&date=2026-11-26&g=1650_1&g=1840_1&g=2040_1&g=2130_0&g=2145_0"


def test_only_the_embed_address_may_be_framed(client: Client, db: None) -> None:
    framed = client.get("/calculator/embed/")
    page = client.get("/calculator/")

    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_it_works_out_the_same_event(show) -> None:
    page = show(f"embed/{EVENT}")

    assert page.part("result").startswith("Result New standard rating 1800 to 1829 up +29")
    assert "FIDE Handbook B.02, article 8.3" in page.text


def test_its_form_stays_in_the_frame_and_its_link_leaves_it(show) -> None:
    page = show(f"embed/{EVENT}")

    assert re.search(r'<form[^>]* target="_self" action="/calculator/embed/"', page.html)
    link = re.search(r'<a href="([^"]+)" rel="noopener">Open on Rankfile', page.html)
    assert link is not None
    assert link[1].startswith("http://127.0.0.1:8000/calculator/?own=1800&amp;")


def test_rows_are_added_in_the_frame(show) -> None:
    assert show(f"embed/{EVENT}&more=5").response["Location"].startswith("/calculator/embed/?own")


@pytest.mark.parametrize("address", ["", EVENT])
def test_all_of_it_weighs_at_most_40_kilobytes(show, address: str) -> None:
    """It loads its page and the sheet: no script, no font of ours."""
    page = show(f"embed/{address}")

    assert "<script" not in page.html
    assert re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', page.html) == [
        "rankfile.css"
    ]
    assert 'class="embedded"' in page.html
    sheet = (STATIC / "rankfile.css").read_bytes()
    assert ".embedded { --sans: system-ui, sans-serif" in sheet.decode()
    weight = len(gzip.compress(page.html.encode())) + len(gzip.compress(sheet))
    assert weight < 40_000


@pytest.mark.parametrize("path", ["/pt-br/calculator/embed/", "/tr/calculator/embed/"])
def test_it_speaks_the_languages(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 200
