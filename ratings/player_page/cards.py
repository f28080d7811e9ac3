"""The three ratings at the top, and how the page speaks of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from ratings.player_page.load import Card
from ratings.player_page.words import k_sentence
from ratings.shown_k import shown_k_reason


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with its sentence; both parts of K's reason are empty where there is no K yet."""

    card: Card
    k_reason: str
    k_sentence: str
    waiting: str


def shown_card(card: Card, birth_year: int | None) -> ShownCard:
    """Return a card with the reason of its K; ``birth_year`` is what the visitor may know."""
    reason = sentence = ""
    if card.k is not None:
        reason = shown_k_reason(card.k.reason, card.games, knows_year=birth_year is not None)
        sentence = k_sentence(card.k.reason, card.k.k_base, card.games, birth_year)
    waiting = ""
    if card.rating is None and card.pool_games:
        facts = {"games": card.pool_games, "needed": card.games_needed}
        waiting = gettext("%(games)s of %(needed)s games") % facts
    return ShownCard(card, reason, sentence, waiting)
