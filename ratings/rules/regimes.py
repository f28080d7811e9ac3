"""The dated editions of the rating regulations.

An event is rated, from first to last round, by the edition in force on its first day. What an
edition changes is data here; the modules that calculate take a ``Regime`` and know no dates.
"""

from dataclasses import dataclass
from datetime import date

from ratings.rules.errors import RulesError
from ratings.rules.time_controls import TimeControl

_STANDARD = (TimeControl.STANDARD,)
_RAPID_AND_BLITZ = (TimeControl.RAPID, TimeControl.BLITZ)


@dataclass(frozen=True, slots=True)
class FirstRatingTerms:
    """The numbers of a first rating; a club policy may state its own.

    ``hypothetical_rating`` is that of the opponents added to the pool, two draws; None adds none
    and means the rule of 2022. ``maximum`` None sets no limit. Under ``floor`` the player stays
    unrated.
    """

    floor: int
    hypothetical_rating: int | None
    maximum: int | None
    games_needed: int = 5


TERMS_2022 = FirstRatingTerms(floor=1000, hypothetical_rating=None, maximum=None)
TERMS_2024 = FirstRatingTerms(floor=1400, hypothetical_rating=1800, maximum=2200)


@dataclass(frozen=True, slots=True)
class Regime:
    """One edition of the regulations for one or two lists.

    ``one_upgrade`` is the 400-point rule before March 2024: of all opponents too far below, only
    the farthest is brought nearer. ``exempt_from`` is the own rating from which the real gap
    counts. ``excluded_gap`` and ``excluded_above`` leave out games with at least that gap when a
    player is rated above the second number. ``article`` is the one on rating changes.
    """

    id: str
    time_controls: tuple[TimeControl, ...]
    first_day: date
    first_rating: FirstRatingTerms
    article: str
    one_upgrade: bool = False
    exempt_from: int | None = None
    excluded_gap: int | None = None
    excluded_above: int = 0

    @property
    def floor(self) -> int:
        """The lowest rating; a player under it is unrated."""
        return self.first_rating.floor

    @property
    def borrows_standard(self) -> bool:
        """Whether a player without a rating on this list plays with his standard rating."""
        return TimeControl.STANDARD not in self.time_controls


REGIMES = (
    Regime(
        id="STD-2022-01",
        time_controls=_STANDARD,
        first_day=date(2022, 1, 1),
        first_rating=TERMS_2022,
        article="B.02, 8.3",
        one_upgrade=True,
    ),
    Regime(
        id="STD-2024-03",
        time_controls=_STANDARD,
        first_day=date(2024, 3, 1),
        first_rating=TERMS_2024,
        article="B.02, 8.3",
    ),
    Regime(
        id="STD-2025-10",
        time_controls=_STANDARD,
        first_day=date(2025, 10, 1),
        first_rating=TERMS_2024,
        article="B.02, 8.3",
        exempt_from=2650,
    ),
    Regime(
        id="RB-2022-10",
        time_controls=_RAPID_AND_BLITZ,
        first_day=date(2022, 10, 1),
        first_rating=TERMS_2022,
        article="B.02 (rapid and blitz), 7.3",
        one_upgrade=True,
    ),
    Regime(
        id="RB-2024-03",
        time_controls=_RAPID_AND_BLITZ,
        first_day=date(2024, 3, 1),
        first_rating=TERMS_2024,
        article="B.02 (rapid and blitz), 7.3",
    ),
    Regime(
        id="RB-2024-12",
        time_controls=_RAPID_AND_BLITZ,
        first_day=date(2024, 12, 1),
        first_rating=TERMS_2024,
        article="B.02 (rapid and blitz), 7.3",
        excluded_gap=600,
        excluded_above=2600,
    ),
)

_NEWEST_FIRST = {
    time_control: sorted(
        (regime for regime in REGIMES if time_control in regime.time_controls),
        key=lambda regime: regime.first_day,
        reverse=True,
    )
    for time_control in TimeControl
}


def regime_for(time_control: TimeControl, first_day: date) -> Regime:
    """Return the edition that rates an event with this first day.

    >>> regime_for(TimeControl.STANDARD, date(2025, 9, 30)).id
    'STD-2024-03'
    >>> regime_for(TimeControl.STANDARD, date(2025, 10, 1)).id
    'STD-2025-10'

    Raises RulesError for a day before the oldest verified edition of that list.
    """
    for regime in _NEWEST_FIRST[time_control]:
        if regime.first_day <= first_day:
            return regime
    raise RulesError(f"no verified {time_control} rules for {first_day}")


def first_regime_day(time_control: TimeControl) -> date:
    """Return the first day for which an event on this list can be rated.

    >>> first_regime_day(TimeControl.BLITZ)
    datetime.date(2022, 10, 1)
    """
    return _NEWEST_FIRST[time_control][-1].first_day
