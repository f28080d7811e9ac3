"""The player's page shows the numbers of the field cases, and they add up."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils.html import strip_tags


def text_of(response) -> str:
    """Return the words of a page, spaces squeezed."""
    assert response.status_code == 200, response.status_code
    body = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
    return " ".join(strip_tags(body.replace("<", " <")).split())


def page_of(client: Client, player, query: str = "") -> str:
    return text_of(client.get(f"/clubs/{player.club.slug}/players/{player.pk}/{query}"))


@pytest.mark.parametrize(
    ("result", "change", "raw", "gain", "after"),
    [
        ("10", "+38", "+38.40", "+1.92", "1538"),
        ("01", "−22", "−21.60", "−1.08", "1478"),
        ("==", "+8", "+8.40", "+0.42", "1508"),
    ],
)
def test_the_event_is_rounded_once_and_the_games_stay_unrounded(
    client, rated, play, result, change, raw, gain, after
):
    """F02: 1500 against three players of 1600, K 20."""
    ana = rated("Ana", 1500)
    play([(ana, rated(f"Opponent {n}", 1600), result) for n in range(3)])

    shown = page_of(client, ana, "?list=standard&open=event-1")

    score = {"10": "3", "01": "0", "==": "1½"}[result]
    assert f"Why {change}?" in shown
    assert (
        f"Score {score} Expected score − 1.08 Difference {gain} K × 20 Before rounding {raw}"
        f" Change {change}"
    ) in shown
    assert after in shown
