"""A visitor without an account, and what the pages show."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

EVENT = "own=1800&date=2026-11-26&g=1650_1&g=1840_1&g=2040_1&g=2130_0&g=2145_0"


class Page:
    """An answer read as a person reads it: tags away, spaces one."""

    def __init__(self, client: Client, address: str, **headers: str) -> None:
        self.response = client.get(address, headers=headers)
        self.html = self.response.text

    @property
    def status(self) -> int:
        """The status of the answer."""
        return int(self.response.status_code)

    @property
    def text(self) -> str:
        """Everything that can be read."""
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.html)).split())

    def part(self, identity: str, tag: str = "section") -> str:
        """Return what stands in one element, which holds none of its own kind."""
        match = re.search(rf'<{tag}[^>]*id="{identity}".*?</{tag}>', self.html, re.DOTALL)
        assert match, f"no {identity}"
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", match[0])).split())

    def line(self, number: int) -> str:
        """Return a line of the table with all steps."""
        table = self.html[self.html.index('id="steps-h"') :]
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", rows[number])).split())


@pytest.fixture
def show(client: Client, db: None):
    """Return a function that opens an address of the calculator."""

    def opened(address: str = "", **headers: str) -> Page:
        path = address if address.startswith("/") else f"/calculator/{address}"
        return Page(client, path, **headers)

    return opened
