"""The calculations of one step or two: tables, K, performance, UKD, plain Elo, time controls."""

from datetime import date
from typing import Any

from ratings.calculator.answers import decimal, points
from ratings.calculator.fide import read_games, read_k_facts
from ratings.calculator.reading import GAMES_LIMIT, HIGHEST_K, HIGHEST_RATING, Fields, Reader
from ratings.rules import (
    EloChange,
    Stage,
    TimeControl,
    TimeControlClass,
    UkdChange,
    classify_time_control,
    difference_for_score,
    elo_change,
    expected_score,
    increased_rating,
    k_used,
    performance_rating,
    ukd_change,
)

TABLE_LIMIT = 2000
LARGEST_GAP = 10_000
MINUTES_LIMIT = 1440
SECONDS_LIMIT = 3600
STAGES_LIMIT = 6
MOVES_LIMIT = 200


def answer_table_pd(reader: Reader, value: object) -> dict[str, Any]:
    """Return the expected scores of some differences."""
    fields = reader.fields(value, "input", ("d",))
    gaps = [
        reader.number(row.value, row.path, lowest=-LARGEST_GAP, highest=LARGEST_GAP)
        for row in reader.rows(fields, "d", "input", limit=TABLE_LIMIT)
    ]
    reader.check()
    return {"pd": [decimal(expected_score(gap)) for gap in gaps]}


def answer_table_dp(reader: Reader, value: object) -> dict[str, Any]:
    """Return the rating differences of some fractional scores."""
    fields = reader.fields(value, "input", ("p",))
    fractions = [
        reader.fraction(row.value, row.path)
        for row in reader.rows(fields, "p", "input", limit=TABLE_LIMIT)
    ]
    reader.check()
    return {"dp": [difference_for_score(fraction) for fraction in fractions]}


def answer_increase(reader: Reader, value: object) -> dict[str, Any]:
    """Return a rating after the one-time increase of March 2024."""
    fields = reader.fields(value, "input", ("rating",))
    rating = reader.rating(fields, "rating", "input")
    reader.check()
    return {"rating": increased_rating(rating)}


def answer_k_factor(
    reader: Reader, time_control: TimeControl, day: date, value: object
) -> dict[str, Any]:
    """Return base K and used K of a player."""
    names = ("rating", "games_before", "birth_year", "peak", "n")
    fields = reader.fields(value, "input", names)
    reader.regime(time_control, day, "date")
    rating = reader.rating(fields, "rating", "input")
    factor = read_k_facts(reader, fields, rating, day.year)
    games = reader.optional_whole(fields, "n", "input", lowest=0, highest=10_000) or 0
    reader.check()
    return {
        "k_base": factor.k_base,
        "k_used": k_used(factor.k_base, games),
        "k_reason": factor.reason.value,
    }


def answer_performance(reader: Reader, value: object) -> dict[str, Any]:
    """Return the performance in some games."""
    games = read_games(reader, reader.fields(value, "input", ("games",)), "input", None)
    reader.check()
    result = performance_rating(games)
    return {
        "games_counted": result.games_counted if result else 0,
        "average": decimal(result.average_hundredths) if result else None,
        "average_rounded": result.average if result else None,
        "p": decimal(result.percentage) if result else None,
        "dp": result.dp if result else None,
        "performance": result.rating if result else None,
    }


def work_out_ukd(reader: Reader, value: object) -> UkdChange:
    """Return the estimated UKD change of an event with its steps."""
    fields = reader.fields(value, "input", ("rating", "games"))
    rating = reader.rating(fields, "rating", "input")
    games = read_games(reader, fields, "input", None)
    reader.check()
    return ukd_change(rating, games)


def answer_ukd(reader: Reader, value: object) -> dict[str, Any]:
    """Return the estimated UKD change of an event."""
    result = work_out_ukd(reader, value)
    return {
        "k": result.k,
        "games_rated": result.games_rated,
        "games_unrated": result.games_unrated,
        "opponents_used": list(result.opponents_used),
        "average": decimal(result.average),
        "d": result.difference,
        "pd": decimal(result.expected_per_game),
        "expected": decimal(result.expected_score),
        "score": points(result.score),
        "rated_change": decimal(result.rated_change),
        "unrated_change": decimal(result.unrated_change),
        "change": decimal(result.change),
        "new_rating_exact": decimal(result.new_rating_exact),
        "new_rating": result.new_rating,
    }


def work_out_elo(reader: Reader, value: object) -> EloChange:
    """Return the plain Elo change of some games with its steps."""
    fields = reader.fields(value, "input", ("rating", "k", "games"))
    rating = reader.rating(fields, "rating", "input")
    k = reader.whole(fields, "k", "input", lowest=1, highest=HIGHEST_K)
    games = []
    for row in reader.rows(fields, "games", "input", limit=GAMES_LIMIT):
        game = reader.fields(row.value, row.path, ("opponent", "score"))
        opponent = reader.rating(game, "opponent", row.path)
        games.append((opponent, reader.score(game, "score", row.path)))
    reader.check()
    return elo_change(rating, games, k=k)


def answer_elo(reader: Reader, value: object) -> dict[str, Any]:
    """Return the plain Elo change of some games."""
    result = work_out_elo(reader, value)
    return {
        "games": [
            {"expected": decimal(step.expected_score, 4), "change": step.change}
            for step in result.steps
        ],
        "change": result.change,
        "new_rating": result.new_rating,
    }


def work_out_time_control(reader: Reader, value: object) -> TimeControlClass:
    """Return the list a time control belongs to and all of FIDE's objections."""
    names = ("minutes", "increment", "stages", "ratings", "qc_approved")
    fields = reader.fields(value, "input", names)
    if fields.get("stages") is None:
        stages = [Stage(reader.hundredths(fields, "minutes", "input", highest=MINUTES_LIMIT))]
    else:
        stages = _read_stages(reader, fields)
    increment = reader.optional_whole(fields, "increment", "input", lowest=0, highest=SECONDS_LIMIT)
    ratings = []
    if fields.get("ratings") is not None:
        ratings = [
            reader.number(row.value, row.path, lowest=0, highest=HIGHEST_RATING)
            for row in reader.rows(fields, "ratings", "input", limit=GAMES_LIMIT)
        ]
    approved = reader.flag(fields, "qc_approved", "input", default=False)
    reader.check()
    return classify_time_control(
        stages, increment=increment or 0, ratings=ratings, has_qc_approval=approved
    )


def answer_time_control(reader: Reader, value: object) -> dict[str, Any]:
    """Return the list a time control belongs to and FIDE's first objection."""
    result = work_out_time_control(reader, value)
    return {
        "minutes_for_60_moves": decimal(result.minutes_for_60_moves),
        "category": result.category.value,
        "fide_rateable": result.is_fide_rateable,
        "reason": result.reasons[0].value if result.reasons else None,
    }


def _read_stages(reader: Reader, fields: Fields) -> list[Stage]:
    stages = []
    for row in reader.rows(fields, "stages", "input", limit=STAGES_LIMIT):
        stage = reader.fields(row.value, row.path, ("minutes", "moves"))
        minutes = reader.hundredths(stage, "minutes", row.path, highest=MINUTES_LIMIT)
        moves = reader.optional_whole(stage, "moves", row.path, lowest=1, highest=MOVES_LIMIT)
        stages.append(Stage(minutes, moves))
    if not stages and not reader.problems:
        reader.missing("input.stages")
    return stages
