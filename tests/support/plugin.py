"""The pytest plugin of this suite: chooses the database, starts its servers, names them.

``--db=postgresql`` is the big set-up (PostgreSQL, Redis, a real worker where a test asks for one),
``--db=sqlite`` the embedded one. Loaded with ``-p``, because the servers must run before Django
reads its settings. Tests may run side by side in several processes (``-n``): all use the servers
of the first, each with databases of its own on them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.servers import Server, ServerMissingError, shared_redis, start_postgresql

pytest_plugins = ["support.workers", "support.browser"]

DATABASES = ("postgresql", "sqlite")
# What a developer's own environment may hold and a run of the suite must not see.
PRODUCT_VARIABLES = (
    *("ALLOWED_HOSTS", "BASE_URL", "BBP_PAIRINGS", "BEHIND_PROXY", "CSRF_TRUSTED_ORIGINS"),
    *("DATABASE_URL", "DATA_DIR", "DEBUG", "DEFAULT_FROM_EMAIL", "EMAIL_URL", "LOG_LEVEL"),
    *("LOG_STYLE", "METRICS_TOKEN", "PAIRING_SECONDS", "PORT", "REDIS_URL", "SECRET_KEY"),
    *("SIGN_UP_OPEN", "SSL_REDIRECT", "STATIC_ROOT", "TIME_ZONE"),
    "WEBHOOKS_ALLOW_PRIVATE_ADDRESSES",
)
SERVER_VARIABLES = ("DATABASE_URL", "REDIS_URL")
running = pytest.StashKey[list[Server]]()
scratch = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--db``; the environment variable is for editors and single runs."""
    parser.addoption(
        "--db",
        choices=DATABASES,
        default=os.environ.get("RANKFILE_TEST_DB", "sqlite"),
        help="database of this run: postgresql (with Redis) or sqlite (default)",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Start the servers and describe them to the settings, which are read right after this."""
    database = early_config.known_args_namespace.db
    if database not in DATABASES:
        raise pytest.UsageError(f"RANKFILE_TEST_DB must be one of {', '.join(DATABASES)}")
    served = {name: os.environ.get(name, "") for name in SERVER_VARIABLES}
    for name in PRODUCT_VARIABLES:
        os.environ.pop(name, None)
        os.environ.pop(f"{name}_FILE", None)
    early_config.stash[scratch] = tempfile.TemporaryDirectory(prefix="rankfile-tests-")
    folder = Path(early_config.stash[scratch].name)
    (folder / "static").mkdir()
    os.environ["DATA_DIR"] = str(folder)
    os.environ["SECRET_KEY"] = "only-for-tests"
    servers: list[Server] = []
    early_config.stash[running] = servers
    early_config.add_cleanup(lambda: _stop(early_config))
    if database != "postgresql":
        return
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        # The runner names the database of this process; Redis has numbered ones.
        number = int(worker.removeprefix("gw"))
        served["REDIS_URL"] = urlsplit(served["REDIS_URL"])._replace(path=f"/{number}").geturl()
    else:
        try:
            servers.append(start_postgresql())
            servers.append(shared_redis())
        except ServerMissingError as error:
            raise pytest.UsageError(f"--db=postgresql: {error}") from error
        served = dict(zip(SERVER_VARIABLES, (server.url for server in servers), strict=True))
    os.environ.update(served)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of tests that only exist in the big set-up."""
    config.addinivalue_line(
        "markers", "big_setup: needs PostgreSQL, Redis or a worker; runs with --db=postgresql only"
    )
    config.addinivalue_line("markers", "browser: drives a real Chromium")


def _stop(config: pytest.Config) -> None:
    servers = config.stash[running]
    while servers:
        servers.pop().stop()
    config.stash[scratch].cleanup()


def pytest_report_header(config: pytest.Config) -> str:
    """Say which servers this run uses."""
    names = [server.name for server in config.stash[running]]
    return "servers: " + (", ".join(names) if names else "none, embedded on SQLite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark by fixture, and leave the big set-up's tests out of the embedded run."""
    for item in items:
        wanted = set(getattr(item, "fixturenames", ()))
        if wanted & {"broker_in_use", "redis_server"}:
            item.add_marker("big_setup")
        if "page" in wanted or "chromium" in wanted:
            item.add_marker("browser")
    if config.getoption("db") == "sqlite":
        left_out = [item for item in items if item.get_closest_marker("big_setup")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("big_setup")]


@pytest.fixture(scope="session", autouse=True)
def _fast_passwords() -> Iterator[None]:
    """Use a cheap password hasher: one real verification costs a tenth of a second."""
    from django.test import override_settings  # noqa: PLC0415 - after the settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def _language_of_the_settings() -> Iterator[None]:
    """Undo what a request leaves behind: Django keeps its language active in the test's thread."""
    from django.utils import translation  # noqa: PLC0415 - after the settings

    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def data_dir(pytestconfig: pytest.Config) -> Path:
    """Return the data folder of this run."""
    return Path(pytestconfig.stash[scratch].name)
