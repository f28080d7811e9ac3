"""The three ratings at the top, and how the page speaks of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from ratings.player_page.load import Card
from ratings.player_page.words import k_sentence
from ratings.rules import KReason


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with its sentence; ``k_sentence`` is empty where there is no K yet."""

    card: Card
    k_sentence: str
    waiting: str


def shown_card(card: Card, birth_year: int | None) -> ShownCard:
    """Return a card with the reason of its K; ``birth_year`` is what the visitor may know."""
    sentence = ""
    if card.k is not None:
        sentence = k_sentence(card.k.reason, card.k.k_base, card.games, birth_year)
    waiting = ""
    if card.rating is None and card.pool_games:
        facts = {"games": card.pool_games, "needed": card.games_needed}
        waiting = gettext("%(games)s of %(needed)s games") % facts
    return ShownCard(card, sentence, waiting)


def reason_code(card: Card) -> str:
    """Return the stable code of the K's reason for files."""
    return "" if card.k is None else KReason(card.k.reason).value
