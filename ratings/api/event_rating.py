"""How far the rating of an event is, and the wait for it."""

from __future__ import annotations

import threading
import time
from typing import Any

from rest_framework import serializers

from clubs.models import Club
from ratings.api.schemas import TIME_CONTROLS
from ratings.models import RatingReport
from ratings.reports import live_reports, state_of

STATES = ("none", "waiting", "rated", "parked")
LONGEST_WAIT = 20
SECONDS_BETWEEN_LOOKS = 0.5
# A waiting call holds a thread of the server; the others must stay free for everybody else.
MOST_WAITING = 3
waiting_calls = threading.BoundedSemaphore(MOST_WAITING)


class ListRatingSchema(serializers.Serializer[Any]):
    """The event's report on one list."""

    time_control = serializers.ChoiceField(choices=TIME_CONTROLS)
    status = serializers.ChoiceField(choices=RatingReport.Status.choices)
    revision = serializers.IntegerField()
    rated_at = serializers.DateTimeField(allow_null=True)


class EventRatingSchema(serializers.Serializer[Any]):
    """How far the rating of an event is: none, waiting, rated, or parked after failures."""

    state = serializers.ChoiceField(choices=STATES)
    lists = ListRatingSchema(many=True)


def event_rating_body(club: Club, event_key: int) -> dict[str, Any]:
    """Return how far the rating of an event is, list by list; one query."""
    reports = live_reports(club, event_key)
    return {
        "state": state_of(reports),
        "lists": [
            {
                "time_control": report.rating_list.time_control,
                "status": str(report.status),
                "revision": report.revision,
                "rated_at": report.rated_at,
            }
            for report in reports
        ],
    }


def wait_for_rating(club: Club, event_key: int, seconds: int) -> dict[str, Any]:
    """Return the state as soon as it is no longer ``waiting``, at the latest after ``seconds``.

    Where enough calls wait already, the answer comes at once: the caller asks again.
    """
    body = event_rating_body(club, event_key)
    if body["state"] != "waiting" or not seconds or not waiting_calls.acquire(blocking=False):
        return body
    try:
        end = time.monotonic() + min(seconds, LONGEST_WAIT)
        while body["state"] == "waiting" and time.monotonic() < end:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            body = event_rating_body(club, event_key)
    finally:
        waiting_calls.release()
    return body
