"""Posting to an address that somebody typed in, without being led into the own network.

The name is resolved once, every address it has is checked, and the connection goes to a checked
address: a name that resolves differently a moment later changes nothing. Redirects are not
followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

MOST_READ = 4096


class AddressNotAllowed(Exception):
    """The name leads to a private, local or otherwise special address."""


def checked_address(host: str, port: int, *, allows_private: bool) -> str:
    """Return one IP address of the host, after all of them were checked.

    Raises AddressNotAllowed, or OSError where the name does not resolve.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(item[4][0]) for item in found]
    if not allows_private:
        for address in addresses:
            ip = ipaddress.ip_address(address.partition("%")[0])
            mapped = getattr(ip, "ipv4_mapped", None)
            if not (mapped or ip).is_global or ip.is_multicast:
                raise AddressNotAllowed(host)
    return addresses[0]


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to a checked address that still names the host in its request."""

    def __init__(self, host: str, port: int, address: str, timeout: float, *, secure: bool) -> None:
        super().__init__(host, port, timeout=timeout)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Connect to the checked address; the certificate must be that of the host."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


def post_json(
    url: str, body: bytes, headers: Mapping[str, str], *, timeout: float, allows_private: bool
) -> int:
    """Return the status with which the receiver answered.

    Raises AddressNotAllowed, OSError for network faults, ValueError for an unusable address.
    """
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    host = parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    address = checked_address(host, port, allows_private=allows_private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = _PinnedConnection(host, port, address, timeout, secure=secure)
    try:
        connection.request("POST", path, body=body, headers=dict(headers))
        response = connection.getresponse()
        response.read(MOST_READ)
        return response.status
    except http.client.HTTPException as error:
        raise OSError(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()
