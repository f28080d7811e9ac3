"""The reason of a K as a visitor may know it.

A year of birth can decide K, so the reason could tell what a private year of birth may not (F18).
K itself is always shown: without it no sum on a page would add up.
"""

from __future__ import annotations

from ratings.rules import KReason
from ratings.rules.k_factor import NEWCOMER_GAMES

# The code in files and the API where the line of the regulations is nobody's business.
BY_THE_REGULATIONS = "regulations"


def shown_k_reason(reason: str, games_before: int, *, knows_year: bool) -> str:
    """Return the code of a reason; one that tells an age only to who may know the year of birth.

    With fewer than 30 games K is 40 for everybody, which is as true and tells nothing.

    >>> [shown_k_reason("junior", games, knows_year=False) for games in (29, 30)]
    ['fewer_than_30_games', 'regulations']
    >>> shown_k_reason("junior", 30, knows_year=True)
    'junior'
    """
    if knows_year or reason != KReason.JUNIOR:
        return str(reason)
    is_newcomer = games_before < NEWCOMER_GAMES
    return str(KReason.FEWER_THAN_30_GAMES) if is_newcomer else BY_THE_REGULATIONS
