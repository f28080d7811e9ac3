"""Files that are far too large: a message, nothing kept, the rest of the form stays."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from factories import make_club, make_member

pytestmark = pytest.mark.django_db

BOUNDARY = "a-line-between-fields"
HUGE = 100 * 1024 * 1024


class HugeFile:
    """The body of a form with one huge file; no more of it exists than what is being read."""

    def __init__(self, name: str, fields: dict[str, str]) -> None:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        self.head = f"{head}Content-Type: application/octet-stream\r\n\r\n".encode()
        after = "".join(
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        )
        self.tail = f"\r\n{after}--{BOUNDARY}--\r\n".encode()
        self.size = len(self.head) + HUGE + len(self.tail)
        self.place = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, as the server hands them on."""
        end = self.size if size < 0 else min(self.place + size, self.size)
        inside = len(self.head) + HUGE
        part = self.head[self.place : end]
        filler = min(end, inside) - max(self.place, len(self.head))
        part += b"1" * max(filler, 0)
        part += self.tail[max(self.place - inside, 0) : max(end - inside, 0)]
        self.place = end
        return part

    def readline(self, size: int = -1) -> bytes:
        """Belongs to what a server hands on; nothing here reads lines."""
        raise AssertionError(size)


def send(client: Client, address: str, body: HugeFile):
    """Post a body that is never whole in memory."""
    return client.request(
        PATH_INFO=address, REQUEST_METHOD="POST", CONTENT_LENGTH=str(body.size),
        CONTENT_TYPE=f"multipart/form-data; boundary={BOUNDARY}", **{"wsgi.input": body},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "field", "typed", "said"),
    [
        ("player_import", "day", "2026-02-30", "The file is larger than 5 MB."),
        ("tournament_import", "start_date", "2026-03-01", "The file is larger than 2 MB"),
        ("club_import", "slug", "torre-nova", "This is not a file of a club."),
    ],
)
def test_a_huge_file_is_refused_at_its_field_and_the_rest_stays(
    client: Client, settings: Any, tmp_path: Path, name: str, field: str,
    typed: str, said: str,
) -> None:  # fmt: skip
    club = make_club("Torre")
    client.force_login(make_member(club, "owner"))
    address = reverse(name) if name == "club_import" else reverse(name, args=[club.slug])
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)
    body = HugeFile("members.csv", {field: typed})

    tracemalloc.start()
    answer = send(client, address, body)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert answer.status_code == 422
    assert said in answer.text
    assert f'value="{typed}"' in answer.text
    assert body.place == body.size
    assert peak < 16 * 1024 * 1024
    if name != "club_import":
        assert list(tmp_path.iterdir()) == []


def test_a_huge_file_sent_to_a_page_that_takes_none_is_not_kept(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    club = make_club("Torre")
    client.force_login(make_member(club, "owner"))
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path)

    answer = send(client, reverse("player_add", args=[club.slug]), HugeFile("x", {"lines": "Ana"}))

    assert answer.status_code == 422
    assert "Ana</textarea>" in answer.text
    assert list(tmp_path.iterdir()) == []
