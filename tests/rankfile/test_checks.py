"""A half-made set-up is named, with the way to mend it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from rankfile.checks import check_setup

BIG = {"DATABASE_URL": "postgresql://db/rankfile", "REDIS_URL": "redis://redis/0"}
SITE = {"BASE_URL": "https://ratings.example.org", "USES_HTTPS": True}
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def found(settings: Any, **values: Any) -> list[str]:
    defaults = {
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DEBUG": False,
        "BASE_URL": "http://127.0.0.1:8000",
        "USES_HTTPS": False,
        "ALLOWED_HOSTS": ["127.0.0.1", "localhost", "[::1]"],
        "BBP_PAIRINGS": "",
        "LOCALE_PATHS": [],
    }
    for name, value in {**defaults, **values}.items():
        setattr(settings, name, value)
    problems = check_setup()
    assert all(problem.hint for problem in problems)
    return [str(problem.id) for problem in problems]


@pytest.mark.parametrize(
    ("values", "ids"),
    [
        ({}, []),
        ({**BIG, **SITE, "ALLOWED_HOSTS": [".example.org"], "EMAIL_BACKEND": SMTP}, []),
        ({"DATABASE_URL": BIG["DATABASE_URL"]}, ["rankfile.W001"]),
        ({"REDIS_URL": BIG["REDIS_URL"]}, ["rankfile.W002"]),
        ({"DEBUG": True}, []),
        ({**BIG, "DEBUG": True}, ["rankfile.E004"]),
        ({"BASE_URL": "ratings.example.org"}, ["rankfile.E005"]),
        ({"BASE_URL": "http://127.0.0.1:8000/club"}, ["rankfile.E005"]),
        ({"BASE_URL": "http://[::1]:8000"}, []),
        ({"BASE_URL": "http://ratings.example.org"}, ["rankfile.E006"]),
        ({**SITE, "ALLOWED_HOSTS": ["ratings.example.org"]}, ["rankfile.W007"]),
        ({"BBP_PAIRINGS": "no-such-program"}, ["rankfile.E008"]),
    ],
)
def test_each_half_made_set_up_has_its_id(
    settings: Any, values: dict[str, Any], ids: list[str]
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    assert found(settings, **values) == ids


def test_postgresql_without_a_key_of_its_own_is_an_error(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY")

    assert found(settings, **BIG) == ["rankfile.E003"]


def test_a_catalogue_that_is_missing_or_older_is_named(settings: Any, tmp_path: Path) -> None:
    source = tmp_path / "tr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    compiled = source.with_suffix(".mo")

    assert found(settings, LOCALE_PATHS=[tmp_path]) == ["rankfile.W009"]
    compiled.touch()
    assert found(settings, LOCALE_PATHS=[tmp_path]) == []
    os.utime(compiled, (1, 1))
    assert found(settings, LOCALE_PATHS=[tmp_path]) == ["rankfile.W009"]
