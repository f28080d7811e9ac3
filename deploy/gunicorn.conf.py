"""Gunicorn in the image: several processes of several threads, logging as the product does."""

from __future__ import annotations

from typing import Any

from rankfile import environment as env
from rankfile.logging import logging_settings

bind = "0.0.0.0:8000"  # Inside the container; compose decides what is published.
workers = env.whole_number("WEB_PROCESSES", default=2, least=1, most=64)
threads = env.whole_number("WEB_THREADS", default=8, least=1, most=64)
worker_class = "gthread"
preload_app = True
timeout = 60
graceful_timeout = 30
limit_request_line = 8190  # A calculation with a hundred games stands in its address.
# Memory-backed, so that a slow disk does not look like a hung process.
worker_tmp_dir = "/dev/shm"  # noqa: S108
control_socket_disable = True
logconfig_dict = logging_settings("json", env.text("LOG_LEVEL", "INFO"))


def post_worker_init(worker: Any) -> None:
    """Connect to the broker once: the first message of a process costs half a second."""
    from kombu.exceptions import OperationalError  # noqa: PLC0415 - after the fork

    from rankfile.celery import app  # noqa: PLC0415

    if app.conf.task_always_eager:
        return
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
    except OperationalError:
        worker.log.warning("the broker does not answer; closing events works without it")
