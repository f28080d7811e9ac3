"""``serve``: the embedded product in one process, from an empty folder to a running site."""

from __future__ import annotations

import socket
import threading
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from gunicorn.app.base import BaseApplication

from rankfile import environment as env
from rankfile.schedule import run_schedule


class Command(BaseCommand):
    """Prepare the database, then serve until stopped."""

    help = (
        "Creates or updates the database in DATA_DIR and serves the site, with whatever Celery's "
        "beat would do run by a thread of its own. Stop with Ctrl-C."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address, the number of threads and the demo club."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument(
            "--port",
            type=int,
            default=env.whole_number("PORT", default=8000, least=1, most=65535),
            help="port to listen on; the default is PORT, or 8000",
        )
        parser.add_argument("--threads", type=int, default=8, help="requests answered at a time")
        parser.add_argument("--demo", action="store_true", help="set up the demo club first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a taken port before any work, prepare, serve."""
        host, port = options["host"], options["port"]
        refuse_taken_port(host, port)
        # Static files come from where they lie; their collected folder only has to exist.
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        settings.SERVES_EMBEDDED = not settings.REDIS_URL
        self.prepare_database()
        if options["demo"]:
            call_command("setup_demo")
        # A connection must not be carried into the process that serves.
        connections.close_all()
        self.stdout.write(f"Rankfile serves http://{host}:{port}/ — stop with Ctrl-C.")
        self.stdout.flush()
        Server(get_wsgi_application(), host=host, port=port, threads=options["threads"]).run()

    def prepare_database(self) -> None:
        """Apply missing migrations; nothing is printed when up to date."""
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            self.stdout.write(f"Preparing the database: {len(missing)} steps …", ending="")
            self.stdout.flush()
            call_command("migrate", interactive=False, verbosity=0)
            self.stdout.write(" done")


def refuse_taken_port(host: str, port: int) -> None:
    """Raise a CommandError that names the mend when something else listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"{host}:{port} cannot be used ({error}). "
                f"Name another port: make run PORT={port + 1 if port < 65535 else 8000}"
            ) from error


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types
    """Gunicorn with one process of several threads, as SQLite and a cache in memory need."""

    def __init__(self, application: WSGIHandler, *, host: str, port: int, threads: int) -> None:
        self.application = application
        self.address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.threads = threads
        self.stopped = threading.Event()
        super().__init__()

    def load_config(self) -> None:
        """Set what differs from gunicorn's defaults."""
        for name, value in {
            "bind": self.address,
            "workers": 1,
            "worker_class": "gthread",
            "threads": self.threads,
            "preload_app": True,
            "graceful_timeout": 10,
            # A calculation with a hundred games stands in its address.
            "limit_request_line": 8190,
            "loglevel": "warning",
            "control_socket_disable": True,
            "post_worker_init": self.start_schedule,
            "worker_exit": self.stop_schedule,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        """Return the application."""
        return self.application

    def start_schedule(self, _worker: object) -> None:
        """Start the thread that stands in for beat, unless a broker says that beat runs."""
        if not settings.REDIS_URL:
            threading.Thread(
                target=run_schedule, args=(self.stopped,), name="schedule", daemon=True
            ).start()

    def stop_schedule(self, _server: object, _worker: object) -> None:
        """Let the thread end after the task it is at."""
        self.stopped.set()
