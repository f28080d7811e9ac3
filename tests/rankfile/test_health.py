"""What probes and metrics collectors are told."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from clubs.models import Club
from ratings.models import RatingList
from support.servers import Server

NOT_ALLOWED_HOST = "10.1.2.3:8000"


@pytest.fixture
def broker_is_there(settings: Any, pytestconfig: pytest.Config) -> str:
    return "ok" if pytestconfig.getoption("db") == "postgresql" else "not configured"


def test_healthz_answers_a_probe_that_knows_only_the_address(client: Client) -> None:
    response = client.get("/healthz", headers={"host": NOT_ALLOWED_HOST})

    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_only_reads(client: Client, path: str) -> None:
    response = client.post(path)

    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


@pytest.mark.django_db
def test_readyz_tells_each_part(client: Client, broker_is_there: str) -> None:
    response = client.get("/readyz", headers={"host": NOT_ALLOWED_HOST})

    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "checks": {"database": "ok", "migrations": "ok", "broker": broker_is_there},
        "oldest_pending_seconds": 0,
    }


@pytest.mark.django_db
def test_readyz_fails_while_a_migration_is_missing(client: Client, broker_is_there: str) -> None:
    [newest] = MigrationLoader(connection).graph.leaf_nodes("ratings")
    MigrationRecorder(connection).record_unapplied(*newest)

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["checks"] == {
        "database": "ok",
        "migrations": "missing",
        "broker": broker_is_there,
    }


@pytest.mark.django_db
def test_readyz_fails_without_its_broker(
    client: Client, settings: Any, redis_server: Server
) -> None:
    settings.REDIS_URL = redis_server.url
    assert client.get("/readyz").status_code == 200

    redis_server.kill()

    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["broker"] == "no answer"


@pytest.mark.django_db
def test_an_overdue_replay_is_told_and_a_parked_one_counted(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "s3cret"
    club = Club.objects.create(name="Steep Hill", slug="steep-hill")
    now = timezone.now()
    for control, failed_at in (("standard", None), ("rapid", now), ("blitz", None)):
        RatingList.objects.update_or_create(
            club=club,
            time_control=control,
            defaults={
                "stale_since": None if control == "blitz" else date(2026, 1, 5),
                "pending_since": now - timedelta(minutes=2),
                "failed_at": failed_at,
            },
        )

    page = client.get("/metrics", headers={"authorization": "Bearer s3cret"})

    assert page.status_code == 200
    values = dict(
        line.rsplit(" ", 1) for line in page.content.decode().splitlines() if line[0] != "#"
    )
    assert 120 <= int(values.pop("rankfile_oldest_pending_seconds")) < 180
    assert values == {"rankfile_lists_pending": "1", "rankfile_lists_parked": "1"}
    assert 120 <= client.get("/readyz").json()["oldest_pending_seconds"] < 180


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "other"])
def test_metrics_do_not_exist_without_the_token(client: Client, settings: Any, token: str) -> None:
    settings.METRICS_TOKEN = token

    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
