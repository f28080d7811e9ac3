"""Thousands of requests made from the schema: nothing breaks, and nothing undocumented comes back.

Half of the calls go to things that exist, with a token that may do everything, so that bodies reach
the use cases. Each operation is rolled back before the next.
"""

from __future__ import annotations

import random
import traceback

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from factories import list_of, make_access, make_club, make_rating
from factories_events import make_event, make_field, play_round
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.tokens import make_token
from ratings.publishing import issue_list
from ratings.replay import update_list
from tournaments.byes import request_bye
from tournaments.closing import close_tournament
from tournaments.helper_links import make_helper_link
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round

CASES_AN_OPERATION = 19
LEAST_CASES = 2000
TODAY = timezone.localdate()
LOOKED_AT = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

pytestmark = [pytest.mark.big_setup, pytest.mark.django_db]


@pytest.fixture
def schema(settings):
    # Without a cache nobody is throttled; the connection holds the test's own transaction.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    found = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
    found.app = get_wsgi_application()
    yield found
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known(db):
    """Return a token, and by name what to put into a path: things that exist.

    What a bare ``number`` means is told by the word before it.
    """
    club = make_club("North")
    access = make_access(club)
    over = make_event(access, name="Over", rounds_planned=1, start_date=TODAY)
    make_field(access, over, [1900, 1800, 1700, 1600])
    play_round(access, over)
    close_tournament(access, over)
    event = make_event(access, rounds_planned=5, start_date=TODAY)
    entries = make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400, None])
    request_bye(access, entries[0], round_number=3)
    play_round(access, event)
    publish_round(access, pair_round(access, event).round)
    link, _secret = make_helper_link(access, event, label="Hans")
    adjustment = make_rating(entries[1].player, 1850)
    for rating_list in club.rating_lists.all():
        update_list(rating_list.pk)
    issue_list(access, list_of(club), TODAY)
    _token, text = make_token(access, "Fuzz", ["read", "results", "pairing", "manage", "close"])
    return text, {
        "club": [club.slug], "tournaments": [event.number, event.number, over.number],
        "players": [entries[1].player_id, entries[2].player_id], "adjustments": [adjustment.key],
        "published-lists": [1], "round_number": [1, 2, 3], "rank": [1, 2, 7], "board": [1, 2],
        "bye": [event.byes.first().pk], "link": [link.pk],
        "time_control": ["standard", "standard", "rapid"],
    }  # fmt: skip


def in_path(name: str, path: str) -> str:
    """Return under which name ``known`` holds a path parameter."""
    before = path.split("{number}")[0]
    words = [word for word in before.split("/") if word and "{" not in word]
    return words[-1] if name == "number" else name


def test_no_request_breaks_anything_or_is_answered_in_an_undocumented_way(schema, known):
    token, parameters = known
    chosen = random.Random(7)
    answered: list[int] = []
    wrong: dict[str, str] = {}

    def sometimes_real(case):
        is_real = chosen.random() < 0.9
        for name in case.path_parameters or {}:
            choices = parameters.get(in_path(name, case.operation.path))
            if choices and is_real:
                case.path_parameters[name] = chosen.choice(choices)

    for result in schema.get_all_operations():
        operation = result.ok()

        @seed(7)
        @settings(
            max_examples=CASES_AN_OPERATION, phases=[Phase.generate], database=None,
            deadline=None, suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def call(case):
            sometimes_real(case)
            case.headers["Authorization"] = f"Bearer {token}"
            case.headers["Accept-Encoding"] = "identity"
            response = case.call()
            answered.append(response.status_code)
            case.validate_response(response, checks=LOOKED_AT)

        with transaction.atomic():
            try:
                call()
            except (Exception, FailureGroup) as failure:  # noqa: BLE001 - all are told at the end
                wrong[operation.label] = "".join(traceback.format_exception(failure))
            transaction.set_rollback(True)

    assert wrong == {}
    assert len(answered) >= LEAST_CASES
    assert {200, 404, 422} <= set(answered)
