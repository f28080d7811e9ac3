"""All worked cases against the rules themselves, without the calculator in between."""

from collections import Counter
from datetime import date

import pytest

from ratings.rules import (
    EventGame,
    EventGames,
    EventPlayer,
    Game,
    LeftOut,
    PoolEvent,
    RulesError,
    Stage,
    TimeControl,
    classify_time_control,
    difference_for_score,
    elo_change,
    expected_score,
    increased_rating,
    initial_rating,
    k_factor,
    k_used,
    old_rating,
    performance_rating,
    rate_event,
    rating_change,
    regime_for,
    ukd_change,
)
from support.golden import CASES


def hundredths(text, places=2):
    """Read decimal text as a whole number of its last place."""
    if text is None:
        return None
    whole, _, decimals = text.lstrip("-").partition(".")
    amount = int(whole) * 10**places + int(decimals.ljust(places, "0") or 0)
    return -amount if text.startswith("-") else amount


def games_of(rows, *, borrows=False):
    return [
        Game(
            row["opponent"] or (row.get("opponent_standard") if borrows else None),
            hundredths(row["score"]),
            None if row.get("played", True) else LeftOut.UNPLAYED,
        )
        for row in rows
    ]


def cases_of(*systems):
    return [
        pytest.param(case, id=case["id"])
        for case in CASES
        if case["system"] in systems and "error" not in case["expected"]
    ]


def agree(case, found):
    """Compare on every anchored key that ``found`` speaks of, and on no fewer than all of them."""
    keys = {key.partition(".")[0] for key in case["anchored"]}
    assert keys <= set(found)
    wanted = {key: case["expected"].get(key) for key in found if key in case["expected"]}
    assert {key: found[key] for key in wanted} == wanted


def decimal(amount, places=2):
    if amount is None:
        return None
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    return f"{sign}{size // 10**places}.{size % 10**places:0{places}}"


def step_of(step):
    return {
        "opponent": step.opponent,
        "score": f"{step.score / 100:g}",
        "d": step.difference,
        "d_used": step.counted_difference,
        "pd": decimal(step.expected_score),
        "delta": decimal(step.delta),
        "rated": step.left_out is None,
        "reason": step.left_out,
    }


def test_the_file_holds_the_cases_it_promises():
    assert Counter(case["system"] for case in CASES) == {
        "fide": 76,
        "ukd": 23,
        "fide_initial": 21,
        "k_factor": 15,
        "elo": 12,
        "time_control": 12,
        "performance": 8,
        "compress_2024": 4,
        "table_pd": 4,
        "legacy": 3,
        "fide_event": 2,
        "table_dp": 1,
    }


@pytest.mark.parametrize("case", cases_of("fide"))
def test_rating_change(case):
    given, wanted = case["input"], case["expected"]
    time_control = TimeControl(case["time_control"])
    regime = regime_for(time_control, date.fromisoformat(case["date"]))
    own = given["rating"] or given["standard_rating"]
    rows = given.get("events") or [{"date": case["date"], "rating": own, "games": given["games"]}]
    events = [
        EventGames(
            row["rating"],
            games_of(row["games"], borrows=regime.borrows_standard),
            regime_for(time_control, date.fromisoformat(row["date"])),
        )
        for row in rows
    ]

    period = rating_change(events, k_base=given.get("k", 40))
    performance = performance_rating(game for event in events for game in event.games)

    found = {
        "regime": regime.id,
        "k_base": period.k_base,
        "k_used": period.k_used,
        "games_counted": period.games_counted,
        "expected": decimal(period.expected_score),
        "sum_delta": decimal(period.sum_delta),
        "raw_change": decimal(period.raw_change),
        "rounded_change": period.change,
        "rounded_per_event": sum(event.change for event in period.events),
        "new_rating": own + period.change,
        "status": "rated" if own + period.change >= regime.floor else "unrated",
        "performance": performance.rating if performance else None,
    }
    steps = [step for row in wanted.get("events", [wanted]) for step in row["games"]]
    keys = [key for key in case["anchored"] if key not in ("games", "games.delta", "score")]
    agree(case | {"anchored": keys}, found)
    assert [step_of(step) for step in period.steps] == steps


@pytest.mark.parametrize(
    ("day", "message"), [("2021-12-31", "no verified standard rules for 2021-12-31")]
)
def test_a_day_before_the_first_edition_is_refused(day, message):
    with pytest.raises(RulesError, match=message):
        regime_for(TimeControl.STANDARD, date.fromisoformat(day))


@pytest.mark.parametrize("case", [p for p in cases_of("fide_initial") if "SEED" not in p.id])
def test_first_rating(case):
    day = date.fromisoformat(case["date"])
    pool = [
        PoolEvent(date.fromisoformat(row["date"]), games_of(row["games"]))
        for row in case["input"]["events"]
    ]

    first = initial_rating(pool, regime=regime_for(TimeControl(case["time_control"]), day), on=day)

    agree(
        case,
        {
            "regime": first.regime.id,
            "games_counted": first.games_counted,
            "score": f"{first.score / 100:g}",
            "dropped_zero_start": first.dropped_zero_start,
            "dropped_older_than_26_months": first.dropped_older_than_26_months,
            "ra": decimal(first.average),
            "p": decimal(first.percentage),
            "dp": first.dp,
            "ru": decimal(first.performance),
            "provisional": first.provisional,
            "rating": first.rating,
            "reason": first.reason,
            "status": "unrated" if first.rating is None else "rated",
        },
    )


