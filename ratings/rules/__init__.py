"""The rating rules as a pure library: values in, frozen records with every step out.

No clock, no database, no settings. Scores, expected scores and raw changes are whole hundredths of
a point; ratings and K are whole numbers; each rule rounds once, in ``rounding``. Start reading at
``change`` (rated players) and ``initial`` (a first rating).
"""

from ratings.rules.change import (
    EventChange,
    EventGames,
    GameStep,
    PeriodChange,
    counted_difference,
    rating_change,
)
from ratings.rules.errors import RulesError
from ratings.rules.expectancy import difference_for_score, expected_score
from ratings.rules.games import DRAW, LOSS, WIN, Game, LeftOut
from ratings.rules.initial import (
    InitialRating,
    PooledGame,
    PoolEvent,
    StillUnrated,
    initial_rating,
    is_in_window,
)
from ratings.rules.k_factor import BORROWED_K, KFactor, KReason, k_factor, k_used
from ratings.rules.performance import Performance, performance_rating
from ratings.rules.regimes import (
    REGIMES,
    FirstRatingTerms,
    Regime,
    first_regime_day,
    regime_for,
)
from ratings.rules.rounding import round_half_away, round_half_up, rounded_change
from ratings.rules.time_controls import (
    NotRateable,
    Stage,
    TimeControl,
    TimeControlClass,
    classify_time_control,
)

__all__ = [
    "BORROWED_K",
    "DRAW",
    "LOSS",
    "REGIMES",
    "WIN",
    "EventChange",
    "EventGames",
    "FirstRatingTerms",
    "Game",
    "GameStep",
    "InitialRating",
    "KFactor",
    "KReason",
    "LeftOut",
    "NotRateable",
    "Performance",
    "PeriodChange",
    "PoolEvent",
    "PooledGame",
    "Regime",
    "RulesError",
    "Stage",
    "StillUnrated",
    "TimeControl",
    "TimeControlClass",
    "classify_time_control",
    "counted_difference",
    "difference_for_score",
    "expected_score",
    "first_regime_day",
    "initial_rating",
    "is_in_window",
    "k_factor",
    "k_used",
    "performance_rating",
    "rating_change",
    "regime_for",
    "round_half_away",
    "round_half_up",
    "rounded_change",
]
