"""What the chain takes and gives: slim records without Django.

A place in the chain is a pair of a *group* and a key. A group is everything of one kind on one day:
the adjustments of a day (rank 0), then the reports whose last day it is (rank 1). It is kept as one
whole number, so that "in force on the first day of an event" is a comparison: everything in a group
before ``group_of(first_day, REPORT)``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from ratings.rules import FirstRatingTerms, Regime, TimeControl

ADJUSTMENT, REPORT = 0, 1
LOWEST_RATING = 1


def group_of(day: date, rank: int) -> int:
    """Return the number of a day's adjustments (rank 0) or of its reports (rank 1)."""
    return day.toordinal() * 2 + rank


class GameInput(NamedTuple):
    """A played game as reported; scores in hundredths, ``excluded`` the reason or empty."""

    round_number: int
    board_number: int
    white: int
    black: int
    white_score: int
    black_score: int
    excluded: str


class ReportInput(NamedTuple):
    """A live report. ``is_rated`` is False until a replay has rated this very revision."""

    id: int
    event_key: int
    name: str
    first_day: date
    last_day: date
    revision: int
    digest: str
    is_rated: bool
    games: Sequence[GameInput]


class AdjustmentInput(NamedTuple):
    """A rating given by hand or, where ``is_import``, taken from a file; None is unrated."""

    id: int
    key: int
    player: int
    day: date
    rating: int | None
    games: int | None
    peak: int | None
    is_import: bool


class StandardValue(NamedTuple):
    """A standard rating in force after a group, and the history row it comes from."""

    group: int
    rating: int | None
    ref: list[Any]


class Snapshot(NamedTuple):
    """What the formula may know of a player after a group; ``ref`` names the history row."""

    group: int
    rating: int | None
    games: int
    peak: int | None
    ref: list[Any]


NOTHING = Snapshot(-1, None, 0, None, [])


class PoolPart(NamedTuple):
    """The games of one report against rated opponents: ``(opponent's rating, score)``."""

    event_key: int
    day: date
    games: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class PolicyTerms:
    """A club's policy as numbers; None takes the number of the regulations in force.

    ``start_value`` None means FIDE's first rating for newcomers.
    """

    valid_from: date
    start_value: int | None
    falls_to_unrated: bool
    floor: int | None = None
    minimum: int | None = None
    hypothetical_rating: int | None = None
    limits_first_rating: bool = False
    maximum: int | None = None


class Policies:
    """The policies of a club by date."""

    def __init__(self, policies: Sequence[PolicyTerms]) -> None:
        self._policies = sorted(policies, key=lambda policy: policy.valid_from)
        self._days = [policy.valid_from for policy in self._policies]

    def on(self, day: date) -> PolicyTerms:
        """Return the policy valid on a day; before the first one, the first."""
        return self._policies[max(0, bisect_right(self._days, day) - 1)]


@dataclass(frozen=True, slots=True)
class ChainTerms:
    """What policy and regulations do to the chain on a last day."""

    falls_to_unrated: bool
    lowest: int
    first: FirstRatingTerms


def chain_terms(policy: PolicyTerms, regime: Regime) -> ChainTerms:
    """Return the terms of a last day: the policy's numbers, else the regulations'."""
    regulations = regime.first_rating
    if policy.falls_to_unrated:
        lowest = regulations.floor if policy.floor is None else policy.floor
    else:
        lowest = LOWEST_RATING if policy.minimum is None else policy.minimum
    maximum = None
    if policy.limits_first_rating:
        maximum = regulations.maximum if policy.maximum is None else policy.maximum
    return ChainTerms(
        falls_to_unrated=policy.falls_to_unrated,
        lowest=lowest,
        first=FirstRatingTerms(
            floor=lowest if policy.falls_to_unrated else 0,
            hypothetical_rating=(
                regulations.hypothetical_rating
                if policy.hypothetical_rating is None
                else policy.hypothetical_rating
            ),
            maximum=maximum,
        ),
    )


