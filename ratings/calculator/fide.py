"""The rating change of a FIDE-rated player: read, work out, answer."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext

from ratings.calculator.answers import decimal, points
from ratings.calculator.reading import (
    EVENTS_LIMIT,
    GAMES_LIMIT,
    HIGHEST_K,
    Fields,
    Reader,
    Row,
)
from ratings.rules import (
    BORROWED_K,
    EventGames,
    Game,
    GameStep,
    KFactor,
    KReason,
    LeftOut,
    Performance,
    PeriodChange,
    Regime,
    TimeControl,
    k_factor,
    performance_rating,
    rating_change,
)

FIELDS = ("rating", "standard_rating", "k", "birth_year", "games_before", "peak", "games", "events")
GAME_FIELDS = ("opponent", "opponent_standard", "score", "played")
EVENT_FIELDS = ("date", "rating", "games")


@dataclass(frozen=True, slots=True)
class FideCase:
    """A readable case: ``rating`` is what the change is added to.

    ``k_reason`` is None when K was chosen instead of worked out.
    """

    regime: Regime
    rating: int
    is_borrowed: bool
    k_base: int
    k_reason: KReason | None
    events: tuple[EventGames, ...]
    has_period: bool


@dataclass(frozen=True, slots=True)
class FideResult:
    """The change of a period and what follows from it."""

    case: FideCase
    period: PeriodChange
    performance: Performance | None

    @property
    def new_rating(self) -> int:
        """The rating after the period, also where it is under the floor."""
        return self.case.rating + self.period.change

    @property
    def is_rated(self) -> bool:
        """Whether the player is still on the list."""
        return self.new_rating >= self.case.regime.floor


def read_fide(reader: Reader, time_control: TimeControl, day: date, value: object) -> FideCase:
    """Return the case in ``value``; call ``reader.check`` before using it."""
    fields = reader.fields(value, "input", FIELDS)
    regime = reader.regime(time_control, day, "date")
    own = reader.optional_rating(fields, "rating", "input")
    standard = reader.optional_rating(fields, "standard_rating", "input")
    is_borrowed = own is None and standard is not None and regime.borrows_standard
    rating = standard if is_borrowed else own
    if rating is None:
        message = gettext("is needed: an unrated player gets a first rating, not a change")
        reader.refuse("unrated_player", message, "input.rating")
        rating = 0
    factor = _read_k(reader, fields, rating, day, is_borrowed=is_borrowed)
    has_period = fields.get("events") is not None
    if has_period and fields.get("games") is not None:
        message = gettext("cannot stand beside games: give one or the other")
        reader.refuse("games_and_events", message, "input.events")
    if has_period:
        events = tuple(
            _read_event(reader, time_control, row)
            for row in reader.rows(fields, "events", "input", limit=EVENTS_LIMIT)
        )
    else:
        games = read_games(reader, fields, "input", regime)
        events = (EventGames(rating, games, regime),)
    return FideCase(regime, rating, is_borrowed, *factor, events, has_period)


def read_games(reader: Reader, fields: Fields, path: str, regime: Regime | None) -> list[Game]:
    """Return the rows of ``games``; opponents lend their standard rating where the list allows."""
    games = []
    for row in reader.rows(fields, "games", path, limit=GAMES_LIMIT):
        game = reader.fields(row.value, row.path, GAME_FIELDS)
        opponent = reader.optional_rating(game, "opponent", row.path)
        standard = reader.optional_rating(game, "opponent_standard", row.path)
        if opponent is None and regime is not None and regime.borrows_standard:
            opponent = standard
        score = reader.score(game, "score", row.path)
        played = reader.flag(game, "played", row.path, default=True)
        games.append(Game(opponent, score, None if played else LeftOut.UNPLAYED))
    return games


def read_k_facts(reader: Reader, fields: Fields, rating: int, year: int) -> KFactor:
    """Return the K that follows from games, peak and year of birth."""
    return k_factor(
        rating=rating,
        peak=reader.optional_rating(fields, "peak", "input"),
        games_before=reader.whole(fields, "games_before", "input", lowest=0, highest=100_000),
        birth_year=reader.optional_whole(fields, "birth_year", "input", lowest=1900, highest=2100),
        year=year,
    )


def work_out_fide(case: FideCase) -> FideResult:
    """Return the change of the period and the performance in it."""
    return FideResult(
        case=case,
        period=rating_change(case.events, k_base=case.k_base),
        performance=performance_rating(game for event in case.events for game in event.games),
    )


def answer_fide(result: FideResult) -> dict[str, Any]:
    """Return the answer in the form of the worked cases."""
    case, period = result.case, result.period
    answer: dict[str, Any] = {
        "regime": case.regime.id,
        "k_base": period.k_base,
        "games_counted": period.games_counted,
        "k_used": period.k_used,
        "score": points(period.score),
        "expected": decimal(period.expected_score),
        "sum_delta": decimal(period.sum_delta),
        "raw_change": decimal(period.raw_change),
        "rounded_change": period.change,
        "new_rating": result.new_rating,
        "status": "rated" if result.is_rated else "unrated",
        "performance": result.performance.rating if result.performance else None,
    }
    if case.k_reason is not None:
        answer["k_reason"] = case.k_reason.value
    if case.is_borrowed:
        answer["seeded_from_standard"] = True
    if not case.has_period:
        return answer | {"games": [_answer_game(step) for step in period.steps]}
    answer["events"] = [
        {
            "regime": event.regime.id,
            "rating": event.start_rating,
            "sum_delta": decimal(event.sum_delta),
            "raw_change": decimal(event.raw_change),
            "rounded_change": event.change,
            "games": [_answer_game(step) for step in event.steps],
        }
        for event in period.events
    ]
    answer["rounded_per_event"] = sum(event.change for event in period.events)
    return answer


def _read_k(
    reader: Reader, fields: Fields, rating: int, day: date, *, is_borrowed: bool
) -> tuple[int, KReason | None]:
    chosen = reader.optional_whole(fields, "k", "input", lowest=1, highest=HIGHEST_K)
    if is_borrowed:
        return BORROWED_K.k_base, BORROWED_K.reason
    if chosen is not None:
        return chosen, None
    if fields.get("games_before") is None:
        message = gettext("is needed, or games_before to work it out")
        reader.refuse("missing", message, "input.k")
        return 1, None
    factor = read_k_facts(reader, fields, rating, day.year)
    return factor.k_base, factor.reason


def _read_event(reader: Reader, time_control: TimeControl, row: Row) -> EventGames:
    fields = reader.fields(row.value, row.path, EVENT_FIELDS)
    place = f"{row.path}.date"
    regime = reader.regime(time_control, reader.day(fields.get("date"), place), place)
    return EventGames(
        start_rating=reader.rating(fields, "rating", row.path),
        games=read_games(reader, fields, row.path, regime),
        regime=regime,
    )


def _answer_game(step: GameStep) -> dict[str, Any]:
    return {
        "opponent": step.opponent,
        "score": points(step.score),
        "d": step.difference,
        "d_used": step.counted_difference,
        "pd": decimal(step.expected_score),
        "delta": decimal(step.delta),
        "rated": step.left_out is None,
        "reason": step.left_out.value if step.left_out else None,
    }
