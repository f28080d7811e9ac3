"""A program that calls the API of one club with a token."""

from __future__ import annotations

import json
from typing import Any

from factories import make_access
from rest_framework.test import APIClient

from clubs.access import Right
from clubs.models import Club
from clubs.tokens import make_token

ALL_SCOPES = ("read", "results", "pairing", "manage", "close")


class Caller:
    """Sends requests below ``/api/v1/clubs/<club>/``; without token as the public."""

    def __init__(self, club: Club, token: str = "") -> None:
        self.root = f"/api/v1/clubs/{club.slug}/"
        self._client = APIClient()
        if token:
            self._client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")

    def get(self, path: str = "", **headers: str) -> Any:
        """Read."""
        return self._client.get(self.root + path, headers=_names(headers))

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Write: a text goes as it is, anything else as JSON."""
        is_text = isinstance(body, str | bytes)
        return self._client.generic(
            method,
            self.root + path,
            body if is_text else json.dumps({} if body is None else body, default=str),
            content_type="text/plain" if is_text else "application/json",
            headers=_names(headers),
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """Send a POST."""
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        """Send a PUT."""
        return self.send("PUT", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        """Send a PATCH."""
        return self.send("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        """Send a DELETE."""
        return self.send("DELETE", path, **headers)


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def caller_for(
    club: Club, *, scopes: tuple[str, ...] = ALL_SCOPES, event: int | None = None
) -> Caller:
    """Return a program with a token of these scopes, of all events or of one."""
    access = make_access(club, rights=frozenset(Right))
    _token, text = make_token(access, "Tool", list(scopes), event_number=event)
    return Caller(club, text)
