"""The words of a page, as somebody reads them who sees no markup; files that are sent in pieces."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client
from django.utils.html import strip_tags

from clubs.models import Player


def text_of(response: Any) -> str:
    """Return the words of the main part, spaces squeezed; fails for any answer but 200."""
    assert response.status_code == 200, response.status_code
    body = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
    return " ".join(strip_tags(body.replace("<", " <")).split()).replace("&#x27;", "'")


def page_of(client: Client, player: Player, query: str = "") -> str:
    """Return the words of a player's page."""
    return text_of(client.get(f"/clubs/{player.club.slug}/players/{player.pk}/{query}"))


def sent(response: Any) -> str:
    """Return all of an answer, also of one that is sent in pieces."""
    return b"".join(response).decode()


def history_of(client: Client, player: Player, query: str = "") -> Any:
    """Return a player's history as its JSON file tells it."""
    address = f"/clubs/{player.club.slug}/players/{player.pk}/history.json{query}"
    return json.loads(sent(client.get(address)))