@dataclass(slots=True)
class Row:
    """A history row before it is stored; the fields are those of ``RatingChange``."""

    player: int
    kind: str
    report_id: int | None
    adjustment_id: int | None
    event_key: int | None
    key: int
    first_day: date
    last_day: date
    chain_rank: int
    report_revision: int | None = None
    digest: str = ""
    start_rating: int | None = None
    start_source: str = ""
    games_before: int = 0
    peak_before: int | None = None
    birth_year: int | None = None
    regime: str = ""
    game_count: int = 0
    score: int = 0
    expected_score: int = 0
    base_k: int | None = None
    k_reason: str = ""
    used_k: int | None = None
    raw_change: int = 0
    change: int = 0
    before: int | None = None
    after: int | None = None
    flags: list[str] = field(default_factory=list)
    kept_value: int | None = None
    lost_on: date | None = None
    games_after: int = 0
    peak_after: int | None = None
    pool_after: list[Any] = field(default_factory=list)
    average_opponent: int | None = None
    performance: int | None = None
    games: list[Any] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def cause_key(self) -> tuple[int | None, int | None, int]:
        """What makes the row unique on its list: event, adjustment, player."""
        return self.event_key, self.adjustment_id, self.player


class Formed(NamedTuple):
    """A first rating of the running group, with what it ended, to be worked out again."""

    pool: tuple[PoolPart, ...]
    never_counted: bool
    rating: int
    games: int
    kept: int | None
    lost: int | None


@dataclass(slots=True)
class State:
    """Where a player stands at a place of the chain.

    ``peak`` leaves out the values of the running group, because only its last one counts. ``kept``
    is the value of one who fell under the floor; ``lost`` the group in which he lost his rating, by
    a fall or by an adjustment. ``never_counted`` is True until an event outside the present pool
    has brought a counted game: only then can a zero start be dropped.
    """

    rating: int | None = None
    kept: int | None = None
    lost: int | None = None
    games: int = 0
    peak: int | None = None
    group: int = -1
    pool: tuple[PoolPart, ...] = ()
    never_counted: bool = True
    formed: Formed | None = None
    row: Row | None = None

    def enter(self, group: int) -> None:
        """Move on to a group: what stood at the end of the one before was in force on a day."""
        if self.group != group:
            self.peak = highest(self.peak, self.rating)
            self.group = group
            self.formed = None
        elif self.row is not None:
            self.row.peak_after = self.peak

    def pool_as_json(self) -> list[Any]:
        """Return the pool as a history row stores it."""
        return [[part.event_key, part.day.isoformat(), part.games] for part in self.pool]


def highest(peak: int | None, rating: int | None) -> int | None:
    """Return the higher of two ratings that may be missing."""
    if peak is None or (rating is not None and rating > peak):
        return rating
    return peak


def state_from_row(row: Row) -> State:
    """Return the state after the last row of a group, as a later replay takes it up."""
    lost = None
    if row.lost_on is not None:
        lost = group_of(row.lost_on, ADJUSTMENT if row.kept_value is None else REPORT)
    return State(
        rating=row.after,
        kept=row.kept_value,
        lost=lost,
        games=row.games_after,
        peak=row.peak_after,
        group=group_of(row.last_day, row.chain_rank),
        pool=tuple(
            PoolPart(event_key, date.fromisoformat(day), games)
            for event_key, day, games in row.pool_after
        ),
        never_counted=bool(row.details.get("never_counted")),
    )


def snapshot_of(row: Row) -> Snapshot:
    """Return what the formula may know after a stored row, the last of its group."""
    return Snapshot(
        group_of(row.last_day, row.chain_rank),
        row.after,
        row.games_after,
        row.peak_after,
        reference(row.event_key, row.key),
    )


def reference(event_key: int | None, key: int) -> list[Any]:
    """Return the name of a history row within its list and player."""
    return ["adjustment", key] if event_key is None else ["event", key]


@dataclass(slots=True)
class Inputs:
    """Everything a replay needs; rows come out for all ``reports`` and ``adjustments``.

    ``states`` and ``timelines`` hold what happened before them: a timeline has the snapshots, in
    order, back to the last one before the earliest first day among the reports. ``standard`` does
    the same for the list that rapid and blitz borrow from.
    """

    time_control: TimeControl
    reports: Sequence[ReportInput]
    adjustments: Sequence[AdjustmentInput]
    policies: Policies
    birth_years: Mapping[int, int | None] = field(default_factory=dict)
    states: dict[int, State] = field(default_factory=dict)
    timelines: dict[int, list[Snapshot]] = field(default_factory=dict)
    standard: Mapping[int, Sequence[StandardValue]] = field(default_factory=dict)


@dataclass(slots=True)
class Outcome:
    """The rows of a replay in chain order, and where every player of it stands at the end.

    ``uncounted`` holds, by event and player, the lines of those whose games all stayed out: they
    get no row.
    """

    rows: list[Row]
    states: dict[int, State]
    timelines: dict[int, list[Snapshot]]
    uncounted: dict[tuple[int, int], list[Any]]
