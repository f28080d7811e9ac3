"""One line per request: with an id, without what a person may want to keep to himself."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.http import HttpResponseServerError
from django.test import Client, RequestFactory
from django.utils.log import log_response
from structlog.testing import capture_logs

from rankfile.pages.error_pages import server_error
from support.sources import ROOT

pytestmark = pytest.mark.django_db


def test_the_line_names_path_and_status_without_the_query(client: Client) -> None:
    with capture_logs() as lines:
        client.get("/accounts/login/?next=/private/&email=ana@example.org")

    [line] = [line for line in lines if line["event"] == "request"]
    assert line.pop("milliseconds") >= 0
    assert line == {
        "event": "request",
        "log_level": "info",
        "method": "GET",
        "path": "/accounts/login/",
        "status": 200,
    }


def test_a_key_in_the_path_is_not_logged(client: Client) -> None:
    with capture_logs() as lines:
        client.get("/accounts/confirm-email/MTpsb25nLXNlY3JldA/")

    [line] = [line for line in lines if line["event"] == "request"]
    assert line["path"] == "/accounts/confirm-email/…/"


SECRET = "u2sTqvM1-8LQ0yEwBf6d"
WAYS_IN = (
    "/invitations/{}/", "/invitations/{}", "/pt-br/invitations/{}/",
    "/clubs/north/tournaments/3/help/{}/", "/accounts/password/reset/key/1-{}/",
)  # fmt: skip


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that the log's own handler writes."""
    handler = next(h for h in logging.getLogger().handlers if h.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    stream = io.StringIO()
    before = handler.setStream(stream)
    yield stream
    handler.setStream(before)


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_line_of_any_kind_holds_a_secret_of_a_path(way: str, written: io.StringIO) -> None:
    path = way.format(SECRET)
    request = RequestFactory().post(path)

    Client(enforce_csrf_checks=True).post(path)
    server_error(request)
    failed = HttpResponseServerError()
    log_response("%s: %s", failed.reason_phrase, path, response=failed, request=request)

    lines = written.getvalue()
    assert len(lines.splitlines()) >= 3
    assert "Internal Server Error: " in lines
    assert "…" in lines
    assert SECRET not in lines


def test_a_proxy_s_request_id_is_kept_and_a_forged_one_is_not(client: Client) -> None:
    kept = client.get("/accounts/login/", headers={"x-request-id": "abc-12345678"})
    forged = client.get("/accounts/login/", headers={"x-request-id": 'x" injected="1'})

    assert kept["X-Request-ID"] == "abc-12345678"
    assert len(forged["X-Request-ID"]) == 32


def test_production_logs_one_json_object_a_line_without_local_variables() -> None:
    program = (
        "import logging, logging.config\n"
        "from rankfile.logging import logging_settings\n"
        "logging.config.dictConfig(logging_settings('json', 'INFO'))\n"
        "def fail(password):\n"
        "    raise ValueError('müde')\n"
        "try:\n"
        "    fail('hunter2')\n"
        "except ValueError:\n"
        "    logging.getLogger('clubs').exception('failed')\n"
    )

    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=30,
    ).stderr

    [line] = said.splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["logger"]) == ("failed", "error", "clubs")
    assert entry["exception"][0]["exc_value"] == "müde"
    assert "hunter2" not in line
