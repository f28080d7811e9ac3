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
from ratings.rules.elo import EloChange, EloStep, elo_change, logistic_expected_score
from ratings.rules.errors import RulesError
from ratings.rules.event import EventGame, EventPlayer, PlayerResult, rate_event
from ratings.rules.expectancy import difference_for_score, expected_score, table_row
from ratings.rules.games import DRAW, LOSS, WIN, Game, LeftOut
from ratings.rules.history import OLD_K, OldRating, old_rating
from ratings.rules.initial import (
    HYPOTHETICAL_GAMES,
    POINTS_FOR_HALF,
    InitialRating,
    PooledGame,
    PoolEvent,
    StillUnrated,
    initial_rating,
    is_in_window,
)
from ratings.rules.k_factor import BORROWED_K, KFactor, KReason, is_junior, k_factor, k_used
from ratings.rules.one_time_increase import increased_rating
from ratings.rules.performance import Performance, performance_rating
from ratings.rules.regimes import (
    REGIMES,
    FirstRatingTerms,
    Regime,
    first_regime_day,
    regime_for,
)
from ratings.rules.rounding import percentage_score, round_half_away, round_half_up, rounded_change
from ratings.rules.time_controls import (
    NotRateable,
    Stage,
    TimeControl,
    TimeControlClass,
    classify_time_control,
)
from ratings.rules.ukd import UkdChange, change_without_ukd, ukd_change, ukd_k

__all__ = [
    "BORROWED_K",
    "DRAW",
    "HYPOTHETICAL_GAMES",
    "LOSS",
    "OLD_K",
    "POINTS_FOR_HALF",
    "REGIMES",
    "WIN",
    "EloChange",
    "EloStep",
    "EventChange",
    "EventGame",
    "EventGames",
    "EventPlayer",
    "FirstRatingTerms",
    "Game",
    "GameStep",
    "InitialRating",
    "KFactor",
    "KReason",
    "LeftOut",
    "NotRateable",
    "OldRating",
    "Performance",
    "PeriodChange",
    "PlayerResult",
    "PoolEvent",
    "PooledGame",
    "Regime",
    "RulesError",
    "Stage",
    "StillUnrated",
    "TimeControl",
    "TimeControlClass",
    "UkdChange",
    "change_without_ukd",
    "classify_time_control",
    "counted_difference",
    "difference_for_score",
    "elo_change",
    "expected_score",
    "first_regime_day",
    "increased_rating",
    "initial_rating",
    "is_in_window",
    "is_junior",
    "k_factor",
    "k_used",
    "logistic_expected_score",
    "old_rating",
    "percentage_score",
    "performance_rating",
    "rate_event",
    "rating_change",
    "regime_for",
    "round_half_away",
    "round_half_up",
    "rounded_change",
    "table_row",
    "ukd_change",
    "ukd_k",
]
