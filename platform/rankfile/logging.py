"""Logging: one line per request and event, JSON in production, always with the request's id.

A line never holds a query string, a form's content or a person's address: those are where names,
tokens and e-mail addresses travel.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import get_language_from_path, override

STYLES = ("json", "text")
# Path arguments that let their holder in; the line shows that there was one.
SECRET_ARGUMENTS = frozenset({"token", "key", "uidb36", "secret"})
ACCEPTED_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

log = structlog.stdlib.get_logger("rankfile.requests")


def logging_settings(style: str, level: str, *, runs_tasks_inline: bool = False) -> dict[str, Any]:
    """Return the value of ``LOGGING`` and set structlog up to feed it.

    A task that runs inline belongs to a request or command, which says what became of it: only its
    failures get lines of their own.
    """
    of_tasks = "WARNING" if runs_tasks_inline else level
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last_steps: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style == "json":
        # Local variables hold what a log must not: passwords, tokens, people's data.
        plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        last_steps += [
            structlog.processors.ExceptionRenderer(plain),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        last_steps += [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": last_steps,
            }
        },
        "filters": {"paths": {"()": PathFilter}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["paths"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Its lines repeat the request's line, with the query string.
            "django.server": {"handlers": [], "level": "ERROR", "propagate": False},
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
            "celery.app.trace": {"handlers": [], "level": of_tasks, "propagate": True},
            # It warns of a missing host name where no broker is used at all.
            "kombu.connection": {"handlers": [], "level": "ERROR", "propagate": True},
            # The servers' own handlers would print a second, differently shaped line.
            "gunicorn.error": {"handlers": [], "level": level, "propagate": True},
            "gunicorn.access": {"handlers": [], "level": "ERROR", "propagate": False},
        },
    }


class RequestLogMiddleware:
    """Give each request an id, bind it to every line logged meanwhile, and log the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; the id goes back in ``X-Request-ID``."""
        offered = request.headers.get("X-Request-ID", "")
        request_id = offered if ACCEPTED_ID.fullmatch(offered) else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        log.log(
            logging.INFO if response.status_code < 500 else logging.ERROR,
            "request",
            method=request.method,
            path=loggable_path(request),
            status=response.status_code,
            milliseconds=round((time.perf_counter() - started) * 1000),
        )
        return response


def loggable_path(request: HttpRequest) -> str:
    """Return the path without its query string and without the secrets that some paths hold."""
    path = request.path
    match = request.resolver_match or _meaning(request.path_info)
    values = [
        str(value)
        for name, value in (match.kwargs if match else {}).items()
        if name in SECRET_ARGUMENTS
    ]
    # The longest first: a short one may be a part of it.
    for value in sorted(values, key=len, reverse=True):
        path = path.replace(value, "…")
    return path


def _meaning(path: str) -> ResolverMatch | None:
    """Return what an address means that was answered before anybody asked, or lacks its slash."""
    with override(get_language_from_path(path) or settings.LANGUAGE_CODE):
        for complete in (path, f"{path}/"):
            try:
                return resolve(complete)
            except Resolver404:
                continue
    return None


class PathFilter(logging.Filter):
    """Takes the secrets out of the framework's own lines, which name the path as it came."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line through, its path made loggable."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            shown = loggable_path(request)
            record.args = tuple(shown if arg == request.path else arg for arg in record.args)
        return True
