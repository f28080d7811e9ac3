"""The shared workings of one table: the sheet and the intermediate results several tie-breaks use.

Every intermediate result is worked out at most once per table, which is what keeps a table with
all tie-breaks of a large event inside its budget.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tournaments.standings.adjusted import (
    AdjustedScore,
    Contribution,
    adjusted_scores,
    contributions,
    fore_sheet,
)
from tournaments.standings.tie_breaks.values import OpponentLine, Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.standings.editions import Edition
    from tournaments.standings.score_sheet import PlayedRound, ScoreSheet

Result = TypeVar("Result")


class Workings:
    """The sheet of an event with its edition, and what follows from them.

    ``unrated_as`` is the rating that the event's regulations give unrated players in tie-breaks;
    None means that rating tie-breaks are undefined as soon as one takes part.
    """

    def __init__(
        self, sheet: ScoreSheet, edition: Edition, *, unrated_as: int | None = None
    ) -> None:
        self.sheet = sheet
        self.edition = edition
        self.unrated_as = unrated_as
        self._results: dict[Callable[[Workings], object], object] = {}

    def once(self, compute: Callable[[Workings], Result]) -> Result:
        """Return what the function makes of these workings, worked out the first time only."""
        if compute not in self._results:
            self._results[compute] = compute(self)
        return self._results[compute]  # type: ignore[return-value]

    @cached_property
    def adjusted(self) -> dict[int, AdjustedScore]:
        """Every player's score as opponents count it."""
        return adjusted_scores(self.sheet)

    @cached_property
    def contributions(self) -> dict[int, tuple[Contribution, ...]]:
        """What each round brings each player."""
        return contributions(self.sheet, self.adjusted, self.edition)

    @cached_property
    def fore_contributions(self) -> dict[int, tuple[Contribution, ...]]:
        """The same with every pairing of the last round drawn."""
        sheet = fore_sheet(self.sheet)
        return contributions(sheet, adjusted_scores(sheet, fore=True), self.edition)

    @cached_property
    def ratings(self) -> dict[int, int | None]:
        """Every player's rating for tie-breaks, the assumed one for unrated players."""
        return {
            rank: self.unrated_as if rating is None else rating
            for rank, rating in self.sheet.ratings.items()
        }

    @cached_property
    def is_every_rating_known(self) -> bool:
        """Whether rating tie-breaks are defined at all."""
        return None not in self.ratings.values()

    def is_assumed(self, rank: int) -> bool:
        """Whether the player is unrated and counts with the rating of the regulations."""
        return self.sheet.ratings[rank] is None


def line_of(
    played: PlayedRound,
    *,
    basis: int | None = None,
    counted: int = 0,
    is_counted: bool = True,
    reasons: tuple[Reason, ...] = (),
) -> OpponentLine:
    """Return the line of a round with what it brings to a tie-break."""
    return OpponentLine(
        played.number,
        played.opponent,
        played.colour,
        played.outcome,
        played.points,
        basis,
        counted,
        is_counted,
        reasons,
    )
