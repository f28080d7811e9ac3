"""Every write of the API: repeated under a key it happens once, and an old ETag stops it."""

from __future__ import annotations

import pytest
from django.db import transaction

from clubs.models import AuditEvent
from support.api_writes import READING_POSTS, UNSAFE, WRITES, Stage, operations

SECRETS = {"tokens_make": "token", "webhooks_make": "secret", "helper_links_make": "link",
           "members_invite": "link"}  # fmt: skip
WRITING = [each for each in operations() if each.method in UNSAFE]


@pytest.fixture
def stage(db):
    return Stage()


def test_the_table_of_writes_is_complete():
    assert sorted({*WRITES, *READING_POSTS}) == sorted(each.name for each in WRITING)


def test_every_write_says_that_it_takes_a_key():
    with_key = {each.name for each in WRITING if "Idempotency-Key" in each.parameters}

    assert with_key == set(WRITES)


def test_every_write_happens_once_under_its_key_and_is_answered_the_same(stage):
    wrong = {}
    for operation in WRITING:
        if operation.name in WRITES:
            with transaction.atomic():
                told = _repeat(stage, operation)
                transaction.set_rollback(True)
            if told is not None:
                wrong[operation.name] = told

    assert wrong == {}


def _repeat(stage, operation):
    """Send a write three times under one key; return what is wrong with the answers, or None."""
    write = WRITES[operation.name]
    body, key = stage.body_of(write), {"Idempotency_Key": "k1"}
    first = stage.send(operation.method, write.path, body, **key)
    if not 200 <= first.status_code < 300:
        return first.status_code, first.content.decode()
    acts = AuditEvent.objects.count()
    again = stage.send(operation.method, write.path, body, **key)
    other = stage.send(operation.method, f"{write.path}?other=1", body, **key)
    expected = first.json() if first.content else None
    if secret := SECRETS.get(operation.name):
        assert expected[secret]
        expected[secret] = None
    found = (
        again.status_code,
        again.get("Idempotent-Replayed"),
        again.json() if again.content else None,
        [again.get(name) for name in ("ETag", "Location")],
        AuditEvent.objects.count(),
        (other.status_code, other.json().get("code")),
    )
    wanted = (
        first.status_code,
        "true",
        expected,
        [first.get(name) for name in ("ETag", "Location")],
        acts,
        (422, "idempotency_key_reused"),
    )
    return None if found == wanted else (found, wanted)


def test_every_guarded_write_is_stopped_by_an_older_etag_and_told_the_state(stage):
    guarded = [each for each in WRITING if each.name in WRITES and "If-Match" in each.parameters]
    told = {}
    for operation in guarded:
        write = WRITES[operation.name]
        with transaction.atomic():
            body, acts = stage.body_of(write), AuditEvent.objects.count()
            answer = stage.send(operation.method, write.path, body, If_Match='"v987654"')
            unread = stage.send(operation.method, write.path, body, If_Match="yesterday")
            told[operation.name] = (
                answer.status_code,
                isinstance(answer.json().get("facts", {}).get("version"), int),
                AuditEvent.objects.count() - acts,
                unread.json().get("code"),
            )
            transaction.set_rollback(True)

    assert told == {each.name: (412, True, 0, "if_match_form") for each in guarded}
    assert {"tournaments_change", "entries_change", "rounds_publish", "boards_change"} <= set(told)
