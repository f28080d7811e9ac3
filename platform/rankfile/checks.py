"""System checks of the set-up as a whole: each has an id, says what is wrong and how to mend it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.http.request import validate_host

from rankfile import environment as env


def check_setup(**_scope: object) -> list[checks.CheckMessage]:
    """Return what is half-made about the database, the broker, the addresses and the files."""
    return [*_server_problems(), *_address_problems(), *_file_problems()]


def _server_problems() -> Iterable[checks.CheckMessage]:
    big = bool(settings.DATABASE_URL)
    if big and not settings.REDIS_URL:
        yield checks.Warning(
            "PostgreSQL is set up without a broker.",
            hint="Set REDIS_URL and run a worker and beat; without them ratings are worked out "
            "inside the request, and each process limits logins on its own.",
            id="rankfile.W001",
        )
    if settings.REDIS_URL and not big:
        yield checks.Warning(
            "Several processes would share one SQLite file.",
            hint="A broker means a worker process beside the web server: set DATABASE_URL to a "
            "PostgreSQL database, or unset REDIS_URL.",
            id="rankfile.W002",
        )
    if big and not env.secret("SECRET_KEY"):
        yield checks.Error(
            "SECRET_KEY is not set although PostgreSQL is.",
            hint="Each machine would make a key of its own and refuse the others' sessions. Set "
            "SECRET_KEY or SECRET_KEY_FILE to the same value everywhere.",
            id="rankfile.E003",
        )
    if settings.DEBUG and (big or settings.USES_HTTPS):
        yield checks.Error(
            "DEBUG is on in a set-up that others reach.",
            hint="Its error pages show settings and data. Unset DEBUG.",
            id="rankfile.E004",
        )


def _address_problems() -> Iterable[checks.CheckMessage]:
    address = urlsplit(settings.BASE_URL)
    if address.scheme not in ("http", "https") or not address.hostname or address.path:
        yield checks.Error(
            f"BASE_URL is no address of a site: {settings.BASE_URL!r}.",
            hint="Give scheme and host only, as in https://ratings.example.org.",
            id="rankfile.E005",
        )
    elif not validate_host(_in_brackets(address.hostname), settings.ALLOWED_HOSTS):
        yield checks.Error(
            f"ALLOWED_HOSTS lacks the host of BASE_URL, {address.hostname}.",
            hint=f"Every page would answer 400. Add {address.hostname} to ALLOWED_HOSTS.",
            id="rankfile.E006",
        )
    if settings.USES_HTTPS and settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        yield checks.Warning(
            "Mails are printed, not sent.",
            hint="Nobody can confirm an address or reset a password. Set EMAIL_URL.",
            id="rankfile.W007",
        )


def _file_problems() -> Iterable[checks.CheckMessage]:
    engine = settings.BBP_PAIRINGS
    if engine and shutil.which(engine) is None:
        yield checks.Error(
            f"BBP_PAIRINGS names no executable file: {engine}.",
            hint="Give the path of the bbpPairings program, or unset the variable.",
            id="rankfile.E008",
        )
    for folder in settings.LOCALE_PATHS:
        for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            compiled = source.with_suffix(".mo")
            if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
                yield checks.Warning(
                    f"The catalogue {source.relative_to(folder)} is not compiled.",
                    hint="Run `make install`; until then its language shows English texts.",
                    id="rankfile.W009",
                )
    data_dir = settings.DATA_DIR
    if data_dir.exists() and not os.access(data_dir, os.W_OK):
        yield checks.Error(
            f"The data folder cannot be written: {data_dir}.",
            hint="Give it to the user who runs Rankfile, or set DATA_DIR to another folder.",
            id="rankfile.E010",
        )


def _in_brackets(host: str) -> str:
    """Return the host as ALLOWED_HOSTS spells it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host
