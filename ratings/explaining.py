"""A history row in words and as data: the calculation game by game, as it was written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.formatting import hundredths, signed, signed_hundredths
from clubs.models import Player
from ratings.models import RatingChange
from ratings.queries import game_lines, pooled_lines
from ratings.reason_words import k_reason_words, left_out_words

LANGUAGE = "en"
SOURCES = {
    "own": "own rating",
    "borrowed": "standard rating, for want of one on this list",
    "newcomer": "the club's start value for newcomers",
    "unrated": "unrated",
    "late": "rating gained while the event was running",
}
FLAGS = {
    "fell": "fell under the floor and is unrated",
    "returned": "rated again",
    "kept": "still under the floor: the value is kept",
    "minimum": "lifted to the lowest rating of the club's policy",
    "maximum": "cut to the highest first rating",
    "nothing_to_add_to": "made unrated meanwhile: there is nothing to add the change to",
    "lapsed": "rated again on the same day: these games count for no first rating",
}


def opponents_of(change: RatingChange) -> dict[int, str]:
    """Return the names of a row's opponents; one query."""
    ids = {line.opponent_id for line in game_lines(change)}
    return dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))


def explain_in_words(change: RatingChange, opponents: Mapping[int, str]) -> Iterator[str]:
    """Return the calculation line by line; player, list and report loaded."""
    report = change.report
    assert report is not None
    days = f"{change.first_day} – {change.last_day}"
    yield f"{change.player.name} · {report.event_name} · {change.rating_list.time_control} · {days}"
    yield f"Edition {change.regime}; start: {_start(change)}"
    yield ""
    for line in game_lines(change):
        yield _game(line, opponents.get(line.opponent_id, str(line.opponent_id)))
    yield ""
    if change.kind in ("change", "late"):
        yield from _change_in_words(change)
    else:
        yield from _first_rating_in_words(change)
    for flag in change.flags:
        yield FLAGS.get(flag, flag)
    yield (
        f"Rating {_rating(change.before)} → {_rating(change.after)}; "
        f"games {change.games_after}, highest {_rating(change.peak_after)}"
    )


def _start(change: RatingChange) -> str:
    return f"{_rating(change.start_rating)} ({SOURCES[change.start_source]})"


def _rating(rating: int | None) -> str:
    return "unrated" if rating is None else str(rating)


def _game(line: Any, opponent: str) -> str:
    head = (
        f"{line.round_number:>3}.{line.board_number:<3} {line.colour} "
        f"{opponent[:30]:<30} {_rating(line.opponent_rating):>8}  "
        f"score {hundredths(line.score, LANGUAGE)}"
    )
    if line.left_out:
        return f"{head}  {line.excluded_reason or left_out_words(line.left_out)}"
    if line.expected_score is None:
        return head
    capped = ""
    if line.counted_difference != line.difference:
        capped = f" counted as {signed(line.counted_difference)}"
    return (
        f"{head}  difference {signed(line.difference)}{capped}"
        f"  expected {hundredths(line.expected_score, LANGUAGE)}"
        f"  {signed_hundredths(line.delta, LANGUAGE)}"
    )


def _change_in_words(change: RatingChange) -> Iterator[str]:
    delta = signed_hundredths(change.score - change.expected_score, LANGUAGE)
    yield (
        f"Score {hundredths(change.score, LANGUAGE)} of {change.game_count}, "
        f"expected {hundredths(change.expected_score, LANGUAGE)}, difference {delta}"
    )
    limit = ""
    if change.used_k != change.base_k:
        limit = f", {change.used_k} because K × games is at most 700"
    yield f"K {change.base_k} ({k_reason_words(change.k_reason)}){limit}"
    yield (
        f"Change {change.used_k} × {delta} = {signed_hundredths(change.raw_change, LANGUAGE)}, "
        f"rounded {signed(change.change)}"
    )


def _first_rating_in_words(change: RatingChange) -> Iterator[str]:
    steps = change.details.get("first")
    if not steps:
        return
    for line in pooled_lines(change):
        dropped = f"  {left_out_words(line.left_out)}" if line.left_out else ""
        score = hundredths(line.score, LANGUAGE)
        yield f"Pool: event {line.event_key}, {line.opponent_rating}, score {score}{dropped}"
    yield f"{steps['games']} of {steps['games_needed']} games towards a first rating"
    if steps["average"] is not None:
        yield (
            f"Average {hundredths(steps['average'], LANGUAGE)}, p {steps['percentage']} %, "
            f"dp {'–' if steps['dp'] is None else signed(steps['dp'])}, "
            f"result {hundredths(steps['performance'], LANGUAGE)}"
        )


def explain_as_data(change: RatingChange, opponents: Mapping[int, str]) -> dict[str, Any]:
    """Return the calculation as data; scores and raw change in hundredths."""
    report = change.report
    assert report is not None
    return {
        "player": change.player.name,
        "event": report.event_name,
        "event_number": change.event_key,
        "time_control": change.rating_list.time_control,
        "first_day": change.first_day.isoformat(),
        "last_day": change.last_day.isoformat(),
        "edition": change.regime,
        "kind": change.kind,
        "start_rating": change.start_rating,
        "start_source": change.start_source,
        "games_before": change.games_before,
        "peak_before": change.peak_before,
        "games": [
            line._asdict() | {"opponent": opponents.get(line.opponent_id, ""), "delta": line.delta}
            for line in game_lines(change)
        ],
        "game_count": change.game_count,
        "score": change.score,
        "expected_score": change.expected_score,
        "k_base": change.base_k,
        "k_reason": change.k_reason,
        "k_used": change.used_k,
        "raw_change": change.raw_change,
        "change": change.change,
        "before": change.before,
        "after": change.after,
        "flags": change.flags,
        "games_after": change.games_after,
        "peak_after": change.peak_after,
        "performance": change.performance,
        "first_rating": change.details.get("first"),
    }
