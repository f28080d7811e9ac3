"""One case, or a batch of cases, from plain data to plain data."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.utils.translation import gettext

from clubs.errors import InvalidInput
from ratings.calculator import small_systems as small
from ratings.calculator.fide import answer_fide, read_fide, work_out_fide
from ratings.calculator.first_rating import (
    answer_borrowed,
    answer_first_rating,
    read_first_rating,
    work_out_first_rating,
)
from ratings.calculator.reading import Reader, Row, shown
from ratings.calculator.whole_event import answer_event, read_event, work_out_event
from ratings.rules import TimeControl

BATCH_LIMIT = 200


def _fide(reader: Reader, time_control: TimeControl, day: date, value: object) -> dict[str, Any]:
    case = read_fide(reader, time_control, day, value)
    reader.check()
    return answer_fide(work_out_fide(case))


def _first_rating(
    reader: Reader, time_control: TimeControl, day: date, value: object
) -> dict[str, Any]:
    case = read_first_rating(reader, time_control, day, value)
    reader.check()
    if case.borrowed is not None:
        return answer_borrowed(case)
    return answer_first_rating(work_out_first_rating(case))


def _event(reader: Reader, time_control: TimeControl, day: date, value: object) -> dict[str, Any]:
    case = read_event(reader, time_control, day, value)
    reader.check()
    return answer_event(case, work_out_event(case))


_DATED: dict[str, Callable[[Reader, TimeControl, date, object], dict[str, Any]]] = {
    "fide": _fide,
    "fide_initial": _first_rating,
    "fide_event": _event,
    "k_factor": small.answer_k_factor,
}
_TIMELESS: dict[str, Callable[[Reader, object], dict[str, Any]]] = {
    "performance": small.answer_performance,
    "ukd": small.answer_ukd,
    "elo": small.answer_elo,
    "table_pd": small.answer_table_pd,
    "table_dp": small.answer_table_dp,
    "time_control": small.answer_time_control,
    "compress_2024": small.answer_increase,
}
SYSTEMS = (*_DATED, *_TIMELESS)


def evaluate_case(
    system: object, time_control: object, day: object, value: object
) -> dict[str, Any]:
    """Return the answer to one case; the arguments are its four fields as they were sent.

    A system without dated rules takes no notice of list and date, but refuses wrong ones.

    >>> answer = evaluate_case("elo", None, None, {"rating": 1500, "k": 25, "games": [
    ...     {"opponent": 1500, "score": "0"}]})
    >>> answer["new_rating"]
    1487

    Raises InvalidInput with a problem for every wrong field, its place beginning at the case.
    """
    reader = Reader()
    if isinstance(system, str) and system in _DATED:
        meant = reader.time_control(time_control, "time_control")
        first_day = reader.day(day, "date")
        return _DATED[system](reader, meant, first_day, value)
    if time_control is not None:
        reader.time_control(time_control, "time_control")
    if day is not None:
        reader.day(day, "date")
    if isinstance(system, str) and system in _TIMELESS:
        return _TIMELESS[system](reader, value)
    facts = {"value": shown(system), "allowed": ", ".join(SYSTEMS)}
    message = gettext("must be one of %(allowed)s, not %(value)s") % facts
    reader.refuse("unknown_system", message, "system", **facts)
    raise reader.error()


def evaluate_cases(cases: object) -> list[dict[str, Any]]:
    """Return one answer per case, in order; a wrong case gets an error and spoils no other.

    Each case is an object with system, time_control, date and input; further fields, such as an
    id, are left alone. Raises InvalidInput when ``cases`` is no list or has more than 200.
    """
    reader = Reader()
    rows = reader.items(cases, "cases", limit=BATCH_LIMIT)
    reader.check()
    return [_answer_or_error(row) for row in rows]


def error_answer(error: InvalidInput) -> dict[str, Any]:
    """Return the error of a case as plain data: the first sentence, then every problem."""
    return {
        "error": error.message,
        "problems": [
            {
                "path": problem.path,
                "code": problem.code,
                "message": problem.message,
                "facts": dict(problem.facts),
            }
            for problem in error.problems
        ],
    }


def _answer_or_error(row: Row) -> dict[str, Any]:
    try:
        if not isinstance(row.value, dict):
            reader = Reader()
            reader.refuse("not_an_object", gettext("must be an object with named fields"), row.path)
            raise reader.error()
        case = row.value
        return evaluate_case(
            case.get("system"), case.get("time_control"), case.get("date"), case.get("input")
        )
    except InvalidInput as error:
        return error_answer(error)
