"""The Turkish national rating UKD (TK-PRS-05) of a player who has one.

Estimates: the original procedure was not readable, so this follows the calculators in use. It
differs from FIDE's rules in four ways: one expectancy for the average opponent, a cap of 350,
opponents without a UKD count, and the new rating is rounded instead of the change.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ratings.rules.expectancy import expected_score
from ratings.rules.games import DRAW, Game
from ratings.rules.rounding import round_half_away, round_half_up

CAP = 350
LOWEST = 1000
K_FROM = ((2400, 10), (2000, 15), (1600, 20), (1300, 25))
K_BELOW = 30


@dataclass(frozen=True, slots=True)
class UkdChange:
    """An estimated UKD change with its steps; scores and changes in hundredths.

    ``opponents_used`` are the ratings after the cap. ``average`` (hundredths), ``difference``,
    ``expected_per_game`` and ``expected_score`` are None without an opponent who has a UKD.
    ``new_rating_exact`` is before the rounding and before the lowest rating of 1000.
    """

    k: int
    games_rated: int
    games_unrated: int
    opponents_used: tuple[int, ...]
    average: int | None
    difference: int | None
    expected_per_game: int | None
    expected_score: int | None
    score: int
    rated_change: int
    unrated_change: int
    new_rating_exact: int
    new_rating: int

    @property
    def change(self) -> int:
        """Both parts of the change together, in hundredths."""
        return self.rated_change + self.unrated_change


def ukd_k(rating: int) -> int:
    """Return k by the player's current UKD.

    >>> ukd_k(1299), ukd_k(1300), ukd_k(2400)
    (30, 25, 10)
    """
    return next((k for lowest, k in K_FROM if rating >= lowest), K_BELOW)


def ukd_change(rating: int, games: Iterable[Game]) -> UkdChange:
    """Return the estimated UKD change of an event.

    An opponent of None is one without a UKD.

    >>> result = ukd_change(1500, [Game(1600, 100), Game(1500, 50), Game(1900, 0)])
    >>> result.average, result.difference, result.change, result.new_rating
    (165000, -150, 1500, 1515)
    """
    k = ukd_k(rating)
    played = [game for game in games if game.left_out is None]
    used = tuple(
        min(max(game.opponent, rating - CAP), rating + CAP)
        for game in played
        if game.opponent is not None
    )
    score = sum(game.score for game in played if game.opponent is not None)
    unrated = [game for game in played if game.opponent is None]
    average = difference = per_game = expected = None
    if used:
        average = round_half_up(100 * sum(used), len(used))
        difference = round_half_away(rating * len(used) - sum(used), len(used))
        per_game = expected_score(difference)
        expected = per_game * len(used)
    rated_change = k * (score - (expected or 0))
    unrated_change = sum(change_without_ukd(k, game.score) for game in unrated)
    exact = 100 * rating + rated_change + unrated_change
    return UkdChange(
        k=k,
        games_rated=len(used),
        games_unrated=len(unrated),
        opponents_used=used,
        average=average,
        difference=difference,
        expected_per_game=per_game,
        expected_score=expected,
        score=score,
        rated_change=rated_change,
        unrated_change=unrated_change,
        new_rating_exact=exact,
        new_rating=max(LOWEST, round_half_up(exact, 100)),
    )


def change_without_ukd(k: int, score: int) -> int:
    """Return the hundredths for a game against somebody without a UKD: a tenth of k, or none.

    >>> change_without_ukd(25, 100), change_without_ukd(25, 50), change_without_ukd(25, 0)
    (250, 0, -250)
    """
    if score == DRAW:
        return 0
    return 10 * k if score > DRAW else -10 * k
