"""Tables of the ledger."""

from ratings.models.change import Rating, RatingChange, RatingRevision
from ratings.models.published import PublishedList, PublishedListRow
from ratings.models.rating_list import TIME_CONTROL_LABELS, RatingList, RatingPolicy
from ratings.models.report import RatedGame, RatingAdjustment, RatingReport

__all__ = [
    "TIME_CONTROL_LABELS",
    "PublishedList",
    "PublishedListRow",
    "RatedGame",
    "Rating",
    "RatingAdjustment",
    "RatingChange",
    "RatingList",
    "RatingPolicy",
    "RatingReport",
    "RatingRevision",
]
