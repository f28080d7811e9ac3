"""The budget of the calculator: its pages against an empty view behind the same server.

The empty form may take 3 times, a page with 40 games 8 times what the empty view takes. Requests
of the three take turns, so that a busy machine slows all of them; the median counts. Transfer is
weighed compressed, without fonts.
"""

from __future__ import annotations

import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

ROUNDS = 150
EMPTY_VIEW = "/empty/"
EMPTY_FORM = "/calculator/"
GAMES = "&".join(f"g={1500 + 17 * n}_{'150'[n % 3]}" for n in range(40))
FORTY_GAMES = f"/calculator/?own=1800&list=standard&date=2026-11-26&k=20&{GAMES}"
EMBEDDED = "/calculator/embed/"
SCRIPTS = ("django_htmx/htmx-2.min.js", "js/page.js", "js/calculator.js")
SHEET = "rankfile.css"
KILOBYTE = 1000


def measure() -> list[dict[str, object]]:
    """Return the measurements: seconds with their budgets, and transfer in kilobytes likewise."""
    with tempfile.TemporaryDirectory(prefix="rankfile-bench-") as folder:
        port = _free_port()
        server = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-m", "benchmarks.bench_calculator", str(port)],
            env=os.environ | {"DATA_DIR": folder, "LOG_LEVEL": "ERROR", "DATABASE_URL": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, server)
            return _measurements(port)
        finally:
            server.terminate()
            server.wait(timeout=20)


def _measurements(port: int) -> list[dict[str, object]]:
    times: dict[str, list[float]] = {EMPTY_VIEW: [], EMPTY_FORM: [], FORTY_GAMES: []}
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    for number in range(ROUNDS):
        for path, found in times.items():
            started = time.perf_counter()
            _get(connection, path)
            if number >= ROUNDS // 5:
                found.append(time.perf_counter() - started)
    empty = median(times[EMPTY_VIEW])
    shared = sum(_weight(connection, f"/static/{name}") for name in (SHEET, *SCRIPTS))
    sheet = _weight(connection, f"/static/{SHEET}")
    rows: list[dict[str, object]] = []
    for name, path, most in (
        ("the empty calculator", EMPTY_FORM, 3),
        ("the calculator with 40 games", FORTY_GAMES, 8),
    ):
        seconds = median(times[path])
        label = f"{name}: {seconds / empty:.2f} times an empty view ({empty * 1000:.2f} ms)"
        rows.append({"name": label, "seconds": seconds, "budget": empty * most})
    for name, path, extra, most in (
        ("the empty calculator", EMPTY_FORM, shared, 60),
        ("the calculator with 40 games", FORTY_GAMES, shared, 60),
        ("the embedded calculator", EMBEDDED, sheet, 40),
    ):
        size = (_weight(connection, path) + extra) / KILOBYTE
        rows.append({"name": f"{name}: kilobytes (not s)", "seconds": size, "budget": most})
    return rows


def _get(connection: HTTPConnection, path: str) -> bytes:
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path} answers {response.status}")
    return body


def _weight(connection: HTTPConnection, path: str) -> int:
    """Return the compressed size; static files are compressed by what serves them."""
    body = _get(connection, path)
    return len(body) if body[:2] == b"\x1f\x8b" else len(gzip.compress(body, 6))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if server.poll() is not None:
            raise RuntimeError("the server did not start")
        try:
            _get(HTTPConnection("127.0.0.1", port, timeout=5), EMPTY_VIEW)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server does not answer")


def serve(port: int) -> None:
    """Serve the product with one more view that does nothing."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "platform"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "rankfile.settings"
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - settings first

    application = get_wsgi_application()
    from django.conf import settings  # noqa: PLC0415
    from django.http import HttpResponse  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415

    from rankfile import urls  # noqa: PLC0415
    from rankfile.management.commands.serve import Command, Server  # noqa: PLC0415

    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    urls.urlpatterns.insert(0, path(EMPTY_VIEW[1:], lambda _request: HttpResponse("x")))
    Command().prepare_database()
    Server(application, host="127.0.0.1", port=port, threads=2).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