@pytest.mark.parametrize("case", cases_of("k_factor"))
def test_k_factor(case):
    given = dict(case["input"])
    games = given.pop("n")

    factor = k_factor(**given, year=date.fromisoformat(case["date"]).year)

    agree(case, {"k_base": factor.k_base, "k_used": k_used(factor.k_base, games)})


@pytest.mark.parametrize("case", cases_of("performance"))
def test_performance(case):
    result = performance_rating(games_of(case["input"]["games"]))

    names = {
        "games_counted": "games_counted",
        "average_rounded": "average",
        "dp": "dp",
        "performance": "rating",
    }
    found = {key: getattr(result, name) if result else None for key, name in names.items()}
    found["games_counted"] = result.games_counted if result else 0
    found["average"] = decimal(result.average_hundredths) if result else None
    found["p"] = decimal(result.percentage) if result else None
    agree(case, found)


@pytest.mark.parametrize("case", cases_of("fide_event"))
def test_whole_event(case):
    scores = {"1-0": (100, 0), "0-1": (0, 100), "1/2-1/2": (50, 50), "+/-": (100, 0)}
    day = date.fromisoformat(case["date"])

    results = rate_event(
        [EventPlayer(p["id"], p["rating"], p.get("k")) for p in case["input"]["players"]],
        [
            EventGame(white, black, *scores[text], LeftOut.UNPLAYED if "/-" in text[1:3] else None)
            for white, black, text in case["input"]["games"]
        ],
        regime=regime_for(TimeControl.STANDARD, day),
        on=day,
    )

    for name, wanted in case["expected"]["players"].items():
        result = results[name]
        if wanted["kind"] == "initial":
            assert result.initial.games_counted == wanted["games_counted"]
            assert (result.initial.rating, result.initial.reason) == (None, wanted["reason"])
        else:
            change = result.change
            assert change.games_counted == wanted["games_counted"]
            assert decimal(change.raw_change) == wanted["raw_change"]
            assert result.start_rating + change.change == wanted["new_rating"]
            assert (change.k_used, change.change) == (wanted["k_used"], wanted["rounded_change"])
            assert result.performance.rating == wanted["performance"]
    assert list(results) == list(case["expected"]["players"])


@pytest.mark.parametrize("case", cases_of("table_pd", "table_dp"))
def test_tables(case):
    if case["system"] == "table_pd":
        found = {"pd": [decimal(expected_score(gap)) for gap in case["input"]["d"]]}
    else:
        found = {"dp": [difference_for_score(hundredths(p)) for p in case["input"]["p"]]}
    agree(case, found)


@pytest.mark.parametrize("case", cases_of("ukd"))
def test_ukd(case):
    result = ukd_change(case["input"]["rating"], games_of(case["input"]["games"]))

    agree(
        case,
        {
            "k": result.k,
            "games_rated": result.games_rated,
            "games_unrated": result.games_unrated,
            "opponents_used": list(result.opponents_used),
            "average": decimal(result.average),
            "d": result.difference,
            "pd": decimal(result.expected_per_game),
            "expected": decimal(result.expected_score),
            "rated_change": decimal(result.rated_change),
            "unrated_change": decimal(result.unrated_change),
            "change": decimal(result.change),
            "new_rating_exact": decimal(result.new_rating_exact),
            "new_rating": result.new_rating,
        },
    )


@pytest.mark.parametrize("case", cases_of("elo"))
def test_plain_elo(case):
    given = case["input"]

    result = elo_change(
        given["rating"],
        [(game["opponent"], hundredths(game["score"])) for game in given["games"]],
        k=given["k"],
    )

    agree(
        case,
        {
            "games": [
                {"expected": decimal(step.expected_score, 4), "change": step.change}
                for step in result.steps
            ],
            "change": result.change,
            "new_rating": result.new_rating,
        },
    )


@pytest.mark.parametrize("case", cases_of("time_control"))
def test_time_control(case):
    given = case["input"]
    rows = given.get("stages") or [{"minutes": given["minutes"]}]

    result = classify_time_control(
        [Stage(100 * row["minutes"], row.get("moves")) for row in rows],
        increment=given.get("increment", 0),
        ratings=given.get("ratings", ()),
    )

    agree(
        case,
        {
            "minutes_for_60_moves": decimal(result.minutes_for_60_moves),
            "category": result.category,
            "fide_rateable": result.is_fide_rateable,
            "reason": result.reasons[0] if result.reasons else None,
        },
    )


@pytest.mark.parametrize("case", cases_of("compress_2024"))
def test_one_time_increase(case):
    agree(case, {"rating": increased_rating(case["input"]["rating"])})


@pytest.mark.parametrize("case", cases_of("legacy"))
def test_old_way(case):
    given = case["input"]

    old = old_rating(given["rating"], given["opponent"], hundredths(given["score"]))

    agree(
        case,
        {
            "pd": decimal(old.expected_score),
            "exact": decimal(old.exact),
            "new_rating": old.new_rating,
        },
    )
