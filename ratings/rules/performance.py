"""Performance rating: the average of the rated opponents plus what the score adds.

Real ratings enter, without the 400-point rule, and every played game against a rated opponent
counts, also one that the rating change leaves out for its gap.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ratings.rules.expectancy import difference_for_score
from ratings.rules.games import Game
from ratings.rules.rounding import percentage_score, round_half_up


@dataclass(frozen=True, slots=True)
class Performance:
    """A performance rating with its steps.

    ``score`` and ``average_hundredths`` are in hundredths, ``percentage`` too; ``average`` is
    rounded to whole points, a half up, before ``dp`` is added.
    """

    games_counted: int
    score: int
    opponents_sum: int
    average_hundredths: int
    average: int
    percentage: int
    dp: int
    rating: int


def performance_rating(games: Iterable[Game]) -> Performance | None:
    """Return the performance in these games; None without a played game against a rated opponent.

    >>> performance_rating([Game(2000, 100), Game(2001, 0)]).rating
    2001

    Source: FIDE Handbook B.01, articles 1.4.7 to 1.4.9.
    """
    counted = [
        (game.opponent, game.score)
        for game in games
        if game.opponent is not None and game.left_out is None
    ]
    if not counted:
        return None
    opponents_sum = sum(opponent for opponent, _ in counted)
    score = sum(score for _, score in counted)
    average = round_half_up(opponents_sum, len(counted))
    percentage = percentage_score(score, len(counted))
    dp = difference_for_score(percentage)
    return Performance(
        games_counted=len(counted),
        score=score,
        opponents_sum=opponents_sum,
        average_hundredths=round_half_up(100 * opponents_sum, len(counted)),
        average=average,
        percentage=percentage,
        dp=dp,
        rating=average + dp,
    )
