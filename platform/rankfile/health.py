"""What operators and their tools ask: ``/healthz``, ``/readyz`` and ``/metrics``.

A middleware answers them before anything else does, so that a probe needs no allowed host, no
HTTPS, no session and no language. ``/healthz`` says that the process serves; ``/readyz`` asks
the database, the migrations and the broker; ``/metrics`` counts what an operator alerts on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import redis
import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils import timezone

from ratings.models import RatingList, RatingReport

BROKER_TIMEOUT_SECONDS = 2

log = structlog.stdlib.get_logger(__name__)


class HealthMiddleware:
    """Answers the three addresses; every other request goes on untouched."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.answers = {"/healthz": answer_alive, "/readyz": answer_ready, "/metrics": list_metrics}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the probe's answer, or what the product answers."""
        answer = self.answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        response = answer(request)
        response["Cache-Control"] = "no-store"
        return response


def answer_alive(_request: HttpRequest) -> HttpResponse:
    """Say that the process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def answer_ready(_request: HttpRequest) -> HttpResponse:
    """Return 200 when the product can work, 503 with the part that fails otherwise.

    ``oldest_pending_seconds`` is how long the rating list that waits longest has waited. It is told
    and does not make the web process unready: taking it away would not make a worker faster.
    """
    checks = {"database": _database_state(), "broker": _broker_state()}
    pending: int | None = None
    if checks["database"] == "ok":
        checks["migrations"] = _migrations_state()
        if checks["migrations"] == "ok":
            pending = oldest_pending_seconds()
    ready = all(state in ("ok", "not configured") for state in checks.values())
    content = {"status": "ok" if ready else "failing", "checks": checks}
    return JsonResponse(
        {**content, "oldest_pending_seconds": pending}, status=200 if ready else 503
    )


def list_metrics(request: HttpRequest) -> HttpResponse:
    """Return the counts as a plain text page in the Prometheus format.

    They span all clubs, so only the holder of ``METRICS_TOKEN`` sees them; without that setting
    the address does not exist.
    """
    expected = f"Bearer {settings.METRICS_TOKEN}"
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(given.encode(), expected.encode()):
        return HttpResponse(status=404)
    lists = RatingList.objects.aggregate(
        stale=Count("pk", filter=_stale()), parked=Count("pk", filter=_parked())
    )
    reports = dict(RatingReport.objects.values_list("status").annotate(number=Count("pk")))
    lines = [
        "# HELP rankfile_lists_pending Rating lists that wait for a replay.",
        "# TYPE rankfile_lists_pending gauge",
        f"rankfile_lists_pending {lists['stale']}",
        "# HELP rankfile_lists_parked Rating lists given up after repeated failures.",
        "# TYPE rankfile_lists_parked gauge",
        f"rankfile_lists_parked {lists['parked']}",
        "# HELP rankfile_oldest_pending_seconds Age of the oldest replay that waits.",
        "# TYPE rankfile_oldest_pending_seconds gauge",
        f"rankfile_oldest_pending_seconds {oldest_pending_seconds()}",
        "# HELP rankfile_reports Rating reports of closed events, by status.",
        "# TYPE rankfile_reports gauge",
        *(f'rankfile_reports{{status="{name}"}} {reports[name]}' for name in sorted(reports)),
    ]
    return HttpResponse(
        "\n".join(lines) + "\n", content_type="text/plain; version=0.0.4; charset=utf-8"
    )


def oldest_pending_seconds() -> int:
    """Return for how long the oldest replay has been waited for; 0 without one.

    Measured from the moment a list began to wait, which no failed attempt moves.
    """
    since = RatingList.objects.filter(_stale()).aggregate(since=Min("pending_since"))["since"]
    return max(0, int((timezone.now() - since).total_seconds())) if since else 0


def _stale() -> Q:
    return Q(stale_since__isnull=False, failed_at__isnull=True)


def _parked() -> Q:
    return Q(failed_at__isnull=False)


def _database_state() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        log.exception("the database does not answer")
        return "no answer"
    return "ok"


def _migrations_state() -> str:
    executor = MigrationExecutor(connection)
    return "missing" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"


def _broker_state() -> str:
    if not settings.REDIS_URL:
        return "not configured"
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=BROKER_TIMEOUT_SECONDS,
            socket_connect_timeout=BROKER_TIMEOUT_SECONDS,
        ) as broker:
            broker.ping()
    except redis.RedisError:
        log.exception("the broker does not answer")
        return "no answer"
    return "ok"
